import { countingCheckIn } from '#domain/study/waiting-act.ts'
import type { StudyPage } from '../study/study-part-props.ts'

/** Returns whether the check-in that the study shows is a waiting act, stored only on this workstation so far. */
export const isCheckInWaiting = ({
  view: { study, waiting },
  isOnline,
}: Pick<StudyPage, 'view' | 'isOnline'>): boolean =>
  study.status.checkin && countingCheckIn(study.studyID, waiting, isOnline) !== undefined
