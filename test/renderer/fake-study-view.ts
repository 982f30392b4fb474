import type { StudyView } from '#contract/study/bridge.ts'
import type { FakeWorld } from './fake-members.ts'

/** Returns a study of the fake clinic with its member and location; null if one of them is missing. */
export const viewOfStudy = ({ clinic }: Pick<FakeWorld, 'clinic'>, studyID: string): StudyView | null => {
  const study = clinic.studies.find((one) => one.studyID === studyID)
  const member = clinic.members.find((one) => one.patientID === study?.patientID)
  const location = clinic.locations.find((one) => one.locationID === study?.locationID)
  return study === undefined || member === undefined || location === undefined ? null : { study, member, location }
}
