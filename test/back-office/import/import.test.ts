import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Database } from '#back-office/database/database.ts'
import type { FileSection } from '#back-office/import/file-reading.ts'
import { readImportFile } from '#back-office/import/import-file.ts'
import { importSections } from '#back-office/import/import-sections.ts'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { type ImportKind, importColumns, importKinds } from '#domain/import/import-kinds.ts'
import { aBooking, admin, type BookingDesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase, describeRules } from '../booking/each-database.ts'

type Rows = Partial<Record<ImportKind, readonly Readonly<Record<string, unknown>>[]>>

/** Returns the example row of a kind's template, with changes. */
const row = (kind: ImportKind, changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(importColumns[kind].map(({ name, example }) => [name, example])),
  ...changes,
})

const sectionsOf = async (rows: Rows): Promise<readonly FileSection[]> => {
  const text = JSON.stringify(
    importKinds.flatMap((kind) => (rows[kind] === undefined ? [] : { kind, rows: rows[kind] })),
  )
  const reading = await readImportFile(
    (async function* () {
      yield Buffer.from(text)
    })(),
  )
  if (!reading.ok) throw new Error(reading.problem)
  return reading.sections
}

const importRows = async (desk: BookingDesk, rows: Rows, isDryRun = false) => {
  const { db, kind } = desk.database
  const context = {
    now: desk.now,
    newId: randomUUID,
    writer: { userID: admin.userID, name: admin.name, workstationID: null },
    onProgress: () => {},
  }
  const { report, counts } = await importSections(db, kind, await sectionsOf(rows), isDryRun, context)
  return { report: report.map(({ kind: of, line, field }) => `${of} ${line} ${field}`), counts, problems: report }
}

const counted = [
  'member',
  'member_word',
  'study',
  'machine_time',
  'study_log',
  'transaction',
  'external_id',
  'audit',
  'change',
  'location',
  'sku',
  'practitioner',
  'gift_card',
  'gift_card_entry',
] as const

const countRows = async (db: Database): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {}
  for (const table of counted) {
    const { n } = await db
      .selectFrom(table)
      .select((each) => each.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(n)
  }
  return counts
}

/** All records of a clinic, in one file. */
const clinic: Rows = {
  locations: [row('locations', { location_id: 'ca-bc-9' })],
  catalogue: [row('catalogue', { sku_id: 777 })],
  practitioners: [row('practitioners')],
  members: [row('members'), row('members', { external_id: 'patient-2', email: 'bo@mail.example', sex: 'male' })],
  'gift-cards': [row('gift-cards')],
  bookings: [
    row('bookings', { location_id: 'ca-bc-9', sku_id: 777, prepaid: '500.00' }),
    row('bookings', { external_id: 'visit-2', location_id: 'ca-bc-9', sku_id: 777, machine: 'ca-bc-9-m2' }),
  ],
}

const stores = ({ newDesk }: { newDesk(): Promise<BookingDesk> }): void => {
  it('stores a whole clinic from one file, and the same file again changes nothing', async () => {
    const desk = await newDesk()
    const { db } = desk.database
    const before = await countRows(db)
    expect(await importRows(desk, clinic, true)).toMatchObject({ report: [] })
    expect(await countRows(db)).toEqual(before)

    const first = await importRows(desk, clinic)
    expect(first.report).toEqual([])
    expect(first.counts.map(({ kind, added }) => [kind, added])).toEqual([
      ['locations', 1],
      ['catalogue', 1],
      ['practitioners', 1],
      ['members', 2],
      ['gift-cards', 1],
      ['bookings', 2],
    ])
    const stored = await countRows(db)
    expect(stored.external_id).toBe(8)
    expect(stored.study).toBe(2)
    expect(stored.transaction).toBe(1)
    // The catalogue row names `all` locations: the two existing clinics and the new one sell the scan.
    const documents = await db.selectFrom('location').select('document').execute()
    for (const { document } of documents) expect(document).toContain('"skuID":777')

    // A year later the bookings are in the past, but they were imported already.
    desk.now += 365 * 86_400
    const second = await importRows(desk, clinic)
    expect(second.report).toEqual([])
    expect(second.counts.every(({ rows, known, added }) => known === rows && added === 0)).toBe(true)
    expect(await countRows(db)).toEqual(stored)
    expect(await checkAuditChain(db)).toMatchObject({ ok: true })
  })

  it('stores a member, a booking and a payment as a workstation stores them', async () => {
    const desk = await newDesk()
    const { db } = desk.database
    const { external_id: _id, ...byHand } = row('members', { email: 'hand@mail.example' })
    const { member } = await desk.call(
      'createMember',
      {
        body: {
          firstname: byHand.first_name,
          lastname: byHand.last_name,
          preferredName: byHand.preferred_name,
          email: byHand.email,
          dob: byHand.birth_date,
          gender: byHand.sex,
          phone_number: byHand.phone,
          address: byHand.address,
          city: byHand.city,
          state: byHand.state,
          postalCode: byHand.postal_code,
          country: byHand.country,
          language: byHand.language,
        },
      },
      admin,
    )
    const study = await desk.call(
      'createBooking',
      { body: aBooking({ patientID: member.patientID, slotSelectionType: 'manual' }) },
      admin,
    )
    const payment = { paymentType: 'prepaid', amount: 100, memo: 'old system' }
    await desk.call('recordPayment', { params: { studyId: study.studyID }, body: { payment } }, admin)

    const result = await importRows(desk, {
      members: [row('members', { email: 'file@mail.example' })],
      bookings: [row('bookings', { start: '2026-11-26 10:00', prepaid: 100, prepaid_memo: 'old system' })],
    })
    expect(result.problems).toEqual([])

    const [one, other] = await twoMembers(db, ['hand@mail.example', 'file@mail.example'])
    expect(bare(other?.member, 'file@')).toEqual(bare(one?.member, 'hand@'))
    expect(bare(other?.study)).toEqual(bare(one?.study))
    expect(other?.time).toEqual(one?.time)
    expect(other?.entry).toEqual(one?.entry)
    expect(other?.log).toEqual(one?.log)
    expect(other?.changes).toEqual(expect.arrayContaining(['study', 'machine-time']))
  })
}

const refuses = ({ newDesk }: { newDesk(): Promise<BookingDesk> }): void => {
  it('refuses every bad row with its reason, and stores none of the good ones', async () => {
    const desk = await newDesk()
    const { db } = desk.database
    const before = await countRows(db)
    const visit = (id: string, changes: Readonly<Record<string, unknown>>) =>
      row('bookings', { external_id: id, member: 'm-000001', start: '2027-02-01 09:00', ...changes })
    const { report, counts } = await importRows(desk, {
      locations: [row('locations')],
      catalogue: [row('catalogue', { locations: 'ca-qc-9' })],
      members: [
        row('members'),
        row('members', { email: 'other@mail.example' }),
        row('members', { external_id: 'patient-3', email: 'ANA.silva@mail.example' }),
        row('members', { external_id: 'patient-4', email: 'Member.1@mail.example' }),
      ],
      'gift-cards': [row('gift-cards'), row('gift-cards', { external_id: 'card-2', number: 'gift-0001 ' })],
      bookings: [
        visit('v1', {}),
        visit('v2', { start: '2027-02-01 09:30' }),
        visit('v3', { start: '2026-11-24 11:00' }),
        visit('v4', { start: '2027-02-01 12:03' }),
        visit('v5', { location_id: 'ca-qc-9' }),
        visit('v6', { sku_id: 12 }),
        visit('v7', { machine: 'Nowhere' }),
        visit('v8', { member: 'patient-9' }),
        visit('v9', { start: '2027-02-01 15:00', prepaid: '99999.00' }),
        visit('v10', { start: '2040-02-01 15:00' }),
        // The row of patient-4 is refused, so this booking names an unknown member.
        visit('v11', { start: '2027-02-01 16:00', member: 'patient-4' }),
      ],
    })
    expect(report).toEqual([
      'locations 1 location_id',
      'catalogue 1 locations',
      'members 2 external_id',
      'members 3 email',
      'members 4 email',
      'gift-cards 2 number',
      'bookings 2 start',
      'bookings 3 start',
      'bookings 4 start',
      'bookings 5 location_id',
      'bookings 6 sku_id',
      'bookings 7 machine',
      'bookings 8 member',
      'bookings 9 prepaid',
      'bookings 10 start',
      'bookings 11 member',
    ])
    expect(counts.find(({ kind }) => kind === 'bookings')).toMatchObject({ rows: 11, added: 1, rejected: 10 })
    expect(await countRows(db)).toEqual(before)
  })

  it('refuses a time that is already booked', async () => {
    const desk = await newDesk()
    await desk.call('createBooking', { body: aBooking() }, admin)
    const visit = row('bookings', { member: 'm-000002', start: '2026-11-25 09:30' })
    const { problems } = await importRows(desk, { bookings: [visit] })
    expect(problems).toMatchObject([{ field: 'start', problem: 'overlaps another appointment on this machine.' }])
  })

  it('compares the safety answers of two bookings of one member', async () => {
    const desk = await newDesk()
    const visits = ['2027-02-01 09:00', '2027-03-01 09:00'].map((start, index) =>
      row('bookings', { external_id: `v${index}`, member: 'm-000001', start }),
    )
    expect((await importRows(desk, { bookings: visits })).report).toEqual([])
    const studies = await desk.database.db.selectFrom('study').select('other_safety').execute()
    expect(studies.map(({ other_safety }) => other_safety)).toEqual(Array(2).fill('{"others":[],"reason":null}'))
  })
}

describeOnEachDatabase('an import', stores)
describeRules('the check of an import', refuses)

/**
 * The columns that differ between two otherwise equal records: ids, email addresses, search text, referral code and
 * times of the appointment.
 */
const unlike = new Set(
  'patient_id email email_key search_text referral_code study_id starts_at ends_at wall_time event_id'.split(' '),
)

const bare = (record: Readonly<Record<string, unknown>> | undefined, name = ''): Readonly<Record<string, unknown>> => {
  const entries = Object.entries(record ?? {}).filter(([column]) => !unlike.has(column))
  const search = String(record?.search_text ?? '').replace(name, '')
  return { ...Object.fromEntries(entries), search }
}

/** The rows of two members, each with a booking and a payment. */
const twoMembers = (db: Database, emails: readonly string[]) =>
  Promise.all(
    emails.map(async (email) => {
      const member = await db.selectFrom('member').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
      const of = member.patient_id
      const study = await db.selectFrom('study').selectAll().where('patient_id', '=', of).executeTakeFirstOrThrow()
      const own = study.study_id
      const time = await db.selectFrom('machine_time').selectAll().where('study_id', '=', own).executeTakeFirstOrThrow()
      const entry = await db.selectFrom('transaction').selectAll().where('study_id', '=', own).executeTakeFirstOrThrow()
      const log = await db.selectFrom('study_log').selectAll().where('study_id', '=', own).orderBy('place').execute()
      const changes = await db
        .selectFrom('change')
        .select('kind')
        .where('record_id', 'in', [own, time.event_id])
        .execute()
      return {
        member,
        study,
        time: { ...time, event_id: '', study_id: '', starts_at: 0, ends_at: time.ends_at - time.starts_at },
        entry: { ...entry, transaction_id: '', study_id: '' },
        log: log.map(({ place, category, content, by_user }) => ({
          place,
          category,
          content: content.replace(/\d\d Nov 2026/, 'DAY'),
          by_user,
        })),
        changes: changes.map(({ kind }) => kind),
      }
    }),
  )
