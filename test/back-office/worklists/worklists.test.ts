import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeliveryTable } from '#back-office/database/delivery-tables.ts'
import { toDelivery } from '#back-office/repositories/deliveries-repository.ts'
import { readLocations } from '#back-office/repositories/locations-repository.ts'
import { addMember, findMembers } from '#back-office/repositories/members-repository.ts'
import { toStudy } from '#back-office/repositories/studies-repository.ts'
import { memberWords } from '#domain/members/search-words.ts'
import { deliveryStates } from '#domain/release/delivery.ts'
import { readAssignment } from '#domain/study/assignment.ts'
import { statusFlags } from '#domain/study/status-flags.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { isLate } from '#domain/worklists/allowance.ts'
import { sendWorkOf } from '#domain/worklists/send-work.ts'
import { type Worklist, worklists } from '#domain/worklists/worklist.ts'
import { showsRow, type WorklistFilter } from '#domain/worklists/worklist-filter.ts'
import {
  compareWorklistRows,
  type WorklistCounts,
  type WorklistRow,
  type WorklistView,
} from '#domain/worklists/worklist-row.ts'
import { allowances, anchorOf, tasksOf } from '#domain/worklists/worklist-task.ts'
import {
  type AccountName,
  aStudyRow,
  clinic,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
} from '#test/builders/back-office.ts'
import { aLocation, aMember } from '#test/builders/records.ts'
import { refusalOf } from '#test/contract/money-clinic.ts'

const day = 86_400

type Facts = Pick<WorklistRow, 'task' | 'studyID' | 'anchor' | 'isLate' | 'isUrgent' | 'isPrioritized'>
type Expected = Facts & Parameters<typeof showsRow>[1]

/** Returns numbers from 0 to 1, the same in every run. */
const seeded = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`the worklist service on ${engine.kind}`, { timeout: 120_000 }, () => {
    let office: RunningBackOffice
    let count = 0
    beforeAll(async () => {
      office = await runBackOffice(engine)
      const document = JSON.stringify(aLocation({ referralRequired: true }))
      await office.db.updateTable('location').set({ document }).where('location_id', '=', clinic.home).execute()
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    const ana = { firstname: 'Ana', lastname: 'Silva' }
    const add = async (columns: object, names = ana): Promise<string> => {
      count += 1
      const [studyID, patientID] = [`s-work-${count}`, `m-work-${count}`]
      const email = `${patientID}@mail.example`
      const member = aMember({
        patientID,
        user_id: patientID,
        atriumID: patientID,
        ...names,
        email,
      })
      await addMember(office.db, member, office.now())
      const row = { ...aStudyRow(office.now()), study_id: studyID, patient_id: patientID, location_id: clinic.home }
      await office.db
        .insertInto('study')
        .values({ ...row, balance: 0, ...columns })
        .execute()
      return studyID
    }
    const addReport = async (
      studyID: string,
      state: 'draft' | 'published' | 'discarded',
      at = office.now(),
    ): Promise<string> => {
      count += 1
      const version = state === 'published' ? count : null
      const file = {
        base64_file: 'JVBERg==',
        pages: 1,
        byte_size: 4,
        created_by: 'Rita',
        state_at: null,
        state_by: null,
      }
      const row = { report_id: `r-work-${count}`, study_id: studyID, kind: 'structured', state, version } as const
      await office.db
        .insertInto('study_report')
        .values({ ...row, ...file, created_at: at })
        .execute()
      return row.report_id
    }
    const addSend = async (studyID: string, change: Partial<DeliveryTable> = {}): Promise<string> => {
      count += 1
      const row: DeliveryTable = {
        ...{ delivery_id: `d-work-${count}`, study_id: studyID, author_id: 'u-hi', author_name: 'Max Reed' },
        ...{ channel: 'fax', mode: 'automated', item: '{"kind":"paper","paper":"physician-report"}', title: 'Report' },
        ...{ reading_version: null, practitioner_id: 'p-1', practice_location_id: null, recipient_name: 'Dr. Hale' },
        ...{ address: '', address_key: '', password: null, hides_hi_content: 0, state: 'failed', reason: null },
        ...{ pages: null, sending: 1, receipt: null, sender_run: null, sending_since: null, request_key: null },
        ...{ created_at: office.now(), handed_over_at: null, delivered_at: null, ended_at: null, confirmed_by: null },
        ...{ resend_of: null, cover_sheet: 0 },
        ...change,
      }
      await office.db.insertInto('delivery').values(row).execute()
      return row.delivery_id
    }
    const time = (startsAt: number) => ({
      starts_at: startsAt,
      ends_at: startsAt + 3600,
      wall_time: '2026-11-20T09:00',
      timezone: 'America/Vancouver',
      machine_id: 'ca-bc-1-m1',
      event_id: `e-work-${count}`,
    })
    const scannedAgo = (seconds: number, more: object = {}) => ({
      ...time(office.now() - seconds),
      status: JSON.stringify({ scanned: true, scannedTime: toInstant((office.now() - seconds) * 1000), ...more }),
    })
    const ask = async (list: Worklist, who: AccountName = 'admin', filter: object = {}) =>
      office.call('readWorklist', { params: { list }, body: filter }, { token: await office.signIn(who) })
    const read = async (list: Worklist, who: AccountName = 'admin', filter: object = {}): Promise<WorklistView> => {
      const answer = await ask(list, who, filter)
      expect(answer.status).toBe(200)
      return answer.body
    }
    const counts = async (who: AccountName): Promise<WorklistCounts> =>
      (await office.call('countWorklists', {}, { token: await office.signIn(who) })).body
    const mark = (studyId: string, act: string, who: AccountName) =>
      office
        .signIn(who)
        .then((token) =>
          office.call(
            'updateStudyStatus',
            { params: { studyId }, body: { [act]: true } },
            { token, key: `k-${act}-${studyId}` },
          ),
        )

    it('shows a scan until it is read, with the member, the location and the delay', async () => {
      const studyID = await add(scannedAgo(10 * day, { urgent: true, sensitive: true }))
      const view = await read('reading', 'radiologist')
      expect(view.rows[0]).toMatchObject({
        task: 'read',
        studyID,
        member: 'Ana Silva',
        dob: '1980-02-03',
        locationID: clinic.home,
        location: 'Vancouver',
        isLate: true,
        isUrgent: true,
        isPrioritized: false,
        isSensitive: true,
        assignedTo: null,
      })
      expect(view.rows[0]?.daysLate).toBeGreaterThan(4)
      const before = await counts('radiologist')
      expect(before.lists).toEqual([{ list: 'reading', total: view.total, late: view.late }])
      expect((await mark(studyID, 'read', 'radiologist')).status).toBe(200)
      expect((await read('reading', 'radiologist')).rows.map((row) => row.studyID)).not.toContain(studyID)
      const after = await counts('radiologist')
      expect(after.lists).toEqual([{ list: 'reading', total: view.total - 1, late: view.late - 1 }])
      expect((await read('report-qa', 'reportQC')).rows.map((row) => row.studyID)).toContain(studyID)
      expect((await read('health-information', 'hi')).rows).toContainEqual(
        expect.objectContaining({ studyID, task: 'publish' }),
      )
    })

    it('shows a new report after the publication until it is published or discarded', async () => {
      const published = { read: true, published: true, publishedTime: toInstant(office.now() * 1000) }
      const studyID = await add(scannedAgo(20 * day, { ...published, reportQADone: true, releasedToPatient: true }))
      const tasks = async () =>
        (await read('health-information', 'hi')).rows.filter((row) => row.studyID === studyID).map((row) => row.task)
      await addReport(studyID, 'published', office.now() - 19 * day)
      expect(await tasks()).toEqual([])
      const before = await counts('hi')
      const drafts = [await addReport(studyID, 'draft', office.now() - 60), await addReport(studyID, 'draft')]
      const [row, ...others] = (await read('health-information', 'hi')).rows.filter((one) => one.studyID === studyID)
      const anchor = toInstant((office.now() - 60) * 1000)
      expect(row).toMatchObject({ task: 'publish-draft', anchor, draftAt: anchor, isLate: false, member: 'Ana Silva' })
      expect(others).toEqual([])
      const total = (before.lists[0]?.total ?? 0) + 1
      expect((await counts('hi')).lists).toEqual([{ ...before.lists[0], total }])
      for (const report of drafts) {
        expect(await tasks()).toEqual(['publish-draft'])
        await office.db
          .updateTable('study_report')
          .set({ state: 'discarded' })
          .where('report_id', '=', report)
          .execute()
      }
      expect(await tasks()).toEqual([])
    })

    it('shows a disc until it is recorded as burnt, and a failed send until a later one replaces it', async () => {
      const studyID = await add(
        scannedAgo(20 * day, { read: true, published: true, reportQADone: true, releasedToPatient: true }),
      )
      const rows = async () =>
        (await read('health-information', 'hi')).rows
          .filter((row) => row.studyID === studyID)
          .map(({ task, anchor, isLate }) => [task, anchor, isLate])
      const before = await counts('hi')
      const ago = (seconds: number) => office.now() - seconds
      const asInstant = (seconds: number) => toInstant(ago(seconds) * 1000)
      const disc = await addSend(studyID, {
        ...{ channel: 'cd', state: 'handed-over', created_at: ago(6 * day), handed_over_at: ago(5 * day) },
      })
      await addSend(studyID, { created_at: ago(60) })
      expect(await rows()).toEqual([
        ['burn-disc', asInstant(5 * day), true],
        ['check-send', asInstant(60), false],
      ])
      const [list] = (await counts('hi')).lists
      expect([list?.total, list?.late]).toEqual([(before.lists[0]?.total ?? 0) + 2, (before.lists[0]?.late ?? 0) + 1])
      await office.db.updateTable('delivery').set({ state: 'delivered' }).where('delivery_id', '=', disc).execute()
      expect(await rows()).toEqual([['check-send', asInstant(60), false]])
      await addSend(studyID, { created_at: ago(30), state: 'cancelled' })
      expect(await rows()).toHaveLength(1)
      await addSend(studyID, { created_at: ago(20), channel: 'email', state: 'sending' })
      expect(await rows()).toEqual([])
    })

    it('shows whether the report of a study to publish has arrived', async () => {
      const studyID = await add(scannedAgo(60, { read: true }))
      const rows = async () => (await read('health-information', 'hi')).rows.filter((row) => row.studyID === studyID)
      expect(await rows()).toMatchObject([{ task: 'publish', draftAt: null }])
      await addReport(studyID, 'draft')
      expect(await rows()).toMatchObject([{ task: 'publish', draftAt: toInstant(office.now() * 1000) }])
    })

    it('shows scans that are assigned to the caller, unassigned, or all', async () => {
      const mine = await add(scannedAgo(60, { assignedTo: 'Robin radiologist', assignedToID: 'u-radiologist' }))
      const others = await add(scannedAgo(60, { assignedTo: 'Ines Duarte', assignedToID: 'u-other' }))
      const old = await add(scannedAgo(60, { assignedTo: 'Ines Duarte' }))
      const none = await add(scannedAgo(60, { assignedTo: '' }))
      const ids = async (assigned: string): Promise<readonly string[]> =>
        (await read('reading', 'radiologist', { assigned })).rows
          .map(({ studyID }) => studyID as string)
          .filter((id) => [mine, others, old, none].includes(id))
          .sort()
      expect(await ids('mine')).toEqual([mine])
      expect(await ids('unassigned')).toEqual([none])
      expect(await ids('all')).toEqual([mine, others, old, none].sort())
    })

    it('filters by task, lateness, member and scan day, and counts the filtered rows', async () => {
      const at = (wall_time: string) => ({ ...scannedAgo(30 * day), wall_time })
      const [old, fresh] = [
        await add(at('2026-03-01T23:50'), { firstname: 'Zoë', lastname: 'Castellanos' }),
        await add({ ...scannedAgo(60), wall_time: '2026-03-02T00:00' }, { firstname: 'José', lastname: 'Castellanos' }),
      ]
      const ids = async (filter: object): Promise<readonly string[]> => {
        const { rows, total, late } = await read('reading', 'radiologist', { member: 'castel', ...filter })
        expect([total, late]).toEqual([rows.length, rows.filter(({ isLate }) => isLate).length])
        return rows.map(({ studyID }) => studyID as string).sort()
      }
      expect(await ids({})).toEqual([old, fresh].sort())
      expect(await ids({ member: 'zoe castellanos' })).toEqual([old])
      expect(await ids({ member: 'Castellanos  JOSE' })).toEqual([fresh])
      expect(await ids({ member: '-' })).toEqual([])
      expect(await ids({ lateOnly: true })).toEqual([old])
      expect(await ids({ scanFrom: '2026-03-02' })).toEqual([fresh])
      expect(await ids({ scanTo: '2026-03-01' })).toEqual([old])
      expect(await ids({ scanFrom: '2026-03-01', scanTo: '2026-03-02' })).toEqual([old, fresh].sort())
      expect(await ids({ scanFrom: '2026-03-02', scanTo: '2026-03-01' })).toEqual([])
      expect(await ids({ task: 'read' })).toEqual([old, fresh].sort())
      expect(await ids({ task: 'publish' })).toEqual([])
    })

    it('counts work once if it is on two lists of the caller', async () => {
      await add({ ...time(office.now() + 3 * day), status: JSON.stringify({ medicalHistory: true, referred: true }) })
      const { lists, all } = await counts('admin')
      const sum = lists.reduce((total, list) => total + list.total, 0)
      const shared = (await read('nurse-practitioner', 'admin', { task: 'review-history' })).total
      expect(shared).toBeGreaterThan(0)
      expect(all.total).toBe(sum - shared)
      const { lists: own, all: ownAll } = await counts('radiologist')
      expect(own).toMatchObject([ownAll])
    })

    it('shows only the locations of the caller, and refuses another one', async () => {
      const away = await add({ ...scannedAgo(60), location_id: clinic.elsewhere, balance: 10 })
      expect((await read('reading', 'admin', { locationID: clinic.elsewhere })).rows.map((row) => row.studyID)).toEqual(
        [away],
      )
      await office.db
        .updateTable('user')
        .set({ roles: JSON.stringify(['radiologist']) })
        .where('email', '=', 'onelocation@test.atrium')
        .execute()
      const own = await read('reading', 'oneLocation')
      expect(own.total).toBeGreaterThan(0)
      expect(own.rows.filter((row) => row.locationID !== clinic.home)).toEqual([])
      expect(refusalOf(await ask('reading', 'oneLocation', { locationID: clinic.elsewhere }))).toEqual([
        403,
        'location-forbidden',
      ])
      const { lists } = await counts('oneLocation')
      expect(lists).toEqual([{ list: 'reading', total: own.total, late: own.late }])
    })

    it('refuses the list of another role, and every list to roles without one', async () => {
      const refused = [403, 'insufficient-permissions']
      for (const list of ['report-qa', 'health-information', 'nurse-practitioner', 'sales'] as const) {
        expect(refusalOf(await ask(list, 'radiologist'))).toEqual(refused)
      }
      for (const who of ['frontdesk', 'qa', 'dev', 'finance'] as const) {
        expect(refusalOf(await ask('reading', who))).toEqual(refused)
        const token = await office.signIn(who)
        expect(refusalOf(await office.call('countWorklists', {}, { token }))).toEqual(refused)
      }
      expect((await counts('admin')).lists.map(({ list }) => list)).toEqual([...worklists])
    })

    it('audits the locations whose members it showed', async () => {
      await read('reading', 'radiologist', { locationID: clinic.home })
      const rows = await office.db
        .selectFrom('audit')
        .selectAll()
        .where('action', 'like', 'worklist.viewed%')
        .orderBy('sequence', 'desc')
        .execute()
      expect(rows[0]).toMatchObject({ location_id: clinic.home, outcome: 'ok' })
      expect(rows[0]?.action).toContain(`reading: ${clinic.home}`)
    })

    it.each([
      ['an unknown list', { params: { list: 'lunch' }, body: {} }],
      ['no rows', { params: { list: 'reading' }, body: { rows: 0 } }],
      ['more rows than an answer has', { params: { list: 'reading' }, body: { rows: 301 } }],
      ['an unknown filter', { params: { list: 'reading' }, body: { assigned: 'yours' } }],
      ['a filter that does not exist', { params: { list: 'reading' }, body: { colour: 'red' } }],
      ['an unknown task', { params: { list: 'reading' }, body: { task: 'lunch' } }],
      ['a day that does not exist', { params: { list: 'reading' }, body: { scanFrom: '2026-02-30' } }],
      ['a name of 101 letters', { params: { list: 'reading' }, body: { member: 'a'.repeat(101) } }],
      ['an invalid location id', { params: { list: 'reading' }, body: { locationID: "x' or 1=1" } }],
    ])('refuses %s as invalid', async (_what, input) => {
      const answer = await office.call('readWorklist', input as never, { token: await office.signIn('admin') })
      expect([400, 404]).toContain(answer.status)
    })

    it('has exactly the studies, times and order that the rules require, for 400 random studies', async () => {
      const random = seeded(20)
      const maybe = (chance: number): boolean => random() < chance
      const moment = (): string => toInstant((office.now() + Math.floor((random() - 0.7) * 12 * day)) * 1000)
      for (let index = 0; index < 400; index += 1) {
        const flags = Object.fromEntries(
          statusFlags.flatMap((flag): [string, unknown][] =>
            maybe(0.45)
              ? [
                  [flag, true],
                  [`${flag}Time`, maybe(0.9) ? moment() : null],
                ]
              : maybe(0.5)
                ? [[flag, maybe(0.5) ? false : null]]
                : [],
          ),
        )
        const consulting = {
          requestedStatus: maybe(0.6) ? 'requested' : 'not requested',
          requestedAt: maybe(0.8) ? moment() : null,
          requestedBy: null,
          scheduledStatus: [null, 'booked', 'cancelled', 'complete'][Math.floor(random() * 4)],
          scheduledAt: null,
          scheduledBy: null,
          eventID: null,
          inviteeID: null,
          consultTime: maybe(0.8) ? moment() : null,
          completedTime: maybe(0.2) ? moment() : null,
          isPreferred: false,
        }
        const safety = JSON.parse(aStudyRow(0).safety)
        const stops = Math.floor(random() * 3)
        const draft = {
          ...{ answered: 1, required: 2, stops, newStops: maybe(0.5) ? null : Math.min(stops, 1), notes: 0 },
          ...{ isProhibited: false, by: 'Nell', at: moment() },
        }
        const studyID = await add(
          {
            ...(maybe(0.9)
              ? { ...time(office.now() + Math.floor((random() - 0.5) * 8 * day)), wall_time: moment().slice(0, 16) }
              : {}),
            status: JSON.stringify({ ...flags, ...(maybe(0.3) ? { assignedTo: 'Ines' } : {}) }),
            extra: JSON.stringify(maybe(0.8) ? { consulting } : {}),
            safety: JSON.stringify({
              ...safety,
              red: Math.floor(random() * 2),
              signOff: maybe(0.3) ? { by: 'Nell', at: moment() } : null,
              draft: maybe(0.4) ? draft : null,
            }),
            sku_id: maybe(0.3) ? 370 : 300,
            location_id: maybe(0.5) ? clinic.home : clinic.elsewhere,
            balance: maybe(0.5) ? 0 : 5000,
            temporary_hold: maybe(0.2) ? 1 : 0,
            temporary_hold_until: maybe(0.2) ? office.now() + Math.floor((random() - 0.5) * 2 * day) : null,
            cancelled: 0,
          },
          maybe(0.5) ? ana : { firstname: 'Zoë', lastname: 'O’Hara' },
        )
        for (const state of ['draft', 'draft', 'published', 'discarded'] as const) {
          if (maybe(0.3)) await addReport(studyID, state, office.now() - Math.floor(random() * 8 * day))
        }
        for (let sends = Math.floor(random() * 4); sends > 0; sends -= 1) {
          const created_at = office.now() - Math.floor(random() * 4) * day
          await addSend(studyID, {
            ...{ created_at, handed_over_at: maybe(0.5) ? created_at + 60 : null },
            channel: maybe(0.4) ? 'cd' : 'fax',
            state: deliveryStates[Math.floor(random() * deliveryStates.length)] ?? 'failed',
            practitioner_id: maybe(0.7) ? 'p-1' : 'p-2',
          })
        }
      }
      const locations = await readLocations(office.db)
      const rows = await office.db.selectFrom('study').selectAll().execute()
      const deliveries = await office.db.selectFrom('delivery').selectAll().execute()
      const reports = await office.db.selectFrom('study_report').selectAll().where('state', '=', 'draft').execute()
      const now = toInstant(office.now() * 1000)
      const members = await findMembers(office.db, [...new Set(rows.map(({ patient_id }) => patient_id))])
      const namesOf = (id: string) => {
        const found = members.find(({ patientID }) => patientID === id)
        if (found === undefined) throw new Error(id)
        return found
      }
      /** Returns random filters for a list. */
      const filters = (list: Worklist): readonly WorklistFilter[] =>
        Array.from({ length: 6 }, () => ({
          locationID: maybe(0.3) ? (clinic.elsewhere as LocationID) : null,
          task: maybe(0.3) ? (tasksOf[list][Math.floor(random() * tasksOf[list].length)] ?? null) : null,
          assigned: maybe(0.2) ? 'unassigned' : 'all',
          lateOnly: maybe(0.3),
          member: ['', 'ana', 'hara zo', '1980'][Math.floor(random() * 4)] ?? '',
          scanFrom: maybe(0.3) ? (moment().slice(0, 10) as PlainDate) : null,
          scanTo: maybe(0.3) ? (moment().slice(0, 10) as PlainDate) : null,
        }))
      const compareFiltered = async (list: Worklist, filter: WorklistFilter, all: readonly Expected[]) => {
        const fields = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value !== ''))
        const wanted = all.filter((one) => showsRow(filter, one, 'u-admin'))
        const view = await read(list, 'admin', fields)
        const keys = (found: readonly Pick<WorklistRow, 'studyID' | 'task'>[]) =>
          found.map((one) => `${one.studyID} ${one.task}`)
        expect([filter, keys(view.rows), view.total]).toEqual([filter, keys(wanted).slice(0, 300), wanted.length])
      }
      let shown = 0
      for (const list of worklists) {
        const expected = rows
          .flatMap((row) => {
            const study = toStudy(row)
            const location = locations.find(({ locationID }) => locationID === study.locationID)
            if (location === undefined) throw new Error(study.locationID)
            const drafts = reports.filter(({ study_id }) => study_id === study.studyID)
            const draftAt =
              drafts.length === 0 ? null : toInstant(Math.min(...drafts.map(({ created_at }) => created_at)) * 1000)
            const sends = sendWorkOf(deliveries.filter(({ study_id }) => study_id === study.studyID).map(toDelivery))
            return tasksOf[list].flatMap((task) => {
              const anchor = anchorOf(task, { study, location, draftAt, sends, now })
              if (anchor === null) return []
              const assignment = readAssignment(study.status)
              return {
                ...{ task, studyID: study.studyID, anchor, locationID: study.locationID },
                ...{ assignedTo: assignment?.name ?? null, assignedToID: assignment?.userID ?? null },
                ...{
                  words: memberWords(namesOf(row.patient_id)),
                  scanDate: (row.wall_time?.slice(0, 10) ?? null) as PlainDate | null,
                },
                isLate: isLate(now, anchor, allowances[task], location.timezone),
                isUrgent: study.status.urgent === true,
                isPrioritized: study.status.prioritized === true,
              }
            })
          })
          .sort(compareWorklistRows)
        const view = await read(list)
        for (const filter of filters(list)) await compareFiltered(list, filter, expected)
        const facts = ({ task, studyID, anchor, isLate: late, isUrgent, isPrioritized }: Facts) => ({
          ...{ task, studyID, anchor, isLate: late, isUrgent, isPrioritized },
        })
        expect(view.rows.map(facts)).toEqual(expected.slice(0, 300).map(facts))
        expect([view.total, view.late]).toEqual([expected.length, expected.filter((one) => one.isLate).length])
        shown += view.rows.length
      }
      expect(shown).toBeGreaterThan(300)
    })
  })
}
