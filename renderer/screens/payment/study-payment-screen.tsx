import type { StudyID } from '#domain/booking/study-id.ts'
import { PaymentPanel } from '../../payment-parts/payment-panel.tsx'
import type { ScreenProps } from '../../stores/screen-props.ts'

/** `/admin/study/{studyID}/payment` (booking spec §2). */
export function StudyPaymentScreen(props: ScreenProps & { readonly studyID: StudyID }) {
  return <PaymentPanel {...props} isBooking={false} />
}
