import { describe, expect, it } from 'vitest'
import type { Gender } from '#domain/members/member.ts'
import type { Notice, ScanStart } from '#domain/safety/notices.ts'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety } from '#domain/safety/safety-assessment.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { everythingToReport, nothingToReport } from '../../fixtures/questionnaire/written-answers.ts'
import { knownInstant, knownZone } from '../../fixtures/time/known.ts'

const now = knownInstant('2026-11-21T15:00:00Z')
const supportPhone = '+1 800 555 0142'

const at = (utcStart: string, timezone = 'America/Toronto'): ScanStart => ({
  utcStart: knownInstant(utcStart),
  timezone: knownZone(timezone),
})

type Given = { gender?: Gender; appointment?: ScanStart | null; now?: string; supportPhone?: string | null }
const noticesOf = (more: Answers, given: Given = {}): readonly Notice[] =>
  assessSafety(
    { ...nothingToReport, ...more },
    {
      gender: given.gender ?? 'male',
      appointment: given.appointment ?? null,
      now: given.now === undefined ? now : knownInstant(given.now),
      supportPhone: given.supportPhone === undefined ? supportPhone : given.supportPhone,
    },
  ).notices

const heart = (type: string, more: Answers = {}): Answers => ({
  'MedicalMetal.Heart.Surgery': 'yes',
  'MedicalMetal.Heart.Type': [type],
  ...more,
})
const head = (type: string): Answers => ({ 'MedicalMetal.Head.Surgery': 'yes', 'MedicalMetal.Head.Type': [type] })
const spine = (type: string): Answers => ({ 'MedicalMetal.Spine.Surgery': 'yes', 'MedicalMetal.Spine.Type': [type] })
const eyes = (xRay: string): Answers => ({
  'NonMedicalMetal.Eyes.Injury': 'yes',
  'NonMedicalMetal.Eyes.Removed': xRay,
})
const surgery = (date?: string): Answers => ({
  'Surgery.Recent': 'yes',
  'Surgery.Description': 'Appendix',
  ...(date !== undefined && { 'Surgery.Date': date }),
})
const vaccine = (date?: string): Answers => ({
  'COVIDVaccine.Status': 'yes',
  ...(date !== undefined && { 'COVIDVaccine.Recent': date }),
})
const pregnancy = (status: string): Answers => ({ 'Female.Pregnancy.Status': status })

describe('advisory notices (booking spec §8)', () => {
  it.each<[name: string, tone: Notice['tone'], answers: Answers, text: string]>([
    [
      'Pacemaker',
      'red',
      heart('Pacemaker'),
      'We cannot screen anyone with a pacemaker even if it is marked as MRI safe.',
    ],
    [
      'Implanted defibrillator',
      'red',
      heart('Defibrillator'),
      'We cannot screen anyone with an implanted defibrillator even if it is marked as MRI safe.',
    ],
    [
      'Programmable shunt',
      'red',
      head('Programmable Hydrocephalus Shunt'),
      'Most programmable shunts are not safe for MRI. Please call +1 800 555 0142.',
    ],
    [
      'Cochlear implant',
      'red',
      head('Cochlear Implant'),
      'Most cochlear implants are not safe for MRI. Please call +1 800 555 0142.',
    ],
    [
      'Eye prosthesis',
      'red',
      head('Eye Prosthesis'),
      'Many prosthetic eyes are not safe for MRI. Please call +1 800 555 0142.',
    ],
    [
      'Neurostimulator',
      'red',
      spine('Neurostimulator'),
      'Many neurostimulators are not safe for MRI. Please call +1 800 555 0142.',
    ],
    ['Metal in the eyes with no orbit x-ray', 'red', eyes('no'), 'An orbit x-ray is required before the scan.'],
    [
      'Metal in the eyes with x-ray done',
      'red',
      eyes('yes'),
      'The results of the orbit x-ray are needed at least 24 hours before the appointment.',
    ],
    ['Recent surgery', 'red', surgery(), 'Please wait until 8 weeks have passed since the surgery.'],
    ['Pregnant', 'red', pregnancy('yes'), 'A doctor’s referral is required to scan anyone who is pregnant.'],
    [
      'Valve',
      'blue',
      heart('Valve Replacement'),
      'Please call +1 800 555 0142 with the device card of the valve at hand.',
    ],
    [
      'Aneurysm clip',
      'blue',
      head('Aneurysm Clip'),
      'Please call +1 800 555 0142 with the device card of the aneurysm clip at hand.',
    ],
    [
      'Aneurysm stent',
      'blue',
      head('Aneurysm Stent'),
      'Please call +1 800 555 0142 with the device card of the aneurysm stent at hand.',
    ],
    [
      'Harrington rods and similar',
      'blue',
      spine('Harrington rods, screws, plates, spacers'),
      'Harrington rods, screws, plates and spacers are generally safe, but imaging near the implant may be limited.',
    ],
    [
      'Laminectomy or discectomy',
      'blue',
      spine('Laminectomy or discectomy'),
      'A laminectomy or discectomy has no effect on scanning.',
    ],
    ['Other metal', 'blue', { 'OtherMetal.Implants': 'yes' }, 'Most other surgery is safe for MRI.'],
    ['Claustrophobia', 'blue', { 'Claustrophobic.Status': 'yes' }, 'Our MRI is larger and more open than most.'],
    [
      'Glucose monitor',
      'blue',
      { 'GlucoseMonitor.Status': 'yes' },
      'The glucose monitor must be removed before the scan.',
    ],
    ['Unsure about pregnancy', 'blue', pregnancy('unsure'), 'Please take a pregnancy test before the scan.'],
    [
      'COVID vaccine',
      'blue',
      vaccine(),
      'Enlarged lymph nodes can persist up to 3 months after the vaccine; a follow-up ultrasound at 3 months may be recommended.',
    ],
    [
      'Stents implanted after 1998',
      'green',
      heart('Stent', { 'MedicalMetal.Heart.Stent.Recent': 'yes' }),
      'Stents implanted after 1998 are MRI safe.',
    ],
    [
      'Nothing inserted during heart surgery',
      'green',
      heart('Other', { 'MedicalMetal.Heart.Other.Implanted': 'no' }),
      'If nothing was inserted during heart surgery, an MRI should be safe.',
    ],
  ])('include %s with the tone %s', (name, tone, answers, text) => {
    const found = noticesOf(answers, { gender: 'female' })
    expect(found.map((notice) => [notice.tone, notice.text])).toEqual([[tone, text]])
    expect(found[0]?.isProhibitive).toBe(name === 'Pacemaker' || name === 'Implanted defibrillator')
  })

  it('are 22, in the order of the page', () => {
    const keys = [
      ...noticesOf({ ...everythingToReport, ...eyes('yes'), ...pregnancy('yes') }, { gender: 'female' }),
      ...noticesOf({ ...eyes('no'), ...pregnancy('unsure') }, { gender: 'female' }),
      ...noticesOf(heart('Stent', { 'MedicalMetal.Heart.Stent.Recent': 'yes' })),
      ...noticesOf(heart('Other', { 'MedicalMetal.Heart.Other.Implanted': 'no' })),
    ].map(({ key }) => key)
    expect(new Set(keys).size).toBe(22)
    expect(keys).toHaveLength(22)
    expect(keys.slice(0, 18)).toEqual([
      'Notice.Heart.Pacemaker',
      'Notice.Heart.Defibrillator',
      'Notice.Heart.ValveReplacement',
      'Notice.Head.AneurysmClip',
      'Notice.Head.AneurysmStent',
      'Notice.Head.ProgrammableHydrocephalusShunt',
      'Notice.Head.CochlearImplant',
      'Notice.Head.EyeProsthesis',
      'Notice.Spine.Neurostimulator',
      'Notice.Spine.Rods',
      'Notice.Spine.Laminectomy',
      'Notice.OtherMetal',
      'Notice.Eyes.XRayResults',
      'Notice.Surgery.Recent',
      'Notice.Claustrophobic',
      'Notice.GlucoseMonitor',
      'Notice.COVIDVaccine',
      'Notice.Pregnancy.Pregnant',
    ])
  })

  it.each<[clause: string, answers: Answers]>([
    ['a form with nothing to report', {}],
    ['heart surgery without a chosen type', { 'MedicalMetal.Heart.Surgery': 'yes' }],
    ['a stent of unknown date', heart('Stent')],
    ['a stent from before 1998', heart('Stent', { 'MedicalMetal.Heart.Stent.Recent': 'no' })],
    ['something inserted', heart('Other', { 'MedicalMetal.Heart.Other.Implanted': 'yes' })],
    ['another spine surgery', spine('Other')],
    ['a pregnancy answer of a man, which is not asked', pregnancy('yes')],
    ['a pacemaker answer after a no to heart surgery', { 'MedicalMetal.Heart.Type': ['Pacemaker'] }],
    ['not pregnant', pregnancy('no')],
  ])('are absent for %s', (_clause, answers) => {
    expect(noticesOf(answers)).toEqual([])
  })

  it('count an unanswered orbit x-ray as not done, because the question may stay open', () => {
    const open = noticesOf({ 'NonMedicalMetal.Eyes.Injury': 'yes' })
    expect(open).toEqual(noticesOf(eyes('no')))
    expect(open).toMatchObject([{ key: 'Notice.Eyes.NoXRay', tone: 'red' }])
    expect(noticesOf({ 'NonMedicalMetal.Eyes.Injury': 'no' })).toEqual([])
  })

  it('name the topmost question that they follow from', () => {
    expect(noticesOf(heart('Stent', { 'MedicalMetal.Heart.Stent.Recent': 'yes' }))[0]?.top).toBe(
      'MedicalMetal.Heart.Surgery',
    )
  })

  it('quote the configured support line unchanged, even with $& in it, or say “the support line” if none is configured', () => {
    const text = (phone: string | null) => noticesOf(head('Cochlear Implant'), { supportPhone: phone })[0]?.text
    expect(text('+44 20 7946 0000')).toBe('Most cochlear implants are not safe for MRI. Please call +44 20 7946 0000.')
    expect(text(null)).toBe('Most cochlear implants are not safe for MRI. Please call the support line.')
    expect(text('$& $1')).toBe('Most cochlear implants are not safe for MRI. Please call $& $1.')
  })

  it('leave no placeholder in any text', () => {
    for (const { text, reason } of noticesOf(everythingToReport, { gender: 'female' })) {
      expect(`${text} ${reason}`).not.toMatch(/[{}]/)
    }
  })
})

describe('the wait of 8 weeks after a surgery (booking spec §8, §9; decisions §5)', () => {
  const red = 'Please wait until 8 weeks have passed since the surgery.'
  const green = '8 weeks will have passed since the surgery by the appointment.'

  it.each<
    [state: string, surgery: string, utcStart: string, zone: string, tone: Notice['tone'], until: string, day: string]
  >([
    ['the day before', '2026-11-02', '2026-12-27T15:00:00Z', 'America/Toronto', 'red', '28 Dec 2026', '27 Dec 2026'],
    ['on the day', '2026-11-02', '2026-12-28T15:00:00Z', 'America/Toronto', 'green', '28 Dec 2026', '28 Dec 2026'],
    ['the day after', '2026-11-02', '2026-12-29T15:00:00Z', 'America/Toronto', 'green', '28 Dec 2026', '29 Dec 2026'],
    [
      'the last minute of the day before, on the location’s clock',
      '2026-11-02',
      '2026-12-28T04:59:00Z',
      'America/Toronto',
      'red',
      '28 Dec 2026',
      '27 Dec 2026',
    ],
    [
      'the first minute of the day, on the location’s clock',
      '2026-11-02',
      '2026-12-28T05:00:00Z',
      'America/Toronto',
      'green',
      '28 Dec 2026',
      '28 Dec 2026',
    ],
    [
      'the same instant where it is still the day before',
      '2026-11-02',
      '2026-12-28T05:00:00Z',
      'America/Vancouver',
      'red',
      '28 Dec 2026',
      '27 Dec 2026',
    ],
    [
      'with the clocks going back, the day before, 23:59',
      '2026-09-07',
      '2026-11-02T04:59:00Z',
      'America/Toronto',
      'red',
      '02 Nov 2026',
      '01 Nov 2026',
    ],
    [
      'with the clocks going back, on the day, 00:00',
      '2026-09-07',
      '2026-11-02T05:00:00Z',
      'America/Toronto',
      'green',
      '02 Nov 2026',
      '02 Nov 2026',
    ],
    [
      'in the first pass of a repeated hour, on the day',
      '2026-09-06',
      '2026-11-01T05:30:00Z',
      'America/Toronto',
      'green',
      '01 Nov 2026',
      '01 Nov 2026',
    ],
    [
      'in the second pass of a repeated hour, on the day',
      '2026-09-06',
      '2026-11-01T06:30:00Z',
      'America/Toronto',
      'green',
      '01 Nov 2026',
      '01 Nov 2026',
    ],
    [
      'in the second pass of a repeated hour, the day before',
      '2026-09-07',
      '2026-11-01T06:30:00Z',
      'America/Toronto',
      'red',
      '02 Nov 2026',
      '01 Nov 2026',
    ],
    [
      'with the clocks going forward, the day before, 23:59',
      '2026-01-12',
      '2026-03-09T03:59:00Z',
      'America/Toronto',
      'red',
      '09 Mar 2026',
      '08 Mar 2026',
    ],
    [
      'with the clocks going forward, on the day, 00:00',
      '2026-01-12',
      '2026-03-09T04:00:00Z',
      'America/Toronto',
      'green',
      '09 Mar 2026',
      '09 Mar 2026',
    ],
    [
      'just after the missing hour on the day',
      '2026-01-11',
      '2026-03-08T07:00:00Z',
      'America/Toronto',
      'green',
      '08 Mar 2026',
      '08 Mar 2026',
    ],
    ['with a leap day', '2028-01-04', '2028-02-29T15:00:00Z', 'America/Toronto', 'green', '29 Feb 2028', '29 Feb 2028'],
    ['with a year’s end', '2026-12-01', '2027-01-25T15:00:00Z', 'America/Toronto', 'red', '26 Jan 2027', '25 Jan 2027'],
  ])('is calculated correctly: %s', (_state, date, utcStart, zone, tone, until, day) => {
    const [from, ...none] = noticesOf(surgery(date), { appointment: at(utcStart, zone) })
    expect(none).toEqual([])
    expect(from).toMatchObject({ tone, text: tone === 'red' ? red : green, isDated: true, isProhibitive: false })
    const [year, month, dayOfMonth] = date.split('-')
    const months: Record<string, string> = { '01': 'Jan', '09': 'Sep', '11': 'Nov', '12': 'Dec' }
    expect(from?.reason).toBe(
      `${dayOfMonth} ${months[month ?? '']} ${year} + 8 weeks = ${until}; the appointment is on ${day}`,
    )
  })

  it('returns the day on which the wait is over', () => {
    expect(noticesOf(surgery('2026-01-01'))[0]?.date).toBe('2026-02-26')
  })

  it('is not over while no appointment is chosen, however long ago the surgery was', () => {
    expect(noticesOf(surgery('2020-01-01'))).toMatchObject([
      {
        tone: 'red',
        text: red,
        date: '2020-02-26',
        reason: '01 Jan 2020 + 8 weeks = 26 Feb 2020; no appointment is chosen yet',
      },
    ])
  })

  it.each([undefined, '9000-01-01', '9999-12-31', '2026-02-30'])(
    'is not over while the day is unknown (%s)',
    (date) => {
      expect(noticesOf(surgery(date), { appointment: at('2030-01-01T15:00:00Z') })).toMatchObject([
        {
          tone: 'red',
          text: red,
          date: null,
          isDated: true,
          reason: 'We do not know the date of the surgery. Enter it to see the earliest appointment.',
        },
      ])
    },
  )
})

describe('x-ray results at least 24 hours before the appointment (booking spec §8, §9; decisions §5)', () => {
  it.each<[state: string, utcStart: string, due: string, reason: string]>([
    [
      'an ordinary day: the same time the day before',
      '2026-11-25T15:00:00Z',
      '2026-11-24T15:00:00Z',
      'Due by 24 Nov 2026 10:00am EST; the appointment is 25 Nov 2026 10:00am EST',
    ],
    [
      'the day after the clocks went back: the same time, 25 hours before',
      '2026-11-01T15:00:00Z',
      '2026-10-31T14:00:00Z',
      'Due by 31 Oct 2026 10:00am EDT; the appointment is 01 Nov 2026 10:00am EST',
    ],
    [
      'the day the clocks went forward: the same time, 23 hours before',
      '2026-03-08T14:00:00Z',
      '2026-03-07T15:00:00Z',
      'Due by 07 Mar 2026 10:00am EST; the appointment is 08 Mar 2026 10:00am EDT',
    ],
    [
      'due in a missing hour: when the clocks changed',
      '2026-03-09T06:30:00Z',
      '2026-03-08T07:00:00Z',
      'Due by 08 Mar 2026 03:00am EDT; the appointment is 09 Mar 2026 02:30am EDT',
    ],
    [
      'due in a repeated hour: in its first pass',
      '2026-11-02T06:30:00Z',
      '2026-11-01T05:30:00Z',
      'Due by 01 Nov 2026 01:30am EDT; the appointment is 02 Nov 2026 01:30am EST',
    ],
    [
      'an appointment in the second pass of a repeated hour',
      '2026-11-01T06:30:00Z',
      '2026-10-31T05:30:00Z',
      'Due by 31 Oct 2026 01:30am EDT; the appointment is 01 Nov 2026 01:30am EST',
    ],
  ])('are due at the right time: %s', (_state, utcStart, due, reason) => {
    expect(noticesOf(eyes('yes'), { appointment: at(utcStart), now: '2026-01-01T00:00:00Z' })).toMatchObject([
      { tone: 'red', date: due, reason, isDated: true },
    ])
  })

  it.each([
    ['the second before', '2026-11-24T14:59:59Z', 'Due by'],
    ['at that moment', '2026-11-24T15:00:00Z', 'Due by'],
    ['the second after', '2026-11-24T15:00:01Z', 'Were due by'],
    ['at the appointment', '2026-11-25T15:00:00Z', 'Were due by'],
  ])('state the due time, and are red before and after it: %s', (_state, moment, words) => {
    const [notice] = noticesOf(eyes('yes'), { appointment: at('2026-11-25T15:00:00Z'), now: moment })
    expect(notice?.reason).toBe(`${words} 24 Nov 2026 10:00am EST; the appointment is 25 Nov 2026 10:00am EST`)
    expect(notice?.tone).toBe('red')
  })

  it('have no due time until an appointment is chosen', () => {
    expect(noticesOf(eyes('yes'))).toMatchObject([
      { tone: 'red', date: null, isDated: true, reason: 'The due time is calculated once an appointment is chosen.' },
    ])
  })

  it('are due by the location’s clock', () => {
    const appointment = at('2026-03-08T16:30:00Z', 'America/Phoenix')
    const [notice] = noticesOf(eyes('yes'), { appointment, now: '2026-01-01T00:00:00Z' })
    expect(notice?.date).toBe('2026-03-07T16:30:00Z')
    expect(toWallTime(knownInstant('2026-03-07T16:30:00Z'), appointment.timezone).time).toBe('09:30')
  })
})

describe('the note on lymph nodes up to 3 months after the vaccine (booking spec §8, §9; decisions §5)', () => {
  it.each<[state: string, vaccinated: string, utcStart: string, until: string | null]>([
    ['the day before', '2026-08-24', '2026-11-23T15:00:00Z', '2026-11-24'],
    ['on the day', '2026-08-24', '2026-11-24T15:00:00Z', '2026-11-24'],
    ['the day after', '2026-08-24', '2026-11-25T15:00:00Z', null],
    ['the last minute of the day, on the location’s clock', '2026-08-24', '2026-11-25T04:59:00Z', '2026-11-24'],
    ['the first minute of the day after, on the location’s clock', '2026-08-24', '2026-11-25T05:00:00Z', null],
    ['with the clocks going back, 23:59', '2026-08-01', '2026-11-02T04:59:00Z', '2026-11-01'],
    ['with the clocks going back, the day after, 00:00', '2026-08-01', '2026-11-02T05:00:00Z', null],
    ['in the second pass of a repeated hour', '2026-08-01', '2026-11-01T06:30:00Z', '2026-11-01'],
    ['with the clocks going forward, 23:59', '2025-12-08', '2026-03-09T03:59:00Z', '2026-03-08'],
    ['with the clocks going forward, the day after, 00:00', '2025-12-08', '2026-03-09T04:00:00Z', null],
    ['30 November: on the last of February', '2025-11-30', '2026-02-28T15:00:00Z', '2026-02-28'],
    ['30 November: the day after', '2025-11-30', '2026-03-01T15:00:00Z', null],
    ['30 November before a leap year: on 29 February', '2027-11-30', '2028-02-29T15:00:00Z', '2028-02-29'],
    ['30 November before a leap year: the day after', '2027-11-30', '2028-03-01T15:00:00Z', null],
    ['31 August: on 30 November', '2026-08-31', '2026-11-30T15:00:00Z', '2026-11-30'],
    ['31 August: the day after', '2026-08-31', '2026-12-01T15:00:00Z', null],
    ['28 November: on 28 February', '2025-11-28', '2026-02-28T15:00:00Z', '2026-02-28'],
    ['long ago', '2021-05-01', '2026-11-24T15:00:00Z', null],
  ])('ends on the right day: %s', (_state, vaccinated, utcStart, until) => {
    const found = noticesOf(vaccine(vaccinated), { appointment: at(utcStart) })
    expect(found.map(({ tone, date }) => [tone, date])).toEqual(until === null ? [] : [['blue', until]])
  })

  it('explains the calculation', () => {
    expect(noticesOf(vaccine('2025-11-30'), { appointment: at('2026-02-20T15:00:00Z') })[0]?.reason).toBe(
      '30 Nov 2025 + 3 months = 28 Feb 2026; the appointment is on 20 Feb 2026',
    )
    expect(noticesOf(vaccine('2021-05-01'))[0]?.reason).toBe(
      '01 May 2021 + 3 months = 01 Aug 2021; no appointment is chosen yet',
    )
  })

  it.each([undefined, '9999-12-31'])('remains while the day is unknown (%s)', (date) => {
    expect(noticesOf(vaccine(date), { appointment: at('2030-01-01T15:00:00Z') })).toMatchObject([
      { tone: 'blue', date: null, reason: null, isDated: true },
    ])
  })
})

describe('a reschedule', () => {
  it('evaluates every dated notice again', () => {
    const answers = { ...surgery('2026-10-30'), ...eyes('yes'), ...vaccine('2026-09-20') }
    const tones = (utcStart: string) =>
      noticesOf(answers, { appointment: at(utcStart) }).map(({ key, tone, date }) => [key, tone, date])
    expect(tones('2026-12-01T15:00:00Z')).toEqual([
      ['Notice.Eyes.XRayResults', 'red', '2026-11-30T15:00:00Z'],
      ['Notice.Surgery.Recent', 'red', '2026-12-25'],
      ['Notice.COVIDVaccine', 'blue', '2026-12-20'],
    ])
    expect(tones('2026-12-29T15:00:00Z')).toEqual([
      ['Notice.Eyes.XRayResults', 'red', '2026-12-28T15:00:00Z'],
      ['Notice.Surgery.Recent', 'green', '2026-12-25'],
    ])
  })
})
