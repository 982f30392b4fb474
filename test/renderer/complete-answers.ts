import type { Gender } from '#domain/members/member.ts'
import type { Answers, AnswerValue } from '#domain/safety/question.ts'
import { askedQuestions, evaluate } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'

const calm: Readonly<Record<string, AnswerValue>> = { ReasonType: 'Preventative' }

/** Complete safety answers: those given, and for what is then still required the least eventful ones. */
export const completeAnswers = (given: Answers = {}, gender: Gender = 'female'): Answers => {
  const questions = new Map(askedQuestions(safetyQuestionnaire).map((question) => [question.field, question]))
  let answers = given
  for (;;) {
    const evaluation = evaluate(safetyQuestionnaire, { gender }, answers)
    const field = evaluation.unanswered[0]
    if (field === undefined) return evaluation.answers
    const question = questions.get(field)
    const value =
      calm[field] ??
      (question?.type === 'radio'
        ? (question.options.find((option) => option.value === 'no') ?? question.options[0])?.value
        : question?.type === 'choice'
          ? question.options.slice(-1).map((option) => option.value)
          : question?.type === 'datepicker'
            ? '2026-01-15'
            : 'As told at the desk')
    if (value === undefined) throw new Error(`${field} has no answer to give.`)
    answers = { ...evaluation.answers, [field]: value }
  }
}
