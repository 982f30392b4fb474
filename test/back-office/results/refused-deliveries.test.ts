import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessionToken } from '#back-office/kernel/session-token.ts'
import { putMachineAccount } from '#back-office/repositories/machine-accounts-repository.ts'
import { startReceivingResults } from '#back-office/results/receive-results.ts'
import { removeOldRefusals } from '#back-office/results/refused-deliveries.ts'
import { storeRefusal } from '#back-office/results/store-refusal.ts'
import { type RefusedMessage, refusedDeliverySchema } from '#domain/results/refused-delivery.ts'
import { clinic, findEngines } from '../../builders/back-office.ts'
import { createStrictLog } from '../../fakes/strict-log.ts'
import { createScriptedWorkshop, openReleaseDesk, type ReleaseDesk } from '../release/release-desk.ts'
import { ana, framed, openSender, oru } from './hl7-messages.ts'

const allowed = { has: (address: string) => address === '127.0.0.1' }
const mllp = { host: '127.0.0.1', port: 0, tls: null, allowed }
/** The parts of a message that must not be stored with a refusal. */
const health = ['Silva', 'm-000001', '19800203', 'Impression', 'No finding']

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`the refusal list on ${engine.kind}`, { timeout: 120_000 }, () => {
    let desk: ReleaseDesk
    let receiving: Awaited<ReturnType<typeof startReceivingResults>>
    let token: string
    const log = createStrictLog(() => {})
    beforeAll(async () => {
      desk = await openReleaseDesk(engine, { pdf: createScriptedWorkshop() })
      const { db, kind } = desk.office
      const options = { db, kind, newId: () => crypto.randomUUID(), now: () => desk.office.now() }
      receiving = await startReceivingResults({ ...options, log, pdf: createScriptedWorkshop(), mllp })
      const { token: made, tokenHash } = createSessionToken()
      token = made
      const account = { account_id: 'machine-1', name: 'North', token_hash: tokenHash, created_at: desk.office.now() }
      await putMachineAccount(db, account)
    }, 120_000)
    afterAll(async () => {
      await receiving.stop()
      expect(desk.office.errors).toEqual([])
      await desk.office.stop()
    })
    const rows = () => desk.office.db.selectFrom('refused_delivery').selectAll().orderBy('first_at').execute()
    const clear = () => desk.office.db.deleteFrom('refused_delivery').execute()
    const ask = async (name: 'readRefusedDeliveries' | 'closeRefusedDelivery' | 'countWaitingResults', input = {}) =>
      desk.office.call(name, input as never, {
        token: await desk.office.signIn('hi'),
        ...(name === 'closeRefusedDelivery' && { key: desk.newKey() }),
      })
    const close = (refusalId: string, end: string, note = '') =>
      ask('closeRefusedDelivery', { params: { refusalId }, body: { end, note } })
    const sendAndEnd = async (bytes: Buffer | string): Promise<void> => {
      const sender = await openSender(receiving.port ?? 0)
      sender.socket.end(bytes)
      await sender.closed
    }
    const store = (changes: Partial<RefusedMessage>, later = 0) => {
      const { db, kind } = desk.office
      const refusal = { channel: 'hl7', sender: 'RIS', address: '10.0.0.7', controlID: 'c', detail: '' } as const
      const context = { db, kind, newId: () => crypto.randomUUID(), now: desk.office.now() + later }
      return storeRefusal({ ...refusal, reason: 'message-type', ...changes }, context)
    }

    it.each([
      ['another type', framed(oru({ id: 'r', type: 'ADT^A01' })), 'message-type', 'RIS NORTH', 'r'],
      ['several persons', framed(`${oru({ id: 'r' })}\rPID|2||${ana}`), 'several-persons', 'RIS NORTH', 'r'],
      ['no control id', framed(oru({ id: '' })), 'no-control-id', 'RIS NORTH', ''],
      ['wrong encoding characters', framed(oru({ id: 'r', encoding: 'abcd' })), 'encoding', '', ''],
      ['an unknown character set', framed(oru({ id: 'r', charset: 'KLINGON' })), 'charset', 'RIS NORTH', 'r'],
      ['an unknown status', framed(oru({ id: 'r', status: 'Q' })), 'no-status', 'RIS NORTH', 'r'],
      ['no report', framed(oru({ id: 'r', texts: [] })), 'no-report', 'RIS NORTH', 'r'],
      ['no time', framed(oru({ id: 'r', issued: 'soon' }).replace('20261121103000|', '|')), 'fields', 'RIS NORTH', 'r'],
      ['a short header', framed('MSH|^~\\&|RIS|NORTH'), 'message-type', 'RIS NORTH', ''],
      [
        'a header and a person but no order',
        framed(oru({ id: 'r' }).split('\r').slice(0, 2).join('\r')),
        'no-order',
        'RIS NORTH',
        'r',
      ],
      ['no HL7', framed('HELLO Silva'), 'not-hl7', '', ''],
      ['control characters alone', framed('\u0001\u0002'), 'not-hl7', '', ''],
      ['no frame', oru({ id: 'r' }), 'broken-frame', 'RIS NORTH', 'r'],
      ['no end', framed(oru({ id: 'r' })).subarray(0, 200), 'connection-lost', 'RIS NORTH', 'r'],
      ['half a header', framed(oru({ id: 'r' })).subarray(0, 60), 'connection-lost', '', ''],
      [
        'another message within it',
        Buffer.concat([framed(oru({ id: 'r' })).subarray(0, 200), framed(oru({ id: 'inner', study: 's-none' }))]),
        'broken-frame',
        'RIS NORTH',
        'r',
      ],
    ])('lists a message with %s, without its content', async (_name, bytes, reason, sender, controlID) => {
      await clear()
      await sendAndEnd(bytes)
      await expect.poll(rows).toHaveLength(1)
      const [row] = await rows()
      expect(row).toMatchObject({
        channel: 'hl7',
        reason,
        sender,
        control_id: controlID,
        address: '127.0.0.1',
        copies: 1,
      })
      for (const text of health) expect(JSON.stringify(row)).not.toContain(text)
      const listed = (await ask('readRefusedDeliveries')).body as unknown[]
      expect(listed.map((each) => refusedDeliverySchema.parse(each))).toMatchObject([{ reason, sender, controlID }])
      expect((await ask('countWaitingResults')).body).toMatchObject({ refused: 1 })
    })

    it('has one entry for a message that is too large, even if its first transmission was cut off', async () => {
      await clear()
      const large = Buffer.concat([Buffer.from(`\u000b${oru({ id: 'large' })}\r`), Buffer.alloc(33 * 1024 * 1024, 65)])
      await sendAndEnd(large)
      const sender = await openSender(receiving.port ?? 0)
      expect(await sender.ask(Buffer.concat([large, Buffer.from('\u001c\r')]))).toContain('|AR|large|')
      sender.close()
      expect(await rows()).toMatchObject([{ reason: 'too-large', control_id: 'large', copies: 2 }])
    })

    it('closes an entry automatically when its sender resends the message and it is stored', async () => {
      await clear()
      const study = await desk.newStudy({ published: false, read: false })
      const whole = framed(oru({ id: 'again', study }))
      await sendAndEnd(whole.subarray(0, whole.length - 2))
      await expect.poll(rows).toMatchObject([{ reason: 'connection-lost', control_id: 'again', state: 'open' }])
      await sendAndEnd(whole)
      await expect.poll(rows).toMatchObject([{ state: 'arrived', closed_by: null }])
      expect((await ask('readRefusedDeliveries')).body).toEqual([])
    })

    it('ignores a lost message whose copy was just stored, and closes an entry only if its message arrives within a day', async () => {
      await clear()
      const study = await desk.newStudy({ published: false, read: false })
      await sendAndEnd(framed(oru({ id: 'quick', study })))
      const stored = desk.office.db.selectFrom('incoming_result').select('state').where('message_id', '=', 'quick')
      await expect.poll(() => stored.execute()).toHaveLength(1)
      const lost = { sender: 'RIS NORTH', reason: 'connection-lost' } as const
      await store({ ...lost, controlID: 'quick' }, 30)
      expect(await rows()).toEqual([])
      await store({ ...lost, controlID: 'quick' }, 300)
      expect(await rows()).toMatchObject([{ control_id: 'quick', state: 'open' }])
      await store({ ...lost, controlID: 'reused' }, -86_401)
      await store({ ...lost, controlID: 'recent' }, -80_000)
      for (const id of ['reused', 'recent']) await sendAndEnd(framed(oru({ id, study, texts: [id] })))
      await expect
        .poll(async () => (await rows()).map(({ control_id, state }) => `${control_id} ${state}`).sort())
        .toEqual(['quick open', 'recent arrived', 'reused open'])
    })

    const patient = {
      resourceType: 'Patient',
      id: 'p',
      identifier: [{ value: clinic.member }],
      birthDate: '1980-02-03',
    }
    const resource = (changes: object = {}) => ({
      resourceType: 'DiagnosticReport',
      identifier: [{ value: 'D-77' }],
      basedOn: [{ identifier: { value: 's-none' } }],
      status: 'final',
      code: {},
      subject: { reference: '#p' },
      contained: [patient],
      issued: '2026-11-21T10:30:00Z',
      conclusion: 'No finding.',
      ...changes,
    })
    const post = (body: unknown, contentType = 'application/fhir+json', own = token) =>
      desk.office.send('POST', '/fhir/DiagnosticReport', {
        token: own,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        contentType,
      })

    it.each([
      ['no subject', resource({ subject: undefined }), 'fields', 'D-77', 'DiagnosticReport.subject'],
      ['a wrong status', resource({ status: 'Silva' }), 'fields', 'D-77', 'DiagnosticReport.status'],
      ['no identifier', resource({ identifier: [] }), 'fields', '', 'DiagnosticReport.identifier'],
      ['a key that contains a NUL', resource({ 'Silva\u0000': 'x' }), 'fields', 'D-77', ''],
      ['no JSON', '{"Silva', 'not-json', '', ''],
    ])('lists a FHIR report with %s, without its content', async (_name, body, reason, controlID, detail) => {
      await clear()
      expect((await post(body)).status).toBeGreaterThanOrEqual(400)
      await post(body)
      const found = await rows()
      expect(found).toMatchObject([
        { channel: 'fhir', sender: 'North', reason, control_id: controlID, detail, copies: 2 },
      ])
      for (const text of health) expect(JSON.stringify(found)).not.toContain(text)
    })

    it('lists a wrong media type and a body that is too large, but nothing from an unknown account', async () => {
      await clear()
      await post('hello', 'text/plain')
      await post(`"${'A'.repeat(33 * 1024 * 1024)}"`).catch(() => null)
      await post(resource({ subject: undefined }), 'application/fhir+json', 'x'.repeat(43))
      await expect
        .poll(async () => (await rows()).map(({ reason }) => reason).sort())
        .toEqual(['media-type', 'too-large'])
    })

    it('closes an entry when its FHIR report is stored, and reopens it for a refused later version', async () => {
      await clear()
      await post(resource({ subject: undefined }))
      expect((await post(resource())).status).toBe(201)
      expect(await rows()).toMatchObject([{ state: 'arrived' }])
      await post(resource({ status: 'x' }))
      expect(await rows()).toMatchObject([{ state: 'open', copies: 2 }])
      // A copy of the earlier version does not close the entry of the refused version.
      expect((await post(resource())).status).toBe(200)
      expect(await rows()).toMatchObject([{ state: 'open' }])
    })

    it('closes an entry once, with an audit row, and reopens it if the message is refused again a day later', async () => {
      await clear()
      await store({})
      const [row] = await rows()
      const id = row?.refusal_id ?? ''
      expect((await close(id, 'dismissed')).body.code).toBe('invalid-input')
      expect((await close(id, 'told', 'Called the support')).status).toBe(200)
      expect((await close(id, 'told', 'Called the support')).status).toBe(200)
      expect((await close(id, 'dismissed', 'x')).body.code).toBe('act-not-allowed')
      expect((await close('none', 'told')).status).toBe(404)
      const audit = await desk.office.db
        .selectFrom('audit')
        .select(['action', 'outcome'])
        .where('action', 'like', `result.refusal-closed%${id}%`)
        .execute()
      expect(audit.some(({ action, outcome }) => action.includes('told') && outcome === 'ok')).toBe(true)
      await store({}, 86_000)
      expect(await rows()).toMatchObject([
        { state: 'told', note: 'Called the support', closed_by: 'Robin hi', copies: 2 },
      ])
      await store({}, 86_400)
      expect(await rows()).toMatchObject([{ state: 'open', note: null, closed_by: null, copies: 3 }])
    })

    it('lists at most 100 messages from one address, and counts the others in one entry', async () => {
      await clear()
      for (let each = 0; each < 105; each += 1) await store({ controlID: `flood-${each}` }, each)
      await store({ address: '10.0.0.8', controlID: 'other' }, 200)
      const found = await rows()
      expect(found).toHaveLength(102)
      expect(found.filter(({ reason }) => reason === 'many')).toMatchObject([{ copies: 5, address: '10.0.0.7' }])
      expect(((await ask('readRefusedDeliveries')).body as unknown[]).length).toBe(102)
    })

    it('has one entry if several servers refuse a message at once, and drops it 90 days after it was closed', async () => {
      await clear()
      await Promise.all(Array.from({ length: 6 }, () => store({})))
      const [row, ...others] = await rows()
      expect([row?.copies, others]).toEqual([6, []])
      await close(row?.refusal_id ?? '', 'told')
      await removeOldRefusals(desk.office.db, desk.office.now() + 89 * 86_400)
      expect(await rows()).toHaveLength(1)
      await removeOldRefusals(desk.office.db, desk.office.now() + 91 * 86_400)
      expect(await rows()).toEqual([])
    })
  })
}
