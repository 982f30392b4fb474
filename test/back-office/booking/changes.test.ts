import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { formatCursor, parseCursor } from '#back-office/booking/changes-cursor.ts'
import { sweepAll } from '#back-office/booking/holds-sweep.ts'
import { inTransaction } from '#back-office/database/database.ts'
import { pruneChanges } from '#back-office/repositories/changes-repository.ts'
import type { Change } from '#contract/locations/routes.ts'
import { aBooking, aHold, type BookingDesk } from './booking-desk.ts'
import { describeOnEachDatabase } from './each-database.ts'

const day = 86_400
const inToronto = { locationID: 'ca-on-1', machineID: 'ca-on-1-m1', utcStart: '2026-11-26T15:00:00Z' }

/** A workstation's cache of one location, updated as the contract describes. */
class Copy {
  readonly records = new Map<string, Change['value']>()
  cursor: string | undefined
  resets = 0
  pages = 0
  readonly #desk: BookingDesk
  readonly #locationID: string

  constructor(desk: BookingDesk, locationID = 'ca-bc-1') {
    this.#desk = desk
    this.#locationID = locationID
  }

  async pull(): Promise<string[]> {
    const seen: string[] = []
    for (let more = true; more; ) {
      const query = { locationID: this.#locationID, ...(this.cursor === undefined ? {} : { cursor: this.cursor }) }
      const page = await this.#desk.call('readChanges', { query })
      this.pages += 1
      if (page.reset) {
        this.resets += 1
        this.records.clear()
      }
      for (const change of page.changes) {
        const key = `${change.kind} ${change.id}`
        seen.push(change.value === null ? `${key} gone` : key)
        if (change.value === null) this.records.delete(key)
        else this.records.set(key, change.value)
      }
      this.cursor = page.cursor
      more = page.more
      expect(this.pages).toBeLessThan(100)
    }
    return seen
  }

  keys(): string[] {
    return [...this.records.keys()].sort()
  }
}

describeOnEachDatabase('the changes feed', ({ newDesk, kind }) => {
  let desk: BookingDesk
  beforeEach(async () => {
    desk = await newDesk()
  })

  it('starts with the location and the studies in its time window, with their members and machine times', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    const hold = await desk.call('createHoldAssisted', { body: aHold({ calendarId: 'cal-ca-bc-1-m2' }) })
    await desk.call('createBooking', { body: aBooking({ ...inToronto, patientID: 'm-000002' }) })
    const far = { patientID: 'm-000003', utcStart: '2027-02-03T18:00:00Z' }
    await desk.call('createBooking', { body: aBooking(far) })
    const copy = new Copy(desk)
    await copy.pull()
    expect(copy.resets).toBe(1)
    expect(copy.keys()).toEqual(
      [
        'location ca-bc-1',
        'member m-000001',
        `study ${booked.studyID}`,
        `machine-time ${booked.booking?.eventID}`,
        `machine-time ${hold.eventID}`,
      ].sort(),
    )
    expect(copy.records.get(`study ${booked.studyID}`)).toEqual(booked)
    expect(await copy.pull()).toEqual([])
    expect(copy.resets).toBe(1)
  })

  it('lists holds, moves and cancellations, each only at the locations concerned', async () => {
    const [vancouver, toronto] = [new Copy(desk), new Copy(desk, 'ca-on-1')]
    await Promise.all([vancouver.pull(), toronto.pull()])
    const hold = await desk.call('createHoldAssisted', { body: aHold() })
    expect(await vancouver.pull()).toEqual([`machine-time ${hold.eventID}`])
    const booked = await desk.call('createBooking', { body: aBooking({ holdEventID: hold.eventID }) })
    expect((await vancouver.pull()).sort()).toEqual(
      [
        'member m-000001',
        `study ${booked.studyID}`,
        `machine-time ${hold.eventID} gone`,
        `machine-time ${booked.booking?.eventID}`,
      ].sort(),
    )
    expect(await toronto.pull()).toEqual([])
    const body = { ...aBooking(inToronto), studyID: booked.studyID, version: 1 }
    const moved = await desk.call('changeAppointmentTime', { body })
    expect((await vancouver.pull()).sort()).toEqual(
      [`study ${booked.studyID} gone`, `machine-time ${booked.booking?.eventID} gone`].sort(),
    )
    await toronto.pull()
    expect(toronto.keys()).toEqual(
      [
        'location ca-on-1',
        'member m-000001',
        `study ${booked.studyID}`,
        `machine-time ${moved.booking?.eventID}`,
      ].sort(),
    )
    const reason = { cancellationReason: 'other', cancellationDetail: 'x' }
    const cancelled = await desk.call('cancelBooking', { params: { studyId: booked.studyID }, body: reason })
    await toronto.pull()
    expect(toronto.records.get(`study ${booked.studyID}`)).toEqual(cancelled)
    expect(toronto.keys()).not.toContain(`machine-time ${moved.booking?.eventID}`)
  })

  it('lists a member at every location where the member has a study, and at no other', async () => {
    await desk.call('createBooking', { body: aBooking() })
    const copies = [new Copy(desk), new Copy(desk, 'ca-on-1')] as const
    for (const copy of copies) await copy.pull()
    const rename = (id: string) =>
      desk.database.db.updateTable('member').set({ firstname: 'Anna' }).where('patient_id', '=', id).execute()
    await rename('m-000001')
    await rename('m-000002')
    expect(await copies[0].pull()).toEqual(['member m-000001'])
    expect(copies[0].records.get('member m-000001')).toMatchObject({ firstname: 'Anna' })
    expect(await copies[1].pull()).toEqual([])
    await desk.call('createBooking', { body: aBooking(inToronto) })
    await copies[1].pull()
    expect(copies[1].records.get('member m-000001')).toMatchObject({ firstname: 'Anna' })
  })

  it('returns the location’s members in pages, whatever the time of their studies, and lists their changes', async () => {
    const { studyID } = await desk.call('createBooking', { body: aBooking() })
    await desk.database.db
      .updateTable('study')
      .set({ starts_at: 1, ends_at: 2 })
      .where('study_id', '=', studyID)
      .execute()
    const copy = new Copy(desk)
    await copy.pull()
    expect(copy.keys()).not.toContain('member m-000001')
    const page = await desk.call('readMembersOfLocation', { query: { locationID: 'ca-bc-1' } })
    expect(page.members.map(({ patientID }) => patientID)).toEqual(['m-000001'])
    expect(page.next).toBeNull()
    const after = await desk.call('readMembersOfLocation', {
      query: { locationID: 'ca-bc-1', after: page.members[0]?.patientID },
    })
    expect(after).toEqual({ members: [], next: null })
    await desk.database.db
      .updateTable('member')
      .set({ lastname: 'Before' })
      .where('patient_id', '=', 'm-000001')
      .execute()
    expect(await copy.pull()).toEqual(['member m-000001'])
    expect((await desk.refusal('readMembersOfLocation', { query: { locationID: 'us-zz-9' } })).status).toBe(404)
  })

  it('lists a study when its log gets a note, although its row does not change', async () => {
    const { studyID } = await desk.call('createBooking', { body: aBooking() })
    const [vancouver, toronto] = [new Copy(desk), new Copy(desk, 'ca-on-1')]
    await Promise.all([vancouver.pull(), toronto.pull()])
    const { cursor } = vancouver
    const before = vancouver.records.get(`study ${studyID}`)
    await desk.call('addLogEntry', { params: { studyId: studyID }, body: { category: 'Note', content: 'Late' } })
    expect(await vancouver.pull()).toEqual(['member m-000001', `study ${studyID}`])
    expect(vancouver.records.get(`study ${studyID}`)).toEqual(before)
    expect(await toronto.pull()).toEqual([])
    const page = await desk.call('readChanges', { query: { locationID: 'ca-bc-1', cursor } })
    expect(page.changes.at(-1)).toMatchObject({ kind: 'study', id: studyID, isAround: true })
    expect(await vancouver.pull()).toEqual([])
  })

  it('lists expired holds as removed, whether they were swept or not', async () => {
    const copy = new Copy(desk)
    await copy.pull()
    const hold = await desk.call('createHoldAssisted', { body: aHold() })
    desk.now += 600
    expect(await copy.pull()).toEqual([`machine-time ${hold.eventID} gone`])
    await sweepAll(desk.database.db, desk.context(null))
    expect(await copy.pull()).toEqual([`machine-time ${hold.eventID} gone`])
  })

  it('has pages without gaps, whatever changes between them', { timeout: 60_000 }, async () => {
    const first = await fillWithStudies(desk, 1100)
    const copy = new Copy(desk)
    const page = await desk.call('readChanges', { query: { locationID: 'ca-bc-1' } })
    expect(page).toMatchObject({ reset: true, more: true })
    const given = page.changes.filter((change) => change.kind === 'study')
    expect(given).toHaveLength(500)
    const changed = given[0]?.id ?? ''
    await desk.call('updateStudy', { params: { studyId: changed }, body: { referrer: 'Between two pages' } })
    copy.cursor = page.cursor
    await copy.pull()
    for (const change of given) if (change.id !== changed) copy.records.set(`study ${change.id}`, change.value)
    expect(copy.records.get(`study ${changed}`)).toMatchObject({ referrer: 'Between two pages' })
    expect(copy.keys().filter((key) => key.startsWith('study '))).toHaveLength(first)
    expect(copy.keys().filter((key) => key.startsWith('machine-time '))).toHaveLength(first)
    await desk.database.db.updateTable('study').set({ referrer: 'All' }).execute()
    await copy.pull()
    const values = [...copy.records].filter(([key]) => key.startsWith('study ')).map(([, value]) => value)
    expect(values.every((value) => value !== null && 'referrer' in value && value.referrer === 'All')).toBe(true)
    expect(copy.resets).toBe(0)
  })

  it('includes studies that enter the window as days pass', async () => {
    const copy = new Copy(desk)
    const far = await desk.call('createBooking', { body: aBooking({ utcStart: '2027-01-27T18:00:00Z' }) })
    await copy.pull()
    expect(copy.keys()).not.toContain(`study ${far.studyID}`)
    for (let days = 0; days < 6; days += 1) {
      desk.now += day
      await copy.pull()
    }
    expect(copy.keys()).toContain(`study ${far.studyID}`)
    expect(copy.keys()).toContain(`machine-time ${far.booking?.eventID}`)
    expect(copy.keys()).toContain('member m-000001')
    expect(copy.resets).toBe(1)
  })

  it.each([
    ['an unknown form', () => 'something else'],
    ['another database', (own: string) => own.replace(/^[a-z0-9]+/, 'ffffffffffffffff')],
    ['a later state of this database', (own: string) => withSequence(own, 1_000_000)],
  ])('starts from the beginning with a cursor of %s', async (_what, toCursor) => {
    await desk.call('createBooking', { body: aBooking() })
    const copy = new Copy(desk)
    await copy.pull()
    const before = copy.keys()
    copy.cursor = toCursor(copy.cursor ?? '')
    await copy.pull()
    expect(copy.resets).toBe(2)
    expect(copy.keys()).toEqual(before)
  })

  it('starts from the beginning with a cursor that is more than a week old, but not with a younger one', async () => {
    const copy = new Copy(desk)
    await copy.pull()
    desk.now += 7 * day
    await copy.pull()
    expect(copy.resets).toBe(1)
    desk.now += 7 * day + 1
    await copy.pull()
    expect(copy.resets).toBe(2)
  })

  it('accepts its cursors after old changes were removed', async () => {
    const copy = new Copy(desk)
    await desk.call('createBooking', { body: aBooking() })
    await copy.pull()
    const { db } = desk.database
    await db.updateTable('change').set({ changed_at: 1000 }).execute()
    await db.updateTable('location').set({ location_id: 'ca-on-1' }).where('location_id', '=', 'ca-on-1').execute()
    await pruneChanges(db)
    const left = await db.selectFrom('change').select('location_id').execute()
    expect(left.filter((row) => row.location_id === 'ca-bc-1')).toHaveLength(1)
    expect(await copy.pull()).toEqual([])
    expect(copy.resets).toBe(1)
  })

  it('answers an unknown location with 404', async () => {
    expect((await desk.refusal('readChanges', { query: { locationID: 'us-zz-9' } })).status).toBe(404)
  })

  // SQLite has one writer at a time, so nothing can commit out of order.
  if (kind === 'postgresql') {
    it('never skips a change that commits late', async () => {
      const copy = new Copy(desk)
      const booked = await desk.call('createBooking', { body: aBooking() })
      await copy.pull()
      const { db } = desk.database
      let isNoted: () => void = () => {}
      let finish: () => void = () => {}
      const noted = new Promise<void>((resolve) => {
        isNoted = resolve
      })
      const finished = new Promise<void>((resolve) => {
        finish = resolve
      })
      const slow = inTransaction(db, async (transaction) => {
        await transaction.updateTable('study').set({ referrer: 'Slow' }).execute()
        isNoted()
        await finished
      })
      await noted
      // This hold draws a later number. If it committed first, the cursor would skip the slow transaction's number.
      const quick = desk.call('createHoldAssisted', { body: aHold({ calendarId: 'cal-ca-bc-1-m2' }) })
      await Promise.race([quick, sleep(500)])
      await copy.pull()
      finish()
      await Promise.all([slow, quick])
      await copy.pull()
      expect(copy.records.get(`study ${booked.studyID}`)).toMatchObject({ referrer: 'Slow' })
    })
  }
})

describe('cursors', () => {
  it('are read back as written, and text of another form is refused', () => {
    const cursor = {
      epoch: 'abc0',
      sequence: 12,
      issuedAt: 1_700_000_000,
      stage: 'machine-times',
      from: 5,
      to: 9,
      afterID: 'e-1',
    } as const
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor)
    for (const text of ['', 'abc0.1.2.x.3.4.', 'abc0.-1.2.f.3.4.', `${formatCursor(cursor)}.`, "a'b.1.2.f.3.4."]) {
      expect(parseCursor(text)).toBeUndefined()
    }
  })
})

const withSequence = (cursor: string, sequence: number): string => {
  const parts = cursor.split('.')
  parts[1] = String(sequence)
  return parts.join('.')
}

/** Fills both machines with hour-long studies of one member, from the time of {@link aBooking}; returns `count`. */
const fillWithStudies = async (desk: BookingDesk, count: number): Promise<number> => {
  const body = aBooking()
  const one = await desk.call('createBooking', { body })
  const { db } = desk.database
  const study = await db.selectFrom('study').selectAll().where('study_id', '=', one.studyID).executeTakeFirstOrThrow()
  const time = await db.selectFrom('machine_time').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: count - 1 }, (_, index) => {
    const start = (study.starts_at ?? 0) + (Math.floor(index / 2) + 1) * 3600
    const machineID = `ca-bc-1-m${(index % 2) + 1}`
    const id = String(index).padStart(5, '0')
    const when = { starts_at: start, ends_at: start + 3600, machine_id: machineID, event_id: `e-${id}` }
    return { study: { ...study, ...when, study_id: `s-${id}` }, time: { ...time, ...when, study_id: `s-${id}` } }
  })
  for (let from = 0; from < copies.length; from += 100) {
    const part = copies.slice(from, from + 100)
    await inTransaction(db, async (transaction) => {
      await transaction
        .insertInto('study')
        .values(part.map((copy) => copy.study))
        .execute()
      await transaction
        .insertInto('machine_time')
        .values(part.map((copy) => copy.time))
        .execute()
    })
  }
  return count
}
