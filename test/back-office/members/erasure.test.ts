import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, DatabaseKind } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { eraseLocked, lockStudies } from '#back-office/members/erase-member.ts'
import { listErasures, readErasureList } from '#back-office/members/erasure-list.ts'
import { addMember } from '#back-office/repositories/members-repository.ts'
import {
  aStudyRow,
  clinic,
  fillClinic,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
} from '../../builders/back-office.ts'
import { aMember } from '../../builders/records.ts'
import { personalColumns } from './personal-columns.ts'
import { marker, planted, plantMember } from './planted-member.ts'

const { memberID, studyID } = planted

/** Returns the names of the tables with their text columns. */
const readTextColumns = async (db: Database, kind: DatabaseKind): Promise<Map<string, string[]>> => {
  const { rows } = await (kind === 'sqlite'
    ? sql<{ table: string; column: string; type: string }>`select m.name as "table", c.name as "column", c.type as type
        from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite_%'`
    : sql<{ table: string; column: string; type: string }>`select table_name as "table", column_name as "column",
        data_type as type from information_schema.columns where table_schema = 'public'`
  ).execute(db)
  const tables = new Map<string, string[]>()
  for (const { table, column, type } of rows) {
    if (/text|char/i.test(type)) tables.set(table, [...(tables.get(table) ?? []), column])
  }
  return tables
}

/** Returns the markers that are still in the tables, by table. */
const findMarkers = async (db: Database, tables: Iterable<string>): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>()
  for (const table of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db)
    const markers = [...new Set((JSON.stringify(rows).match(marker) ?? []).map((one) => one.toLowerCase()))]
    if (markers.length > 0) found.set(table, markers.sort())
  }
  return found
}

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(
    `the erasure of a member on ${engine.kind}`,
    { timeout: 120_000 },
    () => {
      let office: RunningBackOffice
      let token: string
      beforeAll(async () => {
        office = await runBackOffice(engine)
        token = await office.signIn('admin')
      })
      afterAll(async () => {
        await office?.stop()
        expect(office?.errors ?? []).toEqual([])
      })

      const erase = (id: string, body: object, key: string) =>
        office.call('eraseMember', { params: { id }, body } as never, { token, key })

      it('has a decision for each text column of each table', async () => {
        for (const [table, columns] of await readTextColumns(office.db, engine.kind)) {
          const known = personalColumns[table]
          expect(known, `Decide in personal-columns.ts what an erasure does with the table ${table}`).toBeDefined()
          if (typeof known !== 'object') continue
          expect(Object.keys(known).sort(), table).toEqual([...columns].sort())
        }
      })

      it('leaves none of the 70 markers in any row, and keeps the ledger and the audit log', async () => {
        await plantMember(office.db, office.now())
        const tables = [...(await readTextColumns(office.db, engine.kind)).keys()]
        const before = await findMarkers(office.db, tables)
        const all = new Set([...before.values()].flat())
        expect(all.size).toBeGreaterThanOrEqual(70)
        const body = { version: 1, early: { basis: 'member-request', reason: 'Asked in writing' } }
        const answer = await erase(memberID, body, 'erase-1')
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        expect(Object.fromEntries(await findMarkers(office.db, tables))).toEqual({})
        const rows = async (table: 'payment_attempt' | 'delivery' | 'study' | 'erasure') =>
          (
            await sql<object>`select * from ${sql.table(table)} where ${sql.ref(table === 'erasure' ? 'member_id' : 'study_id')}
        = ${table === 'erasure' ? memberID : studyID}`.execute(office.db)
          ).rows
        for (const table of ['payment_attempt', 'delivery', 'study', 'erasure'] as const) {
          expect(await rows(table), table).toHaveLength(1)
        }
        const sound = await checkAuditChain(office.db)
        expect(sound.ok).toBe(true)
        const log = await office.call('readStudy', { params: { studyId: studyID } } as never, { token })
        expect(log.status, JSON.stringify(log.body)).toBe(200)
      })

      it('happens once, is refused under another key, and replaces a stored answer that names the member', async () => {
        const body = { version: 1, early: { basis: 'member-request', reason: 'Asked in writing' } }
        expect((await erase(memberID, body, 'erase-1')).status).toBe(200)
        const again = await erase(memberID, body, 'erase-2')
        expect([again.status, again.body.code]).toEqual([409, 'act-not-allowed'])
        const row = await office.db
          .selectFrom('idempotency_key')
          .select(['status', 'answer'])
          .where('idempotency_key', '=', 'key-1')
          .executeTakeFirstOrThrow()
        expect([row.status, JSON.parse(row.answer ?? '').code]).toEqual([404, 'not-found'])
      })

      it('lets a search find the tombstone only by its id, and other members as before', async () => {
        const find = async (text: string): Promise<string[]> =>
          (await office.call('searchMembers', { body: { text } } as never, { token })).body.map(
            ({ patientID }: { patientID: string }) => patientID,
          )
        expect(await find('Mrk04')).toEqual([])
        expect(await find('mrk05@mail.example')).toEqual([])
        expect(await find('Erased member')).toEqual([])
        expect(await find(memberID)).toEqual([memberID])
        expect(await find('Silvaa')).toContain(clinic.member)
      })

      it('refuses new records of an erased member', async () => {
        const change = await office.call(
          'changeMember',
          { params: { id: memberID }, body: { changes: { firstname: 'Back' } } } as never,
          { token },
        )
        expect([change.status, change.body.code]).toEqual([409, 'act-not-allowed'])
      })

      it('makes every workstation remove the member, even one that was offline', async () => {
        for (const locationID of [clinic.home, clinic.elsewhere]) {
          const { body } = await office.call('readChanges', { query: { locationID } } as never, { token })
          expect(body.changes[0]).toEqual({ kind: 'member', id: memberID, value: null, erasedStudies: [studyID] })
        }
      })

      it('refuses a member with an open balance in words that say what to do, and changes nothing', async () => {
        const early = { basis: 'other-law', reason: 'x' }
        const answer = await erase(clinic.member, { version: 1, early }, 'erase-3')
        expect(answer.body).toMatchObject({
          code: 'act-not-allowed',
          message: expect.stringMatching(/^1 study has an open balance\. Take or refund the money/),
        })
        const member = await office.call('readMember', { params: { id: clinic.member } } as never, { token })
        expect(member.body.firstname).toBe('Ana')
      })

      it('is added once to the list beside the database', async () => {
        await listErasures(office.db, office.database.dataFolder, office.now())
        expect(await listErasures(office.db, office.database.dataFolder, office.now())).toBe(false)
        const { erasures, unreadable } = readErasureList(`${office.database.dataFolder}/erasures.jsonl`)
        expect(unreadable).toBe(0)
        expect(erasures.map((one) => [one.memberID, one.basis])).toEqual([[memberID, 'member-request']])
      })

      it('keeps an unmatched result that names another person with the same family name and birth date', async () => {
        const [at, id] = [office.now(), 'm-twin-1']
        const paul = aMember({ patientID: id, user_id: id, atriumID: id, firstname: 'Paul', lastname: 'Stern' })
        const { dob } = paul
        await addMember(office.db, { ...paul, email: 'paul@mail.example' }, at)
        const result = {
          ...{ channel: 'hl7' as const, sender: 'RIS', kind: 'structured' as const, status: 'final' as const },
          ...{
            issued_at: at,
            received_at: at,
            copies: 1,
            tries: 1,
            retry_at: null,
            decided_at: null,
            decided_by: null,
          },
          ...{ decided_reason: null, content: '{}', study_ref: '', study_id: null, report_id: null },
          ...{ state: 'waiting' as const, reason: 'unmatched' as const },
        }
        const names = ['Paul A', 'Petra', '']
        await office.db
          .insertInto('incoming_result')
          .values(
            names.map((given, place) => ({
              ...{ ...result, result_id: `twin-${place}`, message_id: `t-${place}`, content_hash: `t-${place}` },
              ...{ digest: `t-${place}`, identity: JSON.stringify({ given, family: 'STERN', birthDate: dob }) },
            })),
          )
          .execute()
        expect((await erase(id, { version: 1, early: null }, 'erase-twin')).status).toBe(200)
        const rows = await office.db
          .selectFrom('incoming_result')
          .select('identity')
          .where('result_id', 'like', 'twin-%')
          .orderBy('result_id')
          .execute()
        expect(rows.map(({ identity }) => identity.includes('STERN'))).toEqual([false, true, false])
      })

      it('waits for concurrent work on the same studies, and that work waits for the erasure', async () => {
        const at = office.now()
        const studies = Array.from({ length: 6 }, (_, place) => ({
          patient_id: `m-busy-${place}`,
          study_id: `s-busy-${place}`,
        }))
        for (const { patient_id: id, study_id } of studies) {
          await addMember(
            office.db,
            aMember({ patientID: id, user_id: id, atriumID: id, email: `${id}@mail.example` }),
            at,
          )
          const row = { ...aStudyRow(at), study_id, patient_id: id, location_id: clinic.home, cancelled: 1 as const }
          await office.db.insertInto('study').values(row).execute()
        }
        const work = studies.flatMap(({ patient_id, study_id }) => [
          erase(patient_id, { version: 1, early: { basis: 'member-request', reason: 'Asked' } }, `erase-${patient_id}`),
          office.call(
            'addLogEntry',
            { params: { studyId: study_id }, body: { category: 'Front desk', content: 'Called' } } as never,
            { token, key: `note-${study_id}` },
          ),
          ...[1, 2, 3].map((text) =>
            office.call(
              'setReasonForScan',
              {
                params: { studyId: study_id },
                query: { json: 'true' },
                body: { reasonForScan: `Check ${text}`, version: 1 },
              } as never,
              { token },
            ),
          ),
        ])
        const statuses = (await Promise.all(work)).map(({ status }) => status)
        expect(statuses.filter((status) => status >= 500)).toEqual([])
        const erased = studies.map((_study, place) => statuses[5 * place])
        expect(erased).toEqual(studies.map(() => 200))
      })
    },
  )
}

describe('an erasure in a SQLite file', { timeout: 60_000 }, () => {
  it('leaves no marker in the bytes of the file and its log, and changes nothing if it fails', async () => {
    const [engine] = await findEngines('rules')
    if (engine === undefined) throw new Error('SQLite is always there')
    const empty = await engine.create()
    const path = `${empty.dataFolder}/plain.sqlite`
    const { db, kind, close } = await openDatabase({ kind: 'sqlite', path })
    const now = 1_795_000_000
    await fillClinic(db, now)
    await plantMember(db, now)
    const tables = [...(await readTextColumns(db, kind)).keys()]
    const before = await findMarkers(db, tables)
    const work = async (within: Database): Promise<void> => {
      const studies = await lockStudies(within, kind, [memberID])
      const newId = () => randomUUID()
      const given = { memberIDs: [memberID], studies, now, newId, by: 'Robin admin' }
      await eraseLocked(within, kind, given, { byUser: 'u-admin', early: null })
    }
    const failing = db.transaction().execute(async (within) => {
      await work(within)
      throw new Error('killed')
    })
    await expect(failing).rejects.toThrow('killed')
    expect(await findMarkers(db, tables)).toEqual(before)
    await db.transaction().execute(work)
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    const read = (suffix: string): string => readFileSync(path + suffix, 'latin1')
    expect([...new Set(`${read('')}${read('-wal')}`.match(marker) ?? [])]).toEqual([])
    await close()
    await empty.remove()
  })
})
