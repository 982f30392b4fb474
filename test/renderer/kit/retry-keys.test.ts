import { describe, expect, it } from 'vitest'
import { isNotSent, isOutcomeUnknown } from '#contract/failures.ts'
import { type FailureCode, fail, failureCodes, ok } from '#contract/reply.ts'
import { createRetryKey } from '#renderer/kit/retry-key.ts'
import { createRetryKeys } from '#renderer/kit/retry-keys.ts'

const counted = () => {
  let keys = 0
  return () => `key-${++keys}`
}

/**
 * Returns the keys of calls with these results and of one more call, from `createRetryKeys` and from `createRetryKey`.
 */
const keysAfter = async (codes: readonly (FailureCode | 'ok')[]): Promise<readonly (readonly string[])[]> => {
  const once = createRetryKeys(counted())
  const single = createRetryKey(counted())
  const named: string[] = []
  const alone: string[] = []
  for (const code of [...codes, 'ok'] as const) {
    const reply = code === 'ok' ? ok({}) : fail(code, '')
    await once('note', async (key) => {
      named.push(key)
      return reply
    })
    alone.push(single.current())
    single.note(reply)
  }
  return [named, alone]
}

describe('keys of calls that act once', () => {
  it.each(failureCodes)('are kept after %s only if the outcome is unknown', async (code) => {
    const expected = isOutcomeUnknown('bridge', code) ? ['key-1', 'key-1'] : ['key-1', 'key-2']
    expect(await keysAfter([code])).toEqual([expected, expected])
  })

  it.each(failureCodes)('are kept after a lost answer and %s only if the outcome is still unknown', async (code) => {
    const isOpen = isOutcomeUnknown('bridge', code) || isNotSent('bridge', code)
    const expected = ['key-1', 'key-1', isOpen ? 'key-1' : 'key-2']
    expect(await keysAfter(['outcome-unknown', code])).toEqual([expected, expected])
  })

  it('are new after a success', async () => {
    expect(await keysAfter(['answer-withheld', 'ok'])).toEqual([
      ['key-1', 'key-1', 'key-2'],
      ['key-1', 'key-1', 'key-2'],
    ])
  })
})
