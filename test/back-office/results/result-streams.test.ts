import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveHl7 } from '#back-office/results/receive-hl7.ts'
import { startResultIntake } from '#back-office/results/result-intake.ts'
import { findEngines } from '../../builders/back-office.ts'
import { createStrictLog } from '../../fakes/strict-log.ts'
import { someOf } from '../../fixtures/deep.ts'
import { createScriptedWorkshop, details, openReleaseDesk, type ReleaseDesk } from '../release/release-desk.ts'
import { oru } from './hl7-messages.ts'

/** A message of a stream. Its place in the stream determines its control id and report. */
type Sent = {
  readonly status: 'P' | 'F' | 'C' | 'X'
  readonly minute: number
  readonly code: 'STRUCTURED' | '11528-7'
}
type Arrival = { readonly place: number; readonly isNewID: boolean }
type Stream = {
  readonly sent: readonly Sent[]
  /** Each message at least once, in any order, and repetitions under the same or a new control id. */
  readonly arrivals: readonly Arrival[]
  /** Whether the first message is published before the others arrive. */
  readonly isPublished: boolean
  /** Whether all messages arrive before any is decided, by two servers at once. */
  readonly isBurst: boolean
}

const streams: fc.Arbitrary<Stream> = fc
  .tuple(
    fc.array(
      fc.record({
        status: fc.constantFrom('P', 'F', 'C', 'C', 'X'),
        minute: fc.integer({ min: 0, max: 6 }),
        code: fc.constantFrom('11528-7', '11528-7', 'STRUCTURED'),
      } as const),
      { minLength: 1, maxLength: 5 },
    ),
    fc.boolean(),
    fc.boolean(),
  )
  .chain(([more, isPublished, isBurst]) => {
    const sent: readonly Sent[] = [{ status: 'F', minute: 2, code: '11528-7' }, ...more]
    const places = sent.map((_, place) => ({ place, isNewID: false }))
    const again = fc.array(fc.record({ place: fc.nat({ max: sent.length - 1 }), isNewID: fc.boolean() }), {
      maxLength: 4,
    })
    return again
      .chain((more) => fc.shuffledSubarray([...places, ...more], { minLength: places.length + more.length }))
      .map((arrivals) => ({ sent, arrivals, isPublished, isBurst }))
  })

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`streams of results on ${engine.kind}`, { timeout: 3_600_000 }, () => {
    let desk: ReleaseDesk
    let intakes: readonly ReturnType<typeof startResultIntake>[]
    const workshop = createScriptedWorkshop()
    const problems: string[] = []
    const log = createStrictLog((_level, code) => problems.push(code))
    const options = () => ({
      ...{ db: desk.office.db, kind: desk.office.kind, newId: () => crypto.randomUUID(), log, pdf: workshop },
      now: () => desk.office.now(),
      everyMs: 3_600_000,
    })
    beforeAll(async () => {
      desk = await openReleaseDesk(engine, { pdf: workshop })
      intakes = [startResultIntake(options()), startResultIntake(options())]
    }, 120_000)
    afterAll(async () => {
      for (const intake of intakes) await intake.stop()
      expect([desk.office.errors, problems]).toEqual([[], []])
      await desk.office.stop()
    })
    const take = async (study: string, sent: Sent, place: number, id: string): Promise<void> => {
      const text = oru({
        ...{ id, study, status: sent.status },
        issued: `2026112110${String(sent.minute).padStart(2, '0')}00+0000`,
        pdf: Buffer.from(`%PDF- ${place} ${sent.status}`).toString('base64'),
      }).replaceAll('11528-7', sent.code)
      const context = { ...options(), now: desk.office.now(), address: '127.0.0.1' }
      expect(await receiveHl7({ kind: 'message', bytes: Buffer.from(text) }, context)).toContain('|AA|')
    }
    const decide = () => Promise.all(intakes.map((intake) => intake.decideAll()))
    const publishFirst = async (studyId: string): Promise<void> => {
      const { report_id: reportID } = await desk.office.db
        .selectFrom('study_report')
        .select('report_id')
        .where('study_id', '=', studyId)
        .executeTakeFirstOrThrow()
      const input = { params: { studyId }, body: { reportID, version: 1, memberDetails: details } }
      const token = await desk.office.signIn('hi')
      expect((await desk.office.call('publishReport', input as never, { token, key: desk.newKey() })).status).toBe(200)
    }
    const newStudy = async () => {
      const study = await desk.newStudy({ published: false })
      const { db } = desk.office
      await db.updateTable('study').set({ extra: '{}' }).where('study_id', '=', study).execute()
      const columns = db.selectFrom('study').select(['status', 'extra', 'version']).where('study_id', '=', study)
      const before = await columns.executeTakeFirstOrThrow()
      /** Removes the results and reports, so that the same messages can arrive in another order. */
      const clear = async (): Promise<void> => {
        await db.deleteFrom('incoming_result').where('study_ref', '=', study).execute()
        await db.deleteFrom('study_report').where('study_id', '=', study).execute()
        await db.updateTable('study').set(before).where('study_id', '=', study).execute()
      }
      return { study, clear }
    }
    /** Sends the messages of a stream to a study. */
    const run = async (study: string, { sent, arrivals, isPublished, isBurst }: Stream): Promise<void> => {
      const first = sent[0]
      if (isPublished && first !== undefined) {
        await take(study, first, 0, `${study}-0`)
        await decide()
        await expect.poll(() => countUndecided(study), { timeout: 30_000 }).toBe(0)
        await publishFirst(study)
      }
      for (const [turn, { place, isNewID }] of arrivals.entries()) {
        const message = sent[place]
        if (message !== undefined)
          await take(study, message, place, isNewID ? `${study}-x${turn}` : `${study}-${place}`)
        if (!isBurst) await intakes[turn % 2]?.decideAll()
      }
      await decide()
      // The server also looks for undecided results at intervals, and may be processing one.
      await expect.poll(() => countUndecided(study), { timeout: 30_000 }).toBe(0)
    }
    const countUndecided = async (study: string): Promise<number> =>
      (
        await desk.office.db
          .selectFrom('incoming_result')
          .select('result_id')
          .where('study_ref', '=', study)
          .where('state', '=', 'received')
          .execute()
      ).length
    /** Returns the final state of a study without its own ids and times: documents, versions, flags and results. */
    const endOf = async (study: string) => {
      const { db } = desk.office
      const row = await db
        .selectFrom('study')
        .select(['status', 'extra', 'version'])
        .where('study_id', '=', study)
        .executeTakeFirstOrThrow()
      const reports = await db
        .selectFrom('study_report')
        .select(['kind', 'state', 'version', 'base64_file'])
        .where('study_id', '=', study)
        .where('state', '!=', 'discarded')
        .execute()
      const results = await db
        .selectFrom('incoming_result')
        .leftJoin('study_report', 'study_report.report_id', 'incoming_result.report_id')
        .select(['incoming_result.kind', 'status', 'issued_at', 'content', 'incoming_result.state', 'reason'])
        .where('study_ref', '=', study)
        .execute()
      const { publishedTime: _time, ...flags } = JSON.parse(row.status)
      return {
        flags,
        details: JSON.parse(row.extra),
        version: row.version,
        reports: reports.map((report) => JSON.stringify(report)).sort(),
        results: results.map((result) => JSON.stringify(result)).sort(),
      }
    }
    const copiesOf = async (study: string): Promise<number> => {
      const rows = await desk.office.db
        .selectFrom('incoming_result')
        .select('copies')
        .where('study_ref', '=', study)
        .execute()
      return rows.reduce((sum, { copies }) => sum + Number(copies), 0)
    }

    it('end in the same state in any order and with repeated messages', async () => {
      for (const stream of someOf(fc.sample(streams, { numRuns: 200, seed: 20 }), 50)) {
        const inOrder = stream.sent.map((_, place) => ({ place, isNewID: false }))
        const name = JSON.stringify(stream)
        const { study, clear } = await newStudy()
        await run(study, { ...stream, arrivals: inOrder, isBurst: false })
        const expected = await endOf(study)
        await clear()
        await run(study, stream)
        expect(await endOf(study), name).toEqual(expected)
        expect(await copiesOf(study), name).toBe(stream.arrivals.length + (stream.isPublished ? 1 : 0))
        const drafts = await desk.office.db
          .selectFrom('study_report')
          .select('kind')
          .where('study_id', '=', study)
          .where('state', '=', 'draft')
          .execute()
        expect(new Set(drafts.map(({ kind }) => kind)).size, name).toBe(drafts.length)
      }
    })
  })
}
