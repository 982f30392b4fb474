import { describe, expect, it } from 'vitest'
import { chooseKind, type ImportKind, importColumns, importKinds } from '#domain/import/import-kinds.ts'
import { readBirthDate } from '#domain/import/read-birth-date.ts'
import { readBookingRow, readStart } from '#domain/import/read-booking.ts'
import { readGiftCardRow } from '#domain/import/read-gift-card.ts'
import { readLocationRow } from '#domain/import/read-location.ts'
import { readMemberRow } from '#domain/import/read-member.ts'
import { readPractitionerRow } from '#domain/import/read-practitioner.ts'
import type { ImportCells, RowReading } from '#domain/import/read-row.ts'
import { readScanTypeRow, sellAt } from '#domain/import/read-scan-type.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { aLocation } from '#test/builders/records.ts'

const today = '2026-11-24' as PlainDate

/** Returns the example row of a kind's template with some cells changed. */
const example = (kind: ImportKind, changes: ImportCells = {}): ImportCells => ({
  ...Object.fromEntries(importColumns[kind].map((column) => [column.name, column.example])),
  ...changes,
})

const readers: Readonly<Record<ImportKind, (cells: ImportCells) => RowReading<unknown>>> = {
  locations: readLocationRow,
  catalogue: readScanTypeRow,
  practitioners: readPractitionerRow,
  members: (cells) => readMemberRow(cells, today),
  'gift-cards': readGiftCardRow,
  bookings: readBookingRow,
}

const fieldsOf = (reading: RowReading<unknown>): readonly string[] =>
  reading.ok ? [] : reading.problems.map(({ field }) => field)

describe('an import template', () => {
  it.each(importKinds)('for %s has a valid example, and a header that names its kind', (kind) => {
    expect(readers[kind](example(kind))).toMatchObject({ ok: true })
    expect(chooseKind(importColumns[kind].map(({ name }) => name))).toEqual({ ok: true, kind })
    const needed = importColumns[kind].filter(({ isRequired }) => isRequired).map(({ name }) => name)
    expect(chooseKind(needed)).toEqual({ ok: true, kind })
  })

  it.each([
    [['external_id', 'external_id'], 'The column "external_id" occurs twice.'],
    [['name', 'value'], 'The first line names no columns of a template.'],
    [['external_id', 'number', 'currency'], 'The column "balance" of gift-cards is missing.'],
    [['external_id', 'number', 'currency', 'balance', 'owner'], 'The column "owner" is unknown in gift-cards.'],
  ])('refuses the header %j', (header, problem) => {
    expect(chooseKind(header)).toEqual({ ok: false, problem })
  })

  it.each(importKinds)('refuses an empty row of %s at its required columns', (kind) => {
    const empty = Object.fromEntries(importColumns[kind].map(({ name }) => [name, '']))
    const refused = fieldsOf(readers[kind](empty))
    const needed = importColumns[kind].filter(({ isRequired }) => isRequired).map(({ name }) => name)
    // An address in the United Kingdom needs no state, so the test does not expect an empty state to be refused.
    expect(refused).toEqual(expect.arrayContaining(needed.filter((name) => name !== 'state')))
  })
})

describe('a column of birth dates', () => {
  it.each([
    ['1980-04-03', '1980-04-03'],
    ['1980-4-3', '1980-04-03'],
    ['03 Apr 1980', '1980-04-03'],
    ['3 april 1980', '1980-04-03'],
    ['03-APR-1980', '1980-04-03'],
  ])('reads %s', (text, date) => {
    expect(readBirthDate(text)).toEqual({ ok: true, date })
  })

  it.each([
    ['03/04/1980', /day\/month or month\/day/],
    ['13/04/1980', /day\/month or month\/day/],
    ['03.04.80', /day\/month or month\/day/],
    ['1980-02-30', /does not exist/],
    ['31 Feb 1980', /does not exist/],
    ['03 Foo 1980', /not a date/],
    ['', /not a date/],
  ])('refuses %s', (text, problem) => {
    expect(readBirthDate(text)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) })
  })
})

describe('a row', () => {
  it.each<[ImportKind, ImportCells, readonly string[]]>([
    ['members', { first_name: '=cmd|calc' }, ['first_name']],
    ['members', { last_name: '@SUM(A1)' }, ['last_name']],
    ['members', { external_id: '=1+1' }, ['external_id']],
    ['members', { address: '=cmd' }, []],
    ['members', { phone: '+1 604 555 0100' }, []],
    ['members', { phone: 'none' }, ['phone']],
    ['members', { birth_date: '03/04/1980' }, ['birth_date']],
    ['members', { birth_date: '2030-01-01' }, ['birth_date']],
    ['members', { birth_date: '1899-12-31' }, ['birth_date']],
    ['members', { sex: 'F' }, ['sex']],
    ['members', { sex: 'FEMALE' }, []],
    ['members', { state: '' }, ['state']],
    ['members', { state: '', country: 'United Kingdom' }, []],
    ['members', { country: 'Narnia' }, ['country']],
    ['members', { email: 'no-address' }, ['email']],
    ['members', { first_name: 'a\u0000b' }, ['first_name']],
    ['members', { external_id: 'x'.repeat(101) }, ['external_id']],
    ['locations', { location_id: 'Vancouver' }, ['location_id']],
    ['locations', { timezone: 'Pacific' }, ['timezone']],
    ['locations', { currency: 'EUR' }, ['currency']],
    ['locations', { monday: '8-18' }, ['monday']],
    ['locations', { monday: '08:00-08:00' }, ['monday']],
    ['locations', { machines: 'Cedar|cedar' }, ['machines']],
    ['locations', { latitude: '91' }, ['latitude']],
    ['locations', { scheduling_url: 'http://x' }, ['scheduling_url']],
    ['locations', { assisted_booking: 'maybe' }, ['assisted_booking']],
    ['catalogue', { price: '2,495.00' }, ['price']],
    ['catalogue', { price: '1.005' }, ['price']],
    ['catalogue', { sku_id: '0' }, ['sku_id']],
    ['catalogue', { scan_minutes: '' }, ['scan_minutes']],
    ['catalogue', { type: 'addon', scan_minutes: '' }, []],
    ['catalogue', { type: 'extra' }, ['type']],
    ['practitioners', { email: 'nowhere' }, ['email']],
    ['practitioners', { fax: 'x604' }, ['fax']],
    ['practitioners', { practice_1_fax: 'ext. 5' }, ['practice_1_fax']],
    ['practitioners', { practice_2_fax: '16045550101' }, ['practice_2_name']],
    ['gift-cards', { balance: '-1' }, ['balance']],
    ['gift-cards', { number: '4242 4242 4242 4242' }, ['number']],
    ['gift-cards', { currency: 'EUR' }, ['currency']],
    ['bookings', { prepaid: '12.345' }, ['prepaid']],
    ['bookings', { prepaid_memo: 'card 4242424242424242' }, ['prepaid_memo']],
    ['bookings', { member_type: 'Old' }, ['member_type']],
    ['bookings', { referral_type: 'friend' }, ['referral_type']],
    ['bookings', { sku_id: 'WB' }, ['sku_id']],
  ])('of %s with %j has problems in exactly the columns %j', (kind, changes, fields) => {
    expect(fieldsOf(readers[kind](example(kind, changes)))).toEqual(fields)
  })

  it('never repeats the text of a cell in its problems', () => {
    const cells = Object.fromEntries(importColumns.members.map(({ name }) => [name, '=Secret-7']))
    const reading = readMemberRow(cells, today)
    expect(JSON.stringify(reading)).not.toContain('Secret-7')
  })
})

describe('a column of start times', () => {
  const zone = 'America/Toronto' as ZoneId
  it.each([
    ['2027-02-01 09:40', '2027-02-01T14:40:00Z'],
    ['2027-02-01T09:40', '2027-02-01T14:40:00Z'],
    ['2027-02-01T09:40:00-05:00', '2027-02-01T14:40:00Z'],
    ['2027-11-07T01:30:00-04:00', '2027-11-07T05:30:00Z'],
  ])("reads the time %s on the location's clock, unless the time has its own offset", (text, instant) => {
    expect(readStart(text, zone)).toEqual({ ok: true, instant })
  })

  it.each([
    ['2027-11-07 01:30', /twice/],
    ['2027-03-14 02:30', /skipped/],
    ['01/02/2027 09:40', /not a time/],
    ['2027-02-30 09:40', /not a time/],
    ['2027-02-01 24:00', /not a time/],
  ])('refuses %s', (text, problem) => {
    expect(readStart(text, zone)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) })
  })
})

describe('a scan type', () => {
  it('is sold on every machine of its location; an add-on needs no machine', () => {
    const scan = readScanTypeRow(example('catalogue', { sku_id: '777' }))
    const addon = readScanTypeRow(example('catalogue', { sku_id: '778', type: 'addon', name: 'Disc' }))
    if (!scan.ok || !addon.ok) throw new Error('the example rows are not valid')
    const location = sellAt(sellAt(aLocation(), scan.value), addon.value)
    expect(location.catalog.primary.at(-1)).toMatchObject({ skuID: 777, price: 2495 })
    expect(location.catalog.addons.at(-1)).toMatchObject({ skuID: 778, name: 'Disc' })
    for (const machine of location.machines) {
      expect(machine.availableSKUs).toContain(777)
      expect(machine.defaultTimes['777']).toEqual({ clean: 10, scan: 40, block: 10 })
    }
  })
})
