import { describe, expect, it } from 'vitest'
import type { Delivery } from '#domain/release/delivery.ts'
import { countParts, planSends } from '#domain/release/send-plan.ts'

const report = { item: { kind: 'paper' as const, paper: 'physician-report' as const }, title: 'Report, version 2' }
const consent = { item: { kind: 'paper' as const, paper: 'consent' as const }, title: 'Consent' }
const fax = { key: 'p-1 pl-1', practitionerID: 'p-1', channel: 'fax' as const }
const email = { key: 'p-1 pl-1', practitionerID: 'p-1', channel: 'email' as const }
const other = { key: 'p-2 -', practitionerID: 'p-2', channel: 'fax' as const }

describe('the plan of a send to several recipients', () => {
  it.each([
    ['nothing without a document', [], [fax], 0],
    ['nothing without a recipient', [report], [], 0],
    ['one send for one document by one channel', [report], [fax], 1],
    ['a send for each document by each channel', [report, consent], [fax, email, other], 6],
    ['one send for a document that is given twice', [report, report], [fax], 1],
    ['one send for a channel that is given twice', [report], [fax, { ...fax }], 1],
  ] as const)('has %s', (_name, items, targets, count) => {
    const plan = planSends(items, targets, [])
    expect(plan).toHaveLength(count)
    expect(new Set(plan.map(({ key }) => key)).size).toBe(count)
  })

  it('groups the documents by channel, and names earlier sends of the same version', () => {
    const sent = (change: object) =>
      ({ ...report, practitionerID: 'p-1', state: 'delivered', at: '2026-11-20T10:00:00Z', ...change }) as Delivery
    const before = [sent({ deliveryID: 'd-1' }), sent({ deliveryID: 'd-2', title: 'Report, version 1' })]
    const plan = planSends([report, consent], [fax, other], before)
    expect(plan.map(({ item, target }) => [target.key, item.title])).toEqual([
      ['p-1 pl-1', 'Report, version 2'],
      ['p-1 pl-1', 'Consent'],
      ['p-2 -', 'Report, version 2'],
      ['p-2 -', 'Consent'],
    ])
    expect(plan.map((part) => part.before.map(({ deliveryID }) => deliveryID))).toEqual([['d-1'], [], [], []])
  })

  it('counts its parts by state', () => {
    expect(countParts(['sent', 'sent', 'failed', 'unknown'])).toEqual({
      waiting: 0,
      sending: 0,
      sent: 2,
      failed: 1,
      unknown: 1,
    })
  })
})
