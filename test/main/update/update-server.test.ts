import { describe, expect, it } from 'vitest'
import { type FailureCode, fail, ok } from '#contract/reply.ts'
import { createUpdateServer } from '#main/update/update-server.ts'

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
  ])('return for the failure %s the plan %j (null: the server is silent)', async (code, plan) => {
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

  it('report a rollback as installed for the older version and as taken back for the newer one', async () => {
    const { server, sent } = serverThat(() => ok({}))
    expect(await server.report({ version: '1.1.0', from: '1.2.0', at: 1, outcome: 'rolled-back', code: '' })).toBe(true)
    expect(sent.map(({ input }) => (input as { body: unknown }).body)).toEqual([
      { version: '1.1.0', from: '1.2.0', outcome: 'installed', code: '' },
      { version: '1.2.0', from: '1.2.0', outcome: 'rolled-back', code: '' },
    ])
  })

  it('report again later if the server was out of reach, and not if it does not know the version', async () => {
    const past = { version: '1.2.0', from: '1.1.0', at: 1, outcome: 'installed', code: '' } as const
    expect(await serverThat(() => fail('offline', 'No.')).server.report(past)).toBe(false)
    expect(await serverThat(() => fail('not-found', 'No.')).server.report(past)).toBe(true)
  })
})
