import { z } from 'zod'
import { compareVersions, type ReleaseVersion, releaseVersionSchema } from '#domain/update/release-version.ts'
import { type UpdatePlan, updateOutcomes } from '#domain/update/rings.ts'
import {
  type FileFailureCode,
  isFileFailure,
  type TrialFailureCode,
  updateFailureCodes,
} from '#domain/update/update-failure-codes.ts'
import type { PastUpdate, UpdateReport } from '#domain/update/update-state.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'

const pendingSchema = z.object({
  from: releaseVersionSchema,
  version: releaseVersionSchema,
  at: z.number(),
  notes: z.array(z.string()),
})
const readySchema = z.object({ version: z.string(), at: z.number() })
const epochMsSchema = z.number()
const countSchema = z.number().int().min(0)
const newsSchema = z.object({ version: z.string(), notes: z.array(z.string()) })
type News = z.infer<typeof newsSchema>
const historySchema = z.array(
  pendingSchema.omit({ notes: true }).extend({
    outcome: z.enum(updateOutcomes),
    isReported: z.boolean(),
    code: z
      .enum([...updateFailureCodes, ''])
      .catch('')
      .default(''),
    /** Absent once the version is proven, or has failed. */
    trial: z.enum(['begun', 'called']).optional(),
  }),
)
const attemptsSchema = z.object({ version: z.string(), attempts: z.number() })
type RecordedUpdate = z.infer<typeof historySchema>[number]

const maxHistory = 20
/** The refusal of a file is reported after this many attempts, and again at each multiple of this number. */
const attemptsUntilReport = 2

/** A version that was installed and has not proven itself. `isCalled`: its window has made a call. */
export type Trial = Pick<PastUpdate, 'version' | 'at'> & { readonly isCalled: boolean }

/** The highest number of starts without a check of the feed that is recorded. */
const maxStarts = 100

const haltedSchema = z.array(releaseVersionSchema)
/** A feed keeps its old releases, so several releases can be halted. Only the newest halted releases are remembered. */
const maxHalted = 50

/** What this workstation remembers about its own updates, in the journal, which no update replaces. */
export type UpdateRecord = {
  history(): readonly PastUpdate[]
  /** Updates whose outcome is certain, and which the server has not accepted yet, oldest first. */
  unreported(): readonly UpdateReport[]
  noteReported(past: PastUpdate): void
  /** Records that an installation begins. */
  begin(update: Omit<PastUpdate, 'outcome'> & { readonly notes: readonly string[] }): void
  /** The notes of the last installed version that has any; null after {@link UpdateRecord.closeNews}. */
  news(): News | null
  closeNews(): void
  /**
   * Compares the version whose installation began last with the version that is running, and records the outcome.
   * Returns the outcome only once; null if no installation began. After that, an installed version is on trial.
   */
  conclude(running: string): PastUpdate | null
  /**
   * The versions on trial, the newest first: there are several if the next version was installed before the trial of
   * the earlier version ended.
   */
  trials(): readonly Trial[]
  noteCalled(trial: Trial): void
  /** Ends a trial, so that its outcome is reported. With a `code`, the outcome is a failure. */
  endTrial(trial: Trial, code: TrialFailureCode | null): void
  /**
   * Counts a failed attempt to download or verify a version's file. Every second failed attempt is reported as a
   * failure.
   */
  noteRefusedFile(update: Pick<PastUpdate, 'from' | 'version' | 'at'>, code: FileFailureCode): void
  /** Returns how many times this version failed to install or to work; a refused file does not count. */
  failures(version: string): number
  lastCheckMs(): number | null
  /**
   * Notes the server's answer about a version. A halted version counts as halted until the server allows it. If the
   * server answers only that the workstation's ring has not begun, the version still counts as halted.
   */
  noteAnswer(version: string, plan: UpdatePlan): void
  /**
   * Returns the time since which the server has not answered, in epoch milliseconds. This is the time of the first call
   * of this function after the server's last answer.
   */
  silentSinceMs(nowMs: number): number
  isHalted(version: string): boolean
  /**
   * Returns the server's version: `now`, or the last known version if `now` is null; null if no version was ever known.
   */
  knownServer(now: string | null): string | null
  /** Records a check of the feed, and resets the number of starts without a check. */
  recordCheck(atMs: number): void
  /** Returns the number of starts since the last check. */
  startsSinceCheck(): number
  noteStart(): void
  /** When this version became ready, epoch milliseconds; recorded at the first call. */
  readySinceMs(version: string, nowMs: number): number
}

const parseOr = <Value, Otherwise>(
  schema: z.ZodType<Value>,
  text: string | null,
  otherwise: Otherwise,
): Value | Otherwise => {
  if (text === null) return otherwise
  try {
    return schema.safeParse(JSON.parse(text)).data ?? otherwise
  } catch {
    return otherwise
  }
}

export const createUpdateRecord = (settings: SettingsJournal): UpdateRecord => {
  const history = (): readonly RecordedUpdate[] => parseOr(historySchema, settings.read('update.history'), [])
  const halted = (): readonly ReleaseVersion[] => parseOr(haltedSchema, settings.read('update.halted'), [])
  const starts = (): number => parseOr(countSchema, settings.read('update.starts'), 0)
  const write = (all: readonly RecordedUpdate[]): void =>
    settings.write('update.history', JSON.stringify(all.slice(0, maxHistory)))
  const change = ({ version, at }: Pick<PastUpdate, 'version' | 'at'>, changes: Partial<RecordedUpdate>): void =>
    write(history().map((one) => (one.version === version && one.at === at ? { ...one, ...changes } : one)))
  return {
    history: () => history().map(({ from, version, at, outcome }) => ({ from, version, at, outcome })),
    unreported: () =>
      history()
        .filter(({ isReported, trial }) => !isReported && trial === undefined)
        .map(({ from, version, at, outcome, code }) => ({ from, version, at, outcome, code }))
        .reverse(),
    noteReported: (past) => change(past, { isReported: true }),
    trials: () =>
      history().flatMap(({ version, at, trial }) =>
        trial === undefined ? [] : { version, at, isCalled: trial === 'called' },
      ),
    noteCalled: (trial) => change(trial, { trial: 'called' }),
    endTrial: (trial, code) =>
      change(trial, { trial: undefined, ...(code !== null && ({ outcome: 'failed', code } as const)) }),
    noteRefusedFile: (update, code) => {
      const known = parseOr(attemptsSchema, settings.read('update.attempts'), null)
      const attempts = known?.version === update.version ? known.attempts + 1 : 1
      settings.write('update.attempts', JSON.stringify({ version: update.version, attempts }))
      if (attempts % attemptsUntilReport !== 0) return
      // A version has only one entry for a refused file, however often the file is refused.
      const others = history().filter((one) => one.version !== update.version || !isFileFailure(one.code))
      write([{ ...update, outcome: 'failed', code, isReported: false }, ...others])
    },
    failures: (version) =>
      history().filter((one) => one.version === version && one.outcome === 'failed' && !isFileFailure(one.code)).length,
    begin: (update) => settings.write('update.pending', JSON.stringify(update)),
    conclude: (running) => {
      const pending = parseOr(pendingSchema, settings.read('update.pending'), null)
      if (pending === null) return null
      const isOlder = compareVersions(pending.version, pending.from) < 0
      const outcome = pending.version !== running ? 'failed' : isOlder ? 'rolled-back' : 'installed'
      const { notes, ...update } = pending
      const past = { ...update, outcome } as const
      if (outcome === 'installed' && notes.length > 0)
        settings.write('update.news', JSON.stringify({ version: update.version, notes }))
      const rest = outcome === 'failed' ? ({ code: 'not-installed' } as const) : ({ code: '', trial: 'begun' } as const)
      write([{ ...past, ...rest, isReported: false }, ...history()])
      settings.forget('update.pending')
      return past
    },
    news: () => parseOr(newsSchema, settings.read('update.news'), null),
    closeNews: () => settings.forget('update.news'),
    noteAnswer: (version, { mayInstall, reason }) => {
      settings.forget('update.silent-since')
      const isKnown = halted().includes(version)
      const isChange = mayInstall ? isKnown : reason === 'halted' && !isKnown
      if (!isChange) return
      const others = halted().filter((one) => one !== version)
      const all = mayInstall ? others : [version, ...others].sort((one, other) => compareVersions(other, one))
      settings.write('update.halted', JSON.stringify(all.slice(0, maxHalted)))
    },
    isHalted: (version) => halted().includes(version),
    silentSinceMs: (nowMs) => {
      const known = parseOr(epochMsSchema, settings.read('update.silent-since'), null)
      // A recorded time in the future means that the clock was set back, so the recorded time is replaced.
      if (known !== null && known <= nowMs) return known
      settings.write('update.silent-since', String(nowMs))
      return nowMs
    },
    knownServer: (now) => {
      const known = releaseVersionSchema.safeParse(now).data
      if (known === undefined) return settings.read('update.server')
      if (settings.read('update.server') !== known) settings.write('update.server', known)
      return known
    },
    lastCheckMs: () => parseOr(epochMsSchema, settings.read('update.last-look'), null),
    recordCheck: (atMs) => {
      settings.write('update.last-look', String(atMs))
      settings.forget('update.starts')
    },
    startsSinceCheck: starts,
    noteStart: () => settings.write('update.starts', String(Math.min(starts() + 1, maxStarts))),
    readySinceMs: (version, nowMs) => {
      const known = parseOr(readySchema, settings.read('update.ready'), null)
      if (known?.version === version && known.at <= nowMs) return known.at
      settings.write('update.ready', JSON.stringify({ version, at: nowMs }))
      return nowMs
    },
  }
}
