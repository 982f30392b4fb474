import type { Bridge, Draft } from '#domain/contract/bridge.ts'
import type { FailureCode } from '#domain/contract/reply.ts'

/** Milliseconds between two saves of one draft: the first change is saved at once, those that follow it together. */
export const draftDelayMs = 300
/** Milliseconds until a save that failed is tried again. */
const retryDelayMs = 2000

/**
 * How far a draft is: on its way, on disk, tried again after a failed save, or one that cannot be kept at all.
 * Null: nothing was kept in this window, or it was thrown away.
 */
export type DraftStatus = 'keeping' | 'kept' | 'failing' | 'refused' | null

/**
 * Keeps what a person is in the middle of (experience: nothing typed is ever lost). What has not reached main yet stays in
 * memory, survives the lock of the same person, and is tried again; another person never sees it.
 */
export type Drafts = {
  /** The draft as last kept here, or as main has it; null when there is none or main cannot be reached. */
  readonly read: (draftID: string) => Promise<unknown>
  /** Keeps a draft: saved at once, or {@link draftDelayMs} after it was saved last. */
  readonly keep: (draftID: string, content: unknown) => void
  /** Saves now whatever waits. Resolves when each save was answered. */
  readonly flush: () => Promise<void>
  /** Throws a draft away, here and in main. */
  readonly discard: (draftID: string) => Promise<void>
  /** Calls the listener at each turn of a draft, until the returned function is called. */
  readonly watch: (draftID: string, listener: (status: DraftStatus) => void) => () => void
  /** Forgets what waits, for another person is at the desk. */
  readonly forget: () => void
}

type Waiting = { readonly content: unknown; timer: ReturnType<typeof setTimeout> | undefined }

/** Codes after which saving the same content again cannot succeed. */
const hopeless: readonly FailureCode[] = ['invalid-input', 'payload-too-large']

/** Creates the keeper of drafts over the bridge. */
export const createDrafts = (bridge: Pick<Bridge, 'drafts'>): Drafts => {
  const waiting = new Map<string, Waiting>()
  /** When each draft was sent last, on the clock that only goes forward. */
  const sentAt = new Map<string, number>()

  const watchers = new Map<string, Set<(status: DraftStatus) => void>>()
  const tell = (draftID: string, status: DraftStatus): void => {
    for (const listener of watchers.get(draftID) ?? []) listener(status)
  }

  const schedule = (draftID: string, content: unknown, delayMs: number): void => {
    clearTimeout(waiting.get(draftID)?.timer)
    const entry: Waiting = { content, timer: undefined }
    entry.timer = setTimeout(() => void save(draftID, entry), delayMs)
    waiting.set(draftID, entry)
  }

  const save = async (draftID: string, entry: Waiting): Promise<void> => {
    clearTimeout(entry.timer)
    entry.timer = undefined
    sentAt.set(draftID, performance.now())
    const reply = await bridge.drafts.save({ draftID, content: entry.content })
    // A later change has its own entry by now, and its own save.
    if (waiting.get(draftID) !== entry) return
    const isHopeless = !reply.ok && hopeless.includes(reply.failure.code)
    if (reply.ok || isHopeless) waiting.delete(draftID)
    else schedule(draftID, entry.content, retryDelayMs)
    tell(draftID, reply.ok ? 'kept' : isHopeless ? 'refused' : 'failing')
  }

  return {
    read: async (draftID) => {
      const here = waiting.get(draftID)
      if (here !== undefined) return here.content
      const reply = await bridge.drafts.read({ draftID })
      return reply.ok ? ((reply.value as Draft | null)?.content ?? null) : null
    },
    keep: (draftID, content) => {
      const due = (sentAt.get(draftID) ?? Number.NEGATIVE_INFINITY) + draftDelayMs
      schedule(draftID, content, Math.max(0, due - performance.now()))
      tell(draftID, 'keeping')
    },
    flush: async () => {
      await Promise.all([...waiting].map(([draftID, entry]) => save(draftID, entry)))
    },
    discard: async (draftID) => {
      clearTimeout(waiting.get(draftID)?.timer)
      waiting.delete(draftID)
      tell(draftID, null)
      await bridge.drafts.discard({ draftID })
    },
    watch: (draftID, listener) => {
      const listeners = watchers.get(draftID) ?? new Set()
      watchers.set(draftID, listeners.add(listener))
      return () => void listeners.delete(listener)
    },
    forget: () => {
      for (const entry of waiting.values()) clearTimeout(entry.timer)
      waiting.clear()
    },
  }
}
