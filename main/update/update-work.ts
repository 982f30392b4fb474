import type { InstalledProgram } from '#domain/update/choose-release.ts'
import { type Busyness, decideInstall, type InstallFacts, type UpdateHours } from '#domain/update/decide-install.ts'
import { compareVersions, type ReleaseVersion } from '#domain/update/release-version.ts'
import type { UpdatePlan } from '#domain/update/rings.ts'
import { isFileFailure, type TrialFailureCode } from '#domain/update/update-failure-codes.ts'
import {
  type HeldBackReason,
  mayFollowAlone,
  type UpdateChange,
  type UpdateReport,
  type UpdateState,
  type UpdatesOff,
  updateDeadlineMs,
} from '#domain/update/update-state.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Log } from '#runtime/log.ts'
import type { Download } from './download-release.ts'
import type { FeedFile, FeedReading } from './read-feed.ts'
import type { UpdateRecord } from './update-record.ts'

export type UpdaterParts = {
  readonly program: InstalledProgram
  /** Why there are no updates; null if there are. */
  readonly off: UpdatesOff | null
  readonly record: UpdateRecord
  readonly log: Log
  readFeed(): Promise<FeedReading>
  download(file: FeedFile, onProgress: (bytes: number) => void): Promise<Download>
  /** Removes the downloads of all releases except `file`; all downloads if `file` is null. */
  removeOtherDownloads(file: FeedFile | null): Promise<void>
  /** Asks the server whether this version may be installed; null if the server does not answer. */
  readPlan(version: string): Promise<UpdatePlan | null>
  /** Reports an outcome to the server; resolves with false if it must be reported again later. */
  report(past: UpdateReport): Promise<boolean>
  /** Returns how a version crashed at `since` (epoch seconds) or later; null if it did not. */
  crashOf(version: string, since: number): TrialFailureCode | null
  /** Returns the server's version from its last answer; null before the first answer. */
  serverVersion(): string | null
  /** Whether a version could open this workstation's journal. */
  isReadableBy(version: string): boolean
  busyness(): Busyness
  /** The organisation's hours; null if it sets none. */
  readonly hours: UpdateHours | null
  /** The workstation's own number, from 0 (included) to 1, which spreads the workstations' checks of the feed. */
  readonly place: number
  /**
   * Prepares the installation of a verified file. Rejects if it is not possible. Calling the returned function ends the
   * program, which then starts the new version. Null if other tools install the updates.
   */
  readonly prepare: ((path: string, file: FeedFile) => Promise<() => void>) | null
  onChange(state: UpdateState): void
  nowMs(): number
  /** The local hour, 0 to 23. */
  hour(): number
  /** Calls `work` after a pause; returns a function that cancels the call. */
  after(ms: number, work: () => void): () => void
}

/** A release whose file is downloaded and verified. */
export type ReadyUpdate = {
  readonly file: FeedFile
  readonly path: string
  readonly change: UpdateChange
}

/** The updater's state, and what its steps share. */
export type UpdateWork = {
  state(): UpdateState
  setState(state: UpdateState): void
  /** Shows a refusal of the feed or of a version's file, and logs it. A file's refusal counts against its version. */
  refuse(code: string, version: ReleaseVersion | null): void
  ready(): ReadyUpdate | null
  setReady(ready: ReadyUpdate | null): void
  /** Shows the ready update and the reason why it waits. */
  showReady(): void
  /** Returns the facts that decide whether a version may be installed now. */
  factsOf(version: string, isAskedFor: boolean): InstallFacts
  /** Returns why a release waits, or null if it may be installed. */
  reasonToWait(file: FeedFile): Promise<HeldBackReason | null>
  /** Stops the work; afterwards nothing is shown or installed. */
  stop(): void
  isStopped(): boolean
}

export const createUpdateWork = (parts: UpdaterParts): UpdateWork => {
  const { record, log, hours, nowMs } = parts
  let state: UpdateState = parts.off === null ? { kind: 'idle' } : { kind: 'off', reason: parts.off }
  let ready: ReadyUpdate | null = null
  /** The versions about which the server did not answer at the last question. */
  const unanswered = new Set<string>()
  let isStopped = false
  const setState = (next: UpdateState): void => {
    if (isStopped) return
    state = next
    parts.onChange(next)
  }
  const dueAtMs = (version: string): number => record.readySinceMs(version, nowMs()) + updateDeadlineMs
  const factsOf = (version: string, isAskedFor: boolean): InstallFacts => ({
    ...parts.busyness(),
    hours,
    hour: parts.hour(),
    isOverdue: nowMs() > dueAtMs(version),
    isAskedFor,
  })
  const findReason = async ({ version, minimumServer }: FeedFile): Promise<HeldBackReason | null> => {
    // The server is not asked about an older version that cannot open the journal. The server expects a report from
    // each workstation that it allowed to install a version.
    if (compareVersions(version, parts.program.version) < 0 && !parts.isReadableBy(version)) return 'data-newer'
    const plan = await parts.readPlan(version)
    if (isStopped) return 'no-answer'
    if (plan !== null) record.noteAnswer(version, plan)
    const mayInstallAlone = plan === null && mayFollowAlone(record.silentSinceMs(nowMs()), nowMs())
    const server = record.knownServer(parts.serverVersion())
    if (server === null) return 'no-answer'
    if (compareVersions(server, minimumServer) < 0) return 'server-too-old'
    if (plan !== null) return plan.mayInstall ? null : plan.reason
    if (record.isHalted(version)) return 'halted'
    return mayInstallAlone ? null : 'no-answer'
  }
  return {
    state: () => state,
    setState,
    refuse: (code, version) => {
      log('warning', 'update.refused', { code, ...(version !== null && { version }) })
      if (version !== null && isFileFailure(code) && !isStopped)
        record.noteRefusedFile({ from: parts.program.version, version, at: Math.floor(nowMs() / 1000) }, code)
      setState({ kind: 'failed', code, version })
    },
    ready: () => ready,
    setReady: (next) => {
      ready = next
    },
    showReady: () => {
      if (ready === null) return
      const { version, notes } = ready.file
      const facts = factsOf(version, false)
      const decision = decideInstall(facts)
      const found = decision.kind === 'wait' ? decision.obstacles : []
      const obstacles = unanswered.has(version) ? [...found, 'no-answer' as const] : found
      const dueAt = toInstant(dueAtMs(version))
      setState({
        kind: 'ready',
        version,
        change: ready.change,
        notes,
        obstacles,
        dueAt,
        isOverdue: facts.isOverdue,
      })
    },
    factsOf,
    reasonToWait: async (file) => {
      const reason = await findReason(file)
      // `showReady` reads `unanswered`. A check asks about several versions, but `showReady` shows only the ready
      // version.
      if (reason === 'no-answer') unanswered.add(file.version)
      else unanswered.delete(file.version)
      return reason
    },
    stop: () => {
      isStopped = true
    },
    isStopped: () => isStopped,
  }
}
