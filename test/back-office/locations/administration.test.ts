import { beforeEach, expect, it } from 'vitest'
import { withoutLogo } from '#back-office/locations/administered.ts'
import { type AdministeredLocation, type LocationFields, toLocationFields } from '#domain/locations/location-draft.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { someLocationFields, someMachineFields } from '#test/builders/location-drafts.ts'
import { aLocation } from '#test/builders/records.ts'
import { writePng } from '#test/fixtures/pdf/write-png.ts'
import { aBooking, admin, type BookingDesk, frontdesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'

/** Returns the fields of a location in Portland. Each is filled and differs from that of {@link someLocationFields}. */
const everyField = (): LocationFields => ({
  address: {
    name: 'Portland',
    address: '8 River Street',
    address2: 'Suite 300',
    city: 'Portland',
    postalCode: '97201',
    lat: 45.51,
    long: -122.68,
  },
  currency: 'USD',
  timezone: 'America/Los_Angeles' as ZoneId,
  displayTimezone: 'West Coast Time',
  hours: { ...someLocationFields().hours, monday: { open: '06:30', close: '21:15', openStatus: true } },
  taxId: 'EIN 77',
  taxRate: 0.0725,
  type: 'partner',
  active: false,
  assistedBooking: false,
  selfServiceBooking: false,
  referralRequired: true,
  detailedInvoice: true,
  faxCoverSheet: true,
  referralValue: 175.5,
  invoiceNumber: 'PDX',
  invoicePayer: 'River Health Partners',
  paperName: 'River Imaging',
  paperLogo: writePng({ width: 300, height: 100 }).toString('base64'),
  legalLine: 'Registered in Oregon, no. 1234',
  phone: '+1 503 555 0100',
  email: 'portland@atrium.example',
  calendlyUrl: 'https://scheduler.example/portland',
  preferredConsultUrl: 'https://scheduler.example/portland/preferred',
  terminalLocation: 'tml_portland',
  externalLender: 'buyNowPayLater',
})

describeOnEachDatabase('administration of locations', ({ newDesk }) => {
  let desk: BookingDesk
  beforeEach(async () => {
    desk = await newDesk()
  })

  const create = (body: Readonly<Record<string, unknown>>) => desk.call('createLocation', { body }, admin)
  const newOne = () => create({ country: 'ca', state: 'BC', fields: someLocationFields() })
  const change = (made: AdministeredLocation, fields: object) => ({
    params: { locationID: made.location.locationID },
    body: { version: made.version, fields },
  })

  it('creates a location with the next number of its state, exempt from tax and without machines', async () => {
    const made = await newOne()
    expect(made).toMatchObject({ version: 1, location: { locationID: 'ca-bc-2', taxRate: 0, machines: [] } })
    expect(made.location.address).toMatchObject({ name: 'Kelowna', state: 'BC', country: 'Canada' })
    const there = await create({ country: 'us', state: 'OR', fields: someLocationFields({ currency: 'USD' }) })
    expect(there.location).toMatchObject({ locationID: 'us-or-1', address: { country: 'United States' } })
    expect((await newOne()).location.locationID).toBe('ca-bc-3')
  })

  it('stores every field of a new location and of a changed one', async () => {
    const readBack = async () => {
      const { location } =
        (await desk.call('readAdministeredLocations', {}, admin)).find(
          (one) => one.location.locationID === 'us-or-1',
        ) ?? expect.fail('The location is not listed')
      return toLocationFields(location)
    }
    const sent = everyField()
    const made = await create({ country: 'us', state: 'OR', fields: sent })
    expect(toLocationFields(made.location)).toEqual(sent)
    expect(await readBack()).toEqual(sent)
    const other = someLocationFields({
      address: { ...someLocationFields().address, address2: 'Floor 2' },
      timezone: 'America/Boise' as ZoneId,
      displayTimezone: 'Mountain Time',
      invoicePayer: 'Lake Health',
      paperName: 'Lake Imaging',
      terminalLocation: 'tml_kelowna',
    })
    const changed = await desk.call('changeLocation', change(made, other), admin)
    expect(toLocationFields(changed.location)).toEqual(other)
    expect(await readBack()).toEqual(other)
  })

  it('keeps the logo if a change, from an earlier version of Atrium, contains none', async () => {
    const { paperLogo, ...others } = everyField()
    const made = await create({ country: 'us', state: 'OR', fields: { ...others, paperLogo } })
    const changed = await desk.call('changeLocation', change(made, { ...others, taxId: 'EIN 78' }), admin)
    expect(toLocationFields(changed.location)).toMatchObject({ taxId: 'EIN 78', paperLogo })
  })

  it('refuses hours that close before they open, an unknown zone and a scheduling page without https', async () => {
    const { hours } = someLocationFields()
    const fields = someLocationFields({
      hours: { ...hours, monday: { open: '18:00', close: '08:00', openStatus: true } },
    })
    const refusal = await desk.refusal('createLocation', { body: { country: 'ca', state: 'BC', fields } }, admin)
    expect(refusal).toMatchObject({ status: 400, code: 'invalid-input' })
    expect(refusal.details?.fields).toEqual({
      'fields.hours.monday': 'Closing must be later than opening on the same day.',
    })
    await expect(create({ country: 'ca', state: 'BC', fields: { ...fields, timezone: 'Mars/Base' } })).rejects.toThrow(
      'IANA',
    )
    await expect(
      create({ country: 'ca', state: 'BC', fields: { ...fields, calendlyUrl: 'javascript:alert(1)' } }),
    ).rejects.toThrow('https')
    await expect(create({ country: 'fr', state: 'BC', fields })).rejects.toThrow()
  })

  it.each([
    ['that is cut off', writePng({ width: 300, height: 100 }).subarray(0, -20)],
    ['that is no PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['with too many pixels', writePng({ width: 901, height: 10 })],
  ])('refuses a logo %s', async (_what, bytes) => {
    const fields = someLocationFields({ paperLogo: bytes.toString('base64') })
    const refusal = await desk.refusal('createLocation', { body: { country: 'ca', state: 'BC', fields } }, admin)
    expect(refusal).toMatchObject({ status: 400, code: 'invalid-input' })
    expect(JSON.stringify(refusal)).toContain('The logo must be a PNG of at most 24 kB and 900 by 300 pixels.')
  })

  it('records a logo in the audit log by its length and checksum', () => {
    const { paperLogo = '' } = everyField()
    const location = { ...aLocation(), paperLogo }
    expect(withoutLogo(location)).toEqual({
      ...aLocation(),
      paperLogo: expect.stringMatching(new RegExp(`^${paperLogo.length}, [0-9a-f]{64}$`)),
    })
    expect(withoutLogo({ ...location, paperLogo: '' })).toEqual({ ...aLocation(), paperLogo: '' })
  })

  it('accepts the zone of Newfoundland and a zone without clock changes', async () => {
    for (const zone of ['America/St_Johns', 'America/Regina']) {
      const fields = { ...someLocationFields(), timezone: zone }
      expect((await create({ country: 'ca', state: 'NL', fields })).location.timezone).toBe(zone)
    }
  })

  it('saves the first of two changes to one version, and refuses the second with the saved location', async () => {
    const made = await newOne()
    const first = await desk.call('changeLocation', change(made, someLocationFields({ taxRate: 0.05 })), admin)
    expect(first).toMatchObject({ version: 2, location: { taxRate: 0.05 } })
    const second = await desk.refusal('changeLocation', change(made, someLocationFields({ taxId: 'GST 9' })), admin)
    expect(second).toMatchObject({ status: 409, code: 'stale', details: { current: first, currentVersion: 2 } })
    const saved = await desk.call('readAdministeredLocations', {}, admin)
    expect(saved.find(({ location }) => location.locationID === 'ca-bc-2')).toEqual(first)
  })

  it('accepts only one of several concurrent changes', async () => {
    const made = await newOne()
    const ends = await Promise.allSettled([
      desk.call('changeLocation', change(made, someLocationFields({ taxId: 'A' })), admin),
      desk.call('changeLocation', change(made, someLocationFields({ taxId: 'B' })), admin),
      desk.call('addMachine', { ...change(made, {}), body: { version: 1, machine: someMachineFields() } }, admin),
    ])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('gives locations that are created at the same moment different numbers', async () => {
    const ids = (await Promise.all([newOne(), newOne(), newOne()])).map(({ location }) => location.locationID)
    expect(ids.sort()).toEqual(['ca-bc-2', 'ca-bc-3', 'ca-bc-4'])
  })

  it('answers 404 for a location and a machine that do not exist', async () => {
    const params = { locationID: 'ca-bc-77' }
    const body = { version: 1, fields: someLocationFields() }
    expect(await desk.refusal('changeLocation', { params, body }, admin)).toMatchObject({ status: 404 })
    const machine = {
      params: { locationID: 'ca-bc-1', machineID: 'ca-bc-1-m9' },
      body: { version: 1, machine: someMachineFields() },
    }
    expect(await desk.refusal('changeMachine', machine, admin)).toMatchObject({ status: 404, code: 'not-found' })
  })

  it('sends a changed location to a workstation at its next poll of the change feed', async () => {
    const query = { locationID: 'ca-bc-1' }
    let page = await desk.call('readChanges', { query })
    while (page.more) page = await desk.call('readChanges', { query: { ...query, cursor: page.cursor } })
    const vancouver = (await desk.call('readAdministeredLocations', {}, admin))[0]
    if (vancouver === undefined) throw new Error('no location')
    await desk.call('changeLocation', change(vancouver, someLocationFields({ taxId: 'GST 42' })), admin)
    const { changes } = await desk.call('readChanges', { query: { ...query, cursor: page.cursor } })
    expect(changes).toEqual([
      expect.objectContaining({ kind: 'location', value: expect.objectContaining({ taxId: 'GST 42' }) }),
    ])
  })

  it('adds a machine, whose minutes apply to the next booking', async () => {
    const params = { locationID: 'ca-bc-1' }
    const machine = someMachineFields({ scans: [{ skuID: 300, minutes: { clean: 5, scan: 20, block: 5 } }] as never })
    const added = await desk.call('addMachine', { params, body: { version: 1, machine } }, admin)
    expect(added.location.machines.at(-1)).toMatchObject({ machineID: 'ca-bc-1-m3', calendar: 'cal-ca-bc-1-m3' })
    const booked = await desk.call('createBooking', { body: aBooking({ machineID: 'ca-bc-1-m3' }) })
    expect(booked.booking).toMatchObject({ utcStart: '2026-11-25T17:00:00Z', utcEnd: '2026-11-25T17:30:00Z' })
  })

  it('does not deactivate a machine with booked studies, and lists them', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    const params = { locationID: 'ca-bc-1', machineID: 'ca-bc-1-m1' }
    const off = { params, body: { version: 1, machine: someMachineFields({ name: 'Cedar', active: false }) } }
    const refusal = await desk.refusal('changeMachine', off, admin)
    expect(refusal).toMatchObject({ status: 409, code: 'bookings-ahead' })
    expect(refusal.details?.bookings).toEqual([
      expect.objectContaining({ studyID: booked.studyID, machineID: 'ca-bc-1-m1', utcStart: '2026-11-25T17:00:00Z' }),
    ])
    const noScans = { params, body: { version: 1, machine: someMachineFields({ scans: [] }) } }
    expect(await desk.refusal('changeMachine', noScans, admin)).toMatchObject({ code: 'bookings-ahead' })
    await desk.call(
      'cancelBooking',
      {
        params: { studyId: booked.studyID },
        body: { cancellationReason: 'other', cancellationDetail: 'Asked by the clinic' },
      },
      frontdesk,
    )
    const gone = await desk.call('changeMachine', off, admin)
    expect(gone.location.machines[0]).toMatchObject({ active: false })
    expect(await desk.refusal('createBooking', { body: aBooking() })).toMatchObject({
      code: 'machine-does-not-support-sku',
    })
    const { days } = await desk.call('readCalendar', { params: { locationID: 'ca-bc-1' }, query: { skuID: '300' } })
    expect(
      days
        .flatMap(({ slots }) => slots)
        .some(({ machines }) => machines.some(({ machineID }) => machineID === 'ca-bc-1-m1')),
    ).toBe(false)
  })

  it('refuses to change the zone of a location with booked studies', async () => {
    await desk.call('createBooking', { body: aBooking() })
    const vancouver = (await desk.call('readAdministeredLocations', {}, admin))[0]
    if (vancouver === undefined) throw new Error('no location')
    const fields = { ...someLocationFields(), timezone: 'America/Edmonton' }
    expect(await desk.refusal('changeLocation', change(vancouver, fields), admin)).toMatchObject({
      code: 'bookings-ahead',
    })
  })
})
