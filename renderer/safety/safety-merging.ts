import type { SafetyView } from '#contract/safety/bridge.ts'
import type { Answers } from '#domain/safety/question.ts'
import { changedFields } from '#domain/safety/questionnaire-engine.ts'
import { assessSafety, type SafetyCase } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { AnswerBase } from './answer-base.ts'
import {
  type AdoptedAnswers,
  isSameAnswers,
  type StudySafetyStore,
  safetyCaseOfView,
  shownSafety,
} from './study-safety-state.ts'

type Parts = {
  readonly store: StudySafetyStore
  readonly base: AnswerBase
  readonly now: () => Instant
  readonly supportPhone: () => string | null
}

export type SafetyMerging = {
  readonly caseOf: (view: SafetyView) => SafetyCase
  /** Returns the answers without those whose questions are not asked. */
  readonly evaluated: (answers: Answers, view: SafetyView) => Answers
  /** Merges this workstation's answers with the latest shared ones and returns the answers to show. */
  readonly merge: (answers: Answers, view: SafetyView) => Answers
  /** Merges again after the user answers while conflicts are open, because the answer may resolve one of them. */
  readonly mergeAgain: (answers: Answers) => Answers
  /**
   * Merges the latest answers into the open form. `since` is the version shown before `view`. Returns the answers to
   * keep.
   */
  readonly takeLatest: (view: SafetyView, since: number) => Answers
}

/**
 * Returns which fields changed in this form, who changed them and when. The changes come from saves after the version
 * `since`, or else from the shared draft.
 */
export const describeAdoption = (record: SafetyRecord, since: number, fields: readonly string[]): AdoptedAnswers => {
  const { draft } = record
  const news = record.revisions.filter(({ version }) => version > since)
  // Without a newer save the answers come from the shared draft.
  if (news.length === 0 && draft != null) return { by: [draft.by], at: draft.at, fields }
  return { by: [...new Set(news.map(({ by }) => by))], at: news[0]?.at ?? record.savedAt, fields }
}

/** Creates the actions that merge the open form's answers with those of other workstations. */
export const createSafetyMerging = ({ store, base, now, supportPhone }: Parts): SafetyMerging => {
  const { getState: get, setState: set } = store
  const caseOf = (view: SafetyView): SafetyCase => safetyCaseOfView(view, now(), supportPhone())
  const evaluated = (answers: Answers, view: SafetyView): Answers => assessSafety(answers, caseOf(view)).answers

  const merge = (answers: Answers, view: SafetyView): Answers => {
    const merged = base.merge(answers, view.record)
    set({ conflicts: merged.conflicts })
    return evaluated(merged.answers, view)
  }

  const mergeAgain = (answers: Answers): Answers => {
    const view = shownSafety(store)
    if (view === null) return answers
    const merged = merge(answers, view)
    if (!isSameAnswers(merged, answers)) get().form?.getState().replace(merged)
    return merged
  }

  return {
    caseOf,
    evaluated,
    merge,
    mergeAgain,
    takeLatest: (view, since) => {
      const form = get().form?.getState()
      const answers = form?.answers ?? {}
      const merged = merge(answers, view)
      const fields = changedFields(safetyQuestionnaire, answers, merged)
      if (fields.length > 0) {
        form?.replace(merged)
        const earlier = get().takenOver?.fields ?? []
        set({ takenOver: describeAdoption(view.record, since, [...new Set([...earlier, ...fields])]) })
      }
      return merged
    },
  }
}
