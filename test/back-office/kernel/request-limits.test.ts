import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxDocumentBytes } from '#domain/documents/document.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'

const numbers = (bytes: number): string => `1${',1'.repeat(Math.floor(bytes / 2))}`
const holdOf = (calendarId: string): string =>
  `{"calendarId":${calendarId},"utcStart":"2026-11-24T16:00:00.000Z","utcEnd":"2026-11-24T17:00:00.000Z"}`
const graphql = (variables: string): string => `{"query":"{me{user_id}}","variables":${variables}}`
const megabyte = 1_048_576

/**
 * Begins an upload, waits until the server has accepted its header, and leaves the upload unfinished. Returns a
 * function that aborts the upload.
 */
const holdUpload = async (office: RunningBackOffice, token: string): Promise<() => Promise<void>> => {
  const { hostname, port } = new URL(office.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const head = [
    'POST /graphql HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${megabyte}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n{"query":"`)
  // The server sends no answer to a header alone. Once it answers a later call, it has accepted the header.
  await office.call('health', {})
  await pause(200)
  return async () => {
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.destroy()
    await ended
    await office.call('health', {})
    await pause(200)
  }
}

describe('the limits of a request', () => {
  let office: RunningBackOffice
  beforeAll(async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    office = await runBackOffice(sqlite)
  })
  afterAll(async () => {
    await office.stop()
    expect(office.errors).toEqual([])
  })

  it.each([
    ['a megabyte of numbers', '/calendar/createHoldEvent', holdOf(`[${numbers(megabyte)}]`), 413, 'payload-too-large'],
    [
      'more numbers than a list may have',
      '/calendar/createHoldEvent',
      holdOf(`[${numbers(6000)}]`),
      400,
      'invalid-input',
    ],
    ['a megabyte of numbers', '/login', `{"email":[${numbers(megabyte)}]}`, 413, 'payload-too-large'],
    ['a megabyte of numbers', '/api/v1/userV2/', `{"dob":[${numbers(megabyte)}]}`, 413, 'payload-too-large'],
    ['deep nesting', '/calendar/createHoldEvent', holdOf('['.repeat(1000)), 400, 'invalid-input'],
    ['a large body', '/booking/create', `{"a":[${numbers(megabyte)}]}`, 401, 'signed-out'],
    ['a body that is not JSON', '/booking/create', '{', 401, 'signed-out'],
    ['large variables', '/graphql', graphql(`{"a":[${numbers(megabyte)}]}`), 401, 'signed-out'],
  ])('refuse a caller who sends %s to %s without a session', async (_what, path, body, status, code) => {
    const answer = await office.send('POST', path, { body })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it.each([
    ['an ended session at sign-up', '/api/v1/userV2/', '{'],
    ['an ended session at a call that needs no session', '/calendar/createHoldEvent', '{'],
  ])('refuse %s before the body is read', async (_what, path, body) => {
    const answer = await office.send('POST', path, { token: 'A'.repeat(43), body })
    expect([answer.status, answer.body.code]).toEqual([401, 'signed-out'])
  })

  it.each([
    ['24 MB of numbers', `{"a":[${numbers(24 * megabyte)}]}`],
    ['a list of 201 numbers', `{"a":[${numbers(400)}]}`],
    ['two long texts', `{"a":"${'A'.repeat(megabyte)}","b":"${'A'.repeat(megabyte)}"}`],
    ['ten levels of nesting', `{"a":${'['.repeat(10)}${']'.repeat(10)}}`],
    ['a query of 8 MB', `{}, "query":"{me{${' '.repeat(8 * megabyte)}user_id}}"`],
  ])('refuse GraphQL with %s', async (_what, variables) => {
    const answer = await office.send('POST', '/graphql', { token: await office.signIn('hi'), body: graphql(variables) })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input'])
  })

  it('refuse a large GraphQL body from a person who may not upload', async () => {
    const answer = await office.send('POST', '/graphql', {
      token: await office.signIn('sales'),
      body: graphql(`{"a":"${'A'.repeat(megabyte)}"}`),
    })
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient-permissions'])
  })

  it('allow a query to request a long list twice, but not ten times', async () => {
    const ask = async (times: number) => {
      const lists = Array.from({ length: times }, (_, n) => `a${n}: practitioners { id }`).join(' ')
      return office.send('POST', '/graphql', {
        token: await office.signIn('hi'),
        body: JSON.stringify({ query: `{ ${lists} }` }),
      })
    }
    expect((await ask(2)).status).toBe(200)
    expect((await ask(10)).status).toBe(400)
  })

  it('count the bytes of the calls of one address and of one session separately', async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    const small = await runBackOffice(sqlite, {
      callerLimits: { session: { bytes: 20_000, cpuMs: 1000 }, address: { bytes: 20_000, cpuMs: 1000 } },
    })
    try {
      const qa = await small.signIn('qa')
      const hold = (token?: string) =>
        small.send('POST', '/calendar/createHoldEvent', { token, body: holdOf(`"${'x'.repeat(12_000)}"`) })
      expect((await hold()).status).toBe(400)
      const refused = await hold()
      expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests'])
      expect(refused.headers.get('retry-after')).toBe(String(refused.body.details.retryAfterSeconds))
      expect((await hold(qa)).status).toBe(400)
      expect((await hold(qa)).status).toBe(429)
    } finally {
      await small.stop()
    }
  })

  it('count sign-ins by the CPU time that a password takes', async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    const small = await runBackOffice(sqlite, { callerLimits: { address: { bytes: 20_000, cpuMs: 150 } } })
    try {
      const guess = () => small.call('signIn', { body: { email: 'nobody@clinic.example', password: 'x' } })
      expect((await guess()).status).toBe(401)
      // The CPU time of a guess is measured, so a faster machine accepts more guesses.
      const guesses = await Promise.all(Array.from({ length: 20 }, guess))
      expect(guesses.map(({ status }) => status)).toContain(429)
    } finally {
      await small.stop()
    }
  })

  it('charge a body of unknown length by the bytes that arrive', async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    const limits = { bytes: 20_000, cpuMs: 100_000 }
    const small = await runBackOffice(sqlite, { callerLimits: { session: limits, address: limits } })
    try {
      const send = (): Promise<Response> =>
        fetch(`${small.url}/calendar/createHoldEvent`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: new Blob([holdOf(`"${'x'.repeat(12_000)}"`)]).stream(),
          duplex: 'half',
        } as RequestInit)
      expect((await send()).status).toBe(400)
      // Two bodies exceed the budget of a minute: the second one is charged as its pieces arrive.
      expect((await send()).status).toBe(429)
      expect((await small.call('health', {})).status).toBe(200)
    } finally {
      await small.stop()
    }
  })

  it('limit the large bodies of one session, and of all sessions together', async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    const small = await runBackOffice(sqlite, { largeBodies: { perCaller: 2, together: 3 } })
    try {
      const [hi, np] = [await small.signIn('hi'), await small.signIn('np')]
      const held = [await holdUpload(small, hi), await holdUpload(small, hi)]
      const upload = (token: string) =>
        small.send('POST', '/graphql', { token, body: graphql(`{"a":"${'A'.repeat(megabyte)}"}`) })
      const refused = await upload(hi)
      expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests'])
      // Small bodies continue, and another session has its own limit while there is room.
      expect((await small.send('POST', '/graphql', { token: hi, body: graphql('{}') })).status).toBe(200)
      expect((await upload(np)).status).toBe(200)
      held.push(await holdUpload(small, np))
      expect((await upload(np)).status).toBe(429)
      for (const end of held) await end()
      expect((await upload(hi)).status).toBe(200)
    } finally {
      await small.stop()
    }
  })

  it('leave room for the largest document in base64', async () => {
    const answer = await office.send('POST', '/graphql', {
      token: await office.signIn('hi'),
      body: graphql(`{"a":"${'A'.repeat(Math.ceil(maxDocumentBytes / 3) * 4)}"}`),
    })
    expect([answer.status, answer.body.data?.me?.user_id]).toEqual([200, expect.any(String)])
  })
})
