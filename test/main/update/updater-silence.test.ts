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

  it('follows the feed alone after a week of silence, however old the release that waits for its ring is', async () => {
    desk.plan = { mayInstall: false, reason: 'ring' }
    desk.clockMs += 30 * 24 * hourMs
    const updater = desk.open()
    await updater.look()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'ring' })
    desk.plan = null
    for (const passedMs of [hourMs, 7 * 24 * hourMs]) {
      desk.clockMs += passedMs
      await updater.look()
      expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'no-answer' })
    }
    // One answer ends the silence, and a later one begins at nothing.
    desk.plan = { mayInstall: false, reason: 'ring' }
    await updater.look()
    desk.plan = null
    await updater.look()
    desk.clockMs += 7 * 24 * hourMs
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'no-answer' })
    desk.clockMs += hourMs
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.0' })
    await desk.tryWhenRested(updater)
    expect(desk.installed).toMatchObject([{ file: { version: '1.1.0' } }])
  })

  it('counts the silence of a server that never answered from the first question', async () => {
    desk.plan = null
    const updater = desk.open()
    await updater.look()
    desk.clockMs += 7 * 24 * hourMs
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'no-answer' })
    desk.clockMs += hourMs
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready' })
  })

  it('counts the silence again from a clock that was set back', async () => {
    desk.plan = null
    const updater = desk.open()
    desk.clockMs += 30 * 24 * hourMs
    await updater.look()
    desk.clockMs -= 29 * 24 * hourMs
    await updater.look()
    desk.clockMs += 6 * 24 * hourMs
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'held-back', reason: 'no-answer' })
    desk.clockMs += 25 * hourMs
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready' })
  })

  it('never follows the feed alone to a release that the server halted, not even to one of two', async () => {
    desk.world.publish('1.2.0')
    desk.plan = { mayInstall: false, reason: 'halted' }
    const updater = desk.open()
    await updater.look()
    // A refusal of the question, such as that too many ask, reads as a ring. It does not end the halt.
    desk.plan = { mayInstall: false, reason: 'ring' }
    await updater.look()
    desk.plan = null
    await updater.look()
    desk.clockMs += 30 * 24 * hourMs
    await updater.look()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.2.0', reason: 'halted' })
    // A release that the server never halted is followed, past those that it did.
    desk.world.publish('1.1.5')
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.5' })
    desk.plan = { mayInstall: true, reason: null }
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.2.0' })
    desk.plan = null
    await updater.look()
    desk.clockMs += 30 * 24 * hourMs
    await updater.look()
    await desk.tryWhenRested(updater)
    expect(desk.installed).toMatchObject([{ file: { version: '1.2.0' } }])
  })

  it('waits while no version of the server was ever known', async () => {
    const updater = desk.open({ serverVersion: () => null })
    await updater.look()
    expect(updater.state()).toEqual({ kind: 'held-back', version: '1.1.0', reason: 'no-answer' })
  })

  it('keeps a ready update while the server is silent', async () => {
    desk.busy = { ...free, isSignedIn: true }
    const updater = desk.open()
    await updater.look()
    desk.plan = null
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.0' })
    desk.busy = free
    await desk.tryWhenRested(updater)
    expect(desk.installed).toEqual([])
    desk.plan = { mayInstall: true, reason: null }
    await desk.tryWhenRested(updater)
    expect(desk.installed).toHaveLength(1)
  })

  it('keeps a ready update, and says what it waits for, while the server is silent about it and a newer one', async () => {
    desk.busy = { ...free, isSignedIn: true }
    const updater = desk.open()
    await updater.look()
    desk.plan = null
    desk.world.publish('1.2.0')
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.1.0', obstacles: ['signed-in', 'no-answer'] })
    desk.plan = { mayInstall: true, reason: null }
    await updater.look()
    expect(updater.state()).toMatchObject({ kind: 'ready', version: '1.2.0', obstacles: ['signed-in'] })
  })

  it('says that the server does not answer when a person asks for the restart', async () => {
    const updater = desk.open()
    await updater.look()
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
