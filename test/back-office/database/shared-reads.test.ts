import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSharedReads, type ReadUrgency } from '#back-office/database/shared-reads.ts'

/** Shared reads that the test ends. The value of each key is the number of its read. */
const shareReads = (paceMs: number) => {
  const asked: (readonly string[])[] = []
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  const read = (_database: object, keys: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    asked.push(keys)
    const number = asked.length
    return new Promise((resolve, reject) => {
      ends.push({ resolve: () => resolve(new Map(keys.map((key) => [key, number]))), reject })
    })
  }
  const shared = createSharedReads(read, { paceMs })
  const database = {}
  return {
    asked,
    ends,
    ask: (key: string, urgency: ReadUrgency = 'urgent') => shared(database, key, urgency),
    askElsewhere: (key: string) => shared({}, key, 'urgent'),
  }
}

describe('shared reads', () => {
  it('answer two hundred concurrent calls by one read with each key once', async () => {
    const { asked, ends, ask } = shareReads(0)
    const calls = Array.from({ length: 200 }, (_, place) => ask(`key ${place % 3}`))
    await nextTurn()
    expect(asked).toEqual([['key 0', 'key 1', 'key 2']])
    ends[0]?.resolve()
    expect(new Set(await Promise.all(calls))).toEqual(new Set([1]))
  })

  it('never answer a call by a read that began before the call', async () => {
    const { asked, ends, ask } = shareReads(0)
    const first = ask('key')
    await nextTurn()
    const later = [ask('key'), ask('key', 'patient'), ask('other')]
    await nextTurn()
    expect(asked).toEqual([['key']])
    ends[0]?.resolve()
    expect(await first).toBe(1)
    await nextTurn()
    expect(asked).toEqual([['key'], ['key', 'other']])
    ends[1]?.resolve()
    expect(await Promise.all(later)).toEqual([2, 2, 2])
  })

  it('fail the calls that share a failed read, and no others', async () => {
    const { ends, ask } = shareReads(0)
    const failing = [ask('key'), ask('key')].map((call) => expect(call).rejects.toThrow('lost'))
    await nextTurn()
    const later = ask('key')
    ends[0]?.reject(new Error('lost'))
    await Promise.all(failing)
    await nextTurn()
    ends[1]?.resolve()
    expect(await later).toBe(2)
  })

  it('return undefined for a key that the read did not find', async () => {
    const ask = createSharedReads(async () => new Map<string, number>(), { paceMs: 0 })
    expect(await ask({}, 'key', 'urgent')).toBeUndefined()
  })

  it('are not shared by calls with different databases', async () => {
    const { asked, ask, askElsewhere } = shareReads(0)
    void ask('here')
    void askElsewhere('there')
    await nextTurn()
    expect(asked).toEqual([['here'], ['there']])
  })

  describe('as time passes', () => {
    beforeEach(() => {
      vi.useFakeTimers()
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it('let patient calls wait for the pace, until an urgent call takes them along', async () => {
      const { asked, ends, ask } = shareReads(10)
      void ask('first', 'patient')
      await vi.advanceTimersByTimeAsync(0)
      ends[0]?.resolve()
      await vi.advanceTimersByTimeAsync(4)
      void ask('second', 'patient')
      void ask('third', 'patient')
      await vi.advanceTimersByTimeAsync(5)
      expect(asked).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(asked.slice(1)).toEqual([['second', 'third']])
      ends[1]?.resolve()
      await vi.advanceTimersByTimeAsync(1)
      void ask('fourth', 'patient')
      void ask('fifth')
      await vi.advanceTimersByTimeAsync(0)
      expect(asked.slice(2)).toEqual([['fourth', 'fifth']])
    })

    it('begin the next read after a second, although the one before it has no answer', async () => {
      const { asked, ends, ask } = shareReads(10)
      const lost = ask('lost')
      await vi.advanceTimersByTimeAsync(0)
      const next = ask('next')
      await vi.advanceTimersByTimeAsync(999)
      expect(asked).toEqual([['lost']])
      await vi.advanceTimersByTimeAsync(1)
      expect(asked).toEqual([['lost'], ['next']])
      ends[1]?.resolve()
      expect(await next).toBe(2)
      ends[0]?.resolve()
      expect(await lost).toBe(1)
    })
  })
})
