import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveHl7 } from '#back-office/results/receive-hl7.ts'
import { startReceivingResults } from '#back-office/results/receive-results.ts'
import { findEngines } from '../../builders/back-office.ts'
import { createStrictLog } from '../../fakes/strict-log.ts'
import { createScriptedWorkshop, openReleaseDesk, type ReleaseDesk } from '../release/release-desk.ts'
import { framed, msaOf, openSender, oru } from './hl7-messages.ts'

const drawn = await PDFDocument.create()
drawn.addPage([612, 792])
const pdf = Buffer.from(await drawn.save()).toString('base64')
const allowed = { has: (address: string) => address === '127.0.0.1' }
const mllp = { host: '127.0.0.1', port: 0, tls: null, allowed }

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`the MLLP receiver on ${engine.kind}`, { timeout: 120_000 }, () => {
    let desk: ReleaseDesk
    let receiving: Awaited<ReturnType<typeof startReceivingResults>>
    const logged: string[] = []
    const log = createStrictLog((_level, code) => logged.push(code))
    const taking = () => ({
      db: desk.office.db,
      kind: desk.office.kind,
      newId: () => crypto.randomUUID(),
      now: desk.office.now(),
      log,
      address: '127.0.0.1',
    })
    const start = () =>
      startReceivingResults({ ...taking(), now: () => desk.office.now(), pdf: createScriptedWorkshop(), mllp })
    beforeAll(async () => {
      desk = await openReleaseDesk(engine)
      receiving = await start()
    }, 120_000)
    afterAll(async () => {
      await receiving.stop()
      expect(desk.office.errors).toEqual([])
      await desk.office.stop()
    })
    const sender = () => openSender(receiving.port ?? 0)
    const newStudy = () => desk.newStudy({ published: false, read: false })
    const send = async (text: string): Promise<string> => {
      const open = await sender()
      const answer = msaOf(await open.ask(text))
      open.close()
      await receiving.intake.decideAll()
      return answer
    }
    const resultsOf = (study: string) =>
      desk.office.db
        .selectFrom('incoming_result')
        .select(['message_id', 'state', 'reason', 'copies', 'report_id', 'study_id'])
        .where('study_ref', '=', study)
        .orderBy('message_id')
        .execute()
    const reportsOf = (study: string) =>
      desk.office.db
        .selectFrom('study_report')
        .select(['report_id', 'state', 'kind', 'created_by', 'pages'])
        .where('study_id', '=', study)
        .execute()
    const logOf = async (study: string) =>
      (
        await desk.office.db
          .selectFrom('study_log')
          .select(['content', 'by_user'])
          .where('study_id', '=', study)
          .execute()
      ).map(({ content, by_user }) => `${by_user}: ${content}`)

    it('stores, acknowledges, and attaches a result as a draft that the log names', async () => {
      const study = await newStudy()
      expect(await send(oru({ id: 'first', study, pdf }))).toBe('MSA|AA|first|stored')
      expect(await resultsOf(study)).toMatchObject([{ state: 'attached', study_id: study, copies: 1 }])
      expect(await reportsOf(study)).toMatchObject([
        { state: 'draft', kind: 'traditional', created_by: 'RIS NORTH', pages: 1 },
      ])
      expect(await logOf(study)).toContain('RIS NORTH: Traditional report received from RIS NORTH, not published')
      const audit = await desk.office.db.selectFrom('audit').select('action').where('study_id', '=', study).execute()
      expect(audit.some(({ action }) => action.startsWith('result.matched'))).toBe(true)
    })

    it('typesets a text as a PDF', async () => {
      const study = await newStudy()
      await send(oru({ study, texts: ['Nguyễn', ...Array.from({ length: 90 }, (_, line) => `Line ${line}`)] }))
      expect(await reportsOf(study)).toMatchObject([{ state: 'draft', pages: 3 }])
      const { base64_file } = await desk.office.db
        .selectFrom('study_report')
        .select('base64_file')
        .where('study_id', '=', study)
        .executeTakeFirstOrThrow()
      expect(Buffer.from(base64_file, 'base64').toString('latin1', 0, 5)).toBe('%PDF-')
    })

    it('counts a resent message as a copy, even under a new control id or if the server stopped before it answered', async () => {
      const study = await newStudy()
      // Simulates a server that stores the message and stops before it answers.
      await receiveHl7({ kind: 'message', bytes: Buffer.from(oru({ id: 'again', study })) }, taking())
      expect(await send(oru({ id: 'again', study }))).toBe('MSA|AA|again|stored')
      expect(await send(oru({ id: 'new-id', study }))).toBe('MSA|AA|new-id|stored')
      expect(await resultsOf(study)).toMatchObject([{ message_id: 'again', state: 'attached', copies: 3 }])
      expect(await reportsOf(study)).toHaveLength(1)
    })

    it('decides results that a stopped server stored but did not decide', async () => {
      const study = await newStudy()
      await send(oru({ study }))
      await desk.office.db
        .updateTable('incoming_result')
        .set({ state: 'received', study_id: null, report_id: null, tries: 0, retry_at: null })
        .where('study_ref', '=', study)
        .execute()
      await receiving.stop()
      receiving = await start()
      await receiving.intake.decideAll()
      expect(await resultsOf(study)).toMatchObject([{ state: 'attached' }])
    })

    it.each([
      ['messages in order', ['P', 'F', 'C']],
      ['a correction before its original', ['C', 'F', 'P']],
      ['repeated messages', ['F', 'C', 'F', 'P', 'C']],
    ])('ends in the same state for %s', async (_name, order) => {
      const study = await newStudy()
      const minutes: Record<string, string> = { P: '00', F: '10', C: '20' }
      for (const status of order) {
        const issued = `202611211${minutes[status]?.charAt(0)}0000+0000`
        await send(oru({ study, status, issued, texts: [`Report ${status}`] }))
      }
      const rows = await desk.office.db
        .selectFrom('incoming_result')
        .select(['status', 'state', 'report_id'])
        .where('study_ref', '=', study)
        .orderBy('issued_at')
        .execute()
      expect(rows.map(({ status, state }) => `${status} ${state}`)).toEqual([
        'preliminary noted',
        'final superseded',
        'corrected attached',
      ])
      const drafts = (await reportsOf(study)).filter(({ state }) => state === 'draft')
      expect(drafts.map(({ report_id }) => report_id)).toEqual([rows[2]?.report_id])
    })

    it('withdraws a draft on cancellation, and leaves a published report for staff to decide', async () => {
      const [open, published] = [await newStudy(), await newStudy()]
      for (const study of [open, published]) await send(oru({ study, issued: '20261121100000+0000' }))
      await desk.office.db
        .updateTable('study_report')
        .set({ state: 'published', version: 1 })
        .where('study_id', '=', published)
        .execute()
      for (const study of [open, published]) await send(oru({ study, status: 'X', issued: '20261121110000+0000' }))
      expect((await reportsOf(open)).map(({ state }) => state)).toEqual(['discarded'])
      expect((await reportsOf(published)).map(({ state }) => state)).toEqual(['published'])
      expect((await resultsOf(published)).map(({ state, reason }) => `${state} ${reason}`).sort()).toEqual([
        'attached null',
        'waiting published',
      ])
    })

    it('leaves a cancellation for staff if the original report is published, even if a correction arrives before or after it', async () => {
      const states: string[] = []
      for (const order of [
        ['C', 'X'],
        ['X', 'C'],
      ]) {
        const study = await newStudy()
        await send(oru({ study, issued: '20261121100000+0000' }))
        await desk.office.db
          .updateTable('study_report')
          .set({ state: 'published', version: 1 })
          .where('study_id', '=', study)
          .execute()
        for (const status of order) {
          const issued = status === 'C' ? '20261121110000+0000' : '20261121120000+0000'
          await send(oru({ study, status, issued, texts: [`Report ${status}`] }))
        }
        const reports = (await reportsOf(study)).map(({ state }) => state).sort()
        const results = (await resultsOf(study)).map(({ state, reason }) => `${state} ${reason}`).sort()
        states.push([...reports, ...results].join(', '))
      }
      expect(states[0]).toBe('draft, published, attached null, superseded null, waiting published')
      expect(states[1]).toBe(states[0])
    })

    it.each([
      ['an unknown study', { study: 's-unknown-77' }, 'unmatched'],
      ['no study', { study: '' }, 'unmatched'],
      ['another birth date', { person: 'm-000001||Silva^Ana||19810203|F' }, 'mismatch'],
      ['another patient', { person: 'm-000002||Silva^Ana||19800203|F' }, 'mismatch'],
      ['another name', { person: 'm-000001||Souza^Ana||19800203|F' }, 'mismatch'],
      ['no identity', { person: '||||' }, 'incomplete'],
    ])('keeps a result with %s waiting, and attaches nothing', async (_name, changes, reason) => {
      const study = 'study' in changes ? changes.study : await newStudy()
      const id = `waits-${crypto.randomUUID()}`
      expect(await send(oru({ id, study, texts: [id], ...changes }))).toBe(`MSA|AA|${id}|stored`)
      const row = await desk.office.db
        .selectFrom('incoming_result')
        .select(['state', 'reason', 'study_id'])
        .where('message_id', '=', id)
        .executeTakeFirst()
      expect(row).toEqual({ state: 'waiting', reason, study_id: null })
      if (study.startsWith('s-release')) expect(await reportsOf(study)).toEqual([])
    })

    it('keeps a result of a cancelled study waiting', async () => {
      const study = await desk.newStudy({ published: false }, { cancelled: 1 })
      await send(oru({ study }))
      expect(await resultsOf(study)).toMatchObject([{ state: 'waiting', reason: 'study-cancelled' }])
    })

    it('rejects messages that are not results, and keeps the connection open', async () => {
      const study = await newStudy()
      const open = await sender()
      expect(msaOf(await open.ask(oru({ id: 'adt', type: 'ADT^A01' })))).toMatch(/^MSA\|AR\|adt\|refused: only ORU/)
      expect(msaOf(await open.ask('HELLO'))).toMatch(/^MSA\|AR\|\|refused: the message does not begin with MSH/)
      expect(msaOf(await open.ask(oru({ encoding: 'abcd' })))).toMatch(/^MSA\|AR\|/)
      const two = await open.ask(
        Buffer.concat([framed(oru({ id: 'one', study })), framed(oru({ id: 'two', study, texts: ['2'] }))]),
        5,
      )
      expect([open.answers()[3], two].map((answer) => msaOf(answer ?? ''))).toEqual([
        'MSA|AA|one|stored',
        'MSA|AA|two|stored',
      ])
      open.close()
      await receiving.intake.decideAll()
      expect(logged).toContain('results.message-refused')
    })

    it('answers in the encoding characters of the message', async () => {
      const open = await sender()
      const other = oru({ id: 'own' }).replace(/[|^~\\&]/g, (mark) => '$*@!%'.charAt('|^~\\&'.indexOf(mark)))
      const answer = await open.ask(other)
      expect(answer).toMatch(/^MSH\$\*@!%\$ATRIUM\$CLINIC\$RIS\$NORTH\$/)
      expect(msaOf(answer)).toBe('MSA$AA$own$stored')
      open.close()
    })

    it('refuses a message of 50 MB without keeping it in memory', async () => {
      const open = await sender()
      const before = process.memoryUsage().arrayBuffers
      const head = Buffer.from(`\u000b${oru({ id: 'huge', pdf: '' })}`)
      const piece = Buffer.alloc(1024 * 1024, 'A')
      open.socket.write(head)
      let most = 0
      for (let sent = 0; sent < 50; sent += 1) {
        if (!open.socket.write(piece)) await new Promise((resolve) => open.socket.once('drain', resolve))
        most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      }
      const answer = msaOf(await open.ask(Buffer.from('\u001c\r'), 1))
      expect(answer).toBe('MSA|AR|huge|refused: the message is too large')
      expect(most).toBeLessThan(100 * 1024 * 1024)
      expect(msaOf(await open.ask(oru({ id: 'after-huge' })))).toBe('MSA|AA|after-huge|stored')
      open.close()
    })

    it('stores nothing of a truncated message', async () => {
      const study = await newStudy()
      const open = await sender()
      const text = framed(oru({ id: 'half', study }))
      open.socket.write(text.subarray(0, text.length - 2))
      await new Promise((resolve) => setTimeout(resolve, 50))
      open.close()
      await open.closed
      await receiving.intake.decideAll()
      expect(await resultsOf(study)).toEqual([])
    })

    it('asks the sender to resend a message that the database did not store', async () => {
      const study = await newStudy()
      const newId = () => {
        throw new Error('disk full')
      }
      const answer = await receiveHl7(
        { kind: 'message', bytes: Buffer.from(oru({ id: 'fails', study })) },
        { ...taking(), newId },
      )
      expect(msaOf(answer)).toBe('MSA|AE|fails|not stored: the server could not store it')
      expect(logged).toContain('results.not-stored')
      expect(await resultsOf(study)).toEqual([])
    })
  })
}
