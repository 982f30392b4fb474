import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ok } from '#contract/reply.ts'
import type { UpdateBridge, UpdateView } from '#contract/update/bridge.ts'
import type { ProgramReleasesBridge } from '#contract/update/releases-bridge.ts'
import { type Policy, type PolicyName, policyKeys } from '#domain/settings/policy.ts'
import type { Busyness, UpdateHours } from '#domain/update/decide-install.ts'
import { isRecentDraft } from '#domain/update/recent-draft.ts'
import type { ReleaseChannel } from '#domain/update/release.ts'
import { releaseVersionSchema } from '#domain/update/release-version.ts'
import { findTrialCrash } from '#domain/update/update-health.ts'
import type { UpdatesOff } from '#domain/update/update-state.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { DraftJournal } from '../journal/draft-journal.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'
import type { Platform } from '../platform.ts'
import type { Publish } from '../publish.ts'
import { downloadRelease, removeOtherDownloads } from './download-release.ts'
import { createProgramReleasesService } from './program-releases-service.ts'
import { readFeed, removeOrphanedCopies } from './read-feed.ts'
import { rootVersion } from './trusted-metadata.ts'
import { createUpdateRecord } from './update-record.ts'
import { createUpdateServer } from './update-server.ts'
import type { UpdaterParts } from './update-work.ts'
import { createUpdater, type Updater } from './updater.ts'

/**
 * The work at the desk that a restart would interrupt.
 * @internal Tests replace one of the facts.
 */
export type Desk = {
  readonly payments: { hasOpen(): boolean }
  readonly booking: { hasHold(): boolean }
  readonly queue: { isSending(): boolean }
  readonly session: { gate(): 'signed-out' | 'signed-in' | 'locked' }
  readonly drafts: Pick<DraftJournal, 'newestFormAt'>
}

type UpdatePartParts = Pick<UpdaterParts, 'serverVersion' | 'isReadableBy'> & {
  readonly platform: Platform
  readonly settings: SettingsJournal
  readonly policy: Policy
  /** Whether this workstation shows the demo, which never updates itself. */
  readonly isDemo: boolean
  /** The id of this workstation, which decides when this workstation looks at the feed. */
  readonly workstationID: string
  readonly publish: Publish
  readonly client: Pick<BackOfficeClient, 'call'>
  readonly calls: StaffCalls
  readonly desk: Desk
}

type UpdatePart = {
  readonly services: { readonly update: UpdateBridge; readonly programReleases: ProgramReleasesBridge }
  readonly start: Updater['start']
  /** Notes a call of the window by its command's name. */
  noteCall(command: string): void
  /** Installs a ready update if the desk has been free for long enough; called when the session changes. */
  tryInstall(): Promise<void>
  stop(): void
}

const keys = ['updates', 'updateChannel', 'updateFeed', 'updateFromHour', 'updateToHour', 'forceUpdates'] as const

const hoursOf = ({ updateFromHour, updateToHour, forceUpdates }: Policy): UpdateHours | null =>
  updateFromHour === undefined && updateToHour === undefined && forceUpdates !== true
    ? null
    : {
        fromHour: updateFromHour ?? policyKeys.updateFromHour.default,
        toHour: updateToHour ?? policyKeys.updateToHour.default,
        isForced: forceUpdates === true,
      }

/** Without the slash, the last part of an address would be replaced by the folders of the feed. */
const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`)

/**
 * Returns a number from 0 to 1 that never changes for a workstation. The numbers of all workstations are spread evenly.
 */
const placeOf = (workstationID: string): number =>
  createHash('sha256').update(workstationID).digest().readUInt32BE() / 2 ** 32

/**
 * `usedByMemberAt` is the time of the last call of the self-service pages, in epoch seconds; null if there was no call.
 */
const busynessOf = (
  { payments, booking, queue, session, drafts }: Desk,
  usedByMemberAt: number | null,
  nowMs: number,
): Busyness => ({
  isPaying: payments.hasOpen(),
  isSending: queue.isSending(),
  hasHold: booking.hasHold(),
  // A member's input exists only in the window, so it counts as an unsaved form.
  hasUnsavedDraft: isRecentDraft(usedByMemberAt, nowMs) || isRecentDraft(drafts.newestFormAt(), nowMs),
  isSignedIn: session.gate() === 'signed-in',
})

/** Creates the parts of a workstation's updates: its update record and the updater. */
export const createUpdatePart = (parts: UpdatePartParts): UpdatePart => {
  const { platform, settings, policy, publish, workstationID, desk } = parts
  const { updates, log, folders } = platform
  const nowMs = () => platform.nowMs()
  const folder = join(folders.data, 'update')
  const record = createUpdateRecord(settings)
  const channel: ReleaseChannel = policy.updateChannel === 'early' ? 'early' : 'stable'
  const hours = hoursOf(policy)
  const stopping = new AbortController()
  let usedByMemberAt: number | null = null
  const version = releaseVersionSchema.safeParse(platform.version).data ?? null

  const off = (): UpdatesOff | null => {
    if (policy.updates === false) return 'policy'
    if (parts.isDemo) return 'demo'
    if (updates === null || version === null) return 'not-configured'
    // No feed could be verified with a damaged root.
    return rootVersion(updates.ownRoot) === 0 ? 'not-configured' : null
  }
  const feedUrl = withSlash(policy.updateFeed ?? updates?.feedUrl ?? '')
  const feed = { feedUrl, fetch: platform.fetch }
  const trusted = join(folder, 'trusted')
  const downloads = join(folder, 'downloads')
  const prepare = updates?.prepare ?? null
  const updater = createUpdater({
    ...createUpdateServer(parts.client),
    serverVersion: parts.serverVersion,
    isReadableBy: parts.isReadableBy,
    busyness: () => busynessOf(desk, usedByMemberAt, nowMs()),
    program: {
      version: version ?? '0.0.0',
      channel,
      platform: process.platform,
      arch: process.arch,
      format: updates?.format ?? 'archive',
    },
    off: off(),
    record,
    log,
    readFeed: async () =>
      updates === null
        ? { ok: false, code: 'missing' }
        : await readFeed({ ...feed, folder: trusted, ownRoot: updates.ownRoot, builtAtMs: updates.builtAtMs, nowMs }),
    download: (file, onProgress) =>
      downloadRelease({ ...feed, file, folder: downloads, signal: stopping.signal, onProgress }),
    removeOtherDownloads: (file) => removeOtherDownloads(downloads, file),
    hours,
    place: placeOf(workstationID),
    prepare: prepare === null ? null : (path, { target }) => prepare(path, target.hashes.sha256 ?? ''),
    onChange: () => publishView(),
    nowMs,
    crashOf: (crashed, since) => findTrialCrash(platform.crashes.read(), crashed, since),
    hour: () => new Date(nowMs()).getHours(),
    after: (ms, work) => {
      const timer = setTimeout(work, ms)
      timer.unref()
      return () => clearTimeout(timer)
    },
  })
  const view = (): UpdateView => {
    const lookedMs = record.lastCheckMs()
    return {
      version: platform.version,
      channel,
      state: updater.state(),
      lookedAt: lookedMs === null ? null : toInstant(lookedMs),
      hours,
      history: record.history(),
      news: record.news(),
      isInstalledByIT: updates !== null && updates.prepare === null,
      managed: keys.filter((key) => policy[key] !== undefined) satisfies PolicyName[],
    }
  }
  let published = ''
  /** Publishes the view if it changed: a ready update is shown again every 20 seconds, mostly without a change. */
  const publishView = (): void => {
    const next = view()
    const text = JSON.stringify(next)
    if (text === published) return
    published = text
    publish('update.changed', next)
  }
  return {
    services: {
      programReleases: createProgramReleasesService({ calls: parts.calls }),
      update: {
        read: async () => ok(view()),
        look: async () => {
          // Does not wait: a download can take longer than the time limit of a command. The download's progress arrives
          // as events.
          void updater.checkFeed()
          return ok(view())
        },
        install: async () => {
          await updater.tryInstall(true)
          return ok(view())
        },
        closeNews: async () => {
          record.closeNews()
          publishView()
          return ok(view())
        },
      },
    },
    start: async () => {
      removeOrphanedCopies(trusted)
      await updater.start()
    },
    noteCall: (command) => {
      if (command.startsWith('selfService.')) usedByMemberAt = Math.floor(nowMs() / 1000)
      // A window that only reports its own error does not prove that the new version works.
      if (command !== 'support.reportWindowError') updater.noteCall()
    },
    tryInstall: () => updater.tryInstall(false),
    stop: () => {
      stopping.abort()
      updater.stop()
    },
  }
}
