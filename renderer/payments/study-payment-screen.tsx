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

/** `/admin/study/{studyID}/payment` (booking spec §2). */
export function StudyPaymentScreen(props: ScreenProps<Stores> & { readonly studyID: StudyID }) {
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
                  Open the study
                </LinkButton>
                <LinkButton href={paths.studyBooking(studyID)} size="small">
                  Open the booking
                </LinkButton>
              </>
            }
          />
        )}
      />
    </div>
  )
}
