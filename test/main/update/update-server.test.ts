import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FailureCode, fail, ok } from '#contract/reply.ts'
import { createBackOfficeClient } from '#main/back-office-client/back-office-client.ts'
import { createUpdateServer } from '#main/update/update-server.ts'
import { type ScriptedBackOffice, startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'

type Sent = { readonly name: string; readonly input: unknown }

const serverThat = (answers: (sent: Sent) => unknown) => {
  const sent: Sent[] = []
  const call = async (name: string, input: unknown) => {
    sent.push({ name, input })
    return answers({ name, input })
  }
  return { server: createUpdateServer({ call: call as never }), sent }
}

describe('the calls of the updater to the server', () => {
  it.each<[FailureCode, unknown]>([
    ['offline', null],
    ['timed-out', null],
    ['disconnected', null],
    ['too-many-requests', { mayInstall: false, reason: 'ring' }],
    ['unexpected', { mayInstall: false, reason: 'ring' }],
  ])('return, for the failure %s, the plan %j (null means that the server is silent)', async (code, plan) => {
    const { server } = serverThat(() => fail(code, 'No.'))
    expect(await server.readPlan('1.2.0')).toEqual(plan)
  })

  it('report an update under its version', async () => {
    const { server, sent } = serverThat(() => ok({}))
    expect(await server.report({ version: '1.2.0', from: '1.1.0', at: 1, outcome: 'failed', code: 'crashed' })).toBe(
      true,
    )
    expect(sent).toEqual([
      {
        name: 'reportUpdate',
        input: { body: { version: '1.2.0', from: '1.1.0', outcome: 'failed', code: 'crashed' } },
      },
    ])
  })

  it('report a rollback as an installation of the older version and as a rollback of the newer version', async () => {
    const { server, sent } = serverThat(() => ok({}))
    expect(await server.report({ version: '1.1.0', from: '1.2.0', at: 1, outcome: 'rolled-back', code: '' })).toBe(true)
    expect(sent.map(({ input }) => (input as { body: unknown }).body)).toEqual([
      { version: '1.1.0', from: '1.2.0', outcome: 'installed', code: '' },
      { version: '1.2.0', from: '1.2.0', outcome: 'rolled-back', code: '' },
    ])
  })

  it('report again later if the server was out of reach, but not if the server does not know the version', async () => {
    const past = { version: '1.2.0', from: '1.1.0', at: 1, outcome: 'installed', code: '' } as const
    expect(await serverThat(() => fail('offline', 'No.')).server.report(past)).toBe(false)
    expect(await serverThat(() => fail('not-found', 'No.')).server.report(past)).toBe(true)
  })
})

describe('the answer of a server to the question whether a release may be installed', () => {
  let office: ScriptedBackOffice
  beforeAll(async () => {
    office = await startScriptedBackOffice()
  })
  afterAll(() => office.stop())
  const planFor = async (body: unknown) => {
    office.on('GET /api/v1/updates/plan', { status: 200, body })
    return await createUpdateServer(createBackOfficeClient({ baseUrl: () => office.url, log: () => {} })).readPlan(
      '1.2.0',
    )
  }

  it.each<[string, unknown]>([
    ['a no with a ring below the first', { mayInstall: false, reason: 'ring', ring: -1 }],
    [
      'a no with a further field that says yes',
      { mayInstall: false, reason: 'ring', isAllowed: true, version: '1.2.0' },
    ],
    ['a yes that is a text', { mayInstall: 'true', reason: null }],
    ['a yes that is a number', { mayInstall: 1, reason: null }],
    ['a yes without its reason', { mayInstall: true }],
    ['a yes with a ring in place of the reason', { mayInstall: true, reason: -1 }],
    ['a yes because of an unknown reason', { mayInstall: true, reason: 'NaN' }],
    ['a yes because of its ring', { mayInstall: true, reason: 'ring' }],
    ['a yes because the release is halted', { mayInstall: true, reason: 'halted' }],
    ['a no without a reason', { mayInstall: false, reason: null }],
    ['a list', [{ mayInstall: true, reason: null }]],
    ['nothing', null],
  ])('counts as a refusal, and not as silence, if it is %s', async (_, body) => {
    expect(await planFor(body)).toEqual({ mayInstall: false, reason: 'ring' })
  })

  it('may have more fields in a later version', async () => {
    expect(await planFor({ mayInstall: true, reason: null, ring: -1 })).toEqual({ mayInstall: true, reason: null })
    expect(await planFor({ mayInstall: false, reason: 'halted', ring: 'NaN' })).toEqual({
      mayInstall: false,
      reason: 'halted',
    })
  })
})
