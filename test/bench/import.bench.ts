import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runImport } from '#back-office/import/run-import.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'

const memberCount = 100_000
const bookingCount = 50_000
const locationCount = 27
const machines = ['A', 'B', 'C', 'D']
const aimSeconds = 300

/** The import of a clinic group from the command line, on SQLite: members, bookings with payments, and the same file again. */
export const name: BenchModule['name'] = `Import of ${memberCount.toLocaleString('en')} members and ${bookingCount.toLocaleString('en')} bookings`

const toCsv = (header: string, rows: readonly string[]): string => `${header}\n${rows.join('\n')}\n`

const toPlaces = (): string =>
  JSON.stringify([
    {
      kind: 'locations',
      rows: Array.from({ length: locationCount }, (_, index) => ({
        external_id: `l${index}`,
        location_id: `ca-bc-${index + 1}`,
        name: `Clinic ${index + 1}`,
        address: '1 Main Street',
        city: 'Vancouver',
        state: 'BC',
        country: 'Canada',
        timezone: 'America/Vancouver',
        currency: 'CAD',
        machines,
      })),
    },
    {
      kind: 'catalogue',
      rows: [
        {
          external_id: 's',
          sku_id: 300,
          name: 'Whole Body',
          short_name: 'WB',
          price: 2495,
          clean_minutes: 10,
          scan_minutes: 40,
          block_minutes: 10,
          locations: 'all',
        },
      ],
    },
  ])

const toMembers = (): string =>
  toCsv(
    'external_id,first_name,last_name,email,birth_date,sex,phone,address,city,state,country',
    Array.from({ length: memberCount }, (_, index) => {
      const month = String((index % 12) + 1).padStart(2, '0')
      return `p${index},Ana${index % 977},Silva${index % 1013},p${index}@mail.example,${1950 + (index % 50)}-${month}-15,${index % 2 ? 'male' : 'female'},+1 604 555 ${String(index % 10_000).padStart(4, '0')},${index} Main Street,Vancouver,BC,Canada`
    }),
  )

const toBookings = (): string => {
  const firstDay = Date.UTC(new Date().getUTCFullYear() + 1, 0, 5)
  const perDay = locationCount * machines.length * 10
  return toCsv(
    'external_id,member,location_id,sku_id,machine,start,prepaid',
    Array.from({ length: bookingCount }, (_, index) => {
      const day = new Date(firstDay + Math.floor(index / perDay) * 86_400_000).toISOString().slice(0, 10)
      const place = index % perDay
      const hour = String(8 + (place % 10)).padStart(2, '0')
      const machine = machines[Math.floor(place / 10) % machines.length]
      const location = Math.floor(place / 10 / machines.length) + 1
      return `b${index},p${index},ca-bc-${location},300,${machine},${day} ${hour}:00,${index % 2 ? '500.00' : ''}`
    }),
  )
}

export const run: BenchModule['run'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-import-bench-'))
  const data = join(folder, 'data')
  const take = async (file: string, text: string): Promise<number> => {
    const path = join(folder, file)
    writeFileSync(path, text)
    const start = performance.now()
    const lines: string[] = []
    const code = await runImport([path, '--data', data], { out: (line) => lines.push(line), err: () => {} }, {})
    if (code !== 0) throw new Error(`the import of ${file} ended with ${code}: ${lines.slice(0, 3).join(' ')}`)
    return (performance.now() - start) / 1000
  }
  try {
    await take('places.json', toPlaces())
    const members = await take('members.csv', toMembers())
    const bookings = await take('bookings.csv', toBookings())
    const again = await take('members.csv', toMembers())
    const rows: BenchRow[] = [
      { name: 'members', value: memberCount / members, unit: 'per second' },
      { name: 'bookings', value: bookingCount / bookings, unit: 'per second' },
      { name: 'members again, nothing new', value: memberCount / again, unit: 'per second' },
      {
        name: 'both',
        value: members + bookings,
        unit: 's',
        floor: aimSeconds,
        ratio: (members + bookings) / aimSeconds,
      },
    ]
    return { rows, notes: [`The aim is ${aimSeconds} s for both.`] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
