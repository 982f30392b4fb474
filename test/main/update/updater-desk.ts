import { join } from 'node:path'
import type { Busyness } from '#domain/update/decide-install.ts'
import type { UpdatePlan } from '#domain/update/rings.ts'
import type { UpdateReport, UpdateState } from '#domain/update/update-state.ts'
import { downloadRelease } from '#main/update/download-release.ts'
import type { FeedFile } from '#main/update/read-feed.ts'
import { createUpdateRecord } from '#main/update/update-record.ts'
import type { UpdaterParts } from '#main/update/update-work.ts'
import { createUpdater, type Updater } from '#main/update/updater.ts'
import { createMemorySettings } from '#test/fakes/memory-settings.ts'
import { openFeedWorld } from './feed-world.ts'

export const free: Busyness = {
  isPaying: false,
  isSending: false,
  hasHold: false,
  hasUnsavedDraft: false,
  isSignedIn: false,
}
export type UpdaterDesk = Awaited<ReturnType<typeof openUpdaterDesk>>

/**
 * Opens a workstation with version 1.0.0 that updates itself from a feed. Tests change the answers of the server and
 * the state of the workstation.
 */
export const openUpdaterDesk = async () => {
  const world = await openFeedWorld()
  const settings = createMemorySettings()
  const updaters: Updater[] = []
  const desk = {
    world,
    busy: free,
    /** What the server answers about every version; null for silence. */
    plan: { mayInstall: true, reason: null } as UpdatePlan | null,
    /** Whether the journal takes no more writes. */
    isDiskFull: false,
    clockMs: Date.now(),
    installed: [] as { path: string; file: FeedFile }[],
    downloaded: [] as string[],
    reports: [] as UpdateReport[],
    states: [] as UpdateState[],
    logged: [] as string[],
    timers: [] as { atMs: number; work: () => void }[],
    open: (changes: Partial<UpdaterParts> & { version?: string } = {}): Updater => {
      const { version = '1.0.0', ...rest } = changes
      const updater = createUpdater({
        program: { version, channel: 'stable', platform: 'linux', arch: 'x64', format: 'appimage' },
        off: null,
        record: createUpdateRecord({
          ...settings,
          write: (name, value) => {
            if (desk.isDiskFull) throw new Error('The disk is full')
            settings.write(name, value)
          },
        }),
        log: (_, code, details) =>
          desk.logged.push([code, details?.code, details?.version].filter((part) => part !== undefined).join(' ')),
        readFeed: () => world.read(),
        download: (file, onProgress) => {
          desk.downloaded.push(file.version)
          return downloadRelease({
            file,
            feedUrl: world.feedUrl,
            folder: join(world.folder, 'downloads'),
            signal: AbortSignal.timeout(10_000),
            onProgress,
          })
        },
        removeOtherDownloads: async () => {},
        readPlan: async () => desk.plan,
        report: async (past) => {
          desk.reports.push(past)
          return true
        },
        crashOf: () => null,
        serverVersion: () => '1.0.0',
        isReadableBy: () => true,
        busyness: () => desk.busy,
        hours: null,
        place: 0.5,
        prepare: async (path, file) => () => void desk.installed.push({ path, file }),
        onChange: (state) => desk.states.push(state),
        nowMs: () => desk.clockMs,
        hour: () => 12,
        after: (ms, work) => {
          const timer = { atMs: desk.clockMs + ms, work }
          desk.timers.push(timer)
          return () => {
            desk.timers = desk.timers.filter((one) => one !== timer)
          }
        },
        ...rest,
      })
      updaters.push(updater)
      return updater
    },
    /** Tries to install twice, two minutes apart. A desk that is free both times has been free for long enough. */
    tryWhenRested: async (updater: Updater): Promise<void> => {
      await updater.tryInstall(false)
      desk.clockMs += 120_000
      await updater.tryInstall(false)
    },
    kinds: (): string[] => [...new Set(desk.states.map(({ kind }) => kind))],
    close: async (): Promise<void> => {
      for (const updater of updaters) updater.stop()
      await world.close()
    },
  }
  return desk
}
