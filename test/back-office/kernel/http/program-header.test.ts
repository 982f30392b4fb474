import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programHeader, workstationHeader } from '#contract/route.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'

const [sqlite] = await findEngines('rules')

describe('a server that serves workstations from 0.2.0 on', () => {
  let office: RunningBackOffice
  let token: string
  beforeAll(async () => {
    if (sqlite === undefined) throw new Error('no SQLite')
    office = await runBackOffice(sqlite, { oldestProgram: '0.2.0' })
    token = await office.signIn('hi')
  }, 60_000)
  afterAll(() => office?.stop())

  type Sent = {
    readonly version?: string
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
  }
  const ask = async (path: string, { version, body, headers }: Sent) => {
    const response = await fetch(`${office.url}${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(version !== undefined && { [programHeader]: version }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const calls: readonly (readonly [string, Omit<Sent, 'version'>])[] = [
    ['/api/v1/userV2/current', {}],
    ['/graphql', { body: { query: '{me{user_id}}' } }],
    ['/login', { body: { email: 'a@clinic.example', password: 'wrong' } }],
    ['/no-such-call', {}],
  ]

  it.each(calls)('refuses an older workstation at %s, and does nothing', async (path, sent) => {
    const { status, body } = await ask(path, { ...sent, version: '0.1.9' })
    expect([status, body.code]).toEqual([426, 'program-too-old'])
  })

  it('refuses an older workstation in the form that a GraphQL client asked for', async () => {
    const accept = 'application/graphql-response+json'
    const sent = { body: { query: '{me{user_id}}' }, headers: { accept }, version: '0.1.9' }
    const { status, body } = await ask('/graphql', sent)
    expect([status, body.errors[0].extensions.code]).toEqual([426, 'program-too-old'])
  })

  it('refuses an older workstation without reading its request body, even one that is not JSON', async () => {
    const response = await fetch(`${office.url}/login`, {
      method: 'POST',
      headers: { [programHeader]: '0.1.9', 'content-type': 'application/json' },
      body: '{',
    })
    expect(response.status).toBe(426)
  })

  it('still answers an older workstation about health and releases, and accepts its update report', async () => {
    const version = '0.1.9'
    const health = await ask('/health', { version })
    expect(health).toMatchObject({ status: 200, body: { oldestProgram: '0.2.0' } })
    const headers = { [workstationHeader]: 'workstation-1' }
    expect((await ask('/api/v1/updates/plan?version=0.2.0', { version, headers })).status).toBe(200)
    expect((await ask('/api/v1/updates/plan/?version=0.2.0', { version, headers })).status).toBe(200)
    const body = { version: '0.2.0', from: version, outcome: 'installed', code: '' }
    expect((await ask('/api/v1/updates/reports', { version, headers, body })).status).toBe(200)
    // This call is not for old programs, although its path also begins with `/api/v1/updates`.
    expect((await ask('/api/v1/updates/releases', { version })).status).toBe(426)
  })

  it.each([undefined, '0.2.0', '0.10.0', '0.0.0-test', '', 'x'.repeat(4000), '0.1.9, 0.1.9', '../../etc', '1e9.0.0'])(
    'serves a caller with the version %j',
    async (version) => {
      for (const [path, sent] of calls.slice(0, 2)) {
        expect((await ask(path, { ...sent, ...(version !== undefined && { version }) })).status).toBe(200)
      }
    },
  )

  it('records no refusal of an older workstation as an error of the server', () => {
    expect(office.errors).toEqual([])
  })
})
