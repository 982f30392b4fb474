import { expect, it } from 'vitest'
import { createReadings } from '#renderer/kit/readings.ts'

it('drops the answer to a read once a later read has begun', () => {
  const readings = createReadings()
  const first = readings.begin()
  expect(first()).toBe(true)
  const second = readings.begin()
  expect([first(), second()]).toEqual([false, true])
})

it('drops the answers to all running reads when the shown data is newer', () => {
  const readings = createReadings()
  const isLatest = readings.begin()
  readings.expire()
  expect(isLatest()).toBe(false)
  expect(readings.begin()()).toBe(true)
})

it('treats the reads of each key separately, until all reads expire', () => {
  const readings = createReadings()
  const monday = readings.begin('monday')
  const tuesday = readings.begin('tuesday')
  expect([monday(), tuesday()]).toEqual([true, true])
  const again = readings.begin('monday')
  expect([monday(), tuesday(), again()]).toEqual([false, true, true])
  readings.expire()
  expect([monday(), tuesday(), again()]).toEqual([false, false, false])
})

it('keeps the answers to joined reads when another read begins, until all reads expire', () => {
  const readings = createReadings()
  const [one, other] = [readings.join(), readings.join()]
  readings.begin()
  expect([one(), other()]).toEqual([true, true])
  readings.expire()
  expect([one(), other(), readings.join()()]).toEqual([false, false, true])
})

it('never replaces a newer answer with a late one, whatever the order of the answers', async () => {
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const readings = createReadings()
    const shown: number[] = []
    const pending = [0, 1, 2].map((asked) => {
      const isLatest = readings.begin()
      const { promise, resolve } = Promise.withResolvers<void>()
      const done = promise.then(() => {
        if (isLatest()) shown.push(asked)
      })
      return { resolve, done }
    })
    for (const index of order) {
      pending[index]?.resolve()
      await pending[index]?.done
    }
    expect(shown).toEqual([2])
  }
})
