import { forgetQuery } from '../kit/forget-query.ts'
import type { editStudyState } from '../routes.ts'

/**
 * Returns whether the address or the history entry asks for Study Details in edit mode, with the safety questions open
 * for answering (study spec §2, toggleEditOnStudyTab).
 */
export const wantsEdit = (): boolean => {
  const state = window.history.state as Partial<Record<keyof typeof editStudyState, unknown>> | null
  return state?.toggleEditOnStudyTab === true || new URLSearchParams(window.location.search).get('edit') === '1'
}

/**
 * Returns whether the address or the history entry asks for the safety questions, open for answering: alone, or as a
 * part of edit mode.
 */
export const wantsAnswers = (): boolean =>
  wantsEdit() || new URLSearchParams(window.location.search).get('answer') === '1'

/**
 * Removes the request for the questions from the address after the answers are saved, so that a reload opens the page
 * for reading.
 */
export const forgetAnswersRequest = (): void => forgetQuery('answer')
