import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import { addDays } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { type DemoBackOffice, startDemoBackOffice } from '#test/builders/demo-back-office.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import {
  bookInput,
  createSlotSource,
  eyes,
  holdInput,
  locationID,
  monday,
  newMember,
} from '../../contract/desk/desk-work.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'

describe('safety answers that the feed brings to a desk, with the real back office', { timeout: 120_000 }, () => {
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

  const { freeSlot } = createSlotSource(() => desk)
  const booked = async (safetyAnswers: Answers | null = null): Promise<StudyID> => {
    const hold = await desk.get('booking', 'holdSlot', holdInput(await freeSlot()))
    const { patientID } = await newMember(desk, { gender: 'male' })
    const settleReason = 'The nurse looks at it before the scan'
    const input = bookInput(hold, patientID, { safetyAnswers, settleReason })
    return (await desk.get('booking', 'book', input)).studyID
  }
  const read = (studyID: StudyID, app = desk) => app.get('safety', 'read', { studyID })

  it('are read and printed without the back office, for any study on the days in the cache', async () => {
    const studyIDs = [await booked(eyes), await booked()] as const
    await desk.until('the cache is filled', async () => {
      const day = await desk.get('booking', 'readDay', { locationID, date: monday })
      return day.source === 'cache'
    })
    const demo = await desk.until('the feed brought the demo’s answers', async () => {
      const day = await desk.get('booking', 'readDay', { locationID, date: monday })
      return day.entries.flatMap(({ study }) => (study !== null && study.safety.version > 0 ? [study.studyID] : []))[0]
    })
    // Changes the first booking once more. The feed delivers changes in order, so when this change arrives,
    // all earlier changes have arrived.
    const [first] = studyIDs
    await nurse.get('safety', 'signOff', {
      studyID: first,
      version: 1,
      reason: 'No metal left',
      idempotencyKey: randomUUID(),
    })
    await desk.until('the feed brought the sign-off', async () => {
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
    const pdf = await desk.get('safety', 'makePdf', { studyID: first })
    const { text } = await readPdf(Buffer.from(pdf.base64, 'base64'))
    expect(text.replace(/\s+/g, ' ')).toContain('No metal left')
    await backOffice.start()
  })
})
