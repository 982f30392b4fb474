import type { editStudyState } from '../routes.ts'

/** Whether the address asks for Study Details in edit mode, the safety questions open for answering (study spec §2, toggleEditOnStudyTab). */
export const wantsEdit = (): boolean => {
  const state = window.history.state as Partial<Record<keyof typeof editStudyState, unknown>> | null
  return state?.toggleEditOnStudyTab === true || new URLSearchParams(window.location.search).get('edit') === '1'
}

/** Whether the address asks for the safety questions, open for answering: alone, or as a part of edit mode. */
export const wantsAnswers = (): boolean =>
  wantsEdit() || new URLSearchParams(window.location.search).get('answer') === '1'

/** Takes the request for the questions out of the address, once they are saved: a reload then opens the page to be read. */
export const forgetAnswersRequest = (): void => {
  const url = new URL(window.location.href)
  if (!url.searchParams.has('answer')) return
  url.searchParams.delete('answer')
  window.history.replaceState(window.history.state, '', url)
}
