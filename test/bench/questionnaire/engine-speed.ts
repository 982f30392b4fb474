import type { Answers } from '#domain/questionnaire/question.ts'
import { evaluate } from '#domain/questionnaire/questionnaire-engine.ts'
import { assessSafety, type SafetyCase } from '#domain/questionnaire/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/questionnaire/safety-questionnaire.ts'
import type { Instant } from '#domain/time/instant.ts'
import type { ZoneId } from '#domain/time/location-clock.ts'
import { median, timed } from '../figures.ts'
import { answersAfter, facts, halfOpening, supportPhone } from './work.ts'

const rounds = 11
const evaluations = 5000

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

const perSecond = (work: () => { readonly required: readonly string[] }): number => {
  let found = 0
  const times: number[] = []
  // The first round is not counted: it compiles.
  for (let round = 0; round <= rounds; round += 1) {
    const { ms } = timed(() => {
      for (let turn = 0; turn < evaluations; turn += 1) found += work().required.length
    })
    if (round > 0) times.push(ms)
  }
  if (found === 0) throw new Error('Nothing was evaluated')
  return evaluations / (median(times) / 1000)
}

/** How often a second the whole half-open form is worked out: by the engine alone, and with its notices. */
export const measureEngine = (): { readonly alone: number; readonly withNotices: number } => {
  const answers = halfOpenAnswers()
  return {
    alone: perSecond(() => evaluate(safetyQuestionnaire, facts, answers)),
    withNotices: perSecond(() => assessSafety(answers, safetyCase)),
  }
}
