import { createHash } from 'node:crypto'
import { TargetFile } from '@tufjs/models'
import { describe, expect, it } from 'vitest'
import type { FeedFile, FeedReading } from '#main/update/read-feed.ts'
import { createUpdateRecord } from '#main/update/update-record.ts'
import { createUpdater } from '#main/update/updater.ts'
import { createMemorySettings } from '#test/fakes/memory-settings.ts'
import { howMany, isDeep } from '../../fixtures/deep.ts'

const hourMs = 3_600_000
const midnight = Date.UTC(2026, 10, 27)
/**
 * The length of one count. Outside a deep run, only a tenth of the desks run. In ten minutes they make about as many
 * requests as all desks make in one.
 */
const spanMinutes = isDeep ? 1 : 10

const fileOf = (version: string): FeedFile => ({
  version,
  channel: 'stable',
  platform: 'linux',
  arch: 'x64',
  format: 'appimage',
  releasedAt: '2026-11-26T00:00:00Z',
  minimumServer: '1.0.0',
  notes: [],
  rollbackFrom: [],
  target: new TargetFile({ path: `stable/${version}/atrium`, length: 1, hashes: { sha256: 'ab'.repeat(32) } }),
})

/** Work that is due at a time of the fleet's clock, in the order of the times. */
const createClock = (startMs: number) => {
  const buckets = new Map<number, (() => void)[]>()
  let nowMs = startMs
  return {
    nowMs: () => nowMs,
    after: (ms: number, work: () => void): (() => void) => {
      const second = Math.ceil((nowMs + ms) / 1000)
      const due = buckets.get(second) ?? []
      buckets.set(second, [...due, work])
      return () =>
        void buckets.set(
          second,
          (buckets.get(second) ?? []).filter((one) => one !== work),
        )
    },
    /** Runs the due work second by second until a time. The work of each second ends before the next second begins. */
    runUntil: async (endMs: number): Promise<void> => {
      for (; nowMs < endMs; nowMs += 1000) {
        const due = buckets.get(Math.ceil(nowMs / 1000)) ?? []
        if (due.length === 0) continue
        buckets.delete(Math.ceil(nowMs / 1000))
        for (const work of due) work()
        await new Promise((done) => setImmediate(done))
      }
    },
  }
}

describe('the load of a fleet of 2,700 clinics with 6 desks each on the feed', () => {
  it('has at most twice the mean in its busiest minute, when all start at 8:00 and a release appears at 10:00', async () => {
    const spans = (): number[] => new Array<number>((24 * 60) / spanMinutes).fill(0)
    const [requests, downloads] = [spans(), spans()]
    const clock = createClock(midnight + 8 * hourMs)
    const count = (of: number[], amount: number): void => {
      const span = Math.floor((clock.nowMs() - midnight) / (spanMinutes * 60_000))
      of[span] = (of[span] ?? 0) + amount
    }
    const releases = [fileOf('1.1.0')]
    const openDesk = (desk: number): (() => Promise<void>) => {
      let known = 1
      const record = createUpdateRecord(createMemorySettings())
      record.noteLook(midnight - 6 * hourMs)
      const readFeed = async (): Promise<FeedReading> => {
        // A reading requests root and timestamp, and after a release also snapshot and targets (see
        // tuf-conformance.test.ts).
        count(requests, known === releases.length ? 2 : 4)
        known = releases.length
        return { ok: true, files: releases }
      }
      const { start } = createUpdater({
        program: { version: '1.1.0', channel: 'stable', platform: 'linux', arch: 'x64', format: 'appimage' },
        off: null,
        record,
        log: () => {},
        readFeed,
        download: async () => {
          count(requests, 1)
          count(downloads, 1)
          return { ok: true, path: 'atrium' }
        },
        removeOtherDownloads: async () => {},
        readPlan: async () => ({ mayInstall: true, reason: null }),
        report: async () => true,
        crashOf: () => null,
        serverVersion: () => '1.1.0',
        isReadableBy: () => true,
        busyness: () => ({
          isPaying: false,
          isSending: false,
          hasHold: false,
          hasUnsavedDraft: false,
          isSignedIn: true,
        }),
        hours: null,
        place: createHash('sha256').update(`workstation ${desk}`).digest().readUInt32BE() / 2 ** 32,
        prepare: async () => () => {},
        onChange: () => {},
        nowMs: clock.nowMs,
        hour: () => 12,
        // The desks are in use all day and cannot install, so their tries every 20 seconds are left out.
        after: (ms, work) => (ms === 20_000 ? () => {} : clock.after(ms, work)),
      })
      return start
    }
    const desks = howMany(2_700 * 6)
    for (let desk = 0; desk < desks; desk += 1) await openDesk(desk)()
    await clock.runUntil(midnight + 10 * hourMs)
    releases.push(fileOf('1.2.0'))
    await clock.runUntil(midnight + 18 * hourMs)

    const total = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0)
    const peakOverMean = (of: readonly number[], from: number, to: number): number => {
      const counts = of.slice((from * 60) / spanMinutes, (to * 60) / spanMinutes)
      return Math.max(...counts) / (total(counts) / counts.length)
    }
    expect(total(downloads)).toBe(desks)
    expect(total(requests)).toBeGreaterThan(desks * 2 * 2)
    // The periods are the whole working day, the time before the release, the four hours in which all desks see the
    // release, and the time after those hours.
    expect(peakOverMean(requests, 8, 18)).toBeLessThanOrEqual(2)
    expect(peakOverMean(requests, 8, 10)).toBeLessThanOrEqual(2)
    expect(peakOverMean(downloads, 10, 14)).toBeLessThanOrEqual(2)
    expect(peakOverMean(requests, 10, 14)).toBeLessThanOrEqual(2)
    expect(peakOverMean(requests, 14, 18)).toBeLessThanOrEqual(2)
  }, 120_000)
})
