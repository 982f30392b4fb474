import { Model } from 'survey-core'
import type { Answers } from '#domain/safety/question.ts'
import { applyAnswer, evaluate } from '#domain/safety/questionnaire-engine.ts'
import { assessSafety, type SafetyCase } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { median, timed } from '../figures.ts'
import { surveyDefinition } from './survey-definition.ts'
import { answersAfter, facts, halfOpening, plainName, supportPhone } from './work.ts'

const rounds = 11
const evaluations = 5000
const surveyAnswers = 100

const halfOpenAnswers = (): Answers => ({
  ...halfOpening.reduce<Answers>(answersAfter, {}),
  'COVIDVaccine.Recent': '2026-10-02',
  'Surgery.Date': '2026-10-05',
})

const safetyCase: SafetyCase = {
  gender: 'female',
  appointment: { utcStart: '2026-12-03T18:00:00Z' as Instant, timezone: 'America/Vancouver' as ZoneId },
  now: '2026-11-21T12:00:00Z' as Instant,
  supportPhone,
}

/**
 * Returns how often `work` runs per second, as the median of several rounds of `turns` runs. `work` receives the number
 * of its run. The first round, which compiles the code, is not counted.
 */
const perSecond = (turns: number, work: (turn: number) => void): number => {
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const { ms } = timed(() => {
      for (let turn = 0; turn < turns; turn += 1) work(turn)
    })
    if (round > 0) times.push(ms)
  }
  return turns / (median(times) / 1000)
}

const toggledField = 'MedicalMetal.Spine.Surgery'
const toggledValue = (turn: number): string => (turn % 2 === 0 ? 'yes' : 'no')

/** A half-answered form in SurveyJS, without a page. */
const createSurvey = (answers: Answers): Model => {
  const survey = new Model(surveyDefinition)
  for (const [field, value] of Object.entries(answers)) survey.setValue(plainName(field), value)
  return survey
}

type EngineSpeed = {
  /** The evaluation of the whole half-answered form, without notices. */
  readonly form: number
  /** The assessment of the same form: its evaluation and its notices for the appointment. */
  readonly formAndNotices: number
  /** One answer that opens or closes a follow-up. */
  readonly answer: number
  /** The same answer in SurveyJS. */
  readonly surveyAnswer: number
}

/**
 * Measures the runs per second of each kind of work, in Node, without a page. Throws if SurveyJS and the engine end
 * with different numbers of answers.
 */
export const measureEngine = (): EngineSpeed => {
  const answers = halfOpenAnswers()
  let toggled = answers
  const survey = createSurvey(answers)
  const speed = {
    form: perSecond(evaluations, () => evaluate(safetyQuestionnaire, facts, answers)),
    formAndNotices: perSecond(evaluations, () => assessSafety(answers, safetyCase)),
    answer: perSecond(evaluations, (turn) => {
      toggled = applyAnswer(safetyQuestionnaire, facts, toggled, toggledField, toggledValue(turn))
    }),
    surveyAnswer: perSecond(surveyAnswers, (turn) => survey.setValue(plainName(toggledField), toggledValue(turn))),
  }
  if (Object.keys(survey.data).length !== Object.keys(toggled).length)
    throw new Error('SurveyJS and the engine have different numbers of answers')
  return speed
}
