import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { withLocalDraft } from '#domain/safety/known-safety.ts'
import type { Answers } from '#domain/safety/question.ts'
import { changedFields } from '#domain/safety/questionnaire-engine.ts'
import { assessSafety, summarizeSafetyDraft } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { type SafetySummary, sharedAnswersOf } from '#domain/safety/safety-record.ts'
import { type StudySafetyStore, safetyCaseOfView } from '../safety/study-safety-state.ts'
import type { StudyPage } from '../study/study-part-props.ts'

/** The store to use while no form is open. */
const noForm = createStore<{ readonly answers: Answers | null }>(() => ({ answers: null }))

/**
 * Returns the study's safety summary. Its draft part also counts the answers on this workstation that are not saved:
 * those being typed, or an unsaved draft. The result is the same online and offline.
 */
export const useKnownSummary = (page: StudyPage, safety: StudySafetyStore): SafetySummary => {
  const { study } = page.view
  const read = useStore(safety, (state) => state.read)
  const form = useStore(safety, (state) => state.form)
  const waiting = useStore(safety, (state) => state.waitingDraft)
  const source: Pick<
    StoreApi<{ readonly answers: Answers | null }>,
    'getState' | 'getInitialState' | 'subscribe'
  > = form ?? noForm
  const typed = useStore(source, (state) => state.answers)
  const answers = typed ?? waiting?.answers ?? null
  if (answers === null || read.kind !== 'ready') return study.safety
  const { record } = read.value
  if (changedFields(safetyQuestionnaire, sharedAnswersOf(record), answers).length === 0) return study.safety
  const safetyCase = safetyCaseOfView(read.value, page.now, null)
  const local = summarizeSafetyDraft(
    assessSafety(answers, safetyCase),
    assessSafety(record.SafetyQuestions, safetyCase),
    page.session.user.fullname,
    waiting?.savedAt ?? page.now,
  )
  return withLocalDraft(study.safety, local)
}
