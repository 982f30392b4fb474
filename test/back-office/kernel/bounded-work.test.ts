import { describe, expect, it } from 'vitest'
import { createBoundedWork, TooMuchWork } from '#back-office/kernel/bounded-work.ts'

const createGate = () => {
  const open: (() => void)[] = []
  return { wait: () => new Promise<void>((resolve) => open.push(resolve)), openNext: () => open.shift()?.() }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('bounded work', () => {
  it('runs work in parallel up to the limit, queues the rest in order, and refuses work when the queue is full', async () => {
    const bounded = createBoundedWork({ atOnce: 2, waiting: 2 })
    const gate = createGate()
    const begun: string[] = []
    const work = (name: string) =>
      bounded(async () => {
        begun.push(name)
        await gate.wait()
        return name
      })
    const four = ['a', 'b', 'c', 'd'].map(work)
    await expect(work('e')).rejects.toBeInstanceOf(TooMuchWork)
    expect(begun).toEqual(['a', 'b'])
    gate.openNext()
    await settle()
    expect(begun).toEqual(['a', 'b', 'c'])
    for (let n = 0; n < 3; n += 1) {
      gate.openNext()
      await settle()
    }
    expect(await Promise.all(four)).toEqual(['a', 'b', 'c', 'd'])
    const later = work('f')
    gate.openNext()
    expect(await later).toBe('f')
  })

  it('gives the slot of failed work to the next work in the queue', async () => {
    const bounded = createBoundedWork({ atOnce: 1, waiting: 1 })
    const failing = bounded(() => Promise.reject(new Error('no')))
    const next = bounded(async () => 'next')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('next')
  })
})
