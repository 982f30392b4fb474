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
  /** What is asked, to be drawn. */
  readonly views: Views
  /** The assessment's notices; the same list as before where they say the same, so that a key press draws none anew. */
  readonly notices: readonly Notice[]
  /** Whether unanswered required questions are highlighted. */
  readonly isShowingMissing: boolean
  /** What a refused save said, by field; gone once the field is answered anew. */
  readonly problems: Readonly<Record<string, string>>
  /** Fields whose answers went with the last answer, as their questions are not asked any more. */
  readonly lastCleared: readonly string[]
  /** Gives an answer; an empty one takes it back. Answers that are not asked any more go with it. */
  readonly answer: (field: string, value: AnswerValue) => void
  /** Takes the last answer back, with all that it cleared. */
  readonly undoClear: () => void
  /** Another appointment, member or moment: notices are worked out again, and what is not asked any more goes. */
  readonly setCase: (safetyCase: SafetyCase) => void
  /** Other answers, from a draft or another desk; whoever gave them has kept them already. */
  readonly replace: (answers: Answers) => void
  readonly showMissing: () => void
  readonly setProblems: (problems: Readonly<Record<string, string>>) => void
}

type Worked = Pick<SafetyFormState, 'answers' | 'assessment' | 'notices'>

const saysSame = (notice: Notice, other: Notice | undefined): other is Notice =>
  notice.key === other?.key &&
  notice.tone === other.tone &&
  notice.text === other.text &&
  notice.reason === other.reason

/** The notices after, those that say what they said before as the objects they were. */
const keepSame = (before: readonly Notice[], after: readonly Notice[]): readonly Notice[] => {
  const known = new Map(before.map((notice) => [notice.key, notice]))
  const kept = after.map((notice) => {
    const old = known.get(notice.key)
    return saysSame(notice, old) ? old : notice
  })
  return kept.length === before.length && kept.every((notice, index) => notice === before[index]) ? before : kept
}

/**
 * While the member is still being read their sex is not known. Answers to questions that are asked of one sex only are not
 * shown then, but they are kept: the member may be of that sex.
 */
const keepForEitherSex = (answers: Answers, safetyCase: SafetyCase): Answers => {
  const kept = new Set(
    genders.flatMap((gender) => Object.keys(assessSafety(answers, { ...safetyCase, gender }).answers)),
  )
  return Object.fromEntries(Object.entries(answers).filter(([field]) => kept.has(field)))
}

const workOut = (answers: Answers, safetyCase: SafetyCase, before: readonly Notice[] = []): Worked => {
  const assessment = assessSafety(answers, safetyCase)
  const isAnyHidden = safetyCase.gender === null && assessment.cleared.length > 0
  const kept = isAnyHidden ? keepForEitherSex(answers, safetyCase) : assessment.answers
  return { answers: kept, assessment, notices: keepSame(before, assessment.notices) }
}

/**
 * The answers somebody is giving, worked out by the engine after each one. `onChange` hears of every change that a person
 * made here, so that it can be kept.
 */
export const createSafetyFormStore = (parts: {
  readonly answers: Answers
  readonly safetyCase: SafetyCase
  readonly onChange: (answers: Answers) => void
}): StoreApi<SafetyFormState> => {
  let beforeClearing: Answers | null = null
  return createStore<SafetyFormState>((set, get) => {
    type Change = Partial<Pick<SafetyFormState, 'safetyCase' | 'isShowingMissing' | 'problems' | 'lastCleared'>>
    /** Takes what changed into the state, and works out what is to be drawn otherwise. */
    const take = (worked: Worked, change: Change): void => {
      const { views, problems, isShowingMissing } = { ...get(), ...change }
      set({
        ...worked,
        ...change,
        views: toViews(worked.assessment, worked.notices, problems, isShowingMissing, views),
      })
    }
    const first = workOut(parts.answers, parts.safetyCase)
    return {
      ...first,
      safetyCase: parts.safetyCase,
      views: toViews(first.assessment, first.notices, {}, false),
      isShowingMissing: false,
      problems: {},
      lastCleared: [],
      answer: (field, value) => {
        const { answers, safetyCase, problems, notices } = get()
        const worked = workOut({ ...answers, [field]: value }, safetyCase, notices)
        const lastCleared = worked.assessment.cleared.filter(
          (each) => each !== field && Object.hasOwn(answers, each) && !Object.hasOwn(worked.answers, each),
        )
        beforeClearing = lastCleared.length > 0 ? answers : null
        const { [field]: said, ...others } = problems
        take(worked, { lastCleared, ...(said !== undefined && { problems: others }) })
        parts.onChange(worked.answers)
      },
      undoClear: () => {
        if (beforeClearing === null) return
        const worked = workOut(beforeClearing, get().safetyCase, get().notices)
        beforeClearing = null
        take(worked, { lastCleared: [] })
        parts.onChange(worked.answers)
      },
      setCase: (safetyCase) => {
        const { answers, notices } = get()
        const worked = workOut(answers, safetyCase, notices)
        take(worked, { safetyCase })
        if (worked.assessment.cleared.length > 0) parts.onChange(worked.answers)
      },
      replace: (answers) => {
        beforeClearing = null
        take(workOut(answers, get().safetyCase, get().notices), { lastCleared: [], problems: {} })
      },
      showMissing: () => take(get(), { isShowingMissing: true }),
      setProblems: (problems) => take(get(), { problems }),
    }
  })
}
