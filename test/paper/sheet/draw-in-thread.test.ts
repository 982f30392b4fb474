import { expect, it } from 'vitest'
import { drawInThread } from '#paper/sheet/draw-in-thread.ts'

const draw = (data: { readonly fails?: boolean } = {}) => drawInThread('test/paper/sheet/thread-number.worker.ts', data)

it('draws papers one after the other in one thread, and two papers at the same time in two threads', async () => {
  const first = await draw()
  expect(first.bytes.byteLength).toBe(4)
  expect(await draw()).toEqual(first)
  const [one, two] = await Promise.all([draw(), draw()])
  expect(one.pages).toBe(first.pages)
  expect(two.pages).not.toBe(first.pages)
})

it('reports why a paper was not drawn, and draws the next paper in a new thread', async () => {
  const before = await draw()
  await expect(draw({ fails: true })).rejects.toThrow('not a paper')
  expect((await draw()).pages).toBeGreaterThan(before.pages)
})
