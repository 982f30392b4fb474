import type { StudyID } from '#domain/booking/study-id.ts'
import type { ScreenProps } from '../../stores/screen-props.ts'

/** `/patient/study/{studyID}/followup` (study spec §2): the consultation and the follow-up after 6 and 12 months. */
export function FollowUpScreen({ studyID }: ScreenProps & { readonly studyID: StudyID }) {
  return <h1>Follow-up of study {studyID}</h1>
}
