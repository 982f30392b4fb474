import type { StudyID } from '#domain/booking/study-id.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { WithAttempts } from './attempts-store.ts'
import { PaymentHeader } from './payment-header.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import type { WithTerminal } from './terminal-store.ts'

type Stores = WithAttempts & WithClock & WithConnectivity & WithDrafts & WithTerminal

/** `/admin/frontdesk/study/{studyID}` (booking spec §2): the payment panel within study, member and booking state. */
export function FrontdeskStudyScreen(props: ScreenProps<Stores> & { readonly studyID: StudyID }) {
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
