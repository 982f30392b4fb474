import type { StudyID } from '#domain/booking/study-id.ts'
import type { ScreenProps } from '../stores/screen-props.ts'

export type PaymentPanelProps = ScreenProps & { readonly studyID: StudyID }

/** The invoice and payment panel of a study (booking spec §2). */
export function PaymentPanel({ studyID }: PaymentPanelProps) {
  return <section aria-label="Payment">{studyID}</section>
}
