import type { StudyID } from '#domain/values/study-id.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { PaymentStores } from './payment-factories.ts'
import { PaymentHeader } from './payment-header.tsx'
import { paymentPageWords } from './payment-page-words.ts'
import { PaymentPanel } from './payment-panel.tsx'

/** Shows `/admin/study/{studyID}/payment` (booking spec §2). */
export function StudyPaymentScreen(props: ScreenProps<PaymentStores> & { readonly studyID: StudyID }) {
  const { studyID } = props
  return (
    <div className="pp-page">
      <PaymentPanel
        {...props}
        isBooking={false}
        header={(view) => (
          <PaymentHeader
            view={view}
            actions={
              <>
                <LinkButton href={paths.study(studyID)} size="small">
                  {paymentPageWords.links.study}
                </LinkButton>
                <LinkButton href={paths.studyBooking(studyID)} size="small">
                  {paymentPageWords.links.booking}
                </LinkButton>
              </>
            }
          />
        )}
      />
    </div>
  )
}
