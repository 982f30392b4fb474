import { TraceFlags } from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareTracing, toAllowedSpan } from '#back-office/watching/traces.ts'
import type { LogCode } from '#runtime/log-codes.ts'
import { inSpan, startCallSpan, traced } from '#runtime/spans.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { goodInputs } from '#test/contract/back-office-bad-input.ts'
import { createStrictLog } from '#test/fakes/strict-log.ts'
import { type ReceivedSpan, startOtlpReceiver } from '#test/fixtures/otlp-receiver.ts'

type Receiver = Awaited<ReturnType<typeof startOtlpReceiver>>

describe.each(await findEngines('sql'))('the tracing of a server on $kind', (engine) => {
  let receiver: Receiver
  let office: RunningBackOffice
  const codes: LogCode[] = []
  const calls: { readonly call?: unknown; readonly requestID?: unknown }[] = []
  beforeAll(async () => {
    receiver = await startOtlpReceiver()
    office = await runBackOffice(engine, {
      startTracing: prepareTracing(receiver.endpoint, 50),
      messagesEveryMs: 60,
      log: createStrictLog((_, code) => codes.push(code)),
      logCall: (_level, _code, details) => void calls.push({ ...details }),
    })
  })
  afterAll(async () => {
    await office?.stop()
    await receiver?.stop()
  })

  const findSpans = async (matches: (span: ReceivedSpan) => boolean, count = 1): Promise<readonly ReceivedSpan[]> => {
    await expect.poll(() => receiver.spans().filter(matches).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count)
    return receiver.spans().filter(matches)
  }
  const idOf = ({ headers }: { readonly headers: Headers }): string =>
    (headers.get('x-request-id') ?? '').replaceAll('-', '')

  it('has a span for a call, with its transactions inside, under the id of the request', async () => {
    const token = await office.signIn('frontdesk')
    const input = { params: { studyId: clinic.homeStudy } }
    const answer = await office.call('readStudyDetailed', input as never, { token })
    const [call] = await findSpans((span) => span.traceId === idOf(answer) && span.name === 'call')
    expect(call).toMatchObject({
      kind: 2,
      attributes: {
        'atrium.call': 'readStudyDetailed',
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'atrium.request_id': answer.headers.get('x-request-id'),
        'user.id': 'u-frontdesk',
        'atrium.location_id': clinic.home,
      },
    })
    const inside = await findSpans((span) => span.traceId === idOf(answer) && span.name === 'transaction')
    expect(inside[0]?.parentSpanId).toBe(call?.spanId)
    expect(inside[0]?.attributes).toEqual({ 'db.system.name': engine.kind, 'atrium.attempts': 1 })
    expect(calls.find(({ requestID }) => requestID === answer.headers.get('x-request-id'))).toMatchObject({
      call: 'readStudyDetailed',
    })
  })

  it('ignores trace ids from callers, and records the code of a refusal', async () => {
    const traceID = 'ab'.repeat(16)
    const response = await fetch(`${office.url}/api/v1/server-signs`, {
      headers: { traceparent: `00-${traceID}-${'cd'.repeat(8)}-01` },
    })
    const [call] = await findSpans((span) => span.traceId === idOf(response))
    expect(call?.attributes).toMatchObject({ 'http.response.status_code': 401, 'error.type': 'signed-out' })
    expect(call?.parentSpanId ?? '').toBe('')
    expect(receiver.spans().some(({ traceId }) => traceId === traceID)).toBe(false)
  })

  it('marks a stored answer that is repeated', async () => {
    const token = await office.signIn('frontdesk')
    const send = () => office.call('createMember', goodInputs.createMember as never, { token, key: 'key-of-traces' })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([200, 200])
    const [one] = await findSpans((span) => span.traceId === idOf(first) && span.name === 'call')
    const [other] = await findSpans((span) => span.traceId === idOf(second) && span.name === 'call')
    expect([one?.attributes['atrium.is_replay'], other?.attributes['atrium.is_replay']]).toEqual([false, true])
  })

  it('has a span for a round of a sweep', async () => {
    const [sweep] = await findSpans((span) => span.attributes['atrium.sweep'] === 'messages')
    expect(sweep).toMatchObject({ name: 'sweep', attributes: { 'atrium.sweep': 'messages' } })
  })

  it('has spans for calls to outside services, with the code of a failure but no sent content', async () => {
    const mailer = traced('smtp', {
      kind: 'smtp' as const,
      send: async ({ to }: { readonly to: string }) =>
        to === '' ? ({ ok: true } as const) : ({ ok: false, code: 'EAUTH' } as const),
      throwing: async () => Promise.reject(new Error('Ana Silva')),
      size: () => 7,
    })
    expect([mailer.kind, mailer.size()]).toEqual(['smtp', 7])
    expect(await mailer.send({ to: '' })).toEqual({ ok: true })
    await inSpan('sweep', { sweep: 'reports' }, () => mailer.send({ to: 'ana.silva@mail.example' }))
    await expect(mailer.throwing()).rejects.toThrow('Ana Silva')
    const spans = await findSpans(({ name }) => name === 'outside', 3)
    expect(spans.map(({ attributes }) => attributes)).toEqual([
      { 'atrium.service': 'smtp', 'atrium.operation': 'send' },
      {
        'atrium.service': 'smtp',
        'atrium.operation': 'send',
        'atrium.has_failed': true,
        'error.type': 'EAUTH',
      },
      { 'atrium.service': 'smtp', 'atrium.operation': 'throwing', 'atrium.has_failed': true },
    ])
    const [sweep] = await findSpans(({ attributes }) => attributes['atrium.sweep'] === 'reports')
    expect(spans[1]?.parentSpanId).toBe(sweep?.spanId)
    expect(receiver.bodies.join()).not.toMatch(/silva/i)
  })

  it('contains none of 300 planted values', async () => {
    const token = await office.signIn('frontdesk')
    const planted = Array.from({ length: 300 }, (_, place) => `Planted${place}Value`)
    for (const value of planted.slice(0, 75)) await office.send('GET', `/api/v1/${value}?name=${value}`, { token })
    for (const value of planted.slice(75, 150)) {
      await office.call('searchMembers', { body: { email: '', exactMatch: false, text: value, limit: 5 } }, { token })
    }
    for (const value of planted.slice(150, 225)) {
      await office.call('readStudy', { params: { studyId: value }, query: {} }, { token, key: value })
    }
    let last = ''
    for (const value of planted.slice(225)) {
      const body = { ...(goodInputs.createMember as { body: object }).body, firstname: value, locationID: value }
      const answer = await office.call('createMember', { body } as never, { token, key: value, workstation: value })
      last = idOf(answer)
    }
    await findSpans(({ traceId }) => traceId === last)
    const received = receiver.bodies.join()
    expect(received.length).toBeGreaterThan(100_000)
    expect(planted.filter((value) => received.includes(value))).toEqual([])
  })

  it('loses spans but no calls while the receiver fails; logs one line, and counts the lost spans', async () => {
    const token = await office.signIn('admin')
    const readLost = async () => {
      const answer = await office.call('readServerSigns', {}, { token })
      expect(answer.status).toBe(200)
      return answer.body.lostSpans as number
    }
    expect(codes).not.toContain('traces.not-exported')
    receiver.set('fails')
    await expect.poll(readLost, { timeout: 15_000, interval: 500 }).toBeGreaterThan(0)
    expect(codes.filter((code) => code === 'traces.not-exported')).toHaveLength(1)
    receiver.set('takes')
    await expect.poll(() => codes.includes('traces.exported-again'), { timeout: 15_000 }).toBe(true)
  })
})

describe('a receiver of traces', () => {
  it.each(['hangs', 'is down'])('that %s leaves the queue limited, and does not delay a stop', async (state) => {
    const receiver = await startOtlpReceiver()
    receiver.set('hangs')
    if (state === 'is down') await receiver.stop()
    let lost = 0
    const tracing = prepareTracing(receiver.endpoint)({
      onLost: (count) => {
        lost += count
      },
      log: createStrictLog(() => {}),
      version: '0.0.0-test',
      runID: 'run-1',
    })
    const begun = performance.now()
    for (let n = 0; n < 10_000; n += 1) startCallSpan({ call: 'readStudy' })?.end()
    expect(performance.now() - begun).toBeLessThan(3_000)
    // At most one full queue waits while one batch is being sent.
    expect(lost).toBeGreaterThanOrEqual(10_000 - 2_048 - 512)
    const stopping = performance.now()
    await tracing.stop()
    expect(performance.now() - stopping).toBeLessThan(4_000)
    expect(startCallSpan({})).toBeNull()
    if (state === 'hangs') await receiver.stop()
  })
})

describe('a span before its export', () => {
  const context = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: TraceFlags.SAMPLED }
  const span = (name: string, attributes: ReadableSpan['attributes']): ReadableSpan => ({
    ...{ name, kind: 0, startTime: [0, 0], endTime: [1, 0], duration: [1, 0], ended: true },
    spanContext: () => context,
    status: { code: 2, message: 'Ana Silva was not found' },
    attributes,
    links: [{ context, attributes: { name: 'Ana' } }],
    events: [{ name: 'exception', time: [0, 0], attributes: { 'exception.message': 'Ana Silva' } }],
    resource: resourceFromAttributes({}),
    instrumentationScope: { name: 'atrium' },
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  })

  it.each<[string, ReadableSpan['attributes'], ReadableSpan['attributes']]>([
    ['an attribute of another name', { 'atrium.call': 'readStudy', name: 'Ana' }, { 'atrium.call': 'readStudy' }],
    ['an unknown call', { 'atrium.call': 'Ana' }, {}],
    ['a code that is a sentence', { 'error.type': 'Ana Silva' }, {}],
    ['a word that is not a code', { 'error.type': 'silva' }, {}],
    ['a location in another form', { 'atrium.location_id': 'Ana' }, {}],
    ['a request in another form', { 'atrium.request_id': 'Ana' }, {}],
    ['an account with a space', { 'user.id': 'Ana Silva' }, {}],
    ['a status that is a text', { 'http.response.status_code': '200 Ana' }, {}],
    ['a list', { 'atrium.call': ['readStudy'] }, {}],
    ['another service', { 'atrium.service': 'ana', 'atrium.sweep': 'ana', 'db.system.name': 'ana' }, {}],
    ['a code of a program', { 'error.type': 'card_declined' }, { 'error.type': 'card_declined' }],
    ['a code of an answer', { 'error.type': 'slot-taken' }, { 'error.type': 'slot-taken' }],
  ])('is exported with only the allowed attributes: %s', (_, attributes, kept) => {
    const allowed = toAllowedSpan(span('call', attributes))
    expect(allowed?.attributes).toEqual(kept)
    expect(JSON.stringify(allowed)).not.toMatch(/ana/i)
  })

  it('is not exported under another name', () => expect(toAllowedSpan(span('Ana Silva', {}))).toBeNull())
})
