import type { StudyID } from '#domain/values/study-id.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { PaymentStores } from './payment-factories.ts'
import { PaymentHeader } from './payment-header.tsx'
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
                  Back to today’s appointments
                </LinkButton>
                <LinkButton href={paths.study(studyID)} size="small">
                  Open the study
                </LinkButton>
                <LinkButton
                  href={paths.studyDetails(studyID, view.study.safety.state === 'complete' ? {} : { answer: 1 })}
                  size="small"
                >
                  Safety questions
                </LinkButton>
                <LinkButton href={paths.studyBooking(studyID)} size="small">
                  {view.study.status.cancelled || view.study.status.scanned ? 'Open the booking' : 'Move or cancel'}
                </LinkButton>
              </>
            }
          />
        )}
      />
    </div>
  )
}
