import type { StudyID } from '#domain/booking/study-id.ts'
import type { ScreenProps } from '../../stores/screen-props.ts'

/** `/admin/study/{studyID}/invoice` (booking spec §2). */
export function InvoiceScreen({ studyID }: ScreenProps & { readonly studyID: StudyID }) {
  return <h1>Invoice of study {studyID}</h1>
}
