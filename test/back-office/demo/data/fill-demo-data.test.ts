import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { OpenDatabase } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { demoHomes } from '#back-office/demo/data/demo-homes.ts'
import { progression } from '#back-office/demo/data/demo-progress.ts'
import { fillDemoData } from '#back-office/demo/data/fill-demo-data.ts'
import { readPharmacyEntries } from '#back-office/repositories/pharmacies-repository.ts'
import { findSafetyRecords } from '#back-office/repositories/safety-repository.ts'
import { toStudy } from '#back-office/repositories/studies-repository.ts'
import { unansweredSafety } from '#back-office/safety/unanswered.ts'
import { openingHoursOn } from '#domain/booking/slot-grid.ts'
import { promoCategories, promoCodeSchema, skuSchema } from '#domain/catalogue/sku.ts'
import { crmOpportunitySchema, crmPersonSchema } from '#domain/crm/crm.ts'
import { locationSchema } from '#domain/locations/location.ts'
import type { Gender } from '#domain/members/member.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { checkPharmacy } from '#domain/people/check-pharmacy.ts'
import { pharmacyEntryFields } from '#domain/people/pharmacy.ts'
import {
  assessSafety,
  currentSignOff,
  decideWithdrawal,
  parseSafetyAnswers,
  summarizeSafety,
} from '#domain/safety/safety-assessment.ts'
import { decideSedative, noSedative } from '#domain/study/sedative.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { toWallTime } from '#domain/values/location-clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-demo-'))
// 4:00pm at the first home location, on a Saturday.
const now = Date.UTC(2026, 10, 21, 23) / 1000
const hashPassword = async (password: string, salt: string): Promise<string> => `plain$${salt}$${password}`

const fill = async (name: string, now: number): Promise<OpenDatabase> => {
  const opened = await openDatabase({ kind: 'sqlite', path: join(folder, name) })
  await fillDemoData(opened.db, { now, hashPassword })
  return opened
}

const tables = [
  'user',
  'location',
  'sku',
  'promo_code',
  'practitioner',
  'pharmacy',
  'member',
  'study',
  'machine_time',
  'study_log',
  'safety_record',
  'safety_revision',
  'safety_sign_off',
  'transaction',
  'transaction_step',
  'member_credit',
  'gift_card',
  'gift_card_entry',
  'document',
  'share',
  'crm_person',
  'crm_opportunity',
  'scheduler_event',
] as const

const fingerprint = async ({ db }: OpenDatabase): Promise<string> => {
  const hash = createHash('sha256')
  for (const table of tables) hash.update(JSON.stringify(await db.selectFrom(table).selectAll().execute()))
  return hash.digest('hex')
}

let demo: OpenDatabase
beforeAll(async () => {
  demo = await fill('demo.db', now)
})
afterAll(async () => {
  await demo.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the study's safety summary without the part from the member's other bookings. */
const ownSafety = ({ safety: { others: _, othersReason: __, ...own } }: Study) => own

describe('fillDemoData', () => {
  it('creates the 27 locations that the decisions require, each valid by the contract’s schema', async () => {
    const rows = await demo.db.selectFrom('location').selectAll().execute()
    const locations = rows.map((row) => locationSchema.parse(JSON.parse(row.document)))
    expect(locations).toHaveLength(27)
    expect(new Set(locations.map((location) => location.address.country))).toEqual(new Set(['Canada', 'United States']))
    expect(locations.every((location) => location.machines.length >= 1 && location.machines.length <= 4)).toBe(true)
    expect(locations.some((location) => location.type === 'whitelabel')).toBe(true)
    expect(locations.some((location) => location.referralRequired)).toBe(true)
    expect(locations.some((location) => location.calendlyUrl === null)).toBe(true)
    expect(locations.some((location) => !location.active)).toBe(true)
    expect(locations.some((location) => !location.assistedBooking)).toBe(true)
  })

  it('creates a catalogue with the default SKU and promo codes of all three types and every category', async () => {
    const skus = (await demo.db.selectFrom('sku').selectAll().execute()).map((row) =>
      skuSchema.parse(JSON.parse(row.document)),
    )
    for (const skuID of [300, 350, 370, 400]) expect(skus.some((sku) => sku.skuID === skuID)).toBe(true)
    const promos = (await demo.db.selectFrom('promo_code').selectAll().execute()).map((row) =>
      promoCodeSchema.parse(JSON.parse(row.document)),
    )
    expect(new Set(promos.map((promo) => promo.type))).toEqual(new Set(['fixed', 'percentage', 'open']))
    expect(new Set(promos.map((promo) => promo.category))).toEqual(new Set(promoCategories))
  })

  it('creates 2,000 members and the eleven accounts', async () => {
    const members = await demo.db.selectFrom('member').select(['email_key']).execute()
    expect(members).toHaveLength(2000)
    expect(new Set(members.map((member) => member.email_key)).size).toBe(2000)
    const users = await demo.db.selectFrom('user').select(['email', 'allowed_locations', 'home_location']).execute()
    expect(users).toHaveLength(11)
    expect(users.find((user) => user.email === 'onelocation@demo.atrium')?.allowed_locations).toBe('["ca-bc-1"]')
    expect(new Set(users.map((user) => user.home_location))).toEqual(new Set(demoHomes))
    expect(users.find((user) => user.email === 'onelocation@demo.atrium')?.home_location).toBe('ca-bc-1')
  })

  it('creates pharmacies that an administrator could have entered: near some locations, near all, and out of use', async () => {
    const known = new Set(
      (await demo.db.selectFrom('location').select('location_id').execute()).map((row) => row.location_id),
    )
    const pharmacies = await readPharmacyEntries(demo.db)
    for (const { pharmacyID: _, version: __, active: ___, ...entry } of pharmacies) {
      const { fields, problems } = checkPharmacy(z.object(pharmacyEntryFields).parse(entry))
      expect([fields, problems]).toEqual([entry, {}])
      expect(entry.locationIDs.every((id) => known.has(id))).toBe(true)
    }
    expect(pharmacies.some(({ active }) => !active)).toBe(true)
    expect(pharmacies.some(({ locationIDs }) => locationIDs.length === 0)).toBe(true)
  })

  it('merges one member into a member with a similar name', async () => {
    const merged = await demo.db
      .selectFrom('member')
      .select(['patient_id', 'merged_into', 'email_key'])
      .where('merged_into', 'is not', null)
      .execute()
    expect(merged).toHaveLength(1)
    const [{ patient_id = '', merged_into = null } = {}] = merged
    const merges = await demo.db.selectFrom('member_merge').select(['kept_id', 'merged_id', 'undone_at']).execute()
    expect(merges).toEqual([{ kept_id: merged_into, merged_id: patient_id, undone_at: null }])
    expect(await demo.db.selectFrom('study').selectAll().where('patient_id', '=', patient_id).execute()).toEqual([])
    expect(await demo.db.selectFrom('member_word').selectAll().where('member_id', '=', patient_id).execute()).toEqual(
      [],
    )
  })

  it('creates studies in every state from 90 days before to 60 days after', async () => {
    const rows = await demo.db.selectFrom('study').selectAll().execute()
    const starts = rows.flatMap((row) => row.starts_at ?? [])
    expect(Math.min(...starts)).toBeLessThan(now - 85 * 86_400)
    expect(Math.max(...starts)).toBeGreaterThan(now + 55 * 86_400)
    const statuses = rows.map((row) => JSON.parse(row.status) as Record<string, unknown>)
    for (const [place, stage] of progression.entries()) {
      const next = progression[place + 1]
      const here = statuses.some((status) => status[stage] === true && (next === undefined || status[next] !== true))
      expect(here, stage).toBe(true)
    }
    expect(rows.some((row) => row.temporary_hold === 1)).toBe(true)
    expect(rows.some((row) => row.cancelled === 1 && row.machine_id === null && row.cancellation !== null)).toBe(true)
  })

  it('creates no overlapping studies on a machine, and no study outside the location’s opening hours', async () => {
    const overlaps = await sql<{ count: number }>`
      select count(*) as count from machine_time a join machine_time b
        on a.machine_id = b.machine_id and a.event_id < b.event_id and a.starts_at < b.ends_at and b.starts_at < a.ends_at
    `.execute(demo.db)
    expect(overlaps.rows[0]?.count).toBe(0)
    const locations = new Map(
      (await demo.db.selectFrom('location').selectAll().execute()).map((row) => [
        row.location_id,
        locationSchema.parse(JSON.parse(row.document)),
      ]),
    )
    for (const time of await demo.db.selectFrom('machine_time').selectAll().execute()) {
      const location = locations.get(time.location_id as never)
      if (location === undefined) throw new Error('a machine time without a location')
      const starts = toWallTime(toInstant(time.starts_at * 1000), location.timezone)
      const ends = toWallTime(toInstant(time.ends_at * 1000), location.timezone)
      const hours = openingHoursOn(location, starts.date)
      expect(hours !== undefined && starts.time >= hours.open && ends.time <= hours.close).toBe(true)
    }
  })

  it('fills most of the coming week at the first home location', async () => {
    const week = await demo.db
      .selectFrom('machine_time')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('location_id', '=', 'ca-bc-1')
      .where('starts_at', '>=', now)
      .where('starts_at', '<', now + 7 * 86_400)
      .executeTakeFirstOrThrow()
    expect(week.count).toBeGreaterThan(7 * 30)
  })

  const referral = 'dt-medical-referral'

  it('creates documents of every report type for studies that have been read, some of them drafts, with one file per type and version', async () => {
    const rows = await demo.db.selectFrom('document').selectAll().where('type_id', '!=', referral).execute()
    const types = await demo.db.selectFrom('document_type').select('uuid').where('uuid', '!=', referral).execute()
    const of = (type: string, version: number) => rows.filter((row) => row.type_id === type && row.version === version)
    for (const { uuid } of types) {
      for (const version of [1, 2]) {
        const files = new Set(of(uuid, version).map((row) => row.base64_file))
        expect([uuid, version, files.size]).toEqual([uuid, version, 1])
        const bytes = Buffer.from([...files][0] ?? '', 'base64')
        expect(of(uuid, version)[0]?.byte_size).toBe(bytes.byteLength)
        expect((await PDFDocument.load(bytes)).getPageCount()).toBe(of(uuid, version)[0]?.pages)
      }
      expect(new Set(of(uuid, 1).map((row) => row.status))).toEqual(new Set(['PUBLISHED', 'DRAFT']))
    }
    // All documents of a type have the same name.
    expect(new Set(rows.map((row) => `${row.name} ${row.type_id}`)).size).toBe(types.length)
    const released = await demo.db.selectFrom('study').select(['study_id', 'status']).execute()
    const statuses = new Map(released.map((row) => [row.study_id, JSON.parse(row.status)]))
    for (const row of rows) {
      expect(statuses.get(row.study_id)).toMatchObject({ read: true })
      expect(row.created_at).toBeLessThan(now)
      expect((row.status_at === null) === (row.status === 'DRAFT')).toBe(true)
    }
  })

  it('creates a published referral for some studies at locations that require a referral', async () => {
    const rows = await demo.db
      .selectFrom('document')
      .innerJoin('study', 'study.study_id', 'document.study_id')
      .select(['document.status', 'document.created_at', 'study.status as flags', 'study.location_id'])
      .where('type_id', '=', referral)
      .execute()
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'PUBLISHED', location_id: expect.any(String) })
      expect(JSON.parse(row.flags)).toMatchObject({ referred: true })
      expect(row.created_at).toBeLessThanOrEqual(now)
    }
  })

  it('shares some studies with members of the demo and others with unknown members, but no study with its own member', async () => {
    const shares = await demo.db.selectFrom('share').selectAll().execute()
    const members = new Set(
      (await demo.db.selectFrom('member').select('patient_id').execute()).map((row) => row.patient_id),
    )
    const strangers = shares.filter((share) => !members.has(share.platform_id))
    expect(strangers.length).toBeGreaterThan(2)
    expect(shares.length - strangers.length).toBeGreaterThan(20)
    const studies = await demo.db.selectFrom('study').select(['study_id', 'patient_id']).execute()
    const whose = new Map(studies.map((row) => [row.study_id, row.patient_id]))
    for (const share of shares) expect(whose.get(share.study_id)).not.toBe(share.platform_id)
  })

  it('creates transactions of every payment type, documents, and a CRM with open opportunities', async () => {
    const rows = await demo.db.selectFrom('transaction').select('payment_type').distinct().execute()
    expect(new Set(rows.map((row) => row.payment_type))).toEqual(new Set(paymentTypes))
    const files = await demo.db.selectFrom('document').select('base64_file').execute()
    expect(files.length).toBeGreaterThan(50)
    expect(files.every((file) => Buffer.from(file.base64_file, 'base64').subarray(0, 5).toString() === '%PDF-')).toBe(
      true,
    )
    const persons = (await demo.db.selectFrom('crm_person').selectAll().execute()).map((row) =>
      crmPersonSchema.parse(JSON.parse(row.document)),
    )
    expect(persons.find((person) => person.personID === '003DEMO0001')?.atriumID).toBeNull()
    expect(persons.find((person) => person.personID === '003DEMO0002')?.atriumID).not.toBeNull()
    const opportunities = (await demo.db.selectFrom('crm_opportunity').selectAll().execute()).map((row) =>
      crmOpportunitySchema.parse(JSON.parse(row.document)),
    )
    expect(opportunities.filter((opportunity) => opportunity.Study_ID__c === null).length).toBeGreaterThanOrEqual(40)
  })

  describe('the safety answers of the demo', () => {
    const readAll = async () => {
      const studies = await demo.db.selectFrom('study').selectAll().execute()
      const members = new Map(
        (await demo.db.selectFrom('member').selectAll().execute()).map((row) => [row.patient_id, row]),
      )
      const records = await findSafetyRecords(demo.db, studies)
      return studies.map((row) => {
        const gender = members.get(row.patient_id)?.gender as Gender
        return { row, study: toStudy(row), gender, record: records.get(row.study_id) }
      })
    }

    it('are valid, match the summary of their study, and equal their revisions applied in order', async () => {
      for (const { row, study, gender, record } of await readAll()) {
        if (record === undefined) {
          expect(ownSafety(study), study.studyID).toEqual(unansweredSafety(gender))
          expect(study.sedative).toEqual(noSedative)
          continue
        }
        const savedAt = record.savedAt ?? toInstant(0)
        const parsed = parseSafetyAnswers(record.SafetyQuestions, gender, savedAt, (row.timezone ?? 'UTC') as ZoneId)
        expect(parsed, study.studyID).toMatchObject({ ok: true, answers: record.SafetyQuestions, cleared: [] })
        const appointment = study.booking
        const madeAt = toInstant(now * 1000)
        const assessment = assessSafety(record.SafetyQuestions, {
          gender,
          appointment,
          now: madeAt,
          supportPhone: null,
        })
        expect(ownSafety(study)).toEqual(summarizeSafety(assessment, record.version, record.signOffs))
        // Saving the same answers again leaves the sedative as it is. A cancelled one is the exception, because it
        // could become pending again.
        if (study.sedative.status !== 'cancelled') {
          expect(decideSedative(study.sedative, record.SafetyQuestions)).toEqual(study.sedative)
        }
        const told: Record<string, unknown> = {}
        for (const { changes } of record.revisions.toReversed()) for (const { field, to } of changes) told[field] = to
        expect(told).toEqual(record.SafetyQuestions)
        const signOff = currentSignOff(record.signOffs)
        if (signOff !== null) expect(decideWithdrawal(signOff.ground, assessment, appointment)).toBeNull()
        expect(savedAt <= madeAt && (appointment === null || savedAt < appointment.utcStart), study.studyID).toBe(true)
      }
    })

    it('exist for every completed scan, and for about two in three future ones', async () => {
      const all = await readAll()
      const scanned = all.filter(({ study }) => study.status.scanned)
      expect(scanned.length).toBeGreaterThan(500)
      expect(scanned.every(({ study }) => study.safety.state === 'complete' && !study.safety.isProhibited)).toBe(true)
      expect(scanned.every(({ study }) => study.safety.red === 0 || study.safety.signOff !== null)).toBe(true)
      const week = toInstant((now + 7 * 86_400) * 1000)
      const coming = all.filter(
        ({ study }) =>
          study.booking !== null && study.booking.utcStart > toInstant(now * 1000) && study.booking.utcStart < week,
      )
      const complete = coming.filter(({ study }) => study.safety.state === 'complete').length / coming.length
      expect(complete).toBeGreaterThan(0.6)
      expect(complete).toBeLessThan(0.75)
      expect(all.some(({ study }) => study.safety.state === 'incomplete')).toBe(true)
    })

    it('lead to every kind of notice, and forbid the scan of three booked members whose pacemaker was found after the booking', async () => {
      const all = await readAll()
      const prohibited = all.filter(({ study }) => study.safety.isProhibited)
      expect(prohibited.map(({ study }) => study.locationID).toSorted()).toEqual(['ca-bc-1', 'ca-bc-1', 'us-ny-1'])
      for (const { study } of prohibited) {
        expect(study).toMatchObject({ status: { booked: true, checkin: false } })
      }
      const ahead = all.filter(({ study }) => study.booking !== null && study.booking.utcStart > toInstant(now * 1000))
      const here = ahead.filter(({ study }) => study.locationID === 'ca-bc-1')
      expect(here.some(({ study }) => study.safety.red > 0 && study.safety.signOff === null)).toBe(true)
      expect(ahead.some(({ study }) => study.safety.red > 0 && study.safety.signOff !== null)).toBe(true)
      expect(here.some(({ study }) => study.safety.blue > 0)).toBe(true)
      // At the appointment, some surgeries are less than eight weeks ago, others are at least eight weeks ago.
      const surgery = here.filter(({ record }) => record?.SafetyQuestions['Surgery.Recent'] === 'yes')
      expect(surgery.some(({ study }) => study.safety.red > 0)).toBe(true)
      expect(surgery.some(({ study }) => study.safety.green > 0)).toBe(true)
      expect(all.some(({ record }) => (record?.revisions.length ?? 0) > 1)).toBe(true)
      expect(all.some(({ study }) => study.sedative.status === 'pending')).toBe(true)
    })
  })

  it('creates the same data within one hour and other data in the next, and does not change a filled database', {
    timeout: 60_000,
  }, async () => {
    const later = await fill('later.db', now + 3599)
    const next = await fill('next.db', now + 3600)
    const first = await fingerprint(demo)
    expect(await fingerprint(later)).toBe(first)
    expect(await fingerprint(next)).not.toBe(first)
    await fillDemoData(demo.db, { now: now + 86_400, hashPassword })
    expect(await fingerprint(demo)).toBe(first)
    await Promise.all([later.close(), next.close()])
  })
})
