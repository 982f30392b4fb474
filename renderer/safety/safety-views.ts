import type { Notice } from '#domain/safety/notices.ts'
import type { AnswerValue, AskedQuestion } from '#domain/safety/question.ts'
import type { SafetyAssessment } from '#domain/safety/safety-assessment.ts'

/** A question as drawn. It keeps its identity while nothing in it or below it changes. */
export type AskedView = {
  readonly kind: 'asked'
  readonly field: string
  readonly question: AskedQuestion
  readonly value: AnswerValue | undefined
  /** The message of a refused save; null for none. */
  readonly said: string | null
  /** Whether the question is highlighted as unanswered. */
  readonly isMissing: boolean
  readonly subs: readonly QuestionView[]
}

/** A notice in its place among the questions. */
type NoticeView = { readonly kind: 'notice'; readonly field: string; readonly notice: Notice }

export type QuestionView = AskedView | NoticeView

/** The views by field. */
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
 * Returns the views of everything that `assessment` asks. Unchanged views are reused from `before`, so that a
 * comparison by identity finds the changes.
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
  // Iterates from the end, so that a question's follow-ups exist when it is built.
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
