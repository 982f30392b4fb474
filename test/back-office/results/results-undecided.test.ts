import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TooMuchWork } from '#back-office/kernel/bounded-work.ts'
import { receiveHl7 } from '#back-office/results/receive-hl7.ts'
import { startResultIntake } from '#back-office/results/result-intake.ts'
import { maxTries } from '#domain/results/decide-retry.ts'
import { waitingResultSchema } from '#domain/results/incoming-result.ts'
import { findEngines } from '../../builders/back-office.ts'
import { createStrictLog } from '../../fakes/strict-log.ts'
import { createScriptedWorkshop, details, openReleaseDesk, type ReleaseDesk } from '../release/release-desk.ts'
import { oru } from './hl7-messages.ts'

const drawn = await PDFDocument.create()
drawn.addPage([612, 792])
const pdf = Buffer.from(await drawn.save()).toString('base64')

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`an undecided result on ${engine.kind}`, { timeout: 120_000 }, () => {
    let desk: ReleaseDesk
    let later = 0
    let fault: Error | null = null
    const logged: string[] = []
    const log = createStrictLog((_level, code) => logged.push(code))
    const workshop = createScriptedWorkshop()
    const failing = {
      ...workshop,
      inspect: async (...input: Parameters<typeof workshop.inspect>) => {
        if (fault !== null) throw fault
        return workshop.inspect(...input)
      },
    }
    let intake: ReturnType<typeof startResultIntake>
    const options = () => ({
      ...{ db: desk.office.db, kind: desk.office.kind, newId: () => crypto.randomUUID(), log, pdf: failing },
      now: () => desk.office.now() + later,
      everyMs: 3_600_000,
    })
    beforeAll(async () => {
      desk = await openReleaseDesk(engine, { pdf: workshop })
      intake = startResultIntake(options())
    }, 120_000)
    afterAll(async () => {
      await intake.stop()
      expect(desk.office.errors).toEqual([])
      await desk.office.stop()
    })
    /** Stores a result that matches a study and its member, and returns the study. */
    const receive = async (): Promise<string> => {
      const study = await desk.newStudy({ published: false, read: false })
      const context = { ...options(), now: options().now(), address: '127.0.0.1' }
      const bytes = Buffer.from(oru({ id: `u-${crypto.randomUUID()}`, study, pdf }))
      expect(await receiveHl7({ kind: 'message', bytes }, context)).toContain('|AA|')
      return study
    }
    const rowOf = (study: string) =>
      desk.office.db
        .selectFrom('incoming_result')
        .select(['result_id', 'state', 'reason', 'tries', 'retry_at'])
        .where('study_ref', '=', study)
        .executeTakeFirstOrThrow()
    const ask = async (name: 'readWaitingResults' | 'rejectResult' | 'attachResult', input = {}) =>
      desk.office.call(name, input as never, {
        token: await desk.office.signIn('hi'),
        ...(name === 'readWaitingResults' ? {} : { key: desk.newKey() }),
      })

    it('is tried again after a growing pause, and attached once the fault is over', async () => {
      const study = await receive()
      fault = new Error('the workshop ended')
      await intake.decideAll()
      await intake.decideAll()
      expect(await rowOf(study)).toMatchObject({ state: 'received', tries: 1 })
      expect(logged.filter((code) => code === 'results.not-decided')).toHaveLength(1)
      fault = null
      later += 4
      await intake.decideAll()
      expect(await rowOf(study)).toMatchObject({ state: 'received', tries: 1 })
      later += 1
      await intake.decideAll()
      expect(await rowOf(study)).toMatchObject({ state: 'attached', tries: 2 })
    })

    it('waits after the last failure for staff, who can attach or reject it', async () => {
      const [one, other] = [await receive(), await receive()]
      fault = new Error('the workshop ended')
      for (let time = 0; time < maxTries; time += 1) {
        await intake.decideAll()
        later += 600
      }
      fault = null
      const ids: string[] = []
      for (const study of [one, other]) {
        const row = await rowOf(study)
        expect(row).toMatchObject({ state: 'waiting', reason: 'undecided', tries: maxTries })
        ids.push(row.result_id)
      }
      const listed = (await ask('readWaitingResults')).body as unknown[]
      const shown = listed
        .map((each) => waitingResultSchema.parse(each))
        .filter(({ resultID }) => ids.includes(resultID))
      expect(shown.map(({ reason }) => reason)).toEqual(['undecided', 'undecided'])
      const body = { studyID: one, memberDetails: details, reason: '' }
      expect((await ask('attachResult', { params: { resultId: ids[0] }, body })).status).toBe(200)
      expect((await rowOf(one)).state).toBe('attached')
      const rejected = { params: { resultId: ids[1] }, body: { reason: 'Sent again' } }
      expect((await ask('rejectResult', rejected)).status).toBe(200)
    })

    it('waits for staff if every attempt crashed the server', async () => {
      const study = await receive()
      await desk.office.db
        .updateTable('incoming_result')
        .set({ tries: maxTries, retry_at: options().now() + 300 })
        .where('study_ref', '=', study)
        .execute()
      await intake.decideAll()
      expect((await rowOf(study)).state).toBe('received')
      later += 300
      await intake.decideAll()
      expect(await rowOf(study)).toMatchObject({ state: 'waiting', reason: 'undecided' })
    })

    it('does not count an attempt that other work blocked', async () => {
      const study = await receive()
      fault = new TooMuchWork()
      for (let time = 0; time < maxTries * 2; time += 1) {
        await intake.decideAll()
        later += 10
      }
      expect(await rowOf(study)).toMatchObject({ state: 'received', tries: 0 })
      fault = null
      await intake.decideAll()
      expect((await rowOf(study)).state).toBe('attached')
    })

    it('is processed when a server starts, and at every interval', async () => {
      const study = await receive()
      const fast = startResultIntake({ ...options(), everyMs: 20 })
      await expect.poll(async () => (await rowOf(study)).state).toBe('attached')
      await fast.stop()
    })

    it('waits if its stored person or report is unreadable, and the list still shows the others', async () => {
      const [person, report] = [await receive(), await receive()]
      await desk.office.db
        .updateTable('incoming_result')
        .set({ identity: '{' })
        .where('study_ref', '=', person)
        .execute()
      await desk.office.db
        .updateTable('incoming_result')
        .set({ content: '{' })
        .where('study_ref', '=', report)
        .execute()
      await intake.decideAll()
      expect(await rowOf(person)).toMatchObject({ state: 'waiting', reason: 'incomplete' })
      expect(await rowOf(report)).toMatchObject({ state: 'waiting', reason: 'unreadable' })
      const listed = await ask('readWaitingResults')
      expect([listed.status, listed.body.length]).toEqual([200, (listed.body as unknown[]).length])
    })
  })
}
