import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FeedWorld, openFeedWorld } from './feed-world.ts'

describe('the feed', () => {
  let world: FeedWorld
  beforeEach(async () => {
    world = await openFeedWorld()
  })
  afterEach(async () => await world.close())

  it('lists its releases after everything is verified', async () => {
    const reading = await world.read()
    expect(reading).toMatchObject({ ok: true, files: [{ version: '1.1.0', notes: ['Faster search.'] }] })
    world.publish('1.2.0')
    const again = await world.read()
    expect(again.ok && again.files.map(({ version }) => version)).toEqual(['1.1.0', '1.2.0'])
  })
})
