import { describe, expect, it } from 'vitest'
import { createLargeBodies } from '#back-office/kernel/http/large-bodies.ts'
import { createWorkWeights } from '#back-office/kernel/http/work-weights.ts'
import { Refusal } from '#back-office/kernel/refusal.ts'
import { counted, countWork, measureWork } from '#back-office/kernel/work-meter.ts'

describe('the cost of calls', () => {
  it('begins with the first estimates and follows the measurements', () => {
    const weights = createWorkWeights(new Map([['signIn', 100]]))
    expect([weights.of('signIn'), weights.of('readStudy')]).toEqual([100, 0])
    weights.learn('signIn', 200)
    weights.learn('readStudy', 3)
    expect([weights.of('signIn'), weights.of('readStudy')]).toEqual([120, 3])
    for (let n = 0; n < 50; n += 1) weights.learn('signIn', 40)
    expect(weights.of('signIn')).toBeCloseTo(40, 0)
  })

  it('is counted only up to a limit for one call', () => {
    const weights = createWorkWeights(new Map())
    weights.learn('slow', 600_000)
    expect(weights.of('slow')).toBe(2000)
  })

  it('is counted for the call that caused it, even when two calls are answered at the same time', async () => {
    const told = new Map<string, number>()
    const call = (name: string, cpuMs: number) =>
      measureWork(
        async () => {
          countWork(cpuMs)
          await counted(() => Promise.resolve())
          countWork(cpuMs)
          return name
        },
        (sum) => told.set(name, sum),
      )
    expect(await Promise.all([call('a', 10), call('b', 100)])).toEqual(['a', 'b'])
    expect([Math.floor(told.get('a') ?? 0), Math.floor(told.get('b') ?? 0)]).toEqual([20, 200])
    // Outside a call this does nothing and does not throw.
    countWork(1000)
  })

  it('is counted for a failed call too', async () => {
    let sum = 0
    const failing = measureWork(
      async () => {
        countWork(7)
        throw new Error('no')
      },
      (cpuMs) => {
        sum = cpuMs
      },
    )
    await expect(failing).rejects.toThrow('no')
    expect(sum).toBe(7)
  })
})

describe('large bodies', () => {
  it('are limited per caller and in total, and the slot of each is released only once', () => {
    const bodies = createLargeBodies({ perCaller: 2, together: 3 })
    const [first, second] = [bodies.enter('a'), bodies.enter('a')]
    expect([typeof first, typeof second, bodies.enter('a')]).toEqual(['function', 'function', null])
    const third = bodies.enter('b')
    expect([typeof third, bodies.enter('c')]).toEqual(['function', null])
    first?.()
    first?.()
    expect(typeof bodies.enter('a')).toBe('function')
    expect(bodies.enter('a')).toBeNull()
  })
})

it('a refusal has no stack trace, and other errors keep theirs', () => {
  const refusal = new Refusal('too-many-requests', 'Wait.')
  expect(refusal.stack).not.toContain('\n    at ')
  expect(new Error('a bug').stack).toContain('\n    at ')
})
