import { createStore, type StoreApi } from 'zustand/vanilla'
import { genders } from '#domain/members/member.ts'
import type { Notice } from '#domain/safety/notices.ts'
import type { Answers, AnswerValue } from '#domain/safety/question.ts'
import { assessSafety, type SafetyAssessment, type SafetyCase } from '#domain/safety/safety-assessment.ts'
import { toViews, type Views } from './safety-views.ts'

export type SafetyFormState = {
  readonly answers: Answers
  readonly safetyCase: SafetyCase
  readonly assessment: SafetyAssessment
  /** The questions and notices to draw. */
  readonly views: Views
  /**
   * The assessment's notices. The list keeps its identity while its content is equal, so that a key press does not
   * redraw the notices.
   */
  readonly notices: readonly Notice[]
  /** Whether unanswered required questions are highlighted. */
  readonly isShowingMissing: boolean
  /** The messages of a refused save, by field. A message disappears when its field is answered again. */
  readonly problems: Readonly<Record<string, string>>
  /** Fields that the last answer cleared, because their questions are no longer asked. */
  readonly lastCleared: readonly string[]
  /** Sets an answer; an empty one removes it. Clears the answers to questions that are then no longer asked. */
  readonly answer: (field: string, value: AnswerValue) => void
  /** Undoes the last answer and restores what it cleared. Does nothing if it cleared nothing. */
  readonly undoClear: () => void
  /**
   * Sets another appointment, member or time. Recalculates the notices and clears the answers to questions that are no
   * longer asked.
   */
  readonly setCase: (safetyCase: SafetyCase) => void
  /**
   * Replaces the answers, for example with those of a draft or another workstation. Does not call `onChange`, because
   * the caller stores the answers where needed.
   */
  readonly replace: (answers: Answers) => void
  readonly showMissing: () => void
  readonly setProblems: (problems: Readonly<Record<string, string>>) => void
}

type AssessedForm = Pick<SafetyFormState, 'answers' | 'assessment' | 'notices'>

const isSameNotice = (notice: Notice, other: Notice | undefined): other is Notice =>
  notice.key === other?.key &&
  notice.tone === other.tone &&
  notice.text === other.text &&
  notice.reason === other.reason

/** Returns the new list of notices, reusing the earlier object for each notice with equal content. */
const keepSame = (before: readonly Notice[], after: readonly Notice[]): readonly Notice[] => {
  const known = new Map(before.map((notice) => [notice.key, notice]))
  const kept = after.map((notice) => {
    const old = known.get(notice.key)
    return isSameNotice(notice, old) ? old : notice
  })
  return kept.length === before.length && kept.every((notice, index) => notice === before[index]) ? before : kept
}

/**
 * Returns the answers to questions that at least one sex is asked. The sex is unknown until the member has been read.
 * Until then, answers to questions for one sex are hidden but not cleared, because the member may be of that sex.
 */
const keepForEitherSex = (answers: Answers, safetyCase: SafetyCase): Answers => {
  const kept = new Set(
    genders.flatMap((gender) => Object.keys(assessSafety(answers, { ...safetyCase, gender }).answers)),
  )
  return Object.fromEntries(Object.entries(answers).filter(([field]) => kept.has(field)))
}

const computeAssessment = (answers: Answers, safetyCase: SafetyCase, before: readonly Notice[] = []): AssessedForm => {
  const assessment = assessSafety(answers, safetyCase)
  const isAnyHidden = safetyCase.gender === null && assessment.cleared.length > 0
  const kept = isAnyHidden ? keepForEitherSex(answers, safetyCase) : assessment.answers
  return { answers: kept, assessment, notices: keepSame(before, assessment.notices) }
}

/**
 * Creates the store of a form's answers and assesses them after each change. `onChange` receives the answers when
 * `answer`, `undoClear` or `setCase` changes them, but not after `replace`.
 */
export const createSafetyFormStore = (parts: {
  readonly answers: Answers
  readonly safetyCase: SafetyCase
  readonly onChange: (answers: Answers) => void
}): StoreApi<SafetyFormState> => {
  let beforeClearing: Answers | null = null
  return createStore<SafetyFormState>((set, get) => {
    type Change = Partial<Pick<SafetyFormState, 'safetyCase' | 'isShowingMissing' | 'problems' | 'lastCleared'>>
    /** Applies a change to the state and redraws only the views that differ. */
    const take = (worked: AssessedForm, change: Change): void => {
      const { views, problems, isShowingMissing } = { ...get(), ...change }
      set({
        ...worked,
        ...change,
        views: toViews(worked.assessment, worked.notices, problems, isShowingMissing, views),
      })
    }
    const first = computeAssessment(parts.answers, parts.safetyCase)
    return {
      ...first,
      safetyCase: parts.safetyCase,
      views: toViews(first.assessment, first.notices, {}, false),
      isShowingMissing: false,
      problems: {},
      lastCleared: [],
      answer: (field, value) => {
        const { answers, safetyCase, problems, notices } = get()
        const worked = computeAssessment({ ...answers, [field]: value }, safetyCase, notices)
        const lastCleared = worked.assessment.cleared.filter(
          (each) => each !== field && Object.hasOwn(answers, each) && !Object.hasOwn(worked.answers, each),
        )
        beforeClearing = lastCleared.length > 0 ? answers : null
        const { [field]: problem, ...others } = problems
        take(worked, { lastCleared, ...(problem !== undefined && { problems: others }) })
        parts.onChange(worked.answers)
      },
      undoClear: () => {
        if (beforeClearing === null) return
        const worked = computeAssessment(beforeClearing, get().safetyCase, get().notices)
        beforeClearing = null
        take(worked, { lastCleared: [] })
        parts.onChange(worked.answers)
      },
      setCase: (safetyCase) => {
        const { answers, notices } = get()
        const worked = computeAssessment(answers, safetyCase, notices)
        const hasLost = Object.keys(worked.answers).length < Object.keys(answers).length
        // The case changes each minute. A new `answers` object would count as an edit by the user, who may be away.
        take(hasLost ? worked : { ...worked, answers }, { safetyCase })
        if (hasLost) parts.onChange(worked.answers)
      },
      replace: (answers) => {
        beforeClearing = null
        take(computeAssessment(answers, get().safetyCase, get().notices), { lastCleared: [], problems: {} })
      },
      showMissing: () => take(get(), { isShowingMissing: true }),
      setProblems: (problems) => take(get(), { problems }),
    }
  })
}
