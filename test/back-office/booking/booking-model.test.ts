import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sweepAll } from '#back-office/booking/holds-sweep.ts'
import { Refusal } from '#back-office/kernel/refusal.ts'
import type { Instant } from '#domain/values/instant.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { aBooking, aCaller, aHold, type BookingDesk, startOfTests } from './booking-desk.ts'
import { BookingModel, type Outcome, type Step } from './booking-model.ts'
import { describeOnEachDatabase } from './each-database.ts'

const desks = ['One', 'Two', 'Three'].map((name) => aCaller(name))
const machines: readonly string[] = ['ca-bc-1-m1', 'ca-bc-1-m2']
/** The first slot begins later than any random sequence of waits can reach. */
const firstSlot = toEpochMs('2027-04-06T17:00:00Z' as Instant) / 1000

const desk = fc.nat({ max: desks.length - 1 })
const place = { desk, machine: fc.nat({ max: 1 }), slot: fc.nat({ max: 7 }) }
const some = fc.nat({ max: 30 })
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hold' as const), ...place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('renew' as const, 'release' as const), desk, hold: some }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('book' as const),
      ...place,
      hold: fc.option(some),
      isTemporary: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('move' as const), ...place, study: some }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'convert' as const, 'pay' as const),
      desk,
      study: some,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 300, 599, 600, 48 * 3600 - 600, 48 * 3600),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
)

/** Runs the steps of the model with the real operations. */
class Subject {
  readonly #desk: BookingDesk
  readonly #holds: { eventID: string; calendarID: string }[] = []
  readonly studies: string[] = []

  constructor(bookingDesk: BookingDesk) {
    this.#desk = bookingDesk
    this.#desk.now = startOfTests
  }

  get holdCount(): number {
    return this.#holds.length
  }

  async apply(step: Step): Promise<Outcome> {
    try {
      await this.#run(step)
      return 'done'
    } catch (error) {
      if (error instanceof Refusal) return error.code
      throw error
    }
  }

  async #run(step: Step): Promise<void> {
    switch (step.do) {
      case 'wait':
        this.#desk.now += step.seconds
        return
      case 'sweep':
        await sweepAll(this.#desk.database.db, this.#desk.context(null))
        return
      case 'hold': {
        const body = aHold({
          calendarId: `cal-${machines[step.machine]}`,
          utcStart: startOf(step.slot),
          utcEnd: toInstant(toEpochMs(startOf(step.slot)) + 3_600_000),
        })
        const hold = await this.#desk.call('createHoldAssisted', { body }, desks[step.desk])
        if (!this.#holds.some((known) => known.eventID === hold.eventID)) this.#holds.push(hold)
        return
      }
      case 'renew':
        await this.#desk.call('renewHold', { params: { eventId: this.#hold(step.hold).eventID } }, desks[step.desk])
        return
      case 'release': {
        const { eventID, calendarID } = this.#hold(step.hold)
        const params = { calendarId: calendarID, eventId: eventID }
        await this.#desk.call('deleteCalendarEvent', { params }, desks[step.desk])
        return
      }
      case 'book': {
        const body = aBooking({
          machineID: machines[step.machine],
          utcStart: startOf(step.slot),
          holdEventID: step.hold === null ? null : this.#hold(step.hold).eventID,
        })
        const name = step.isTemporary ? 'createTemporaryHoldBooking' : 'createBooking'
        this.studies.push((await this.#desk.call(name, { body }, desks[step.desk])).studyID)
        return
      }
      case 'move': {
        const studyID = this.studies[step.study] ?? ''
        const { version } = await this.#desk.call('readStudy', { params: { studyId: studyID } })
        const body = {
          ...aBooking({ machineID: machines[step.machine], utcStart: startOf(step.slot) }),
          studyID,
          version,
        }
        await this.#desk.call('changeAppointmentTime', { body }, desks[step.desk])
        return
      }
      case 'cancel': {
        const body = { cancellationReason: 'other', cancellationDetail: 'x' }
        await this.#desk.call(
          'cancelBooking',
          { params: { studyId: this.studies[step.study] }, body },
          desks[step.desk],
        )
        return
      }
      case 'convert':
        await this.#desk.call('convertTemporaryHold', { body: { studyId: this.studies[step.study] } }, desks[step.desk])
        return
      case 'pay':
        await this.#desk.database.db
          .updateTable('study')
          .set({ payment_amount: 249_500, balance: 0 })
          .where('study_id', '=', this.studies[step.study] ?? '')
          .execute()
    }
  }

  /** Returns everything that occupies a machine now, in the model's form. */
  async living(): Promise<string[]> {
    const rows = await this.#desk.database.db.selectFrom('machine_time').selectAll().execute()
    return rows
      .filter((row) => row.expires_at === null || row.expires_at > this.#desk.now)
      .map((row) => {
        const owner = desks.findIndex((one) => one.userID === row.owner_user_id)
        const machine = machines.indexOf(row.machine_id)
        const until = row.expires_at === null ? null : row.expires_at - startOfTests
        const kind = row.kind === 'slot-hold' ? `slot-hold of ${owner}` : row.kind
        return `${machine} ${(row.starts_at - firstSlot) / 1200} ${kind} until ${until}`
      })
      .sort()
  }

  #hold(index: number): { eventID: string; calendarID: string } {
    return this.#holds[index] ?? { eventID: '', calendarID: '' }
  }
}

const startOf = (slot: number): Instant => toInstant((firstSlot + slot * 1200) * 1000)

/**
 * Makes a random step refer to a hold or study created so far, even a removed one. Returns undefined if none was
 * created yet.
 */
const aim = (step: Step, holds: number, studies: number): Step | undefined => {
  if ('study' in step) return studies === 0 ? undefined : { ...step, study: step.study % studies }
  if (!('hold' in step) || step.hold === null) return step
  if (holds === 0) return step.do === 'book' ? { ...step, hold: null } : undefined
  return { ...step, hold: step.hold % holds } as Step
}

describeOnEachDatabase('holding and booking at several workstations', ({ kind, newDesk }) => {
  const runs = kind === 'sqlite' ? (isDeep ? 300 : 150) : isDeep ? 60 : 20
  it(`has the same results as the model, over ${runs} random sequences`, { timeout: 240_000 }, async () => {
    const bookingDesk = await newDesk()
    const { db } = bookingDesk.database
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 30 }), async (steps) => {
        await db.deleteFrom('message').execute()
        await db.deleteFrom('message_study').execute()
        await db.deleteFrom('study_log').execute()
        await db.deleteFrom('machine_time').execute()
        await db.deleteFrom('study').execute()
        const model = new BookingModel()
        const subject = new Subject(bookingDesk)
        for (const drawn of steps) {
          const step = aim(drawn, subject.holdCount, subject.studies.length)
          if (step === undefined) continue
          const expected = model.apply(step)
          expect({ step, outcome: await subject.apply(step) }).toEqual({ step, outcome: expected })
          expect(await subject.living()).toEqual(model.living())
          const key = `${step.do} ${expected}`
          seen.set(key, (seen.get(key) ?? 0) + 1)
        }
        expect(await bookingDesk.countOverlaps()).toBe(0)
      }),
      { numRuns: runs, seed: 20261121 },
    )
    // The random steps must reach every outcome. The shorter run on PostgreSQL need not.
    if (kind !== 'sqlite') return
    for (const outcome of [
      'hold done',
      'hold slot-taken',
      'renew done',
      'renew hold-lapsed',
      'renew hold-of-someone-else',
      'release done',
      'release hold-of-someone-else',
      'book done',
      'book slot-taken',
      'book hold-of-someone-else',
      'move done',
      'move slot-taken',
      'move already-cancelled',
      'cancel done',
      'cancel already-cancelled',
      'convert done',
      'convert balance-due',
      'convert not-a-temporary-hold',
      'move stale',
    ]) {
      expect(seen.get(outcome) ?? 0, outcome).toBeGreaterThan(0)
    }
  })
})
