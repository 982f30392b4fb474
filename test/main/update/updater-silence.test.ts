import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeUpdate } from '#renderer/update/describe-update.ts'
import { obstacleWords } from '#renderer/update/update-words.ts'
import { free, openUpdaterDesk, type UpdaterDesk } from './updater-desk.ts'

const hourMs = 3_600_000

describe('the updater of a workstation whose server is silent', () => {
  let desk: UpdaterDesk
  beforeEach(async () => {
    desk = await openUpdaterDesk()
  })
  afterEach(async () => await desk.close())

  it('waits for a week of silence, and then follows the feed alone, however old the release is', async () => {
    desk.plan = { mayInstall: false, reason: 'ring' }
    desk.clockMs += 30 * 24 * hourMs
    const updater = desk.open()
    await updater.checkFeed()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'ring' })
    desk.plan = null
    for (const passedMs of [hourMs, 7 * 24 * hourMs]) {
      desk.clockMs += passedMs
      await updater.checkFeed()
      expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'no-answer' })
    }
    // One answer ends the silence. The next silence is counted from its own beginning.
    desk.plan = { mayInstall: false, reason: 'ring' }
    await updater.checkFeed()
    desk.plan = null
    await updater.checkFeed()
    desk.clockMs += 7 * 24 * hourMs
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'no-answer' })
    desk.clockMs += hourMs
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.0' })
    await desk.tryWhenRested(updater)
    expect(desk.installed).toMatchObject([{ file: { version: '1.1.0' } }])
  })

  it('counts the silence from the first question if the server never answered', async () => {
    desk.plan = null
    const updater = desk.open()
    await updater.checkFeed()
    desk.clockMs += 7 * 24 * hourMs
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'no-answer' })
    desk.clockMs += hourMs
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready' })
  })

  it('counts the silence from zero again after the clock was set back', async () => {
    desk.plan = null
    const updater = desk.open()
    desk.clockMs += 30 * 24 * hourMs
    await updater.checkFeed()
    desk.clockMs -= 29 * 24 * hourMs
    await updater.checkFeed()
    desk.clockMs += 6 * 24 * hourMs
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'no-answer' })
    desk.clockMs += 25 * hourMs
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready' })
  })

  it('never installs a halted release because of the silence, even if the server halted two releases', async () => {
    desk.world.publish('1.2.0')
    desk.plan = { mayInstall: false, reason: 'halted' }
    const updater = desk.open()
    await updater.checkFeed()
    // A refused question, for example after too many requests, counts as the reason `ring`. It does not end the halt.
    desk.plan = { mayInstall: false, reason: 'ring' }
    await updater.checkFeed()
    desk.plan = null
    await updater.checkFeed()
    desk.clockMs += 30 * 24 * hourMs
    await updater.checkFeed()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.2.0', reason: 'halted' })
    // The updater takes a release that the server never halted, and passes over the halted releases.
    desk.world.publish('1.1.5')
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.5' })
    desk.plan = { mayInstall: true, reason: null }
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.2.0' })
    desk.plan = null
    await updater.checkFeed()
    desk.clockMs += 30 * 24 * hourMs
    await updater.checkFeed()
    await desk.tryWhenRested(updater)
    expect(desk.installed).toMatchObject([{ file: { version: '1.2.0' } }])
  })

  it("waits while the server's version is not known yet", async () => {
    const updater = desk.open({ serverVersion: () => null })
    await updater.checkFeed()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'no-answer' })
  })

  it('keeps a ready update while the server is silent', async () => {
    desk.busy = { ...free, isSignedIn: true }
    const updater = desk.open()
    await updater.checkFeed()
    desk.plan = null
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.0' })
    desk.busy = free
    await desk.tryWhenRested(updater)
    expect(desk.installed).toEqual([])
    desk.plan = { mayInstall: true, reason: null }
    await desk.tryWhenRested(updater)
    expect(desk.installed).toHaveLength(1)
  })

  it('keeps a ready update and shows what prevents its installation while the server is silent about it and about a newer one', async () => {
    desk.busy = { ...free, isSignedIn: true }
    const updater = desk.open()
    await updater.checkFeed()
    desk.plan = null
    desk.world.publish('1.2.0')
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.0', obstacles: ['signed-in', 'no-answer'] })
    desk.plan = { mayInstall: true, reason: null }
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.2.0', obstacles: ['signed-in'] })
  })

  it('reports that the server does not answer when a person requests the restart', async () => {
    const updater = desk.open()
    await updater.checkFeed()
    expect(updater.state()).toMatchObject({ obstacles: [] })
    desk.plan = null
    await updater.tryInstall(true)
    expect(updater.state()).toMatchObject({ kind: 'ready', obstacles: ['no-answer'] })
    expect(describeUpdate(updater.state())).toContain(obstacleWords['no-answer'])
    desk.plan = { mayInstall: true, reason: null }
    await updater.tryInstall(true)
    expect(desk.installed).toHaveLength(1)
  })
})
