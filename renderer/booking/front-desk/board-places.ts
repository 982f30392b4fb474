import type { NextActionKind } from '#domain/study/today-board.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { paths } from '../../routes.ts'

/** The row that had the focus when the user left the board; used once, on return. */
let storedRow: string | null = null

export const storeBoardRow = (rowKey: string | null): void => {
  storedRow = rowKey
}

/** Returns the stored row and clears it. */
export const takeStoredBoardRow = (): string | null => {
  const rowKey = storedRow
  storedRow = null
  return rowKey
}

/** Returns the address of a next action; null for actions on the board itself. */
export const placeOfAction = (kind: NextActionKind, studyID: StudyID): string | null => {
  switch (kind) {
    case 'answer-safety':
      return paths.studyDetails(studyID, { answer: 1 })
    case 'stop':
    case 'sign-off':
      return `${paths.study(studyID)}#study-safety`
    case 'take-payment':
      return paths.frontdeskStudy(studyID)
    case 'check-referral':
      return `${paths.study(studyID)}#study-details`
    case 'check-consent':
      return `${paths.study(studyID)}#study-medical-history`
    case 'check-in':
    case 'mark-scanned':
    case 'none':
      return null
  }
}
