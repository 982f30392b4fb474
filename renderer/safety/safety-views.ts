import type { Notice } from '#domain/safety/notices.ts'
import type { AnswerValue, AskedQuestion } from '#domain/safety/question.ts'
import type { SafetyAssessment } from '#domain/safety/safety-assessment.ts'

/** A question as it is drawn. The very same object as before while nothing below it is to be drawn otherwise. */
export type AskedView = {
  readonly kind: 'asked'
  readonly field: string
  readonly question: AskedQuestion
  readonly value: AnswerValue | undefined
  /** What a refused save said of it; null for nothing. */
  readonly said: string | null
  /** Whether it is to be highlighted as not answered. */
  readonly isMissing: boolean
  readonly subs: readonly QuestionView[]
}

/** A notice in its place among the questions. */
type NoticeView = { readonly kind: 'notice'; readonly field: string; readonly notice: Notice }

export type QuestionView = AskedView | NoticeView

/** What is drawn, by field. */
export type Views = ReadonlyMap<string, QuestionView>

const isSame = (before: QuestionView | undefined, after: QuestionView): before is QuestionView => {
  if (after.kind === 'notice') return before?.kind === 'notice' && before.notice === after.notice
  return (
    before?.kind === 'asked' &&
    before.question === after.question &&
    before.value === after.value &&
    before.said === after.said &&
    before.isMissing === after.isMissing &&
    before.subs.length === after.subs.length &&
    before.subs.every((sub, index) => sub === after.subs[index])
  )
}

/**
 * Everything that is asked with `assessment`, to be drawn. What is to be drawn as before is taken from `before`, so that a
 * comparison by identity finds what changed.
 */
export const toViews = (
  assessment: Pick<SafetyAssessment, 'visible' | 'answers'>,
  notices: readonly Notice[],
  problems: Readonly<Record<string, string>>,
  isShowingMissing: boolean,
  before: Views = new Map(),
): Views => {
  const { visible, answers } = assessment
  const noticeOf = new Map(notices.map((notice) => [notice.key, notice]))
  const views = new Map<string, QuestionView>()
  // From the end, so that the follow-ups of a question are there when it comes.
  const waiting: QuestionView[][] = []
  for (const { question, depth } of visible.toReversed()) {
    const { field } = question
    const subs = waiting[depth + 1]?.reverse() ?? []
    waiting.length = depth + 1
    let view: QuestionView
    if (question.type === 'info') {
      const notice = noticeOf.get(field)
      if (notice === undefined) continue
      view = { kind: 'notice', field, notice }
    } else {
      const value = answers[field]
      const isMissing = isShowingMissing && value === undefined && question.required !== false
      view = { kind: 'asked', field, question, value, said: problems[field] ?? null, isMissing, subs }
    }
    const known = before.get(field)
    const kept = isSame(known, view) ? known : view
    views.set(field, kept)
    const siblings = waiting[depth] ?? []
    siblings.push(kept)
    waiting[depth] = siblings
  }
  return views
}
