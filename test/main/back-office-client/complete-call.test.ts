import { describe, expect, it } from 'vitest'
import { meaningOf } from '#contract/failures.ts'
import { fail, failureCodes, ok, type Reply } from '#contract/reply.ts'
import { completeCall } from '#main/back-office-client/complete-call.ts'
import { toKnownOutcome, toOffline } from '#main/back-office-client/staff-calls.ts'

const settled = async (...replies: readonly Reply<number>[]) => {
  let made = 0
  const reply = await completeCall(async () => replies[made++] ?? ok(1))
  return { made, reply }
}

describe('a call whose answer may be lost', () => {
  it.each(failureCodes)('is repeated once only if the failure leaves the outcome unknown: %s', async (code) => {
    const { made, reply } = await settled(fail(code, 'Words.'))
    expect(made).toBe(meaningOf('rest', code) === 'unknown' ? 2 : 1)
    expect(reply).toEqual(made === 2 ? ok(1) : fail(code, 'Words.'))
  })

  it.each(failureCodes)(
    'ends as outcome-unknown after a failed repeat, unless the failure is a final answer: %s',
    async (code) => {
      const { reply } = await settled(fail('disconnected', 'Lost.'), fail(code, 'Words.'))
      const isSaid = meaningOf('rest', code) === 'refused' || code === 'unexpected'
      expect(reply).toMatchObject({ failure: { code: isSaid ? code : 'outcome-unknown' } })
    },
  )
})

describe('the failure code that a window receives', () => {
  it.each([
    ['offline', 'offline', 'offline'],
    ['disconnected', 'offline', 'outcome-unknown'],
    ['timed-out', 'offline', 'outcome-unknown'],
    ['unexpected', 'unexpected', 'unexpected'],
    ['signed-out', 'signed-out', 'signed-out'],
    ['slot-taken', 'slot-taken', 'slot-taken'],
  ] as const)('for %s is %s if the call reads, and %s if the call writes', (code, reading, writing) => {
    expect(toOffline(fail(code, ''))).toMatchObject({ failure: { code: reading } })
    expect(toKnownOutcome(fail(code, ''))).toMatchObject({ failure: { code: writing } })
  })
})
