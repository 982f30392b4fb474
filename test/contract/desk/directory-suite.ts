import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { DirectoryChange } from '#domain/people/directory-change.ts'
import { alreadyDecided, entryChanged } from '#domain/people/directory-words.ts'
import type { Practitioner, PractitionerContactChanges } from '#domain/people/practitioner.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings, locationID, nameDoctor } from './desk-work.ts'

const elsewhere = locationIDSchema.parse('us-ny-1')

/** The contract of the directory that screens rely on: whose change applies, who decides, who is notified. */
export const describeDirectoryDesk = (name: string, start: StartDesks): void => {
  describe(`the directory over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let keeper: Desk
    let seller: Desk
    let doctorID: string
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      keeper = desks.otherDesk
      seller = await desks.openDesk()
      await desk.signIn('frontdesk')
      await keeper.signIn('hi')
      await seller.signIn('sales')
      const doctor = (await desk.get('study', 'searchPractitioners', { text: '' }))[2]
      if (doctor === undefined) throw new Error('The directory has too few practitioners')
      doctorID = doctor.id
      await nameDoctor(desk, await booked(), doctor)
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 6)
    const entry = async (app = desk): Promise<Practitioner> => {
      const found = (await app.get('study', 'searchPractitioners', { text: '' })).find(({ id }) => id === doctorID)
      if (found === undefined) throw new Error('The practitioner is not in the directory')
      return found
    }
    const change = (
      { id, version }: Pick<Practitioner, 'id' | 'version'>,
      contact: PractitionerContactChanges,
      app = desk,
    ) => {
      const input = { practitionerID: id, version, contact, locationID }
      return app.ask('study', 'changePractitioner', bridgeSchemas.study.changePractitioner.input.parse(input))
    }
    const read = (app: Desk, at = locationID) => app.get('directory', 'readChanges', { locationID: at })
    const decide = (app: Desk, changeID: string, isConfirmed: boolean, idempotencyKey: string = randomUUID()) =>
      app.ask('directory', 'decide', { changeID, isConfirmed, idempotencyKey })
    const see = (app: Desk, changeID: string) => app.ask('directory', 'see', { changeID, locationID })
    const has = (changes: readonly DirectoryChange[], { changeID }: Pick<DirectoryChange, 'changeID'>): boolean =>
      changes.some((one) => one.changeID === changeID)
    const freshAddress = (): string => `${randomUUID().slice(0, 4)} Wharf Lane`
    /** A proposal by sales. */
    const proposed = async (
      contact: PractitionerContactChanges = { address: freshAddress() },
    ): Promise<DirectoryChange> => {
      const before = (await read(seller)).proposals.map(({ changeID }) => changeID)
      expect(await change(await entry(), contact, seller)).toMatchObject({ value: { isProposed: true } })
      const made = (await read(seller)).proposals.find(({ changeID }) => !before.includes(changeID))
      if (made === undefined) throw new Error('There is no new proposal')
      return made
    }

    it('stores a change by sales as a proposal, without changing the entry', async () => {
      const before = await entry()
      const nurse = await desks.openDesk()
      await nurse.signIn('np')
      const made = await proposed({ faxNumber: '16045550188', address: before.contact.address })
      expect(await entry()).toEqual(before)
      expect(made).toMatchObject({
        practitionerID: before.id,
        practitionerName: `${before.firstName} ${before.lastName}`,
        // Unchanged fields are not part of the proposal.
        fields: [{ field: 'faxNumber', before: before.contact.faxNumber, after: '16045550188', practiceName: null }],
        by: expect.any(String),
        locationName: expect.any(String),
        state: 'proposed',
        decidedBy: null,
        decidedAt: null,
      })
      expect(has((await read(keeper)).proposals, made)).toBe(true)
      for (const other of [desk, nurse]) expect(has((await read(other)).proposals, made)).toBe(false)
      // A proposal is not announced before it applies.
      expect(has((await read(desk)).notices, made)).toBe(false)
      expect(codeOf(await decide(keeper, made.changeID, false))).toBe('ok')
    })

    it('allows the front desk to change a practitioner of its studies, under an optimistic lock', async () => {
      const before = await entry()
      const address = freshAddress()
      const changed = await change(before, { address })
      expect(changed).toMatchObject({ value: { isProposed: false, version: before.version + 1, contact: { address } } })
      expect((await entry()).contact).toEqual({ ...before.contact, address })
      const late = { currentVersion: before.version + 1 }
      for (const app of [desk, seller, keeper]) {
        expect(await change(before, { address: freshAddress() }, app)).toMatchObject({
          failure: { code: 'stale', details: late },
        })
      }
      // A change to the value that the entry already has is accepted and changes nothing, even with a stale version.
      for (const app of [desk, seller]) {
        expect(await change(before, { address }, app)).toMatchObject({
          value: { isProposed: false, version: before.version + 1 },
        })
      }
      const { notices, proposals } = await read(desk)
      expect(proposals).toEqual([])
      expect(notices.find(({ fields }) => fields[0]?.after === address)).toMatchObject({
        state: 'counted',
        fields: [{ field: 'address', before: before.contact.address, after: address }],
      })
    })

    it('changes the fax number of a practice, and refuses unknown practices and practitioners', async () => {
      const before = await entry()
      const practice = before.locations[0]
      if (practice === undefined) throw new Error('The practitioner has no practice')
      const made = await proposed({ practiceFaxNumbers: { [practice.id]: '16045550177' } })
      expect(made.fields).toMatchObject([
        {
          field: `practiceFaxNumbers.${practice.id}`,
          before: practice.practitionerContact.faxNumber,
          after: '16045550177',
          practiceName: expect.stringContaining(practice.practice.practiceName),
        },
      ])
      expect(codeOf(await decide(keeper, made.changeID, true))).toBe('ok')
      expect((await entry()).locations[0]).toEqual({ ...practice, practitionerContact: { faxNumber: '16045550177' } })
      for (const app of [desk, seller]) {
        expect(await change(await entry(), { practiceFaxNumbers: { 'pl-none': '16045550177' } }, app)).toMatchObject({
          failure: {
            code: 'invalid-input',
            details: { fields: { 'contact.practiceFaxNumbers.pl-none': expect.any(String) } },
          },
        })
        expect(codeOf(await change({ id: 'pr-none', version: 1 }, { address: 'x' }, app))).toBe('not-found')
      }
    })

    it('changes the entry once a proposal is confirmed, and announces the change until it is acknowledged', async () => {
      const before = await entry()
      const address = freshAddress()
      const made = await proposed({ address })
      const key = randomUUID()
      expect(codeOf(await decide(keeper, made.changeID, true, key))).toBe('ok')
      expect(codeOf(await decide(keeper, made.changeID, true, key))).toBe('ok')
      expect(await entry()).toMatchObject({ version: before.version + 1, contact: { ...before.contact, address } })
      for (const app of [keeper, seller]) {
        const { proposals, decided } = await read(app)
        expect(has(proposals, made)).toBe(false)
        expect(decided.find(({ changeID }) => changeID === made.changeID)).toMatchObject({
          state: 'confirmed',
          decidedBy: expect.any(String),
          decidedAt: expect.any(String),
        })
      }
      expect(has((await read(desk)).decided, made)).toBe(false)
      expect(await decide(keeper, made.changeID, false)).toMatchObject({
        failure: { code: 'stale', message: expect.stringContaining(alreadyDecided('confirmed', null).slice(0, -1)) },
      })
      expect((await entry()).contact.address).toBe(address)
      expect((await read(desk)).notices.find(({ changeID }) => changeID === made.changeID)).toMatchObject({
        state: 'confirmed',
      })
      for (let time = 0; time < 2; time += 1) expect(codeOf(await see(desk, made.changeID))).toBe('ok')
      for (const app of [desk, keeper]) expect(has((await read(app)).notices, made)).toBe(false)
    })

    it('changes nothing when a proposal is declined', async () => {
      const before = await entry()
      const made = await proposed()
      expect(codeOf(await decide(keeper, made.changeID, false))).toBe('ok')
      expect(await entry()).toEqual(before)
      const { proposals, decided, notices } = await read(keeper)
      expect([has(proposals, made), has(notices, made)]).toEqual([false, false])
      expect(decided.find(({ changeID }) => changeID === made.changeID)).toMatchObject({ state: 'declined' })
    })

    it('refuses to confirm a proposal after its field changed in the entry, but lets it be declined', async () => {
      const made = await proposed()
      const address = freshAddress()
      expect(codeOf(await change(await entry(), { address }, desk))).toBe('ok')
      expect(await decide(keeper, made.changeID, true)).toMatchObject({
        failure: { code: 'stale', message: entryChanged },
      })
      expect((await entry()).contact.address).toBe(address)
      expect(has((await read(keeper)).proposals, made)).toBe(true)
      expect(codeOf(await decide(keeper, made.changeID, false))).toBe('ok')
      // A change of another field does not prevent the confirmation.
      const other = await proposed({ address2: freshAddress() })
      expect(codeOf(await change(await entry(), { address: freshAddress() }, desk))).toBe('ok')
      expect(codeOf(await decide(keeper, other.changeID, true))).toBe('ok')
    })

    it('lets only administrators and health-information staff decide on a proposal, and limits notices by location', async () => {
      const made = await proposed()
      for (const app of [desk, seller]) {
        expect(codeOf(await decide(app, made.changeID, true))).toBe('insufficient-permissions')
      }
      expect(codeOf(await decide(keeper, 'no-such-change', true))).toBe('not-found')
      await desk.signIn('onelocation')
      try {
        const there = { locationID: elsewhere }
        const refusals = [
          await desk.ask('directory', 'readChanges', there),
          await desk.ask('directory', 'see', { changeID: made.changeID, ...there }),
        ]
        expect(refusals.map(codeOf)).toEqual(['location-forbidden', 'location-forbidden'])
        expect(codeOf(await desk.ask('directory', 'readChanges', { locationID }))).toBe('ok')
      } finally {
        await desk.signIn('frontdesk')
      }
      const admin = await desks.openDesk()
      await admin.signIn('admin')
      expect(codeOf(await decide(admin, made.changeID, false))).toBe('ok')
    })

    it('reads, changes and decides nothing without the back office', async () => {
      const made = await proposed()
      const before = await entry()
      await desks.setLine(false)
      try {
        const refusals = [
          await keeper.ask('directory', 'readChanges', { locationID }),
          await decide(keeper, made.changeID, true),
          await see(keeper, made.changeID),
          await change(before, { address: freshAddress() }),
          await change(before, { address: freshAddress() }, seller),
        ]
        expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'offline'))
      } finally {
        await desks.setLine(true)
      }
      expect(await entry()).toEqual(before)
      expect(codeOf(await decide(keeper, made.changeID, false))).toBe('ok')
    })
  })
}
