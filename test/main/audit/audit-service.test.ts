import { expect, it } from 'vitest'
import { ok } from '#contract/reply.ts'
import type { SignedAuditHead } from '#domain/audit/audit-head.ts'
import { createAuditService } from '#main/audit/audit-service.ts'
import type { StaffCalls } from '#main/back-office-client/staff-calls.ts'

const head: SignedAuditHead = {
  ...{ serverID: 'server-1', at: 10, rows: 7, hash: 'ab'.repeat(32), keyID: '0123456789abcdef' },
  ...{ publicKey: 'A'.repeat(60), signature: 'B'.repeat(88) },
}

it('the audit service asks for a page after a cursor, and sends the heads that this workstation keeps', async () => {
  const calls: unknown[] = []
  const call = async (name: string, input: unknown) => {
    calls.push([name, input])
    return ok({})
  }
  const service = createAuditService({ calls: { call } as unknown as StaffCalls, heads: { read: () => [head] } })
  await service.read({ kind: 'viewed' })
  await service.read({ kind: 'viewed', before: 12 })
  await service.checkHeads({})
  expect(await service.readHeads({})).toEqual(ok({ heads: [head] }))
  await service.readKeptHeads({})
  await service.reviewHeads({ until: 10, reason: 'Restored.' })
  expect(calls).toEqual([
    ['readAuditLog', { query: { kind: 'viewed' } }],
    ['readAuditLog', { query: { kind: 'viewed', before: '12' } }],
    ['checkAuditHeads', { body: { heads: [head] } }],
    ['readKeptAuditHeads', {}],
    ['reviewAuditHeads', { body: { until: 10, reason: 'Restored.' } }],
  ])
})
