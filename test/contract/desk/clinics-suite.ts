import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { ClosureFields } from '#domain/locations/closure.ts'
import {
  type AdministeredClosure,
  type AdministeredLocation,
  toLocationFields,
} from '#domain/locations/location-draft.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { someClosureFields, someLocationFields, someMachineFields } from '#test/builders/location-drafts.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings, locationID } from './desk-work.ts'

const { clinics } = bridgeSchemas

/** The contract of locations, machines and closures in Administration that screens rely on. */
export const describeClinicsDesk = (name: string, start: StartDesks): void => {
  describe(`the clinic service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let clerk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      clerk = desks.otherDesk
      await desk.signIn('admin')
      await clerk.signIn('frontdesk')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => clerk, 4)
    const create = () =>
      clinics.create.input.parse({
        ...{ country: 'ca', state: 'BC', idempotencyKey: randomUUID() },
        fields: someLocationFields({ address: { ...someLocationFields().address, name: randomUUID().slice(0, 8) } }),
      })
    const madeLocation = () => desk.get('clinics', 'create', create())
    const change = ({ location, version }: AdministeredLocation, changes: Record<string, unknown>) => {
      const fields = { ...toLocationFields(location), ...changes }
      const { locationID: at } = location
      return desk.ask('clinics', 'change', clinics.change.input.parse({ locationID: at, version, fields }))
    }
    const machineInput = ({ location, version }: AdministeredLocation, machineName: string) => ({
      ...{ locationID: location.locationID, version },
      machine: someMachineFields({ name: machineName, scans: [] }),
    })
    const readLocation = async (id: string): Promise<AdministeredLocation | undefined> =>
      (await desk.get('clinics', 'readAll', {})).find(({ location }) => location.locationID === id)
    const stale = (current: unknown) => ({ failure: { code: 'stale', details: { current } } })

    it('creates a location, which is listed at once, and changes it under an optimistic lock', async () => {
      const made = await madeLocation()
      const { locationID: id } = made.location
      expect(await readLocation(id)).toEqual(made)
      const bookable = await desk.get('locations', 'list', { purpose: 'assisted' })
      expect(bookable.map((location) => location.locationID)).toContain(id)
      expect(await change(made, { taxId: 'GST 999' })).toMatchObject({
        value: { location: { taxId: 'GST 999' }, version: made.version + 1 },
      })
      const saved = await readLocation(id)
      expect(await change(made, { taxId: 'GST mine' })).toMatchObject(stale(saved))
      expect(await readLocation(id)).toEqual(saved)
    })

    it('adds a machine and changes it under the location’s optimistic lock', async () => {
      const made = await madeLocation()
      const add = { ...machineInput(made, 'Pine'), idempotencyKey: randomUUID() }
      const added = await desk.get('clinics', 'addMachine', add)
      expect(added.location.machines.map((machine) => machine.name)).toEqual(['Pine'])
      const machineID = added.location.machines[0]?.machineID
      if (machineID === undefined) throw new Error('There is no machine')
      const changeMachine = (seen: AdministeredLocation, to: string) =>
        desk.ask('clinics', 'changeMachine', { ...machineInput(seen, to), machineID })
      expect(await changeMachine(added, 'Cedar')).toMatchObject({
        value: { location: { machines: [{ name: 'Cedar' }] } },
      })
      expect(await changeMachine(added, 'Birch')).toMatchObject(stale(await readLocation(made.location.locationID)))
    })

    it('keeps a closure pending until staff keep the booked study inside it, and withdraws it under an optimistic lock', async () => {
      const { studyID, booking } = await booked()
      if (booking === null) throw new Error('The study is not booked')
      const zone = (await readLocation(locationID))?.location.timezone
      if (zone === undefined) throw new Error('The location is unknown')
      const wall = (at: typeof booking.utcStart): string => {
        const { date, time } = toWallTime(at, zone)
        return `${date}T${time}`
      }
      const closure: ClosureFields = someClosureFields({
        ...{ machineID: booking.machineID, kind: 'service', reason: 'Coil service' },
        ...{ from: wall(booking.utcStart), to: wall(booking.utcEnd) },
      })
      const made = await desk.get('clinics', 'createClosure', { locationID, closure, idempotencyKey: randomUUID() })
      expect(made).toMatchObject({ state: 'pending', conflicts: [{ studyID }], kept: [] })

      const { closureID, version } = made
      const keep = (id: string) =>
        desk.ask(
          'clinics',
          'keepInClosure',
          clinics.keepInClosure.input.parse({ closureID: id, studyID, reason: 'Flies in' }),
        )
      expect(await keep(closureID)).toMatchObject({
        value: { state: 'in-force', conflicts: [], kept: [{ study: { studyID }, reason: 'Flies in' }] },
      })
      expect(codeOf(await keep('closure-unknown'))).toBe('not-found')

      const withdraw = (seen: AdministeredClosure['version']) =>
        desk.ask('clinics', 'changeClosure', { closureID, version: seen, closure, isActive: false })
      expect(await withdraw(version)).toMatchObject({ value: { state: 'withdrawn', version: version + 1 } })
      expect(await withdraw(version)).toMatchObject(stale({ closureID, version: version + 1 }))
      const listed = (await desk.get('clinics', 'readClosures', { locationID })).find(
        (one) => one.closureID === closureID,
      )
      expect(listed).toMatchObject({ state: 'withdrawn' })
    })

    it('refuses its calls to every role but the administrator', async () => {
      const seen = await readLocation(locationID)
      if (seen === undefined) throw new Error('The location is unknown')
      const closure = someClosureFields()
      const idempotencyKey = randomUUID()
      for (const reply of [
        await clerk.ask('clinics', 'readAll', {}),
        await clerk.ask('clinics', 'create', create()),
        await clerk.ask('clinics', 'addMachine', { ...machineInput(seen, 'Pine'), idempotencyKey }),
        await clerk.ask('clinics', 'createClosure', { locationID, closure, idempotencyKey }),
        await clerk.ask('clinics', 'readClosures', { locationID }),
      ]) {
        expect(codeOf(reply)).toBe('insufficient-permissions')
      }
    })
  })
}
