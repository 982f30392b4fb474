import type { StudyID } from '#domain/values/study-id.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { PaymentStores } from './payment-factories.ts'
import { PaymentHeader } from './payment-header.tsx'
import { paymentPageWords } from './payment-page-words.ts'
import { PaymentPanel } from './payment-panel.tsx'

/**
 * Shows `/admin/frontdesk/study/{studyID}` (booking spec §2): the payment panel below study, member and booking state.
 */
export function FrontdeskStudyScreen(props: ScreenProps<PaymentStores> & { readonly studyID: StudyID }) {
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
                <LinkButton href={paths.frontdesk()} size="small">
                  {paymentPageWords.links.today}
                </LinkButton>
                <LinkButton href={paths.study(studyID)} size="small">
                  {paymentPageWords.links.study}
                </LinkButton>
                <LinkButton
                  href={paths.studyDetails(studyID, view.study.safety.state === 'complete' ? {} : { answer: 1 })}
                  size="small"
                >
                  {paymentPageWords.links.safetyQuestions}
                </LinkButton>
                <LinkButton href={paths.studyBooking(studyID)} size="small">
                  {view.study.status.cancelled || view.study.status.scanned
                    ? paymentPageWords.links.booking
                    : paymentPageWords.links.moveOrCancel}
                </LinkButton>
              </>
            }
          />
        )}
      />
    </div>
  )
}
