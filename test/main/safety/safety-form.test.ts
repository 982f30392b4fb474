import { describe, expect, it } from 'vitest'
import { everythingToReport, nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import { aSafetyForm, aSafetyRecord, aSafetyView, assess, type Given } from './safety-view.ts'

const woman = { ...nothingToReport, 'Female.Pregnancy.Status': 'no' }
const eyes = {
  ...woman,
  'NonMedicalMetal.Eyes.Injury': 'yes',
  'NonMedicalMetal.Eyes.Removed': 'yes',
  'NonMedicalMetal.Eyes.MRISince': 'no',
}
const signOff = {
  signOffID: 'so-1',
  version: 2,
  by: 'Nadia Pryce',
  at: '2026-11-20T20:00:00Z',
  reason: 'X-ray seen',
  ground: { notices: {}, utcStart: null },
  withdrawn: null,
}
const assessedNothing = {
  version: 0,
  state: 'unanswered',
  unanswered: 13,
  red: 0,
  blue: 0,
  green: 0,
  isProhibited: false,
  signOff: null,
}
const rowsOf = (form: ReturnType<typeof aSafetyForm>) => form.sections.flatMap(({ rows }) => rows)

describe('safety form on paper', () => {
  it("names the member and the appointment, in the location's time zone", () => {
    const form = aSafetyForm(woman, { member: { middlename: 'Maria' } })
    expect(form.memberName).toBe('Ana Maria Silva')
    expect(Object.fromEntries(form.facts)).toEqual({
      'Date of birth': '03 Feb 1980',
      Sex: 'Female',
      Study: 's-000001',
      Appointment: expect.stringMatching(/^24 Nov 2026 \d\d:40am P[DS]T$/),
      Location: 'Vancouver',
      'Scan type': 'Whole body',
      'Answers saved': expect.stringMatching(/^20 Nov 2026 \d\d:05[ap]m P[DS]T by Robin Frost, version 2$/),
    })
    expect(form.running).toBe('Study s-000001 · born 03 Feb 1980 · Ana Maria Silva')
  })

  it('has a row for every question that is asked, and for no other', () => {
    for (const answers of [woman, eyes, everythingToReport]) {
      const view = aSafetyView(answers)
      const asked = assess(view).visible.filter(({ question }) => question.type !== 'info')
      expect(rowsOf(aSafetyForm(answers)).map(({ title }) => title)).toEqual(
        asked.map(({ question }) => question.title),
      )
    }
  })

  it.each([
    ['Never had heart surgery', woman, 'No heart surgery', 'answered'],
    ['Never had an eye injury where metal may have penetrated', eyes, 'Has had an eye injury with metal', 'answered'],
    ['Has an orbit x-ray been done?', eyes, 'Yes', 'answered'],
    [
      'Is there a chance of pregnancy?',
      { ...woman, 'Female.Pregnancy.Status': 'unsure' },
      'Not sure whether pregnant',
      'answered',
    ],
    [
      'When was the surgery?',
      { ...woman, 'Surgery.Recent': 'yes', 'Surgery.Date': '2026-11-02' },
      '02 Nov 2026',
      'answered',
    ],
    ['Which surgery was it?', { ...woman, 'Surgery.Recent': 'yes' }, 'Not answered', 'missing'],
    ['When was the surgery?', { ...woman, 'Surgery.Recent': 'yes' }, 'Not given', 'left-open'],
    ['Which allergies?', { ...woman, 'Allergies.Status': 'yes', 'Allergies.Types': 'Latex' }, 'Latex', 'answered'],
  ])('prints the answer to "%s", or that there is no answer', (title, answers, answer, state) => {
    expect(rowsOf(aSafetyForm(answers)).find((row) => row.title === title)).toMatchObject({ answer, state })
  })

  it('names every chosen value of a multiple choice', () => {
    const chosen = rowsOf(aSafetyForm(everythingToReport)).filter(({ answer }) => answer.includes('; '))
    expect(chosen[0]?.answer).toBe('Pacemaker; Defibrillator; Valve Replacement; Stent; Other')
    expect(chosen.every(({ isText }) => !isText)).toBe(true)
  })

  const warned: readonly (readonly [string, Given, readonly string[]])[] = [
    ['nothing when the form is complete', {}, []],
    [
      'a study without saved answers',
      {
        record: { SafetyQuestions: {}, version: 0, savedAt: null, savedBy: null },
        study: { safety: { ...assessedNothing } },
      },
      ['No answers have been saved for this appointment.'],
    ],
    [
      'the number of missing answers',
      { record: { SafetyQuestions: { ReasonType: 'Worried' } } },
      ['12 required questions are not answered.'],
    ],
    [
      'a form from a copy, with the time of the copy',
      { source: 'cache' },
      [expect.stringMatching(/^Printed without the back office, from a copy of 21 Nov 2026 1[01]:00am P[DS]T\.$/)],
    ],
    [
      'newer answers that are not on the form',
      { study: { safety: { ...assessedNothing, version: 3 } } },
      ['Newer answers have been saved that are not on this form.'],
    ],
  ]
  it.each(warned)('warns of %s', (_, given, warnings) => {
    expect(aSafetyForm(woman, given).warnings).toEqual(warnings)
  })

  it('names each notice by a word and its level, with its date calculation', () => {
    const [notice] = aSafetyForm(eyes).notices
    expect(notice).toMatchObject({ tone: 'red', word: 'STOP' })
    expect(notice?.text).toMatch(
      /^Settle before the scan: .*orbit x-ray.*Due by 23 Nov 2026 .* the appointment is 24 Nov 2026/,
    )
  })

  it.each([
    ['needs no signature if no notice is red', woman, [], { kind: 'not-needed' }],
    [
      'has lines to sign by hand when there is no sign-off',
      eyes,
      [],
      { kind: 'open', text: 'The stops are not signed off.' },
    ],
    [
      'states who signed, when and why',
      eyes,
      [signOff],
      {
        kind: 'signed',
        text: expect.stringMatching(/^Stops signed off by Nadia Pryce on 20 Nov 2026 .*: X-ray seen$/),
      },
    ],
    [
      'states that a sign-off was withdrawn, and why',
      eyes,
      [
        {
          ...signOff,
          withdrawn: { by: 'Robin Frost', at: '2026-11-21T01:00:00Z', reason: 'The appointment is earlier' },
        },
      ],
      {
        kind: 'open',
        text: expect.stringMatching(/by Nadia Pryce was withdrawn on .*: The appointment is earlier\.$/),
      },
    ],
    [
      'has no line to sign when a stop cannot be signed off',
      everythingToReport,
      [signOff],
      { kind: 'impossible', text: 'Cannot be scanned. At least one stop on this form cannot be signed off.' },
    ],
  ])('%s', (_, answers, signOffs, signing) => {
    const record = aSafetyRecord(answers, { signOffs })
    expect(aSafetyForm(answers, { record }).signing).toEqual(signing)
  })

  it('marks a cancelled study, and a study without a time', () => {
    const { status } = aSafetyView(woman).study
    const appointment = (study: NonNullable<Given['study']>) =>
      Object.fromEntries(aSafetyForm(woman, { study }).facts).Appointment
    expect(appointment({ booking: null, status: { ...status, cancelled: true } })).toBe('Cancelled')
    expect(appointment({ booking: null })).toBe('No time chosen')
  })
})
