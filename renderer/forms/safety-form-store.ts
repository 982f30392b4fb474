import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Notice } from '#domain/questionnaire/notices.ts'
import type { Answers, AnswerValue } from '#domain/questionnaire/question.ts'
import { assessSafety, type SafetyAssessment, type SafetyCase } from '#domain/questionnaire/safety-assessment.ts'

export type SafetyFormState = {
  readonly answers: Answers
  readonly safetyCase: SafetyCase
  readonly assessment: SafetyAssessment
  /** The fields that are asked, notices among them. */
  readonly shown: ReadonlySet<string>
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

type Worked = Pick<SafetyFormState, 'answers' | 'assessment' | 'shown' | 'notices'>

const isSame = (before: readonly Notice[], after: readonly Notice[]): boolean =>
  before.length === after.length &&
  before.every((notice, index) => {
    const other = after[index]
    return (
      notice.key === other?.key &&
      notice.tone === other.tone &&
      notice.text === other.text &&
      notice.reason === other.reason
    )
  })

const workOut = (answers: Answers, safetyCase: SafetyCase, before: readonly Notice[] = []): Worked => {
  const assessment = assessSafety(answers, safetyCase)
  return {
    notices: isSame(before, assessment.notices) ? before : assessment.notices,
    answers: assessment.answers,
    assessment,
    shown: new Set(assessment.visible.map(({ question }) => question.field)),
  }
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
  return createStore<SafetyFormState>((set, get) => ({
    ...workOut(parts.answers, parts.safetyCase),
    safetyCase: parts.safetyCase,
    isShowingMissing: false,
    problems: {},
    lastCleared: [],
    answer: (field, value) => {
      const { answers, safetyCase, problems, notices } = get()
      const worked = workOut({ ...answers, [field]: value }, safetyCase, notices)
      const lastCleared = worked.assessment.cleared.filter((each) => each !== field && Object.hasOwn(answers, each))
      beforeClearing = lastCleared.length > 0 ? answers : null
      const { [field]: _answered, ...others } = problems
      set({ ...worked, lastCleared, ...(Object.hasOwn(problems, field) && { problems: others }) })
      parts.onChange(worked.answers)
    },
    undoClear: () => {
      if (beforeClearing === null) return
      const worked = workOut(beforeClearing, get().safetyCase, get().notices)
      beforeClearing = null
      set({ ...worked, lastCleared: [] })
      parts.onChange(worked.answers)
    },
    setCase: (safetyCase) => {
      const { answers, notices } = get()
      const worked = workOut(answers, safetyCase, notices)
      set({ ...worked, safetyCase })
      if (worked.assessment.cleared.length > 0) parts.onChange(worked.answers)
    },
    replace: (answers) => {
      beforeClearing = null
      set({ ...workOut(answers, get().safetyCase, get().notices), lastCleared: [], problems: {} })
    },
    showMissing: () => set({ isShowingMissing: true }),
    setProblems: (problems) => set({ problems }),
  }))
}
