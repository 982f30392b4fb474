import type { Gender } from '#domain/members/member.ts'
import type { Answers, AnswerValue, AskedQuestion } from '#domain/safety/question.ts'
import { askedQuestions, evaluate } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'

const plainAnswer = (question: AskedQuestion): AnswerValue => {
  switch (question.type) {
    case 'radio':
      return question.options.some(({ value }) => value === 'no') ? 'no' : (question.options[0]?.value ?? '')
    case 'choice':
      return question.options.slice(0, 1).map(({ value }) => value)
    case 'text':
      return 'as told'
    case 'datepicker':
      return '2026-01-05'
  }
}

/**
 * Returns an answer to every required safety question: the answers of `given`, and plain answers such as `no` to the
 * other questions. The questionnaire itself decides what is asked. `written-answers.ts` has answers that do not depend
 * on the questionnaire.
 */
export const completeAnswers = (gender: Gender, given: Answers = {}): Answers => {
  const questions = new Map(askedQuestions(safetyQuestionnaire).map((question) => [question.field, question]))
  let answers: Answers = given
  for (;;) {
    const evaluation = evaluate(safetyQuestionnaire, { gender }, answers)
    if (evaluation.unanswered.length === 0) return evaluation.answers
    const added = evaluation.unanswered.flatMap((field) => {
      const question = questions.get(field)
      return question === undefined ? [] : [[field, plainAnswer(question)] as const]
    })
    if (added.length === 0) throw new Error(`${evaluation.unanswered.join(', ')}: no such question.`)
    answers = { ...evaluation.answers, ...Object.fromEntries(added) }
  }
}

/** The answer of a member with a pacemaker. */
export const pacemaker: Answers = {
  'MedicalMetal.Heart.Surgery': 'yes',
  'MedicalMetal.Heart.Type': ['Pacemaker'],
}

/** The answers of a member who had surgery on a day. */
export const surgeryOn = (date: string): Answers => ({
  'Surgery.Recent': 'yes',
  'Surgery.Description': 'knee',
  'Surgery.Date': date,
})
