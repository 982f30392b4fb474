import type { editStudyState } from '../../routes.ts'

/** Whether the address asks for Study Details in edit mode, the safety questions open for answering (study spec §2, toggleEditOnStudyTab). */
export const wantsEdit = (): boolean => {
  const state = window.history.state as Partial<Record<keyof typeof editStudyState, unknown>> | null
  return state?.toggleEditOnStudyTab === true || new URLSearchParams(window.location.search).get('edit') === '1'
}
