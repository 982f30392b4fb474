import { z } from 'zod'
import { compareVersions, type ReleaseVersion, releaseVersionSchema } from '#domain/update/release-version.ts'
import type { UpdatePlan } from '#domain/update/rings.ts'
import type { PastUpdate } from '#domain/update/update-state.ts'
import type { SettingsJournal } from '../journal/settings-journal.ts'

const pendingSchema = z.object({
  from: releaseVersionSchema,
  version: releaseVersionSchema,
  at: z.number(),
  notes: z.array(z.string()),
})
const newsSchema = z.object({ version: z.string(), notes: z.array(z.string()) })
type News = z.infer<typeof newsSchema>
const historySchema = z.array(
  pendingSchema
    .omit({ notes: true })
    .extend({ outcome: z.enum(['installed', 'failed', 'rolled-back']), isReported: z.boolean() }),
)
type RecordedUpdate = z.infer<typeof historySchema>[number]

const longestHistory = 20

/** An earlier program remembered one version only. */
const haltedSchema = z.union([z.array(releaseVersionSchema), releaseVersionSchema.transform((one) => [one])])
/** A feed keeps its old releases, so that more than one can be halted. The newest are remembered. */
const mostHalted = 50

/** What this workstation remembers about its own updates, in the journal, which no update replaces. */
export type UpdateRecord = {
  history(): readonly PastUpdate[]
  /** Updates whose outcome the server has not accepted yet, oldest first. */
  unreported(): readonly PastUpdate[]
  noteReported(past: PastUpdate): void
  /** Records that an installation begins. */
  begin(update: Omit<PastUpdate, 'outcome'> & { readonly notes: readonly string[] }): void
  /** The notes of the last installed version that has any; null after {@link UpdateRecord.closeNews}. */
  news(): News | null
  closeNews(): void
  /**
   * Compares an installation that began with the version that runs now, and records the outcome. Returns it once; null
   * if none began.
   */
  conclude(running: string): PastUpdate | null
  lastLookMs(): number | null
  /**
   * Notes the server's answer about a version. A halted version counts as halted until the server allows it: an answer
   * between, such as that too many ask, does not say that the halt ended.
   */
  noteAnswer(version: string, plan: Pick<UpdatePlan, 'mayInstall' | 'reason'>): void
  /** Returns since when the server has not answered, epoch milliseconds: the first call since its last answer. */
  silentSinceMs(nowMs: number): number
  isHalted(version: string): boolean
  /** Returns the server's version, or the last known one if it is null now; null if none was ever known. */
  knownServer(now: string | null): string | null
  noteLook(atMs: number): void
  /** When this version became ready, epoch milliseconds; recorded at the first call. */
  readySinceMs(version: string, nowMs: number): number
}

const parseOr = <Value>(schema: z.ZodType<Value>, text: string | null, otherwise: Value): Value => {
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
  const write = (all: readonly RecordedUpdate[]): void =>
    settings.write('update.history', JSON.stringify(all.slice(0, longestHistory)))
  return {
    history: () => history().map(({ isReported: _, ...past }) => past),
    unreported: () =>
      history()
        .filter(({ isReported }) => !isReported)
        .reverse(),
    noteReported: ({ version, at }) =>
      write(history().map((one) => (one.version === version && one.at === at ? { ...one, isReported: true } : one))),
    begin: (update) => settings.write('update.pending', JSON.stringify(update)),
    conclude: (running) => {
      const pending = parseOr(pendingSchema.nullable(), settings.read('update.pending'), null)
      if (pending === null) return null
      const isOlder = compareVersions(pending.version, pending.from) < 0
      const outcome = pending.version !== running ? 'failed' : isOlder ? 'rolled-back' : 'installed'
      const { notes, ...update } = pending
      const past = { ...update, outcome } as const
      if (outcome === 'installed' && notes.length > 0)
        settings.write('update.news', JSON.stringify({ version: update.version, notes }))
      write([{ ...past, isReported: false }, ...history()])
      settings.forget('update.pending')
      return past
    },
    news: () => parseOr(newsSchema.nullable(), settings.read('update.news'), null),
    closeNews: () => settings.forget('update.news'),
    noteAnswer: (version, { mayInstall, reason }) => {
      settings.forget('update.silent-since')
      const isKnown = halted().includes(version)
      const isChange = mayInstall ? isKnown : reason === 'halted' && !isKnown
      if (!isChange) return
      const others = halted().filter((one) => one !== version)
      const all = mayInstall ? others : [version, ...others].sort((one, other) => compareVersions(other, one))
      settings.write('update.halted', JSON.stringify(all.slice(0, mostHalted)))
    },
    isHalted: (version) => halted().includes(version),
    silentSinceMs: (nowMs) => {
      const known = parseOr(z.number().nullable(), settings.read('update.silent-since'), null)
      // A time in the future means that the clock was set back, so it says nothing.
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
    lastLookMs: () => parseOr(z.number().nullable(), settings.read('update.last-look'), null),
    noteLook: (atMs) => settings.write('update.last-look', String(atMs)),
    readySinceMs: (version, nowMs) => {
      const known = parseOr(
        z.object({ version: z.string(), at: z.number() }).nullable(),
        settings.read('update.ready'),
        null,
      )
      if (known?.version === version && known.at <= nowMs) return known.at
      settings.write('update.ready', JSON.stringify({ version, at: nowMs }))
      return nowMs
    },
  }
}
