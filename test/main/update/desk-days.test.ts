import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TargetFile } from '@tufjs/models'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Busyness, isWithinHours, type UpdateHours } from '#domain/update/decide-install.ts'
import { isRecentDraft } from '#domain/update/recent-draft.ts'
import type { FeedFile } from '#main/update/read-feed.ts'
import { createUpdateRecord } from '#main/update/update-record.ts'
import { createUpdater, type Updater } from '#main/update/updater.ts'
import { createMemorySettings } from '#test/fakes/memory-settings.ts'
import { createRandom, type Random } from '#test/fixtures/random.ts'
import { howMany } from '../../fixtures/deep.ts'

const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000]
const midnight = Date.UTC(2026, 10, 27)
const content = 'program 1.1.0'

type Span = readonly [fromMs: number, toMs: number]

const isIn = (spans: readonly Span[], atMs: number): boolean => spans.some(([from, to]) => from <= atMs && atMs < to)

/** One day of a desk, which is open from 8:00 to 18:00, and the night after it. Times are epoch milliseconds. */
type DeskDay = {
  readonly sessions: readonly Span[]
  readonly payments: readonly Span[]
  readonly holds: readonly Span[]
  readonly sends: readonly Span[]
  /** When a form was saved as a draft. */
  readonly drafts: readonly number[]
  /** When a person presses "Restart now"; never for null. */
  readonly askedMs: number | null
  /** Whether a person forgot to sign out in the evening. */
  readonly isLeftOpen: boolean
}

const spansWithin = ([from, to]: Span, random: Random, most: number, shortest: number, longest: number): Span[] =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, () => {
    const begin = from + random() * (to - from)
    return [begin, begin + shortest + random() * (longest - shortest)] as const
  })

const createDeskDay = (random: Random): DeskDay => {
  const sessions: Span[] = []
  for (let at = midnight + 8 * hourMs; at < midnight + 18 * hourMs; ) {
    const end = at + (5 + random() * 150) * minuteMs
    sessions.push([at, end])
    // The desk is signed out or locked: at most a minute when it is handed over, otherwise at most 20 minutes.
    at = end + (random() < 0.3 ? random() : random() * 20) * minuteMs
  }
  const isLeftOpen = random() < 0.05
  if (isLeftOpen) sessions.push([(sessions.at(-1)?.[1] ?? 0) + minuteMs, midnight + 48 * hourMs])
  const inSessions = sessions.filter(([from]) => from < midnight + 18 * hourMs)
  const askedIn = random() < 0.2 ? inSessions[Math.floor(random() * inSessions.length)] : undefined
  return {
    sessions,
    isLeftOpen,
    payments: inSessions.flatMap((span) => spansWithin(span, random, 2, minuteMs, 4 * minuteMs)),
    // A hold outlives a sign-out.
    holds: inSessions.flatMap((span) => spansWithin(span, random, 1, 2 * minuteMs, 10 * minuteMs)),
    sends: spansWithin([midnight, midnight + 36 * hourMs], random, 20, 5 * secondMs, 2 * minuteMs),
    drafts: inSessions.flatMap(([from, to]) => (random() < 0.3 ? [from + random() * (to - from)] : [])),
    askedMs: askedIn === undefined ? null : askedIn[0] + random() * (askedIn[1] - askedIn[0]),
  }
}

const busynessAt = ({ sessions, payments, holds, sends, drafts }: DeskDay, atMs: number): Busyness => ({
  isPaying: isIn(payments, atMs),
  isSending: isIn(sends, atMs),
  hasHold: isIn(holds, atMs),
  hasUnsavedDraft: drafts.some((saved) => saved <= atMs && isRecentDraft(saved / 1000, atMs)),
  isSignedIn: isIn(sessions, atMs),
})

/** Returns for how long the desk has had no signed-in person, no payment and no slot hold. */
const restAt = ({ sessions, payments, holds }: DeskDay, atMs: number): number =>
  atMs - Math.max(0, ...[...sessions, ...payments, ...holds].map(([, to]) => to).filter((to) => to <= atMs))

describe('random days of a desk that is in use while an update waits', () => {
  let folder: string
  let file: FeedFile
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-days-'))
    writeFileSync(join(folder, 'update'), content)
    const hashes = { sha256: createHash('sha256').update(content).digest('hex') }
    file = {
      version: '1.1.0',
      channel: 'stable',
      platform: 'linux',
      arch: 'x64',
      format: 'appimage',
      releasedAt: '2026-11-26T00:00:00Z',
      minimumServer: '1.0.0',
      notes: [],
      rollbackFrom: [],
      target: new TargetFile({ path: 'stable/1.1.0/atrium', length: content.length, hashes }),
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  type Installed = { readonly atMs: number; readonly because: string; readonly wasAskedMs: number | null }

  /** Runs an updater beside a desk until it installs, at most for a day and a half. Returns how it installed. */
  const live = async (
    day: DeskDay,
    random: Random,
    hours: UpdateHours | null,
    isOverdue: boolean,
  ): Promise<Installed | null> => {
    let clockMs = midnight + (8 + random() * 10) * hourMs
    const endMs = midnight + 44 * hourMs
    let timerMs: number | null = null
    let installed: Installed | null = null
    let because = ''
    let wasAskedMs: number | null = null
    const stored = new Map<string, string>()
    if (isOverdue) stored.set('update.ready', JSON.stringify({ version: '1.1.0', at: clockMs - 73 * hourMs }))
    // The updater learns immediately of a change of the session and of "Restart now". It checks everything else every
    // 20 seconds.
    const events = [
      ...day.sessions.flat().map((atMs) => ({ atMs, isAskedFor: false })),
      ...(day.askedMs === null ? [] : [{ atMs: day.askedMs, isAskedFor: true }]),
    ].toSorted((a, b) => a.atMs - b.atMs)
    const changes = [
      ...[day.sessions, day.payments, day.holds, day.sends].flat(2),
      ...day.drafts.flatMap((saved) => [saved, saved + hourMs]),
      ...Array.from({ length: 48 }, (_, hour) => midnight + hour * hourMs),
    ].toSorted((a, b) => a - b)

    const advance = async (toMs: number): Promise<void> => {
      for (const { atMs, isAskedFor } of events) {
        if (atMs <= clockMs || atMs > toMs || installed !== null) continue
        clockMs = atMs
        if (isAskedFor) wasAskedMs = atMs
        await updater.tryInstall(isAskedFor)
      }
      clockMs = Math.max(clockMs, toMs)
    }
    /** Lets a step of an installation take up to 40 seconds, in which the desk continues its work. */
    const takeTime = async (): Promise<void> => {
      if (random() < 0.5) await advance(clockMs + random() * 40 * secondMs)
    }
    const updater: Updater = createUpdater({
      program: { version: '1.0.0', channel: 'stable', platform: 'linux', arch: 'x64', format: 'appimage' },
      off: null,
      record: createUpdateRecord(createMemorySettings(stored)),
      log: (_, code, details) => {
        if (code === 'update.installing') because = String(details?.reason)
      },
      readFeed: async () => ({ ok: true, files: [file] }),
      download: async () => ({ ok: true, path: join(folder, 'update') }),
      removeOtherDownloads: async () => {},
      readPlan: async () => {
        if (updater.state().kind !== 'ready') return { mayInstall: true, reason: null }
        await takeTime()
        return random() < 0.3 ? null : { mayInstall: true, reason: null }
      },
      report: async () => true,
      crashOf: () => null,
      serverVersion: () => '1.0.0',
      isReadableBy: () => true,
      busyness: () => busynessAt(day, clockMs),
      hours,
      place: 0.5,
      prepare: async () => {
        await takeTime()
        return () => {
          installed = { atMs: clockMs, because, wasAskedMs }
        }
      },
      onChange: () => {},
      nowMs: () => clockMs,
      hour: () => new Date(clockMs).getUTCHours(),
      after: (ms, work) => {
        if (ms !== 20 * secondMs) return () => {}
        timerMs = clockMs + ms
        tick = work
        return () => {
          timerMs = null
        }
      },
    })
    let tick = (): void => {}
    await updater.checkFeed()
    while (installed === null && clockMs < endMs) {
      if (timerMs === null) {
        // An installation is under way.
        await new Promise((done) => setImmediate(done))
        continue
      }
      // As long as the desk does not change, each try ends in the same way. So the tries after the first 80 seconds are
      // left out.
      const at: number = timerMs
      const next = changes.find((change) => change > at - 80 * secondMs) ?? endMs
      await advance(Math.max(at, at + Math.ceil((next - at) / (20 * secondMs)) * 20 * secondMs))
      if (installed !== null || timerMs === null || timerMs > clockMs) continue
      timerMs = null
      tick()
    }
    updater.stop()
    return installed
  }

  it('are interrupted only in the hours of the policy, when a person asks, or after a minute of rest', async () => {
    const random = createRandom(20_261_128)
    const reasons = new Map<string, number>()
    for (let count = 0; count < howMany(10_000); count += 1) {
      const day = createDeskDay(random)
      const isOverdue = random() < 0.4
      const times = random() < 0.5 ? { fromHour: 12, toHour: 14 } : { fromHour: 22, toHour: 5 }
      const hours = random() < 0.5 ? null : { ...times, isForced: random() < 0.5 }
      const installed = await live(day, random, hours, isOverdue)
      if (installed === null) {
        // The update still waits only at a desk that a person left signed in and whose policy has no hours.
        expect([day.isLeftOpen, hours]).toEqual([true, null])
        continue
      }
      const { atMs, because, wasAskedMs } = installed
      const { isPaying, isSending, hasHold, hasUnsavedDraft, isSignedIn } = busynessAt(day, atMs)
      reasons.set(because, (reasons.get(because) ?? 0) + 1)
      const hour = new Date(atMs).getUTCHours()
      const isForced = hours?.isForced === true && isOverdue && hour === hours.fromHour
      const isAsked = wasAskedMs !== null && atMs - wasAskedMs <= 90 * secondMs
      expect([count, isPaying, isSending]).toEqual([count, false, false])
      if (hasHold || hasUnsavedDraft) expect([count, isForced]).toEqual([count, true])
      // An installation in the hours of the policy, or one that a person asked for, does not wait for a minute of rest.
      if (isAsked || (hours !== null && isWithinHours(hour, hours))) continue
      expect([count, isSignedIn, restAt(day, atMs) < minuteMs, because]).toEqual([count, false, false, 'free'])
    }
    for (const reason of ['free', 'hours', 'forced', 'asked']) expect(reasons.get(reason)).toBeGreaterThan(0)
    console.log([...reasons].map(([reason, count]) => `${count} ${reason}`).join(', '))
  }, 600_000)
})
