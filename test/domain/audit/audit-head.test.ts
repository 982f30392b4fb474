import { describe, expect, it } from 'vitest'
import {
  addWaitingHead,
  auditHeadSchema,
  chooseHeads,
  type HeadState,
  judgeHeads,
  keepDailyHead,
  maxComparedHeads,
  maxKeptHeads,
  maxWaitingHeads,
  type SignedAuditHead,
  selectHeadsToCompare,
} from '#domain/audit/audit-head.ts'

const day = 86_400
const aHead = (at: number, serverID = 'server-1'): SignedAuditHead => ({
  serverID,
  at,
  rows: at,
  hash: 'a'.repeat(64),
  keyID: '0123456789abcdef',
  publicKey: 'A'.repeat(60),
  signature: 'B'.repeat(88),
})

describe('the heads that a workstation keeps', () => {
  it('are valid heads', () => expect(auditHeadSchema.parse(aHead(7))).toEqual(aHead(7)))

  it('are the first head of each day, which later heads never replace', () => {
    const first = keepDailyHead([], aHead(10))
    expect(first).toEqual([aHead(10)])
    expect(keepDailyHead(first, aHead(20))).toBe(first)
    const next = keepDailyHead(first, aHead(day + 5))
    expect(next).toEqual([aHead(10), aHead(day + 5)])
    // A clock that is set back does not add a second head for a day.
    expect(keepDailyHead(next, aHead(30))).toBe(next)
  })

  it('belong to one server', () =>
    expect(keepDailyHead([aHead(10)], aHead(20, 'server-2'))).toEqual([aHead(20, 'server-2')]))

  it('are sampled for a comparison, which always includes the oldest and the newest', () => {
    const all = Array.from({ length: 400 }, (_, n) => aHead(n * day))
    const chosen = chooseHeads(all)
    expect([chosen.length, chosen[0], chosen.at(-1)]).toEqual([maxComparedHeads, all[0], all.at(-1)])
    expect(new Set(chosen).size).toBe(maxComparedHeads)
    expect(chooseHeads(all.slice(0, 3))).toEqual(all.slice(0, 3))
  })

  it('are limited in number, and the oldest are dropped first', () => {
    const all = Array.from({ length: maxKeptHeads + 5 }, (_, n) => aHead(n * day)).reduce(keepDailyHead, [])
    expect([all.length, all[0]?.at]).toEqual([maxKeptHeads, 5 * day])
  })
})

describe('the heads that wait for a comparison', () => {
  const result = (at: number, state: HeadState = 'same') => ({ at, rows: at, state })

  it('are limited in number; at the limit, a new head replaces the newest', () => {
    const all = Array.from({ length: maxWaitingHeads + 5 }, (_, n) => aHead(n)).reduce(addWaitingHead, [])
    expect(all.map(({ at }) => at)).toEqual([...Array.from({ length: maxWaitingHeads - 1 }, (_, n) => n), 19])
    expect(addWaitingHead(all, aHead(30, 'server-2'))).toEqual([aHead(30, 'server-2')])
  })

  it.each([
    ['all agree, so only the newest stays', [result(1), result(2), result(3)], null, [3]],
    ['one was not compared', [result(1), result(2)], null, [2, 3]],
    ['one differs', [result(1), result(2, 'differs'), result(3)], null, [2, 3]],
    ['one differs and was reviewed', [result(1), result(2, 'differs'), result(3)], 2, [3]],
    ['one differs after the review', [result(1), result(2, 'differs'), result(3, 'unknown-key')], 2, [1, 3]],
    ['the server compared none', [], null, [1, 2, 3]],
  ])('stay or are removed after a comparison: %s', (_, results, reviewedUntil, left) => {
    const waiting = [aHead(1), aHead(2), aHead(3)]
    expect(selectHeadsToCompare(waiting, results, reviewedUntil).map(({ at }) => at)).toEqual(left)
  })

  it('are summarized by the newest head that agrees and the newest that does not', () => {
    const results = [result(3, 'differs'), result(1), result(2), result(4, 'bad-signature')]
    expect(judgeHeads(results)).toEqual({ confirmed: result(2), problem: result(4, 'bad-signature') })
    expect(judgeHeads([])).toEqual({ confirmed: null, problem: null })
  })
})
