import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { createBackOfficeClient } from '#main/back-office-client/back-office-client.ts'
import { aStaffUser, aStudy } from '#test/builders/records.ts'
import { type ScriptedBackOffice, startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'

const credentials = { body: { email: 'robin@demo.atrium', password: 'p' } }

describe('back-office client', () => {
  let server: ScriptedBackOffice
  let contacts: boolean[]
  const lines: string[] = []
  const makeClient = (baseUrl: string | null = server.url, timeoutMs = 10_000, largestAnswerBytes?: number) => {
    const client = createBackOfficeClient({
      baseUrl: () => baseUrl,
      log: (_level, code, data) => lines.push(JSON.stringify({ code, data })),
      timeoutMs,
      ...(largestAnswerBytes !== undefined && { largestAnswerBytes }),
    })
    client.onContact((answered) => contacts.push(answered))
    return client
  }
  beforeEach(async () => {
    server = await startScriptedBackOffice()
    contacts = []
    lines.length = 0
  })
  afterEach(() => server.stop())

  it('fills path, headers and body, and parses the answer', async () => {
    const studyID = studyIDSchema.parse('s-000001')
    server.on('POST /booking/cancel/s-000001', { status: 200, body: aStudy() })
    const reply = await makeClient().call(
      'cancelBooking',
      { params: { studyId: studyID }, body: { cancellationReason: 'other', cancellationDetail: 'Moved away' } },
      { token: 'secret-token', idempotencyKey: 'key-12345678' },
    )
    expect(reply).toEqual({ ok: true, value: aStudy() })
    expect(server.requests[0]).toMatchObject({
      headers: { authorization: 'Bearer secret-token', 'idempotency-key': 'key-12345678' },
      body: { cancellationReason: 'other', cancellationDetail: 'Moved away' },
    })
    expect(contacts).toEqual([true])
  })

  it('sends the ID of the server that its work belongs to, and reports another server’s refusal as `offline`', async () => {
    let serverID: string | null = null
    const client = createBackOfficeClient({
      baseUrl: () => server.url,
      log: (_level, code) => lines.push(code),
      serverID: () => serverID,
    })
    client.onContact((answered) => contacts.push(answered))
    const accept = { status: 200, body: { token: 'token', user: aStaffUser() } }
    server.on('POST /login', accept)
    expect(await client.call('signIn', credentials)).toMatchObject({ ok: true })
    serverID = '1'.repeat(32)
    server.on('POST /login', { status: 409, body: { code: 'other-server', message: 'This is another server.' } })
    expect(await client.call('signIn', credentials)).toMatchObject({ failure: { code: 'offline' } })
    expect(client.isOtherServer()).toBe(true)
    server.on('POST /login', accept)
    expect(await client.call('signIn', credentials)).toMatchObject({ ok: true })
    expect(client.isOtherServer()).toBe(false)
    expect(server.requests.map(({ headers }) => headers['atrium-server'])).toEqual([undefined, serverID, serverID])
    expect(contacts).toEqual([true, false, true])
    expect(lines).toEqual(['back-office.other-server'])
  })

  it('omits absent query values and escapes the rest', async () => {
    server.on('GET /api/v1/changes', { status: 404, body: { code: 'not-found', message: 'No.' } })
    await makeClient().call('readChanges', { query: { locationID: 'ca-bc-1', cursor: 'a&b=c/ü' } })
    await makeClient().call('readChanges', { query: { locationID: 'ca-bc-1', cursor: undefined } })
    expect([...(server.requests[0]?.query ?? [])]).toEqual([
      ['locationID', 'ca-bc-1'],
      ['cursor', 'a&b=c/ü'],
    ])
    expect([...(server.requests[1]?.query.keys() ?? [])]).toEqual(['locationID'])
  })

  it('passes on a failure with its code and the known details', async () => {
    const body = { code: 'stale', message: 'Somebody else changed this.', details: { currentVersion: 7, other: 1 } }
    server.on('POST /login', { status: 409, body })
    const reply = await makeClient().call('signIn', credentials)
    expect(reply).toEqual({
      ok: false,
      failure: { code: 'stale', message: body.message, details: { currentVersion: 7 } },
    })
  })

  it.each([
    [401, 'signed-out'],
    [404, 'not-found'],
    [429, 'too-many-requests'],
    [500, 'unexpected'],
    [502, 'disconnected'],
    [503, 'disconnected'],
    [504, 'disconnected'],
  ] as const)(
    'derives the failure code from the status %i if the body is not a failure of the contract',
    async (status, code) => {
      server.on('POST /login', { status, text: '<html>gateway</html>' })
      expect(await makeClient().call('signIn', credentials)).toMatchObject({ ok: false, failure: { code } })
    },
  )

  it.each([
    ['not JSON', { status: 200, text: '{"token":' }],
    ['of another shape', { status: 200, body: { token: 1, user: aStaffUser() } }],
    ['empty', { status: 200, text: '' }],
  ])('answers `unexpected` when the body is %s, without logging it', async (_, answer) => {
    server.on('POST /login', answer)
    const reply = await makeClient().call('signIn', credentials)
    expect(reply).toMatchObject({ ok: false, failure: { code: 'unexpected' } })
    expect(lines.join()).toContain('back-office.unexpected-answer')
    expect(lines.join()).not.toContain('Robin')
  })

  it('answers `offline` when the request was certainly not sent', async () => {
    const { url } = server
    await server.stop()
    expect(await makeClient(url).call('health', {})).toMatchObject({ ok: false, failure: { code: 'offline' } })
    expect(await makeClient(null).call('health', {})).toMatchObject({ ok: false, failure: { code: 'offline' } })
    expect(await makeClient('http://no-such-host.invalid').call('health', {})).toMatchObject({
      failure: { code: 'offline' },
    })
  })

  it('answers `disconnected` when the connection breaks after the call was sent', async () => {
    server.on('POST /login', 'drop')
    expect(await makeClient().call('signIn', credentials)).toMatchObject({ failure: { code: 'disconnected' } })
    expect(contacts).toEqual([false])
  })

  it('answers `timed-out` when no response comes in time', async () => {
    server.on('POST /login', 'hang')
    expect(await makeClient(undefined, 1_000).call('signIn', credentials)).toMatchObject({
      failure: { code: 'timed-out' },
    })
  })

  it('names the program’s version in every call', async () => {
    const client = createBackOfficeClient({ baseUrl: () => server.url, log: () => {}, version: '0.1.0' })
    await client.call('health', {})
    await client.callUnchecked('readChanges', { query: { locationID: 'ca-bc-1', cursor: undefined } })
    await client.callGraphql('me', { query: '{me}', variables: {}, answer: z.unknown() })
    expect(server.requests.map(({ headers }) => headers['atrium-program'])).toEqual(['0.1.0', '0.1.0', '0.1.0'])
  })

  it('answers `offline` when the server refuses the program’s version, because nothing was done', async () => {
    server.on('POST /login', { status: 426, body: { code: 'program-too-old', message: 'No.' } })
    server.on('POST /graphql', { status: 426, body: { code: 'program-too-old', message: 'No.' } })
    const client = makeClient()
    const graphql = { query: '{me}', variables: {}, answer: z.unknown() }
    expect(await client.call('signIn', credentials)).toMatchObject({ failure: { code: 'offline' } })
    expect(await client.callGraphql('me', graphql)).toMatchObject({ failure: { code: 'offline' } })
    expect(contacts).toEqual([false, false])
    expect(lines).toEqual([])
  })

  it('sends, during a version gap, only the calls that every server accepts from any version', async () => {
    const client = makeClient()
    const graphql = { query: '{me}', variables: {}, answer: z.unknown() }
    client.holdBack(true)
    expect(await client.call('signIn', credentials)).toMatchObject({ failure: { code: 'offline' } })
    expect(await client.callGraphql('me', graphql)).toMatchObject({ failure: { code: 'offline' } })
    expect([server.requests.length, contacts]).toEqual([0, []])
    await client.call('health', {})
    await client.call('readUpdatePlan', { query: { version: '0.2.0' } })
    await client.call('reportUpdate', { body: { version: '0.2.0', from: '0.1.0', outcome: 'installed', code: '' } })
    expect(server.requests).toHaveLength(3)
    client.holdBack(false)
    await client.call('signIn', credentials)
    expect(server.count('POST /login')).toBe(1)
  })

  it('follows no redirect of a call with a token', async () => {
    server.on('GET /health', { status: 302, text: '' })
    expect(await makeClient().call('health', {}, { token: 'secret-token' })).toMatchObject({ ok: false })
    expect(server.requests).toHaveLength(1)
  })

  it('stops reading an answer above the size limit, even if the answer states no length', async () => {
    const endless = createServer((request, response) => {
      response.on('error', () => {})
      request.on('error', () => {})
      const pour = (): void => {
        while (!response.destroyed && response.write(' '.repeat(1024)));
      }
      response.on('drain', pour)
      pour()
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
    const client = makeClient(baseUrl, 20_000, 64 * 1024)
    expect(await client.call('health', {})).toMatchObject({ failure: { code: 'disconnected' } })
    endless.closeAllConnections()
    await new Promise((resolve) => endless.close(resolve))

    const body = { code: 'stale', message: 'x'.repeat(900) }
    server.on('POST /login', { status: 409, body })
    const just = JSON.stringify(body).length
    const ask = (limit: number) => makeClient(undefined, undefined, limit).call('signIn', credentials)
    expect(await ask(just)).toMatchObject({ failure: { code: 'stale' } })
    expect(await ask(just - 1)).toMatchObject({ failure: { code: 'disconnected' } })
  })
})
