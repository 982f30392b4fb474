import type { StudyID } from '#domain/booking/study-id.ts'
import { PaymentPanel } from '../../payment-parts/payment-panel.tsx'
import type { ScreenProps } from '../../stores/screen-props.ts'

/** `/admin/frontdesk/study/{studyID}` (booking spec §2): the payment panel within study, member and booking state. */
export function FrontdeskStudyScreen(props: ScreenProps & { readonly studyID: StudyID }) {
  return <PaymentPanel {...props} isBooking={false} />
}
