import { expect, it } from 'vitest'
import { noteCalls } from '#main/booking/note-calls.ts'

it('notes a call of the service, and not that its method was only looked up', async () => {
  let calls = 0
  const service = noteCalls({ double: async (input: { n: number }) => input.n * 2 }, () => {
    calls += 1
  })
  const { double } = service
  expect([Object.keys(service), calls]).toEqual([['double'], 0])
  expect(await double({ n: 4 })).toBe(8)
  expect(calls).toBe(1)
})
