import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toInstant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { createSelfSafetyDesk, shareDelayMs } from '#renderer/booking/self-service/self-safety-store.ts'
import { createFakeBridge } from '../../fake-bridge.ts'

const nowMs = Date.parse('2026-11-23T17:00:00Z')

const aPage = (world: ReturnType<typeof createFakeBridge>, studyID: StudyID) =>
  createSelfSafetyDesk({
    bridge: world.bridge,
    studyID,
    draft: null,
    now: () => toInstant(nowMs),
    supportPhone: () => null,
  })

describe('the answers of a member on their own page', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const begin = async () => {
    const world = createFakeBridge({ signedInAs: 'admin', now: () => nowMs })
    const study =
      world.controls.clinic.studies.find(({ status, safety }) => !status.cancelled && safety.state === 'unanswered') ??
      expect.fail('every study is answered')
    world.controls.addOwnStudy(study.studyID)
    const page = aPage(world, study.studyID)
    await page.store.getState().load()
    const shared = () => world.controls.calls.filter(({ command }) => command === 'selfService.shareSafety')
    return { world, studyID: study.studyID, page, shared }
  }

  it('are shared with the clinic in one call after a pause, and return after a reload', async () => {
    const { world, studyID, page, shared } = await begin()
    page.safety.getState().answer('Allergies.Status', 'no')
    expect(page.isUnshared()).toBe(true)
    await vi.advanceTimersByTimeAsync(shareDelayMs - 1)
    page.safety.getState().answer('Medications.Current', 'no')
    await vi.advanceTimersByTimeAsync(shareDelayMs)
    const answers = { 'Allergies.Status': 'no', 'Medications.Current': 'no' }
    expect(shared().map(({ input }) => input)).toEqual([{ studyID, answers, base: {} }])
    expect(page.isUnshared()).toBe(false)
    const again = aPage(world, studyID)
    await again.store.getState().load()
    expect(again.safety.getState().answers).toEqual(answers)
    again.safety.getState().answer('Medications.Current', [])
    again.flush()
    expect(shared().at(-1)?.input).toMatchObject({ base: answers })
  })

  it('are kept while the clinic is unreachable, and sent later', async () => {
    const { world, page, shared } = await begin()
    world.controls.setConnectivity({ state: 'offline' })
    page.safety.getState().answer('Allergies.Status', 'no')
    await vi.advanceTimersByTimeAsync(shareDelayMs)
    expect(page.isUnshared()).toBe(true)
    world.controls.setConnectivity({ state: 'online' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect([page.isUnshared(), shared().length]).toEqual([false, 2])
    page.stop()
  })

  it('are not shared after the page has stopped', async () => {
    const { page, shared } = await begin()
    page.safety.getState().answer('Allergies.Status', 'no')
    page.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(shared()).toEqual([])
  })
})
