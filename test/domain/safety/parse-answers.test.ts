import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Gender } from '#domain/members/member.ts'
import type { ParsedAnswers } from '#domain/safety/parse-answers.ts'
import type { Answers } from '#domain/safety/question.ts'
import { parseSafetyAnswers } from '#domain/safety/safety-assessment.ts'
import { everythingToReport, nothingToReport } from '../../fixtures/questionnaire/written-answers.ts'
import { knownInstant, knownZone } from '../../fixtures/time/known.ts'

const toronto = knownZone('America/Toronto')
const noon = knownInstant('2026-11-21T17:00:00Z')
const parse = (unknown: unknown, gender: Gender | null = 'female', now = noon, zone = toronto): ParsedAnswers =>
  parseSafetyAnswers(unknown, gender, now, zone)

const medications = (text: unknown): unknown => ({ 'Medications.Current': 'yes', 'Medications.Types': text })
const problemsOf = (parsed: ParsedAnswers): Readonly<Record<string, string>> => (parsed.ok ? {} : parsed.problems)
const answersOf = (parsed: ParsedAnswers): Answers => {
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.answers
}

describe('parseAnswers on a whole object', () => {
  it('accepts answers with nothing to report, and answers with everything to report, unchanged', () => {
    expect(parse(nothingToReport, 'male')).toEqual({ ok: true, answers: nothingToReport, cleared: [], unanswered: [] })
    expect(parse(everythingToReport)).toEqual({
      ok: true,
      answers: everythingToReport,
      cleared: [],
      unanswered: [],
    })
  })

  it('accepts an empty object, with everything unanswered', () => {
    const parsed = parse({})
    expect(answersOf(parsed)).toEqual({})
    expect(parsed.ok && parsed.unanswered).toHaveLength(13)
  })

  it.each([null, undefined, 7, 'yes', true, [], [['ReasonType', 'Worried']], () => ({})])('refuses %j', (unknown) => {
    expect(problemsOf(parse(unknown))).toEqual({ SafetyQuestions: 'must be an object of answers by field' })
  })

  it('treats null, undefined, an empty text and an empty list as no answer', () => {
    const given = {
      ReasonType: null,
      ReasonForVisit: undefined,
      'GlucoseMonitor.Status': '',
      'COVIDVaccine.Status': 'yes',
      'COVIDVaccine.Recent': '',
      'Medications.Current': 'yes',
      'Medications.Types': ' \n ',
      'MedicalMetal.Heart.Surgery': 'yes',
      'MedicalMetal.Heart.Type': [],
      'MedicalMetal.Head.Surgery': 'yes',
      'MedicalMetal.Head.Type': '',
    }
    expect(parse(given)).toMatchObject({
      ok: true,
      cleared: [],
      answers: {
        'MedicalMetal.Heart.Surgery': 'yes',
        'MedicalMetal.Head.Surgery': 'yes',
        'Medications.Current': 'yes',
        'COVIDVaccine.Status': 'yes',
      },
    })
    expect(Object.keys(answersOf(parse(given)))).toHaveLength(4)
  })

  it('refuses the whole object if any answer is wrong', () => {
    expect(parse({ ...nothingToReport, ReasonType: 'Bored' })).toEqual({
      ok: false,
      problems: { ReasonType: 'must be one of Preventative, Worried, Specific concern' },
    })
  })

  it('never repeats a sent value', () => {
    const result = JSON.stringify(
      parse({ ReasonType: 'hunter2', 'Medications.Types': 7, 'COVIDVaccine.Recent': 'hunter2' }),
    )
    expect(result).not.toContain('hunter2')
    expect(Object.keys(JSON.parse(result).problems)).toEqual(['ReasonType', 'Medications.Types', 'COVIDVaccine.Recent'])
  })
})

describe('unknown fields in parseAnswers', () => {
  it.each([
    'Nothing.Known',
    'gender',
    'SafetyQuestions',
    'Notice.Heart.Pacemaker',
    'medicalmetal.heart.surgery',
    'MedicalMetal.Heart.Surgery ',
    'MedicalMetal',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    '__proto__',
    'studyID',
  ])('are refused: %j', (field) => {
    const sent: unknown = JSON.parse(`{${JSON.stringify(field)}: "yes"}`)
    const problems = problemsOf(parse(sent))
    expect(Object.keys(problems)).toEqual([field])
    expect(Object.values(problems)).toEqual(['is not a question of this form'])
  })

  it('are refused even with the value null', () => {
    expect(problemsOf(parse({ 'Nothing.Known': null }))).toEqual({ 'Nothing.Known': 'is not a question of this form' })
  })

  it('with a name of 100 kB are reported by the first 200 characters of the name, and no character is cut in half', () => {
    const [field] = Object.keys(problemsOf(parse({ ['x'.repeat(100_000)]: 'yes' })))
    expect(field).toBe('x'.repeat(200))
    const [cut] = Object.keys(problemsOf(parse({ [`x${'🦴'.repeat(50_000)}`]: 'yes' })))
    expect(cut?.isWellFormed()).toBe(true)
  })

  it('are listed up to a hundred, and the rest are omitted', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [`unknown${nth}`, 'yes']))
    expect(Object.keys(problemsOf(parse(many)))).toHaveLength(100)
  })

  it('never reach the prototype of the result', () => {
    const parsed = parse(JSON.parse('{"__proto__": {"ReasonType": "Worried"}}'))
    expect(parsed.ok).toBe(false)
    expect(Object.hasOwn({}, 'ReasonType')).toBe(false)
    expect('ReasonType' in problemsOf(parsed)).toBe(false)
  })
})

describe('parseAnswers on options', () => {
  it.each<[field: string, value: unknown]>([
    ['MedicalMetal.Heart.Surgery', 'maybe'],
    ['MedicalMetal.Heart.Surgery', 'Yes'],
    ['MedicalMetal.Heart.Surgery', 'Correct'],
    ['MedicalMetal.Heart.Surgery', ' yes'],
    ['MedicalMetal.Heart.Surgery', 'unsure'],
    ['MedicalMetal.Heart.Surgery', true],
    ['MedicalMetal.Heart.Surgery', 0],
    ['MedicalMetal.Heart.Surgery', ['yes']],
    ['MedicalMetal.Heart.Surgery', []],
    ['MedicalMetal.Heart.Surgery', { value: 'yes' }],
    ['MedicalMetal.Heart.Surgery', 'constructor'],
    ['COVIDVaccine.DoseNum', 2],
    ['COVIDVaccine.DoseNum', '3'],
    ['Female.Pregnancy.Status', 'Unsure'],
    ['ReasonType', 'preventative'],
  ])('refuses for %s the value %j', (field, value) => {
    expect(problemsOf(parse({ [field]: value }))[field]).toMatch(/^must be one of /)
  })

  it.each<[value: unknown]>([
    ['Pacemaker'],
    [['Pacemaker', 'Toaster']],
    [['pacemaker']],
    [['']],
    [[null]],
    [[['Pacemaker']]],
    [[{}]],
    [{ 0: 'Pacemaker', length: 1 }],
    [7],
  ])('refuses the choice %j', (value) => {
    expect(problemsOf(parse({ 'MedicalMetal.Heart.Surgery': 'yes', 'MedicalMetal.Heart.Type': value }))).toEqual({
      'MedicalMetal.Heart.Type': 'must be a list of Pacemaker, Defibrillator, Valve Replacement, Stent, Other',
    })
  })

  it('drops duplicates from a choice, and uses the order of the form', () => {
    const value = ['Stent', 'Pacemaker', 'Stent', ...Array.from({ length: 10_000 }, () => 'Pacemaker')]
    const parsed = parse({ 'MedicalMetal.Heart.Surgery': 'yes', 'MedicalMetal.Heart.Type': value })
    expect(answersOf(parsed)['MedicalMetal.Heart.Type']).toEqual(['Pacemaker', 'Stent'])
  })
})

describe('answers to hidden questions in parseAnswers', () => {
  it('are cleared and listed, not refused', () => {
    const parsed = parse({ ...everythingToReport, 'MedicalMetal.Spine.Surgery': 'no', 'Allergies.Status': 'no' })
    expect(parsed.ok && parsed.cleared).toEqual([
      'MedicalMetal.Spine.Type',
      'MedicalMetal.Spine.Neurostimulator',
      'MedicalMetal.Spine.Other.Implanted',
      'MedicalMetal.Spine.Other.Details',
      'Allergies.Types',
    ])
    expect(Object.keys(answersOf(parsed)).filter((field) => /Spine|Allergies/.test(field))).toEqual([
      'MedicalMetal.Spine.Surgery',
      'Allergies.Status',
    ])
  })

  it('are cleared if the answer above them is missing', () => {
    expect(parse({ 'Prescription.PatientHealthNumber': '1234' })).toMatchObject({
      ok: true,
      answers: {},
      cleared: ['Prescription.PatientHealthNumber'],
    })
  })

  it('about pregnancy are cleared unless the member is a woman', () => {
    for (const gender of ['male', null] as const) {
      expect(parse({ 'Female.Pregnancy.Status': 'yes' }, gender)).toMatchObject({
        answers: {},
        cleared: ['Female.Pregnancy.Status'],
      })
    }
    expect(answersOf(parse({ 'Female.Pregnancy.Status': 'yes' }))).toEqual({ 'Female.Pregnancy.Status': 'yes' })
  })

  it('are refused if they are malformed, even when hidden', () => {
    expect(
      problemsOf(parse({ 'MedicalMetal.Heart.Surgery': 'no', 'MedicalMetal.Heart.Type': ['Toaster'] })),
    ).toHaveProperty(['MedicalMetal.Heart.Type'])
  })
})

describe('a text in parseAnswers', () => {
  const typesOf = (text: unknown) => answersOf(parse(medications(text)))['Medications.Types']
  const problemOf = (text: unknown) => problemsOf(parse(medications(text)))['Medications.Types']

  it.each<[name: string, text: string]>([
    ['emoji', '🦴🧲 👩‍⚕️'],
    ['right-to-left text', 'أسبرين ٨١ ملغ, אספירין'],
    ['markup', '<script>alert(1)</script> & "quotes"'],
    ['line breaks and tabs', 'one\n\ttwo'],
    ['the name of a prototype', '__proto__'],
    ['2,000 characters', 'x'.repeat(2000)],
    ['1,000 emoji', '🧲'.repeat(1000)],
  ])('keeps %s unchanged', (_name, text) => {
    expect(typesOf(text)).toBe(text)
  })

  it('is trimmed and normalized to composed characters (NFC)', () => {
    expect(typesOf('  Acetaminophe\u0301n \n')).toBe('Acetaminophén')
  })

  it.each<[name: string, text: string]>([
    ['2,001 characters', 'x'.repeat(2001)],
    ['100 kB', 'x'.repeat(100_000)],
    ['100 kB of emoji', '🧲'.repeat(50_000)],
    ['100 kB of blanks', ' '.repeat(100_000)],
  ])('of %s is refused as too long', (_name, text) => {
    expect(problemOf(text)).toBe('must be at most 2000 characters')
  })

  it.each<[name: string, text: string, problem: string]>([
    ['a lone high surrogate', 'a\ud83e', 'must be well-formed text'],
    ['a lone low surrogate', '\uddb4b', 'must be well-formed text'],
    ['the greatest length and a NUL', `${'x'.repeat(1999)}\u0000`, 'must not contain control characters'],
    ['a NUL', 'a\u0000b', 'must not contain control characters'],
    ['an escape', '\u001b[31m', 'must not contain control characters'],
    ['a delete', 'a\u007fb', 'must not contain control characters'],
    ['a C1 control', 'a\u0085b', 'must not contain control characters'],
  ])('with %s is refused', (_name, text, problem) => {
    expect(problemOf(text)).toBe(problem)
  })

  it.each([[7], [0], [true], [['Aspirin']], [{}], [Number.NaN]])('is refused as %j, which is not text', (value) => {
    expect(problemOf(value)).toBe('must be text')
  })

  it('of one line has no line break and at most 200 characters, and a health number at most 40', () => {
    const pharmacy = (name: string, text: string) =>
      problemsOf(parse({ [`Prescription.${name}`]: text }))[`Prescription.${name}`]
    expect(pharmacy('PreferredPharmacyName', 'a\nb')).toBe('must not contain control characters')
    expect(pharmacy('PreferredPharmacyName', 'x'.repeat(200))).toBeUndefined()
    expect(pharmacy('PreferredPharmacyName', 'x'.repeat(201))).toBe('must be at most 200 characters')
    expect(pharmacy('PatientHealthNumber', '1'.repeat(40))).toBeUndefined()
    expect(pharmacy('PatientHealthNumber', '1'.repeat(41))).toBe('must be at most 40 characters')
  })
})

describe('a day in parseAnswers', () => {
  const recent = (date: unknown, now = noon, zone = toronto) =>
    parse({ 'COVIDVaccine.Status': 'yes', 'COVIDVaccine.Recent': date }, 'female', now, zone)

  it.each(['2026-11-21', '2026-11-20', '1900-01-01', '2024-02-29'])('can be %s', (date) => {
    expect(answersOf(recent(date))['COVIDVaccine.Recent']).toBe(date)
  })

  it.each<[date: unknown, problem: string]>([
    ['2026-11-22', 'must not be in the future'],
    ['9999-12-31', 'must not be in the future'],
    ['1899-12-31', 'must be in 1900 or later'],
    ['0001-01-01', 'must be in 1900 or later'],
    ['2026-02-29', 'must be a date that exists, as YYYY-MM-DD'],
    ['2026-1-1', 'must be a date that exists, as YYYY-MM-DD'],
    ['21 Nov 2026', 'must be a date that exists, as YYYY-MM-DD'],
    ['2026-11-21T00:00:00Z', 'must be a date that exists, as YYYY-MM-DD'],
    [' 2026-11-21', 'must be a date that exists, as YYYY-MM-DD'],
    [20261121, 'must be a date that exists, as YYYY-MM-DD'],
    [['2026-11-21'], 'must be a date that exists, as YYYY-MM-DD'],
    [{}, 'must be a date that exists, as YYYY-MM-DD'],
  ])('cannot be %j: %s', (date, problem) => {
    expect(problemsOf(recent(date))).toEqual({ 'COVIDVaccine.Recent': problem })
  })

  it('is compared with today on the location’s clock', () => {
    const lateEvening = knownInstant('2026-11-22T04:30:00Z')
    expect(problemsOf(recent('2026-11-22', lateEvening, toronto))).toEqual({
      'COVIDVaccine.Recent': 'must not be in the future',
    })
    expect(recent('2026-11-22', lateEvening, knownZone('Europe/London')).ok).toBe(true)
  })

  it('must not be in the future for a surgery either', () => {
    expect(problemsOf(parse({ 'Surgery.Recent': 'yes', 'Surgery.Date': '2026-11-22' }))).toEqual({
      'Surgery.Date': 'must not be in the future',
    })
  })
})

describe('parseAnswers on any input', () => {
  it('never throws, and accepts its own result unchanged', () => {
    const known = fc.constantFrom(...Object.keys(everythingToReport), 'Surgery.Date')
    const value = fc.oneof(
      fc.constantFrom<unknown>('yes', 'no', ['Stent'], '2026-11-01', null, ''),
      fc.anything({ maxDepth: 2 }),
      fc.string({ unit: 'binary' }),
    )
    let taken = 0
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(known, value, { maxKeys: 12 })), (unknown) => {
        const parsed = parse(unknown)
        if (!parsed.ok) {
          expect(Object.keys(parsed.problems).length).toBeGreaterThan(0)
          return
        }
        taken += 1
        expect(parse(parsed.answers)).toEqual({ ...parsed, cleared: [] })
      }),
      { seed: 20_261_121, numRuns: 3000 },
    )
    expect(taken).toBeGreaterThan(300)
  })
})
