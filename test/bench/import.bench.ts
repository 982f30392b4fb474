import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { runImport } from '#back-office/import/run-import.ts'
import { runFolderVariable } from '#test/fixtures/once-a-run.ts'
import { findPostgres, openRunFolder } from '#test/fixtures/postgres/postgres-server.ts'
import { createTestDatabase } from '#test/fixtures/postgres/test-database.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'

const memberCount = 100_000
const bookingCount = 50_000
const locationCount = 27
const machines = ['A', 'B', 'C', 'D']
const aimSeconds = 300

const summarySchema = z.object({ counts: z.array(z.object({ added: z.number() })) })

/**
 * The import of a clinic group from the command line, on SQLite and PostgreSQL: members, then bookings with payments,
 * then both files a second time. The CPU seconds are this program's, without PostgreSQL's own.
 */
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

type Taken = { readonly seconds: number; readonly cpuSeconds: number }

/** Imports all files into one database. Throws if a file is refused or stores another number of rows than expected. */
const measure = async (folder: string, label: string, target: readonly string[]): Promise<readonly BenchRow[]> => {
  const take = async (file: string, text: string, stored: number): Promise<Taken> => {
    const path = join(folder, file)
    writeFileSync(path, text)
    const start = performance.now()
    const cpu = process.cpuUsage()
    const lines: string[] = []
    const code = await runImport([path, ...target], { out: (line) => lines.push(line), err: () => {} }, {})
    const { user, system } = process.cpuUsage(cpu)
    if (code !== 0) throw new Error(`the import of ${file} ended with ${code}: ${lines.slice(0, 3).join(' ')}`)
    const { counts } = summarySchema.parse(JSON.parse(lines.at(-1) ?? ''))
    const added = counts.reduce((sum, count) => sum + count.added, 0)
    if (added !== stored) throw new Error(`the import of ${file} stored ${added} rows instead of ${stored}`)
    return { seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1_000_000 }
  }
  await take('places.json', toPlaces(), locationCount + 1)
  const members = await take('members.csv', toMembers(), memberCount)
  const bookings = await take('bookings.csv', toBookings(), bookingCount)
  const membersAgain = await take('members.csv', toMembers(), 0)
  const bookingsAgain = await take('bookings.csv', toBookings(), 0)
  const both = members.seconds + bookings.seconds
  return [
    { name: `${label}: members`, value: memberCount / members.seconds, unit: 'per second' },
    { name: `${label}: bookings`, value: bookingCount / bookings.seconds, unit: 'per second' },
    { name: `${label}: members again, nothing stored`, value: memberCount / membersAgain.seconds, unit: 'per second' },
    {
      name: `${label}: bookings again, nothing stored`,
      value: bookingCount / bookingsAgain.seconds,
      unit: 'per second',
    },
    { name: `${label}: both`, value: both, unit: 's', floor: aimSeconds, ratio: both / aimSeconds },
    { name: `${label}: both, CPU`, value: members.cpuSeconds + bookings.cpuSeconds, unit: 's' },
  ]
}

export const run: BenchModule['run'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-import-bench-'))
  const data = join(folder, 'data')
  const shared = openRunFolder()
  process.env[runFolderVariable] = shared.folder
  try {
    const onSQLite = await measure(folder, 'SQLite', ['--data', data])
    const server = await findPostgres()
    if ('reason' in server) return { rows: onSQLite, notes: [`Not measured on PostgreSQL: ${server.reason}.`] }
    const { url, drop } = await createTestDatabase(server.url)
    try {
      const onPostgres = await measure(folder, 'PostgreSQL', ['--data', data, '--database', url])
      return {
        rows: [...onSQLite, ...onPostgres],
        notes: [`The aim is ${aimSeconds} s for both files on each database.`],
      }
    } finally {
      await drop()
    }
  } finally {
    delete process.env[runFolderVariable]
    shared.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
