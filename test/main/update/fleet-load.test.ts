import { createHash } from 'node:crypto'
import { TargetFile } from '@tufjs/models'
import { describe, expect, it } from 'vitest'
import { decidePlan, type Ring, toRingPlace } from '#domain/update/rings.ts'
import type { FeedFile, FeedReading } from '#main/update/read-feed.ts'
import { createUpdateRecord } from '#main/update/update-record.ts'
import { createUpdater } from '#main/update/updater.ts'
import { createMemorySettings } from '#test/fakes/memory-settings.ts'
import { howMany, isDeep } from '../../fixtures/deep.ts'

const hourMs = 3_600_000
const midnight = Date.UTC(2026, 10, 27)
/**
 * The length of one count, in minutes. Outside a deep run, only a tenth of the desks run. In ten minutes they make
 * about as many requests as all desks make in one minute.
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

/** Creates a clock that runs work at its due time, in the order of the times. */
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

/** One day of a fleet, in hours after midnight. */
type Day = {
  readonly from: number
  readonly to: number
  /** When the feed gets a new release; null if it gets none. */
  readonly releaseAt: number | null
  /** The ring of the new release on this day. */
  readonly ring: Ring
  /** Whether the desks have read the release's metadata on an earlier day. */
  readonly isKnown?: boolean
  /** How many hours before midnight the previous day ended. */
  readonly offFor?: number
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Runs all desks through one day. Returns the requests and the downloads in each span of the day. */
const runDay = async ({ from, to, releaseAt, ring, isKnown = false, offFor = 6 }: Day) => {
  const spans = (): number[] => new Array<number>(((to - from) * 60) / spanMinutes).fill(0)
  const [requests, downloads] = [spans(), spans()]
  const clock = createClock(midnight + from * hourMs)
  const count = (of: number[], amount: number): void => {
    const span = Math.floor((clock.nowMs() - midnight - from * hourMs) / (spanMinutes * 60_000))
    of[span] = (of[span] ?? 0) + amount
  }
  const releases = [fileOf('1.1.0')]
  const openDesk = (desk: number): (() => Promise<void>) => {
    const id = `workstation ${desk}`
    let known = isKnown ? 2 : 1
    const record = createUpdateRecord(createMemorySettings())
    record.recordCheck(midnight - offFor * hourMs)
    const readFeed = async (): Promise<FeedReading> => {
      // A reading requests root and timestamp, and after a release also snapshot and targets (see
      // tuf-conformance.test.ts).
      count(requests, known >= releases.length ? 2 : 4)
      known = Math.max(known, releases.length)
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
      readPlan: async (version) => {
        const place = toRingPlace(hashOf(`${version}${id}`).readUIntBE(0, 6))
        return decidePlan({ state: 'rolling', ring, place, isSmallest: false, isTold: false })
      },
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
      place: hashOf(id).readUInt32BE() / 2 ** 32,
      prepare: async () => () => {},
      onChange: () => {},
      nowMs: clock.nowMs,
      hour: () => 12,
      // The desks are in use all day and cannot install, so their tries every 20 seconds are omitted.
      after: (ms, work) => (ms === 20_000 ? () => {} : clock.after(ms, work)),
    })
    return start
  }
  if (releaseAt !== null && releaseAt <= from) releases.push(fileOf('1.2.0'))
  for (let desk = 0; desk < desks; desk += 1) await openDesk(desk)()
  if (releaseAt !== null && releaseAt > from) {
    await clock.runUntil(midnight + releaseAt * hourMs)
    releases.push(fileOf('1.2.0'))
  }
  await clock.runUntil(midnight + to * hourMs)
  return { requests, downloads }
}

const desks = howMany(2_700 * 6)
const total = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0)
const peakOverMean = (of: readonly number[]): number => Math.max(...of) / (total(of) / of.length)

describe('the load on the feed from 2,700 clinics with 6 desks each', () => {
  const day = { from: 8, to: 18, ring: 1 } as const
  it.each<[string, Day]>([
    ['without a release', { ...day, releaseAt: null }],
    ['on the first day of a release that appeared overnight', { ...day, releaseAt: 3 }],
    ['on the first day of a release that appears at 8:00', { ...day, releaseAt: 8 }],
    ['on the first day of a release that appears at 9:00', { ...day, releaseAt: 9 }],
    ['on the first day of a release that appears at 10:00', { ...day, releaseAt: 10 }],
    ['on the first day of a release that appears at 12:00', { ...day, releaseAt: 12 }],
    ['after a week in which all desks were off', { ...day, releaseAt: 3, offFor: 7 * 24 }],
    ['if all desks start at 13:30', { from: 13.5, to: 23.5, releaseAt: 3, ring: 1 }],
    ['on the day of the last ring, on which all desks download', { ...day, releaseAt: 3, ring: 100, isKnown: true }],
  ])(
    'has a busiest minute of at most twice the mean of the day %s',
    async (_, one) => {
      const { requests, downloads } = await runDay(one)
      // Each desk looks at least twice in ten hours, and a look makes two requests.
      expect(total(requests)).toBeGreaterThanOrEqual(desks * 2 * 2)
      const share = one.releaseAt === null ? 0 : one.ring / 100
      expect(total(downloads)).toBeGreaterThanOrEqual(desks * share * 0.5)
      expect(total(downloads)).toBeLessThanOrEqual(desks * share * 1.5)
      expect(peakOverMean(requests)).toBeLessThanOrEqual(2)
    },
    120_000,
  )
})
