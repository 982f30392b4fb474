import { describe, expect, it } from 'vitest'
import type { Gender } from '#domain/members/member.ts'
import type { ScanStart } from '#domain/safety/notices.ts'
import type { Answers } from '#domain/safety/question.ts'
import {
  assessSafety,
  canSignOff,
  currentSignOff,
  decideWithdrawal,
  type SafetyAssessment,
  summarizeSafety,
  summarizeSafetyDraft,
  toSafetyCase,
  toSignOffBasis,
} from '#domain/safety/safety-assessment.ts'
import { type SafetySummary, type SignOff, signOffBasisSchema } from '#domain/safety/safety-record.ts'
import { everythingToReport, nothingToReport, without } from '../../fixtures/questionnaire/written-answers.ts'
import { knownInstant, knownZone } from '../../fixtures/time/known.ts'

const now = knownInstant('2026-11-21T15:00:00Z')
const at = (utcStart: string, timezone = 'America/Toronto'): ScanStart => ({
  utcStart: knownInstant(utcStart),
  timezone: knownZone(timezone),
})
const december = at('2026-12-10T15:00:00Z')
const assess = (more: Answers, appointment: ScanStart | null = december, gender: Gender = 'female') =>
  assessSafety(
    { 'Female.Pregnancy.Status': 'no', ...nothingToReport, ...more },
    { gender, appointment, now, supportPhone: null },
  )

const noXRay: Answers = {
  'NonMedicalMetal.Eyes.Injury': 'yes',
  'NonMedicalMetal.Eyes.Removed': 'no',
  'NonMedicalMetal.Eyes.MRISince': 'no',
}
const xRay: Answers = { ...noXRay, 'NonMedicalMetal.Eyes.Removed': 'yes' }
const pregnant: Answers = { 'Female.Pregnancy.Status': 'yes' }
const pacemaker: Answers = { 'MedicalMetal.Heart.Surgery': 'yes', 'MedicalMetal.Heart.Type': ['Pacemaker'] }
const defibrillator: Answers = { ...pacemaker, 'MedicalMetal.Heart.Type': ['Defibrillator'] }
const surgery: Answers = {
  'Surgery.Recent': 'yes',
  'Surgery.Description': 'Appendix',
  'Surgery.Date': '2026-11-02',
}
const implant: Answers = {
  'MedicalMetal.Head.Surgery': 'yes',
  'MedicalMetal.Head.Type': ['Cochlear Implant', 'Eye Prosthesis'],
  'MedicalMetal.Head.CochlearImplant.Details': 'Right ear',
  'MedicalMetal.Head.EyeProsthesis.Details': 'Left eye',
}

const signOff = (more: Partial<SignOff> = {}): SignOff => ({
  signOffID: 'signoff-1',
  version: 1,
  by: 'Ines Okafor',
  at: now,
  reason: 'Seen the device card',
  ground: { notices: {}, utcStart: null },
  withdrawn: null,
  ...more,
})

describe('toSafetyCase', () => {
  const toronto = knownZone('America/Toronto')

  it('keeps only start and zone of an appointment', () => {
    const booking = { ...december, machineID: 'm1' }
    expect(toSafetyCase({ gender: 'male', appointment: booking, now, supportPhone: '555' })).toEqual({
      gender: 'male',
      appointment: december,
      now,
      supportPhone: '555',
    })
  })

  it.each([
    ['none', null],
    ['one without a start', { utcStart: null, timezone: toronto }],
    ['one without a zone', { utcStart: december.utcStart, timezone: undefined }],
  ])('treats %s as no appointment', (_kind, appointment) => {
    expect(toSafetyCase({ gender: undefined, appointment, now })).toEqual({
      gender: null,
      appointment: null,
      now,
      supportPhone: null,
    })
  })
})

describe('assessSafety', () => {
  it('asks nothing that depends on sex before a member is chosen', () => {
    const { required, answers } = assessSafety(everythingToReport, {
      gender: null,
      appointment: null,
      now,
      supportPhone: null,
    })
    expect(required).not.toContain('Female.Pregnancy.Status')
    expect(answers).toEqual(without(everythingToReport, 'Female.Pregnancy.Status'))
  })

  it('changes the red notices with the member’s sex', () => {
    expect(assess(pregnant).notices).toHaveLength(1)
    expect(assess(pregnant, december, 'male').notices).toEqual([])
  })
})

describe('canSignOff', () => {
  it.each<[state: string, answers: Answers, may: boolean]>([
    ['nothing is red', {}, false],
    ['only something blue', { 'GlucoseMonitor.Status': 'yes' }, false],
    ['one red notice', noXRay, true],
    ['a dated red notice', xRay, true],
    ['several red notices', { ...noXRay, ...pregnant, ...surgery }, true],
    ['a pacemaker', pacemaker, false],
    ['a defibrillator', defibrillator, false],
    ['a pacemaker and another red notice', { ...pacemaker, ...noXRay }, false],
    ['a red notice, and an open question', { ...noXRay, ReasonType: '' }, false],
    ['a red notice, and only optional questions open', { ...surgery, 'Surgery.Date': '' }, true],
  ])('decides in the state “%s”, with the answers %j: %s', (_state, answers, may) => {
    expect(canSignOff(assess(answers))).toBe(may)
  })

  it('needs no sign-off for a wait that is over by the appointment', () => {
    expect(canSignOff(assess(surgery, at('2026-12-28T15:00:00Z')))).toBe(false)
    expect(canSignOff(assess(surgery, at('2026-12-27T15:00:00Z')))).toBe(true)
  })
})

describe('toSignOffBasis', () => {
  it('contains only the red notices, with the answers behind them', () => {
    expect(toSignOffBasis(assess({ ...noXRay, 'GlucoseMonitor.Status': 'yes' }), december)).toEqual({
      notices: {
        'Notice.Eyes.NoXRay': JSON.stringify([
          ['NonMedicalMetal.Eyes.Injury', 'yes'],
          ['NonMedicalMetal.Eyes.Removed', 'no'],
          ['NonMedicalMetal.Eyes.MRISince', 'no'],
        ]),
      },
      utcStart: null,
    })
  })

  it.each<[state: string, answers: Answers, appointment: ScanStart | null, utcStart: string | null]>([
    ['nothing red', {}, december, null],
    ['nothing dated is red', noXRay, december, null],
    ['something dated is red', xRay, december, december.utcStart],
    ['something dated is red, without an appointment', xRay, null, null],
    ['something dated is blue only', { ...noXRay, 'COVIDVaccine.Status': 'yes' }, december, null],
    ['something dated is green by the appointment', { ...noXRay, ...surgery }, at('2027-01-15T15:00:00Z'), null],
  ])('includes the appointment only when a red notice depends on it: %s', (_state, answers, appointment, utcStart) => {
    expect(toSignOffBasis(assess(answers, appointment), appointment).utcStart).toBe(utcStart)
  })

  it('is stored and read unchanged', () => {
    const ground = toSignOffBasis(assess({ ...implant, ...xRay }), december)
    expect(Object.keys(ground.notices)).toHaveLength(3)
    expect(signOffBasisSchema.parse(JSON.parse(JSON.stringify(ground)))).toEqual(ground)
  })
})

describe('decideWithdrawal', () => {
  const added = 'A stop was added'
  const changed = 'Answers behind a stop changed'
  const earlier = 'The sign-off was for a later appointment or for no appointment'
  const none = 'No stop is left'
  type Case = readonly [answers: Answers, appointment?: ScanStart | null, gender?: Gender]

  it.each<[state: string, signed: Case, then: Case, why: string | null]>([
    ['nothing changed', [noXRay], [noXRay], null],
    ['answers elsewhere changed', [noXRay], [{ ...noXRay, ReasonType: 'Worried', 'Allergies.Status': 'yes' }], null],
    ['a blue notice was added', [noXRay], [{ ...noXRay, 'GlucoseMonitor.Status': 'yes' }], null],
    ['a red notice was added', [noXRay], [{ ...noXRay, ...pregnant }], added],
    ['a pacemaker was added', [noXRay], [{ ...noXRay, ...pacemaker }], added],
    ['one red notice became another', [noXRay], [xRay], added],
    ['an answer behind the stop changed', [noXRay], [{ ...noXRay, 'NonMedicalMetal.Eyes.MRISince': 'yes' }], changed],
    [
      'a detail behind the stop changed',
      [implant],
      [{ ...implant, 'MedicalMetal.Head.CochlearImplant.Details': 'Left ear' }],
      changed,
    ],
    [
      'an answer behind one of two stops changed',
      [{ ...noXRay, ...pregnant }],
      [{ ...noXRay, ...pregnant, 'NonMedicalMetal.Eyes.MRISince': 'yes' }],
      changed,
    ],
    ['an answer behind the stop was removed', [surgery], [{ ...surgery, 'Surgery.Date': '' }], changed],
    [
      'choices behind the stop are in another order',
      [implant],
      [{ ...implant, 'MedicalMetal.Head.Type': ['Eye Prosthesis', 'Cochlear Implant'] }],
      null,
    ],
    ['one of two stops under different questions disappeared', [{ ...noXRay, ...pregnant }], [noXRay], null],
    [
      'one of two stops under one question disappeared, so the answers behind both changed',
      [implant],
      [{ ...implant, 'MedicalMetal.Head.Type': ['Cochlear Implant'] }],
      changed,
    ],
    ['all stops disappeared', [noXRay], [{}], none],
    ['the only stop ended when the sex changed', [pregnant], [pregnant, december, 'male'], none],
    ['one of two stops ended when the sex changed', [{ ...pregnant, ...noXRay }], [noXRay, december, 'male'], null],
    ['another question is open again', [noXRay], [{ ...noXRay, ReasonType: '' }], null],

    ['an undated stop, moved earlier', [noXRay], [noXRay, at('2026-12-01T15:00:00Z')], null],
    ['an undated stop, moved later', [noXRay], [noXRay, at('2027-01-01T15:00:00Z')], null],
    ['a dated stop, moved a second earlier', [xRay], [xRay, at('2026-12-10T14:59:59Z')], earlier],
    ['a dated stop, moved a second later', [xRay], [xRay, at('2026-12-10T15:00:01Z')], null],
    [
      'a dated stop, at the same instant in another time zone',
      [xRay],
      [xRay, at('2026-12-10T15:00:00Z', 'America/Regina')],
      null,
    ],
    ['a dated stop, its appointment removed', [xRay], [xRay, null], null],
    ['a dated stop, signed without an appointment, now with one', [xRay, null], [xRay], earlier],
    ['a dated stop, signed without an appointment, still without', [xRay, null], [xRay, null], null],
    ['a wait that is still not over, moved later', [surgery], [surgery, at('2026-12-27T15:00:00Z')], null],
    ['a wait that is over by the new appointment', [surgery], [surgery, at('2026-12-28T15:00:00Z')], none],
    [
      'a wait that was over by the signed appointment, moved before its end',
      [{ ...noXRay, ...surgery }, at('2026-12-28T15:00:00Z')],
      [{ ...noXRay, ...surgery }, at('2026-12-27T15:00:00Z')],
      added,
    ],
    [
      'a wait that is over by the new appointment, and another red notice',
      [{ ...noXRay, ...surgery }],
      [{ ...noXRay, ...surgery }, at('2026-12-28T15:00:00Z')],
      null,
    ],
  ])('decides for: %s', (_state, [signed, signedAt = december], [answers, appointment = december, gender], why) => {
    const ground = toSignOffBasis(assess(signed, signedAt), signedAt)
    expect(decideWithdrawal(ground, assess(answers, appointment, gender), appointment)).toBe(why)
  })

  it.each([
    ['alone', pacemaker],
    ['with another red notice', { ...pacemaker, ...noXRay }],
  ])('withdraws every sign-off of a prohibitive notice %s', (_beside, answers) => {
    const assessment = assess(answers)
    expect(decideWithdrawal(toSignOffBasis(assessment, december), assessment, december)).toBe(
      'A stop rules the scan out',
    )
  })

  it('withdraws a sign-off with an empty basis', () => {
    expect(decideWithdrawal({ notices: {}, utcStart: null }, assess(noXRay), december)).toBe(added)
  })

  it('keeps a sign-off if the appointment moves later and back, but not if it moves before the signed time', () => {
    const ground = toSignOffBasis(assess({ ...noXRay, ...surgery }), december)
    for (const [utcStart, why] of [
      ['2026-12-20T15:00:00Z', null],
      ['2026-12-10T15:00:00Z', null],
      ['2026-12-09T15:00:00Z', earlier],
    ] as const) {
      const appointment = at(utcStart)
      expect(decideWithdrawal(ground, assess({ ...noXRay, ...surgery }, appointment), appointment)).toBe(why)
    }
  })
})

describe('currentSignOff', () => {
  const withdrawn = { by: 'Ines Okafor', at: now, reason: 'A stop was added' }

  it('is the latest that was not withdrawn', () => {
    const valid = signOff({ signOffID: 'signoff-2' })
    expect(currentSignOff([signOff({ withdrawn }), valid, signOff({ withdrawn })])).toBe(valid)
  })

  it('is null if there is no sign-off or every sign-off is withdrawn', () => {
    expect(currentSignOff([])).toBeNull()
    expect(currentSignOff([signOff({ withdrawn }), signOff({ withdrawn })])).toBeNull()
  })
})

describe('summarizeSafety', () => {
  const unanswered: SafetyAssessment = assessSafety({}, { gender: 'male', appointment: null, now, supportPhone: null })
  const complete: SafetySummary = {
    version: 3,
    state: 'complete',
    unanswered: 0,
    red: 0,
    blue: 0,
    green: 0,
    isProhibited: false,
    signOff: null,
    required: 13,
    draft: null,
  }

  it.each<[state: string, assessment: SafetyAssessment, version: number, summary: Partial<SafetySummary>]>([
    ['nothing saved yet', unanswered, 0, { version: 0, state: 'unanswered', unanswered: 12 }],
    ['saved, but empty', unanswered, 1, { version: 1, state: 'incomplete', unanswered: 12 }],
    ['one question open', assess({ ReasonType: '' }), 3, { state: 'incomplete', unanswered: 1 }],
    ['all answered, nothing to report', assess({}), 3, {}],
    [
      'red, blue and green',
      assess({ ...implant, ...xRay, ...surgery, 'GlucoseMonitor.Status': 'yes' }),
      3,
      { red: 4, blue: 1 },
    ],
    ['a wait that is over', assess(surgery, at('2026-12-28T15:00:00Z')), 3, { green: 1 }],
    ['a pacemaker', assess(pacemaker), 3, { red: 1, isProhibited: true }],
  ])('returns the right summary for %s', (_state, assessment, version, summary) => {
    expect(summarizeSafety(assessment, version, [])).toEqual({
      ...complete,
      required: assessment.required.length,
      ...summary,
    })
  })

  it('shows the counts of the draft, with its required questions, beside the counts of the saved answers', () => {
    const draft = summarizeSafetyDraft(
      assess({ ...noXRay, ...surgery, ReasonType: '' }),
      assess({}),
      'Priya Front',
      now,
    )
    expect(draft).toEqual({
      answered: 13,
      required: 14,
      stops: 2,
      newStops: 2,
      notes: 0,
      isProhibited: false,
      by: 'Priya Front',
      at: now,
    })
    expect(summarizeSafety(assess({}), 3, [], draft)).toEqual({ ...complete, draft })
    expect(summarizeSafetyDraft(assess(pacemaker), assess({}), 'Priya Front', now)).toMatchObject({
      stops: 1,
      isProhibited: true,
    })
  })

  it.each([
    ['the same stop', noXRay, noXRay, 0],
    ['the same stop, and an unrelated answer', noXRay, { ...noXRay, ReasonType: '' }, 0],
    ['one of two stops removed', { ...noXRay, ...surgery }, surgery, 0],
    ['an additional stop', noXRay, { ...noXRay, ...surgery }, 1],
    ['another stop instead of the saved one', noXRay, surgery, 1],
    ['the same stop with another answer', surgery, { ...surgery, 'Surgery.Date': '2026-11-10' }, 1],
    ['no stop at all', surgery, {}, 0],
  ])('counts the stops of a draft that no sign-off of the saved answers covers: %s', (_what, saved, given, count) => {
    expect(summarizeSafetyDraft(assess(given), assess(saved), 'Priya Front', now).newStops).toBe(count)
  })

  it('names the current sign-off only while a notice is red', () => {
    const given = [signOff()]
    expect(summarizeSafety(assess(noXRay), 3, given).signOff).toEqual({ by: 'Ines Okafor', at: now })
    expect(summarizeSafety(assess({}), 3, given).signOff).toBeNull()
    const withdrawn = [signOff({ withdrawn: { by: 'Ines Okafor', at: now, reason: 'x' } })]
    expect(summarizeSafety(assess(noXRay), 3, withdrawn).signOff).toBeNull()
  })
})
