import { describe, expect, it } from 'vitest'
import { type FailureCode, fail, ok, type Reply } from '#contract/reply.ts'
import { cashPolicy, studyActPolicy } from '#main/keyed-calls/keyed-call-policies.ts'
import { createKeyedCalls } from '#main/keyed-calls/keyed-calls.ts'

type Row = {
  readonly idempotencyKey: string
  readonly author: string
  readonly line: string
  readonly state: 'open' | 'waiting'
  readonly request: string
}
type Answer = 'ok' | FailureCode

const aRow = (idempotencyKey: string, overrides: Partial<Row> = {}): Row => ({
  idempotencyKey,
  author: 'ada',
  line: 'one',
  state: 'waiting',
  request: 'words',
  ...overrides,
})

/** Waits until all work that needs no answer has run. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Creates a journal in memory, and a back office that answers when the test calls `answer`. */
const makeDesk = (...rows: readonly Row[]) => {
  const journal = new Map(rows.map((row) => [row.idempotencyKey, row]))
  const state = { user: 'ada' as string | null, token: 'token' as string | null, isOffline: false, isCash: false }
  const calls: string[] = []
  const ends: string[] = []
  const pending = new Map<string, (reply: Reply<string>) => void>()
  const keyed = createKeyedCalls<Row, string, string>(
    { user: () => (state.user === null ? null : { user_id: state.user }), token: () => state.token },
    {
      policyOf: () => (state.isCash ? cashPolicy : studyActPolicy),
      unsettled: (author) => [...journal.values()].filter((row) => row.author === author),
      current: (row) => journal.get(row.idempotencyKey) ?? null,
      lineOf: ({ line }) => line,
      turnOf: (row) => ({ state: row.state, mayHaveActed: row.state === 'open', isWatched: false }),
      prepare: ({ request }) => (request === 'unreadable' ? fail('unexpected', 'Unreadable.') : ok(request)),
      call: ({ idempotencyKey }) => {
        calls.push(idempotencyKey)
        return new Promise((resolve) => pending.set(idempotencyKey, resolve))
      },
      record: ({ idempotencyKey }, _, __, { decision }) => {
        ends.push(`${idempotencyKey} ${decision}`)
        if (decision === 'done' || decision === 'refused') journal.delete(idempotencyKey)
      },
      noteUnreadable: ({ idempotencyKey }) => void ends.push(`${idempotencyKey} unreadable`),
      isOffline: () => state.isOffline,
    },
  )
  const answer = async (key: string, code: Answer): Promise<void> => {
    await pause()
    pending.get(key)?.(code === 'ok' ? ok('answer') : fail(code, 'Words.'))
    await pause()
  }
  return { journal, state, calls, ends, keyed, answer }
}

describe('a keyed call', () => {
  it('is made only once if its key is run twice at the same time', async () => {
    const row = aRow('k1')
    const { keyed, calls, answer } = makeDesk(row)
    const both = Promise.all([keyed.run(row), keyed.run(row)])
    await answer('k1', 'ok')
    const [first, second] = await both
    expect(first).toBe(second)
    expect(calls).toEqual(['k1'])
    expect(keyed.running('k1')).toBeUndefined()
  })

  it('is repeated once, immediately, after an unintelligible answer', async () => {
    const row = aRow('k1')
    const { keyed, calls, ends, answer } = makeDesk(row)
    const end = keyed.run(row)
    await answer('k1', 'unexpected')
    await answer('k1', 'unexpected')
    expect(await end).toMatchObject({ decision: 'unknown', reply: { failure: { code: 'unexpected' } } })
    expect(calls).toEqual(['k1', 'k1'])
    expect(ends).toEqual(['k1 unknown'])
  })

  it('is not made in the session of another person', async () => {
    const row = aRow('k1')
    const { state, keyed, calls } = makeDesk(row)
    state.user = 'bea'
    expect(await keyed.run(row)).toMatchObject({ decision: 'waiting', reply: { failure: { code: 'signed-out' } } })
    expect(calls).toEqual([])
  })

  it('is not repeated if another person signed in after the first call', async () => {
    const row = aRow('k1')
    const { state, keyed, calls, answer } = makeDesk(row)
    const end = keyed.run(row)
    state.user = 'bea'
    await answer('k1', 'unexpected')
    expect(await end).toMatchObject({ decision: 'unknown' })
    expect(calls).toEqual(['k1'])
  })

  it('is not made if its row cannot be read', async () => {
    const row = aRow('k1', { request: 'unreadable' })
    const { keyed, calls, ends } = makeDesk(row)
    expect(await keyed.run(row)).toEqual({ decision: 'unreadable', reply: fail('unexpected', 'Unreadable.') })
    expect(calls).toEqual([])
    expect(ends).toEqual(['k1 unreadable'])
    expect(keyed.hasOpen()).toBe(false)
  })
})

describe('the catch-up of keyed calls', () => {
  it('sends the remaining calls in order, each after the answer to the previous one', async () => {
    const { keyed, calls, answer } = makeDesk(aRow('k1'), aRow('k2'), aRow('k3', { author: 'bea' }))
    expect(keyed.hasOpen()).toBe(true)
    const done = keyed.settleOpen()
    await pause()
    expect(calls).toEqual(['k1'])
    await answer('k1', 'slot-taken')
    expect(calls).toEqual(['k1', 'k2'])
    await answer('k2', 'ok')
    await done
    expect(keyed.hasOpen()).toBe(false)
    expect(calls).toEqual(['k1', 'k2'])
  })

  it.each(['disconnected', 'offline', 'too-many-requests'] as const)(
    'stops a line of rows after the failure %s, and continues with the other lines',
    async (code) => {
      const { keyed, calls, answer } = makeDesk(aRow('k1'), aRow('k2'), aRow('k3', { line: 'two' }))
      const done = keyed.settleOpen()
      await answer('k1', code)
      await answer('k3', 'ok')
      await done
      expect(calls).toEqual(['k1', 'k3'])
    },
  )

  it('continues after a row that cannot be read, was refused or gets a new key', async () => {
    const { state, keyed, ends, answer } = makeDesk(
      aRow('k1', { request: 'unreadable' }),
      aRow('k2', { state: 'open' }),
      aRow('k3'),
      aRow('k4'),
    )
    state.isCash = true
    const done = keyed.settleOpen()
    await answer('k2', 'payment-in-progress')
    await answer('k3', 'not-found')
    await answer('k4', 'ok')
    await done
    expect(ends).toEqual(['k1 unreadable', 'k2 new-key', 'k3 refused', 'k4 done'])
  })

  it('skips a row that has ended since the catch-up began', async () => {
    const { journal, keyed, calls, answer } = makeDesk(aRow('k1'), aRow('k2'), aRow('k3'))
    const done = keyed.settleOpen()
    await pause()
    journal.delete('k2')
    await answer('k1', 'ok')
    await answer('k3', 'ok')
    await done
    expect(calls).toEqual(['k1', 'k3'])
  })

  it('does not repeat a running call', async () => {
    const row = aRow('k1')
    const { keyed, calls, answer } = makeDesk(row, aRow('k2'))
    const submitted = keyed.run(row)
    const done = keyed.settleOpen()
    await answer('k2', 'ok')
    await done
    expect(calls).toEqual(['k1', 'k2'])
    await answer('k1', 'ok')
    await submitted
  })

  it.each([
    ['another person is signed in', { user: 'bea' }],
    ['the session has no token', { token: null }],
    ['the session is over', { user: null, token: null }],
  ] as const)('ends when %s', async (_, change) => {
    const { state, keyed, calls, answer } = makeDesk(aRow('k1'), aRow('k2'), aRow('k3', { line: 'two' }))
    const done = keyed.settleOpen()
    await pause()
    Object.assign(state, change)
    await answer('k1', 'ok')
    await done
    expect(calls).toEqual(['k1'])
  })

  it('begins no line of rows while the back office is unreachable', async () => {
    const { state, keyed, calls } = makeDesk(aRow('k1'))
    state.isOffline = true
    await keyed.settleOpen()
    expect(calls).toEqual([])
  })

  it('never runs twice at the same time, however often it is requested, and can run again afterwards', async () => {
    const { keyed, calls, answer } = makeDesk(aRow('k1'))
    const done = keyed.settleOpen()
    expect(keyed.settleOpen()).toBe(done)
    await answer('k1', 'disconnected')
    await done
    const again = keyed.settleOpen()
    await answer('k1', 'ok')
    await again
    expect(calls).toEqual(['k1', 'k1'])
  })

  it('never sends a line of rows twice at the same time, and repeats a line for a second request only if the first request failed', async () => {
    const { keyed, calls, answer } = makeDesk(aRow('k1'))
    const both = Promise.all([keyed.sendLine('one', 'ada'), keyed.sendLine('one', 'ada')])
    await pause()
    expect(calls).toEqual(['k1'])
    await answer('k1', 'timed-out')
    expect(calls).toEqual(['k1', 'k1'])
    await answer('k1', 'ok')
    await both
  })

  it('keeps `finish` waiting until no call is running', async () => {
    const { keyed, ends, answer } = makeDesk(aRow('k1'))
    const done = keyed.settleOpen()
    await pause()
    const finished = keyed.finish().then(() => ends.push('finished'))
    await answer('k1', 'ok')
    await Promise.all([done, finished])
    expect(ends).toEqual(['k1 done', 'finished'])
  })
})
