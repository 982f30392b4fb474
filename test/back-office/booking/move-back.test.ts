import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { planChangedStudies } from '#back-office/messages/plan.ts'
import type { Answers } from '#domain/safety/question.ts'
import type { Study } from '#domain/study/study.ts'
import { completeAnswers, surgeryOn } from '#test/builders/complete-answers.ts'
import { createMemoryMailServer, createMessageDesk, type Postbox } from '../messages/message-desk.ts'
import { nurse, SafetyDesk } from '../safety/safety-desk.ts'
import { aBooking, type BookingDesk, setSold, vancouver } from './booking-desk.ts'
import { describeOnEachDatabase } from './each-database.ts'

/** 10:00 in Vancouver on Monday 30 November, a day before the wait of eight weeks after this surgery ends. */
const first = { machineID: 'ca-bc-1-m1', utcStart: '2026-11-30T17:00:00Z' }
const surgery = surgeryOn('2026-10-06')
/** Another day and machine, after that wait. */
const other = { machineID: 'ca-bc-1-m2', utcStart: '2026-12-04T18:20:00Z' }
const reason = 'Her surgeon agrees'

type Row = Readonly<Record<string, unknown>>
type Rows = Readonly<Record<string, readonly Row[]>>

/** The tables to which both moves only add rows, each with the reason why these rows stay. */
const appended: Readonly<Record<string, string>> = {
  study_log: 'The log names both moves.',
  settle_reason: 'A move to a time with an open stop has a reason of its own.',
}

/** The columns that a move back does not restore, each with the reason. */
const ignored: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  study: {
    version: 'It counts every change.',
    event_id: 'Each placing of a study on a machine is a new event.',
  },
  machine_time: { event_id: 'Each placing of a study on a machine is a new event.' },
  message: {
    message_id: 'A message about the new event is another row.',
    event_id: 'It names the event.',
    occasion: 'It is the event.',
    sequence: 'It counts the messages that were ever planned, for the order of calendar files.',
    planned_at: 'The message was planned after the move back.',
    state_at: 'The message was planned after the move back.',
  },
}

/** Fields of answers and of JSON columns that a move back does not restore, each with the reason. */
const ignoredFields: Readonly<Record<string, string>> = {
  version: 'It counts every change. The version of the safety answers is compared in their own table.',
  eventID: 'Each placing of a study on a machine is a new event.',
  isUpdate: 'It shows that the appointment was changed at least once.',
  settleReasons: 'They are compared in their own table.',
}

/** Returns the value without the fields of these names, at any depth. */
const without = (value: unknown, names: Readonly<Record<string, string>>): unknown => {
  if (Array.isArray(value)) return value.map((each: unknown) => without(each, names))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value as Row).filter(([name]) => !Object.hasOwn(names, name))
  return Object.fromEntries(entries.map(([name, each]) => [name, without(each, names)]))
}

/** Returns every row of the database that names the study, by table. JSON columns are parsed. */
const rowsOf = async ({ database: { db } }: BookingDesk, studyID: string): Promise<Rows> => {
  const found: Record<string, Row[]> = {}
  for (const { name, columns } of await db.introspection.getTables()) {
    if (!columns.some((column) => column.name === 'study_id')) continue
    const { rows } = await sql<Row>`select * from ${sql.table(name)} where study_id = ${studyID}`.execute(db)
    if (rows.length > 0) found[name] = rows.map(withParsedJson)
  }
  return found
}

const withParsedJson = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value,
    ]),
  )

const toSortable = (rows: readonly unknown[]): readonly unknown[] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** Returns the rows that must be equal before the move and after the move back. */
const restorable = (rows: Rows): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([table]) => !Object.hasOwn(appended, table))
      .map(([table, all]) => [table, toSortable(all.filter(isComparable).map((row) => stripped(table, row)))]),
  )

/** A message about the other time that was never sent stays as a withdrawn row, which sends nothing. */
const isComparable = (row: Row): boolean => row.state !== 'withdrawn'

const stripped = (table: string, row: Row): unknown => {
  const left = Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !Object.hasOwn(ignored[table] ?? {}, name))
      // In the column `safety`, `version` is that of the answers, which must not change.
      .map(([name, value]) => [name, name === 'status' ? without(value, ignoredFields) : value]),
  )
  if (table !== 'message' || row.kind === 'reminder') return left
  return without(left, { due_at: 'A confirmation is due when it is planned.' })
}

/** Returns what the routes answer about the study. */
const answersOf = async (desk: BookingDesk, { studyID: studyId, patientID }: Study): Promise<unknown> => {
  const params = { params: { studyId } }
  const span = { from: '2026-11-25T08:00:00Z', to: '2026-12-10T08:00:00Z' }
  const times = await desk.call('readMachineTimes', { params: { locationID: 'ca-bc-1' }, query: span })
  const answers = {
    study: await desk.call('readStudy', params),
    detailed: await desk.call('readStudyDetailed', params),
    ofMember: await desk.call('readStudiesOfMember', { params: { id: patientID } }),
    payments: await desk.call('readPayments', params),
    safety: await desk.call('readSafetyQuestions', { query: { studyID: studyId } }),
    machineTimes: times.machineTimes,
  }
  return without(answers, ignoredFields)
}

describeOnEachDatabase('an appointment that is moved and moved back', ({ newDesk }) => {
  let desk: BookingDesk
  let postbox: Postbox
  let at: ReturnType<typeof createMessageDesk>
  beforeEach(async () => {
    desk = await newDesk()
    postbox = createMemoryMailServer()
    at = createMessageDesk(desk, postbox)
  })

  /** Moves a study with its present version, as a workstation does. */
  const move = async (studyID: string, changes: object): Promise<Study> => {
    desk.now += 60
    const present = await at.read(studyID)
    return at.move(present, { slotSelectionType: present.slotSelectionType, ...changes })
  }
  /** Plans the messages of changed studies, and sends nothing. */
  const plan = () => planChangedStudies(at.context())

  /** Books a study with an add-on, a payment, a note and safety answers, at a price that has changed since. */
  const bookEverything = async (route: 'createBooking' | 'createTemporaryHoldBooking'): Promise<Study> => {
    const addons = [{ skuID: 910, name: 'Images on disc', price: 25.5 }]
    const document = JSON.stringify({ ...vancouver, catalog: { ...vancouver.catalog, addons } })
    await desk.database.db.updateTable('location').set({ document }).where('location_id', '=', 'ca-bc-1').execute()
    const answers: Answers = completeAnswers('female', surgery)
    const body = aBooking({ ...first, SafetyQuestions: answers, settleReason: reason, addons: [910] })
    const { studyID } = await desk.call(route, { body })
    const params = { params: { studyId: studyID } }
    await desk.call('recordPayment', { ...params, body: { payment: { paymentType: 'cash', amount: 100 } } })
    await desk.call('writeFrontDeskNote', { ...params, body: { note: 'Brings her own music', from: '' } })
    await setSold(desk, { 300: { price: 2600 } })
    await plan()
    return at.read(studyID)
  }

  it.each(['createBooking', 'createTemporaryHoldBooking'] as const)(
    'has again all that it had before the move, after %s',
    async (route) => {
      const booked = await bookEverything(route)
      const { studyID } = booked
      const before = { rows: await rowsOf(desk, studyID), answers: await answersOf(desk, booked) }
      expect(booked).toMatchObject({ price: 2495, balance: 2420.5, safety: { red: 1 } })

      const away = await move(studyID, { ...other, slotSelectionType: 'manual' })
      await plan()
      expect(away).toMatchObject({ booking: other, price: 2495, balance: 2420.5, safety: { red: 0, green: 1 } })
      expect(restorable(await rowsOf(desk, studyID))).not.toEqual(restorable(before.rows))

      await move(studyID, { ...first, slotSelectionType: 'slot', settleReason: reason })
      await plan()
      const after = await rowsOf(desk, studyID)
      expect(Object.keys(after)).toEqual(Object.keys(before.rows))
      expect(restorable(after)).toEqual(restorable(before.rows))
      expect(await answersOf(desk, booked)).toEqual(before.answers)
      for (const table of Object.keys(appended)) {
        expect(after[table]).toEqual(expect.arrayContaining([...(before.rows[table] ?? [])]))
      }
    },
  )

  it('gets each message once, about its first time', async () => {
    const { studyID } = await bookEverything('createBooking')
    await move(studyID, other)
    await plan()
    await move(studyID, { ...first, settleReason: reason })
    await at.sweep()
    expect(postbox.received.map(({ text }) => text)).toEqual([expect.stringContaining('30 Nov 2026 10:00am')])
    const left = (await at.rows(studyID)).filter(({ state }) => state !== 'withdrawn')
    expect(left.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['confirmation sent', 'reminder planned'])
    desk.now = left[1]?.due_at ?? 0
    await at.sweep()
    desk.now += 86_400
    await at.sweep()
    expect(postbox.received).toHaveLength(2)
    expect(postbox.received[1]?.text).toContain('30 Nov 2026 10:00am')
  })

  it('is not moved back to a time that was taken in the meantime, and stays where it is', async () => {
    const { studyID } = await bookEverything('createBooking')
    const away = await move(studyID, other)
    await desk.call('createBooking', { body: aBooking({ ...first, patientID: 'm-000002' }) })
    const { version, locationID, skuID } = away
    const place = { studyID, version, locationID, skuID, ...first, slotSelectionType: 'slot', settleReason: reason }
    const body = { ...place, holdEventID: null, override: null }
    expect(await desk.refusal('changeAppointmentTime', { body })).toMatchObject({ status: 409, code: 'slot-taken' })
    expect(await at.read(studyID)).toEqual(away)
  })

  describe('after the member got messages about its first time', () => {
    let studyID: string
    let before: Study
    beforeEach(async () => {
      studyID = (await at.book({ ...first })).studyID
      await at.sweep()
      desk.now = (await at.rows(studyID)).find(({ kind }) => kind === 'reminder')?.due_at ?? 0
      await at.sweep()
      before = await at.read(studyID)
      expect(postbox.received).toHaveLength(2)
      expect(before.status).toMatchObject({ bookingConfirmationEmailSent: true, reminded: true })
    })

    it('has the marks of these messages again, and sends none if no message announced the other time', async () => {
      const away = await move(studyID, other)
      expect(away.status).toMatchObject({ bookingConfirmationEmailSent: false, reminded: false })
      const back = await move(studyID, first)
      expect(without(back, ignoredFields)).toEqual(without(before, ignoredFields))
      const log = await desk.call('readLog', { params: { studyId: studyID } })
      expect(log.at(-1)?.content).toBe('Marked as sent: the messages that the member already has about this time')
      await at.sweep()
      expect(postbox.received).toHaveLength(2)
    })

    it('is announced again, without a second reminder, if a message announced the other time', async () => {
      await move(studyID, other)
      await at.sweep()
      expect(postbox.received).toHaveLength(3)
      const back = await move(studyID, first)
      expect(back.status).toMatchObject({ bookingConfirmationEmailSent: false, reminderEmailSent: true })
      await at.sweep()
      expect(postbox.received).toHaveLength(4)
      expect(postbox.received[3]?.text).toContain('30 Nov 2026 10:00am')
      expect((await at.read(studyID)).status.bookingConfirmationEmailSent).toBe(true)
      desk.now += 86_400
      await at.sweep()
      expect(postbox.received).toHaveLength(4)
    })
  })

  it('keeps a sign-off that covers both times, and needs a new one if the other time withdrew it', async () => {
    const safety = new SafetyDesk(desk)
    const { studyID } = await safety.book({ ...first, utcStart: '2026-11-26T17:00:00Z' })
    await safety.answer(studyID, surgery)
    await safety.signOff(studyID, nurse)
    await plan()
    const before = await rowsOf(desk, studyID)
    await move(studyID, { utcStart: '2026-11-27T17:00:00Z' })
    await move(studyID, { utcStart: '2026-11-26T17:00:00Z' })
    await plan()
    expect(restorable(await rowsOf(desk, studyID))).toEqual(restorable(before))
    // A sign-off ends for good: only a person who looks at the answers again gives another one.
    await move(studyID, other)
    const back = await move(studyID, { ...first, utcStart: '2026-11-26T17:00:00Z', settleReason: reason })
    expect(back.safety).toMatchObject({ red: 1, signOff: null })
  })
})
