import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveHl7 } from '#back-office/results/receive-hl7.ts'
import { waitingResultSchema } from '#domain/results/incoming-result.ts'
import { type AccountName, clinic, findEngines } from '../../builders/back-office.ts'
import { createStrictLog } from '../../fakes/strict-log.ts'
import { createScriptedWorkshop, details, openReleaseDesk, type ReleaseDesk } from '../release/release-desk.ts'
import { msaOf, oru } from './hl7-messages.ts'

const otherBirthDate = 'm-000001||Silva^Ana||19810203|F'

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`the list of results on ${engine.kind}`, { timeout: 120_000 }, () => {
    let desk: ReleaseDesk
    const workshop = createScriptedWorkshop()
    beforeAll(async () => {
      desk = await openReleaseDesk(engine, { pdf: workshop })
    }, 120_000)
    afterAll(async () => {
      expect(desk.office.errors).toEqual([])
      await desk.office.stop()
    })
    const newStudy = (columns: object = {}) => desk.newStudy({ published: false, read: false }, columns)
    /** Stores and decides a message, and returns the id of its result. */
    const arrive = async (message: Parameters<typeof oru>[0]): Promise<string> => {
      const { decideStoredResult } = await import('#back-office/results/decide-stored-result.ts')
      const { db, kind } = desk.office
      const id = `w-${crypto.randomUUID()}`
      const context = { db, kind, now: desk.office.now(), newId: () => crypto.randomUUID(), pdf: workshop }
      const bytes = Buffer.from(oru({ id, texts: [id], ...message }))
      const taking = { ...context, log: createStrictLog(() => {}), address: '127.0.0.1' }
      expect(msaOf(await receiveHl7({ kind: 'message', bytes }, taking))).toContain('|AA|')
      const { result_id } = await db
        .selectFrom('incoming_result')
        .select('result_id')
        .where('message_id', '=', id)
        .executeTakeFirstOrThrow()
      await decideStoredResult(result_id, context)
      return result_id
    }
    const ask = async (
      name: 'readWaitingResults' | 'countWaitingResults' | 'readResultFile' | 'attachResult' | 'rejectResult',
      input: object = {},
      who: AccountName = 'hi',
      key = desk.newKey(),
    ) =>
      desk.office.call(name, input as never, {
        token: await desk.office.signIn(who),
        ...(name === 'attachResult' || name === 'rejectResult' ? { key } : {}),
      })
    const attach = (resultId: string, studyID: string, reason = '', more: object = {}, key?: string) =>
      ask(
        'attachResult',
        { params: { resultId }, body: { studyID, memberDetails: details, reason, ...more } },
        'hi',
        key,
      )
    const listed = async () => (await ask('readWaitingResults')).body as { resultID: string }[]
    const find = async (resultID: string) => (await listed()).find((each) => each.resultID === resultID)
    const rowOf = (id: string) =>
      desk.office.db.selectFrom('incoming_result').selectAll().where('result_id', '=', id).executeTakeFirstOrThrow()

    it('lists a result with both identities, and audits whose record was shown', async () => {
      const study = await newStudy()
      const id = await arrive({ study, person: otherBirthDate })
      const shown = waitingResultSchema.parse(await find(id))
      expect(shown).toMatchObject({
        sender: 'RIS NORTH',
        reason: 'mismatch',
        identity: { family: 'Silva', birthDate: '1981-02-03' },
        named: { studyID: study, member: { firstname: 'Ana', dob: '1980-02-03' } },
      })
      const audit = await desk.office.db
        .selectFrom('audit')
        .select(['action', 'member_id'])
        .where('study_id', '=', study)
        .where('action', 'like', 'results.listed%')
        .execute()
      expect(audit).toContainEqual({ action: `results.listed ${id}`, member_id: clinic.member })
    })

    it('shows the report, and attaches it with a reason if the identities differ', async () => {
      const study = await newStudy()
      const id = await arrive({ study, person: otherBirthDate })
      const file = await ask('readResultFile', { params: { resultId: id } })
      expect([file.status, file.body.fileName, file.body.pages]).toEqual([200, 'Result.pdf', 1])
      expect((await attach(id, study)).body.code).toBe('act-not-allowed')
      const stale = await attach(id, study, 'typing error', { memberDetails: { ...details, lastname: 'Souza' } })
      expect(stale.body.code).toBe('stale')
      expect((await attach(id, study, 'typing error', {}, 'one-key')).status).toBe(200)
      expect((await attach(id, study, 'typing error', {}, 'one-key')).status).toBe(200)
      expect((await attach(id, study, 'typing error')).status).toBe(200)
      expect(await rowOf(id)).toMatchObject({
        state: 'attached',
        study_id: study,
        decided_by: 'Robin hi',
        decided_reason: 'typing error',
      })
      const drafts = await desk.office.db
        .selectFrom('study_report')
        .select(['created_by'])
        .where('study_id', '=', study)
        .execute()
      expect(drafts).toEqual([{ created_by: 'Robin hi' }])
      expect(await find(id)).toBeUndefined()
      expect((await attach(id, await newStudy(), 'again')).body.code).toBe('act-not-allowed')
    })

    it('attaches a result without a study to the study that staff chose', async () => {
      const study = await newStudy()
      const id = await arrive({ study: 'ACC-unknown' })
      expect(await find(id)).toMatchObject({ reason: 'unmatched', named: null })
      expect((await attach(id, study)).body.code).toBe('act-not-allowed')
      expect((await attach(id, study, 'wrong accession number')).status).toBe(200)
    })

    it('does not replace a newer result with an older one that staff attach', async () => {
      const study = await newStudy()
      const late = await arrive({ study, issued: '20261121090000+0000', person: otherBirthDate })
      const newer = await arrive({ study, status: 'C', issued: '20261121100000+0000' })
      expect((await attach(late, study, 'typing error')).status).toBe(200)
      expect([(await rowOf(late)).state, (await rowOf(newer)).state]).toEqual(['superseded', 'attached'])
    })

    it('refuses a cancelled study, an unreadable PDF and a study of another location', async () => {
      const cancelled = await newStudy({ cancelled: 1 })
      const id = await arrive({ study: cancelled })
      expect((await attach(id, cancelled)).body.code).toBe('already-cancelled')
      const study = await newStudy()
      const broken = await arrive({ study, pdf: 'AAAA' })
      expect(await find(broken)).toMatchObject({ reason: 'unreadable' })
      expect((await ask('readResultFile', { params: { resultId: broken } })).body.code).toBe('pdf-refused')
      expect((await attach(broken, study)).body.code).toBe('pdf-refused')
      expect((await attach(broken, 's-none', 'x')).status).toBe(404)
    })

    it('counts the unmatched results of a study, including new undecided ones, and audits the count', async () => {
      const study = await newStudy()
      const { db } = desk.office
      const ofStudy = async (who: AccountName = 'hi') =>
        (
          await desk.office.call(
            'countStudyResults',
            { params: { studyId: study } },
            { token: await desk.office.signIn(who) },
          )
        ).body
      const before = (await ofStudy()).waiting
      const first = await arrive({ study, person: otherBirthDate })
      const undecided = await arrive({ study, person: otherBirthDate })
      await db
        .updateTable('incoming_result')
        // The server would decide it soon; the retry time keeps it undecided during the test.
        .set({ state: 'received', tries: 1, retry_at: desk.office.now() + 3600 })
        .where('result_id', '=', undecided)
        .execute()
      expect((await ofStudy()).waiting).toBe(before + 2)
      expect((await ofStudy('radiologist')).waiting).toBe(before + 2)
      expect((await ask('rejectResult', { params: { resultId: first }, body: { reason: 'x' } })).status).toBe(200)
      expect((await ofStudy()).waiting).toBe(before + 1)
      expect((await ofStudy('frontdesk')).code).toBe('insufficient-permissions')
      const audit = await db.selectFrom('audit').select('action').where('study_id', '=', study).execute()
      expect(audit.map(({ action }) => action)).toContain('study.results-counted')
    })

    it('rejects a result with a reason, once', async () => {
      const id = await arrive({ study: 'elsewhere' })
      const reject = (body: object, who?: AccountName) => ask('rejectResult', { params: { resultId: id }, body }, who)
      expect((await reject({ reason: ' ' })).body.code).toBe('invalid-input')
      expect((await reject({ reason: 'not ours' }, 'reportQC')).status).toBe(200)
      expect(await rowOf(id)).toMatchObject({
        state: 'rejected',
        decided_by: 'Robin reportQC',
        decided_reason: 'not ours',
      })
      expect((await reject({ reason: 'not ours' })).body.code).toBe('act-not-allowed')
      expect((await attach(id, await newStudy(), 'x')).body.code).toBe('act-not-allowed')
      expect(await find(id)).toBeUndefined()
    })

    it('hides a result about a study of another location', async () => {
      const id = await arrive({ study: clinic.elsewhereStudy })
      await desk.office.db
        .updateTable('user')
        .set({ allowed_locations: JSON.stringify([clinic.home]) })
        .where('user_id', '=', 'u-reportqc')
        .execute()
      const seen = (await ask('readWaitingResults', {}, 'reportQC')).body as { resultID: string }[]
      expect(seen.map(({ resultID }) => resultID)).not.toContain(id)
      // The count and the list agree for each user, and the count needs no audit row.
      const audited = await desk.office.db.selectFrom('audit').select('action').execute()
      const counts = async (who: AccountName) => (await ask('countWaitingResults', {}, who)).body.waiting
      expect(await counts('reportQC')).toBe(seen.length)
      expect(await counts('hi')).toBeGreaterThan(seen.length)
      expect((await listed()).length).toBe(await counts('hi'))
      const actions = (await desk.office.db.selectFrom('audit').select('action').execute()).slice(audited.length)
      expect(actions.filter(({ action }) => action.includes('count'))).toEqual([])
      expect((await ask('readResultFile', { params: { resultId: id } }, 'reportQC')).status).toBe(404)
      expect(await find(id)).toBeDefined()
    })
  })
}
