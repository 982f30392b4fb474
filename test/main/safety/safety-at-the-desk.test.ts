import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { SlotHold } from '#domain/booking/machine-time.ts'
import type { Slot } from '#domain/booking/slot.ts'
import { memberDraftSchema } from '#domain/members/member.ts'
import type { Answers } from '#domain/safety/question.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { locationIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import { addDays, startOfWeek } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { type DemoBackOffice, startDemoBackOffice } from '#test/builders/demo-back-office.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'

const locationID = locationIDSchema.parse('ca-bc-1')
const skuID = skuIDSchema.parse(300)
const monday = addDays(startOfWeek(toWallTime(toInstant(Date.now()), 'America/Vancouver' as never).date), 7)
const eyes: Answers = {
  ...nothingToReport,
  'NonMedicalMetal.Eyes.Injury': 'yes',
  'NonMedicalMetal.Eyes.Removed': 'no',
  'NonMedicalMetal.Eyes.MRISince': 'no',
}
const sedated: Answers = {
  ...nothingToReport,
  'Claustrophobic.Status': 'yes',
  'Claustrophobic.OralSedative': 'yes',
  'Claustrophobic.OralSedativePrescription': 'yes',
  'Prescription.PreferredPharmacyName': 'Quay Pharmacy',
  'Prescription.PatientHealthNumber': '9876543210',
}
const pacemaker: Answers = {
  ...nothingToReport,
  'MedicalMetal.Heart.Surgery': 'yes',
  'MedicalMetal.Heart.Type': ['Pacemaker'],
}

const draftOf = () =>
  memberDraftSchema.parse({
    firstname: 'Magnus',
    lastname: 'Berg',
    email: `magnus.${randomUUID().slice(0, 8)}@mail.example`,
    dob: '1966-03-12',
    gender: 'male',
    phone_number: '+1 604 555 0166',
    address: '5 Fjord Road',
    city: 'Vancouver',
    state: 'BC',
    country: 'Canada',
  })

describe('safety questions at the desk, over the real back office', { timeout: 120_000 }, () => {
  let backOffice: DemoBackOffice
  let desk: AppUnderTest
  let nurse: AppUnderTest
  beforeAll(async () => {
    backOffice = await startDemoBackOffice()
    desk = await startApp({ backOfficeUrl: backOffice.url })
    nurse = await startApp({ backOfficeUrl: backOffice.url })
    for (const [app, who] of [
      [desk, 'frontdesk@demo.atrium'],
      [nurse, 'np@demo.atrium'],
    ] as const) {
      await app.until('it is online', async () => (await app.get('connectivity', 'read', {})).state === 'online')
      await app.signIn(who)
    }
  }, 180_000)
  afterAll(async () => {
    await desk?.stop()
    await nurse?.stop()
    await backOffice?.stop()
  })

  const used = new Set<string>()
  const freeSlot = async (): Promise<Slot> => {
    const week = await desk.get('booking', 'readWeek', { locationID, skuID, monday, memberType: null })
    // Another screen's new booking is not in this desk's cache yet.
    const free = week.days.flatMap((day) => day.slots).find((slot) => slot.state === 'free' && !used.has(slot.utcStart))
    if (free === undefined) throw new Error('The demo has no free slot next week')
    used.add(free.utcStart)
    return free
  }
  const book = async (safetyAnswers: Answers | null) => {
    const slot = await freeSlot()
    const where = { locationID, skuID, utcStart: slot.utcStart, candidates: slot.machines, previousHold: null }
    const hold: SlotHold = await desk.get('booking', 'holdSlot', where)
    const member = await desk.get('members', 'create', { draft: draftOf(), idempotencyKey: randomUUID() })
    const input = bridgeSchemas.booking.book.input.parse({
      patientID: member.patientID,
      locationID,
      skuID,
      machineID: hold.machineID,
      utcStart: hold.utcStart,
      slotSelectionType: 'slot',
      hold,
      memberType: null,
      referralType: 'provider',
      referrer: '',
      sedativeTaken: null,
      opportunityID: null,
      temporaryHold: false,
      override: null,
      safetyAnswers,
      settleReason: 'The nurse looks at it before the scan',
      idempotencyKey: randomUUID(),
      draftID: 'booking',
    })
    const reply = await desk.ask('booking', 'book', input)
    if (!reply.ok) await desk.get('booking', 'releaseHold', { hold })
    return reply
  }
  const booked = async (safetyAnswers: Answers | null = null): Promise<StudyID> => {
    const reply = await book(safetyAnswers)
    if (!reply.ok) throw new Error(JSON.stringify(reply.failure))
    return reply.value.studyID
  }
  const read = (studyID: StudyID, app = desk) => app.get('safety', 'read', { studyID })

  it('stores the answers of a booking', async () => {
    const { record, study } = await read(await booked(sedated))
    expect(record).toMatchObject({ SafetyQuestions: sedated, version: 1, savedBy: expect.any(String) })
    expect(study).toMatchObject({ safety: { state: 'complete', version: 1 }, sedative: { status: 'pending' } })
  })

  it('refuses to book a member who cannot be scanned', async () => {
    expect(await book(pacemaker)).toMatchObject({
      failure: { code: 'scan-prohibited', message: expect.stringContaining('pacemaker') },
    })
  })

  it('saves answers, reports those that a change cleared, and writes the health number to the member', async () => {
    const studyID = await booked()
    const before = await read(studyID)
    expect(before.record).toMatchObject({ version: 0, SafetyQuestions: {} })
    const first = await desk.get('safety', 'save', { studyID, answers: sedated, version: 0 })
    expect(first).toMatchObject({
      record: { version: 1 },
      cleared: [],
      memberFailure: null,
      study: { sedative: { status: 'pending' } },
    })
    expect((await read(studyID)).member.phn).toBe('9876543210')
    const second = await desk.get('safety', 'save', {
      studyID,
      answers: { ...sedated, 'Claustrophobic.Status': 'no' },
      version: 1,
    })
    expect(second.record.SafetyQuestions).toEqual(nothingToReport)
    expect(second.cleared).toContain('Prescription.PatientHealthNumber')
    expect(second.study.sedative.status).toBe('not requested')
  })

  it('sends the second desk the first one’s save, and overwrites nothing', async () => {
    const studyID = await booked()
    await read(studyID, nurse)
    const others = await nurse.get('safety', 'present', { studyID, isLeaving: false })
    expect(others).toEqual({ others: [] })
    expect((await desk.get('safety', 'present', { studyID, isLeaving: false })).others).toHaveLength(1)
    await desk.get('safety', 'save', { studyID, answers: nothingToReport, version: 0 })
    const late = await nurse.ask('safety', 'save', { studyID, answers: eyes, version: 0 })
    expect(late).toMatchObject({ failure: { code: 'stale', details: { currentVersion: 1 } } })
    await nurse.until('the feed brings the answers', () =>
      nurse.heard('booking.studyChanged').some((event) => event.studyID === studyID),
    )
    expect((await read(studyID, nurse)).record.SafetyQuestions).toEqual(nothingToReport)
    await nurse.get('safety', 'present', { studyID, isLeaving: true })
    expect((await desk.get('safety', 'present', { studyID, isLeaving: false })).others).toEqual([])
  })

  it('refuses a sign-off from the front desk, and accepts a nurse’s sign-off and its withdrawal', async () => {
    const studyID = await booked(eyes)
    const input = () => ({ studyID, version: 1, reason: 'X-ray of today seen', idempotencyKey: randomUUID() })
    expect(await desk.ask('safety', 'signOff', input())).toMatchObject({
      failure: { code: 'insufficient-permissions' },
    })
    const signed = await nurse.get('safety', 'signOff', input())
    expect(signed.study.safety).toMatchObject({ red: 1, signOff: { by: expect.any(String) } })
    const pdf = await desk.get('safety', 'makePdf', { studyID })
    const { text } = await readPdf(Buffer.from(pdf.base64, 'base64'))
    expect(text.replace(/\s+/g, ' ')).toContain('X-ray of today seen')
    const taken = await nurse.get('safety', 'withdrawSignOff', {
      studyID,
      reason: 'Wrong member',
      idempotencyKey: randomUUID(),
    })
    expect(taken.study.safety.signOff).toBeNull()
    const again = { studyID, reason: 'Wrong member', idempotencyKey: randomUUID() }
    expect(await nurse.ask('safety', 'withdrawSignOff', again)).toMatchObject({
      failure: { code: 'nothing-to-sign-off' },
    })
  })

  it('sets the sedative’s status, and refuses a check-in while an answer forbids the scan', async () => {
    const studyID = await booked(sedated)
    const { study } = await read(studyID)
    const sent = await desk.get('safety', 'setSedativeStatus', { studyID, sedative: 'sent', version: study.version })
    expect(sent.sedative.status).toBe('sent')
    const prohibited = await desk.get('safety', 'save', { studyID, answers: pacemaker, version: 1 })
    expect(prohibited.study.safety.isProhibited).toBe(true)
    const checkIn = { studyID, act: 'checkin', value: true } as const
    const refused = await desk.ask('study', 'mark', { ...checkIn, idempotencyKey: randomUUID() })
    expect(refused).toMatchObject({ failure: { code: 'scan-prohibited' } })
    await desk.get('safety', 'save', { studyID, answers: nothingToReport, version: 2 })
    const key = randomUUID()
    const checkedIn = await desk.get('study', 'mark', { ...checkIn, idempotencyKey: key })
    expect(checkedIn).toMatchObject({ study: { status: { checkin: true } }, isWaiting: false })
    expect(await desk.get('study', 'mark', { ...checkIn, idempotencyKey: key })).toEqual(checkedIn)
  })

  it('books from a referral with its answers, and lets the member read and save their own', async () => {
    const screen = await startApp({ backOfficeUrl: backOffice.url })
    try {
      const { utcStart, machines: candidates } = await freeSlot()
      const where = { locationID, skuID, utcStart, candidates, previousHold: null }
      const hold = await screen.get('selfService', 'holdSlot', where)
      expect(await screen.ask('selfService', 'readSafety', { studyID: 's-1' as never })).toMatchObject({
        failure: { code: 'signed-out' },
      })
      const referral = { referrer: 'Dr. Ada Quill', safetyAnswers: nothingToReport }
      const input = { draft: draftOf(), locationID, skuID, hold, referral, idempotencyKey: randomUUID() }
      const study = await screen.get('selfService', 'signUpAndBook', input)
      expect(study).toMatchObject({
        referralType: 'physician',
        referrer: 'Dr. Ada Quill',
        safety: { state: 'complete' },
      })
      const { studyID } = study
      const own = await screen.get('selfService', 'readSafety', { studyID })
      expect(own).toMatchObject({ record: { version: 1, SafetyQuestions: nothingToReport }, gender: 'male' })
      const save = (answers: Answers, version: number) =>
        screen.ask('selfService', 'saveSafety', { studyID, answers, version })
      expect(await save({}, 1)).toMatchObject({ failure: { code: 'missing-required-fields' } })
      expect(await save({ Nonsense: 'yes' }, 1)).toMatchObject({ failure: { code: 'invalid-input' } })
      expect(await save(eyes, 0)).toMatchObject({ failure: { code: 'stale' } })
      expect(await save(eyes, 1)).toMatchObject({ ok: true, value: { record: { version: 2 }, cleared: [] } })
      expect(await screen.ask('selfService', 'readSafety', { studyID: await booked() })).toMatchObject({
        failure: { code: 'not-found' },
      })
      expect(await screen.ask('safety', 'read', { studyID })).toMatchObject({ failure: { code: 'signed-out' } })
      // Staff at this screen get the whole record, not the member's view of it.
      await screen.signIn()
      const { record } = await screen.get('safety', 'read', { studyID })
      expect(record).toMatchObject({ version: 2, savedBy: expect.any(String) })
      expect(record.revisions.map(({ version }) => version)).toEqual([2, 1])
    } finally {
      await screen.stop()
    }
  })

  it('reads and prints without the back office the answers of any study on the days in the cache', async () => {
    const studyIDs = [await booked(eyes), await booked()] as const
    await desk.until('the cache is filled', async () => {
      const day = await desk.get('booking', 'readDay', { locationID, date: monday })
      return day.source === 'cache'
    })
    const demo = await desk.until('the feed brought the demo’s answers', async () => {
      const day = await desk.get('booking', 'readDay', { locationID, date: monday })
      return day.entries.flatMap(({ study }) => (study !== null && study.safety.version > 0 ? [study.studyID] : []))[0]
    })
    // Changes the first booking once more. The feed delivers changes in order, so when this one arrives, all earlier
    // ones have.
    const [first] = studyIDs
    await nurse.get('safety', 'signOff', {
      studyID: first,
      version: 1,
      reason: 'No metal left',
      idempotencyKey: randomUUID(),
    })
    await desk.until('the feed brought the answers booked here', async () => {
      const week = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days))
      const days = await Promise.all(week.map((date) => desk.get('booking', 'readDay', { locationID, date })))
      const studies = days.flatMap(({ entries }) => entries.map(({ study }) => study))
      return studies.some((study) => study !== null && study.studyID === first && study.safety.signOff !== null)
    })
    // This desk has never read the answers, so only the feed can have delivered them.
    await backOffice.stop()
    await desk.until('it is offline', async () => (await desk.get('connectivity', 'read', {})).state === 'offline')
    const fromFeed = await read(demo)
    expect(fromFeed).toMatchObject({
      source: 'cache',
      record: { version: fromFeed.study.safety.version, lastVisit: null },
    })
    expect(Object.keys(fromFeed.record.SafetyQuestions).length).toBeGreaterThan(0)
    const [answered, unanswered] = await Promise.all(studyIDs.map((studyID) => read(studyID)))
    expect(answered).toMatchObject({ source: 'cache', record: { SafetyQuestions: eyes } })
    expect(unanswered).toMatchObject({ source: 'cache', record: { version: 0 } })
    const save = await desk.ask('safety', 'save', { studyID: demo, answers: nothingToReport, version: 1 })
    expect(save).toMatchObject({ failure: { code: 'offline' } })
    expect((await desk.get('safety', 'makePdf', { studyID: demo })).pages).toBeGreaterThan(0)
    await backOffice.start()
  })
})
