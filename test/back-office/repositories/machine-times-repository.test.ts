import { beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import {
  addMachineTime,
  isMachineTaken,
  type MachineTimeRow,
} from '#back-office/repositories/machine-times-repository.ts'
import { aBooking, BookingDesk, toronto, vancouver } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'

const start = 1_800_000_000

const aRow = (overrides: Partial<MachineTimeRow> = {}): MachineTimeRow => ({
  event_id: 'e-1',
  machine_id: 'ca-bc-1-m1',
  location_id: 'ca-bc-1',
  starts_at: start,
  ends_at: start + 3600,
  kind: 'slot-hold',
  study_id: null,
  owner_user_id: null,
  owner_name: null,
  expires_at: start,
  overridden: 0,
  renewable_until: null,
  ...overrides,
})

describeOnEachDatabase('the constraints of the table of machine times', ({ newDesk, newSource }) => {
  let desk: BookingDesk
  beforeEach(async () => {
    desk = await newDesk()
    await addMachineTime(desk.database.db, aRow())
  })
  const refusalOf = async (write: Promise<unknown>): Promise<boolean> =>
    write.then(
      () => {
        throw new Error('was not refused')
      },
      (error: unknown) => isMachineTaken(error),
    )

  it.each([
    ['the same time', {}],
    ['its first second', { starts_at: start - 3599, ends_at: start + 1 }],
    ['its last second', { starts_at: start + 3599, ends_at: start + 7200 }],
    ['a part within it', { starts_at: start + 600, ends_at: start + 660 }],
    ['all of it and beyond', { starts_at: start - 600, ends_at: start + 7200 }],
  ])('refuses a row that overlaps a stored one: %s', async (_what, times) => {
    const { db } = desk.database
    expect(await refusalOf(addMachineTime(db, aRow({ ...times, event_id: 'e-2' })))).toBe(true)
    await addMachineTime(db, aRow({ ...times, event_id: 'e-2', machine_id: 'ca-bc-1-m2' }))
    const move = db.updateTable('machine_time').set({ machine_id: 'ca-bc-1-m1' }).where('event_id', '=', 'e-2')
    expect(await refusalOf(move.execute())).toBe(true)
    expect(await desk.countOverlaps()).toBe(0)
  })

  it('accepts adjacent rows, and lets a row shrink but not grow into another row', async () => {
    const { db } = desk.database
    await addMachineTime(db, aRow({ event_id: 'e-2', starts_at: start - 3600, ends_at: start }))
    await addMachineTime(db, aRow({ event_id: 'e-3', starts_at: start + 3600, ends_at: start + 7200 }))
    const shorten = db
      .updateTable('machine_time')
      .set({ starts_at: start + 600 })
      .where('event_id', '=', 'e-1')
    await shorten.execute()
    const lengthen = db
      .updateTable('machine_time')
      .set({ ends_at: start + 600 + 1 })
      .where('event_id', '=', 'e-2')
    expect(await refusalOf(lengthen.execute())).toBe(true)
  })

  it('accepts an `overridden` row that overlaps another row, but no ordinary row that overlaps either of them', async () => {
    const { db } = desk.database
    const overriding = aRow({ event_id: 'e-2', starts_at: start + 1800, ends_at: start + 5400, overridden: 1 })
    await addMachineTime(db, overriding)
    const later = aRow({ event_id: 'e-3', starts_at: start + 3600, ends_at: start + 7200 })
    expect(await refusalOf(addMachineTime(db, later))).toBe(true)
    const makeOrdinary = db.updateTable('machine_time').set({ overridden: 0 }).where('event_id', '=', 'e-2')
    expect(await refusalOf(makeOrdinary.execute())).toBe(true)
  })

  it.each([
    ['an end equal to its start', { ends_at: start + 7200, starts_at: start + 7200 }],
    ['a length of more than a day', { starts_at: start + 7200, ends_at: start + 7201 + 86_400 }],
    ['an unknown kind', { starts_at: start + 7200, ends_at: start + 7300, kind: 'lunch' }],
    [
      'the kind of a study, but without a study',
      { starts_at: start + 7200, ends_at: start + 7300, kind: 'study', expires_at: null },
    ],
    ['a study that does not exist', { starts_at: start + 7200, ends_at: start + 7300, kind: 'study', study_id: 's-0' }],
    ['a hold without an expiry', { starts_at: start + 7200, ends_at: start + 7300, expires_at: null }],
  ])('refuses a row with %s', async (_what, overrides) => {
    await expect(addMachineTime(desk.database.db, aRow({ event_id: 'e-2', ...overrides }))).rejects.toThrow()
  })

  it('refuses a second appointment for one study', async () => {
    const study = await desk.call('createBooking', { body: aBooking() })
    const second = aRow({
      event_id: 'e-2',
      starts_at: start + 7200,
      ends_at: start + 10_800,
      kind: 'study',
      study_id: study.studyID,
      expires_at: null,
    })
    await expect(addMachineTime(desk.database.db, second)).rejects.toThrow()
  })

  it('accepts at most one ordinary row when several connections add overlapping rows at the same time', async () => {
    const source = await newSource()
    const desks = await Promise.all(Array.from({ length: 4 }, async () => new BookingDesk(await openDatabase(source))))
    try {
      await desks[0]?.addLocations(vancouver, toronto)
      for (let round = 0; round < 10; round += 1) {
        const from = start + round * 7200
        const writes = desks.flatMap((one, number) =>
          // Some of the rows are marked `overridden`: an ordinary row must not overlap one that is about to commit.
          [0, 1].map((overridden) =>
            addMachineTime(
              one.database.db,
              aRow({
                event_id: `e-${round}-${number}-${overridden}`,
                starts_at: from + number * 600,
                ends_at: from + number * 600 + 3600,
                overridden: overridden === 1 && number === 3 ? 1 : 0,
              }),
            ),
          ),
        )
        const results = await Promise.allSettled(writes)
        for (const result of results) {
          if (result.status === 'rejected') expect(isMachineTaken(result.reason), String(result.reason)).toBe(true)
        }
        const rows = await desks[0]?.database.db
          .selectFrom('machine_time')
          .select('overridden')
          .where('starts_at', '>=', from)
          .execute()
        expect(rows?.filter((row) => row.overridden === 0).length).toBeLessThanOrEqual(1)
        expect(rows?.length).toBeGreaterThanOrEqual(1)
      }
      expect(await desks[0]?.countOverlaps()).toBe(0)
    } finally {
      await Promise.all(desks.map((one) => one.database.close()))
    }
  })
})
