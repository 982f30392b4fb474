import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { FailureCode, Reply } from '#contract/reply.ts'
import { createDraftCalls } from './draft-calls.ts'
import { createDraftReading } from './draft-reading.ts'
import { createEarlierDrafts } from './earlier-drafts.ts'

/**
 * Milliseconds between two saves of one draft: the first change is saved at once, those that follow it together.
 * @internal Tests move their clock by it.
 */
export const draftDelayMs = 300
/** Milliseconds until a save that failed is tried again. */
const retryDelayMs = 2000

/**
 * How far a draft is: on its way, on disk, tried again after a failed save, or one that cannot be kept at all.
 * `unseen`: it is held in this window, because an earlier draft is on disk that could not be read when the page opened.
 * Null: nothing was kept in this window, or it was discarded.
 */
export type DraftStatus = 'keeping' | 'kept' | 'failing' | 'refused' | 'unseen' | null

/**
 * Keeps what a person is in the middle of (experience: nothing typed is ever lost). What has not reached main yet stays in
 * memory, survives the lock of the same person, and is tried again; another person never sees it.
 */
export type Drafts = {
  /**
   * The draft as last kept here, or as main has it; null when there is none, or when it cannot be read after several tries.
   * A draft that could not be read is never written over: see {@link Drafts.unseen}.
   */
  readonly read: (draftID: string) => Promise<unknown>
  /** The same, but a draft that cannot be read is told apart from none: then nothing may be written over it. */
  readonly find: (draftID: string) => Promise<Reply<unknown>>
  /** Whether the draft as last kept here is not on disk yet. */
  readonly isWaiting: (draftID: string) => boolean
  /** Keeps a draft: saved at once, or {@link draftDelayMs} after it was saved last. */
  readonly keep: (draftID: string, content: unknown) => void
  /** Saves now whatever waits. Resolves when each save was answered. */
  readonly flush: () => Promise<void>
  /**
   * Throws a draft away, here and in main. With `mayGo` only where that says so of what is kept: what was kept since by
   * another page stays.
   */
  readonly discard: (draftID: string, mayGo?: (content: unknown) => boolean) => Promise<void>
  /** Calls the listener at each turn of a draft, until the returned function is called. */
  readonly watch: (draftID: string, listener: (status: DraftStatus) => void) => () => void
  /** Drafts that have two contents: one on disk that was not seen when its page opened, and one entered since. */
  readonly unseen: StoreApi<readonly string[]>
  /** Decides such a draft: the earlier one counts once its page is opened again, or what was entered since takes its place. */
  readonly decideUnseen: (draftID: string, counts: 'earlier' | 'entered') => void
  /** Saves nothing more until {@link Drafts.resume}: the session has ended, perhaps in the middle of a word. What waits stays. */
  readonly hold: () => void
  /** Saves what waits, since the same person is at the desk again. */
  readonly resume: () => void
  /** Forgets what waits, for another person is at the desk. */
  readonly forget: () => void
}
export type WithDrafts = { readonly drafts: Drafts }

type Waiting = { readonly content: unknown; timer: ReturnType<typeof setTimeout> | undefined }

/** Codes after which saving the same content again cannot succeed. */
const hopeless: readonly FailureCode[] = ['invalid-input', 'payload-too-large']

type DraftWatchers = Pick<Drafts, 'watch'> & { readonly notify: (draftID: string, status: DraftStatus) => void }

const createDraftWatchers = (): DraftWatchers => {
  const watchers = new Map<string, Set<(status: DraftStatus) => void>>()
  return {
    notify: (draftID, status) => {
      for (const listener of watchers.get(draftID) ?? []) listener(status)
    },
    watch: (draftID, listener) => {
      const listeners = watchers.get(draftID) ?? new Set()
      watchers.set(draftID, listeners.add(listener))
      return () => void listeners.delete(listener)
    },
  }
}

/** Creates the keeper of drafts over the bridge. */
export const createDrafts = (bridge: Pick<Bridge, 'drafts'>): Drafts => {
  const waiting = new Map<string, Waiting>()
  /** When each draft was sent last, on the clock that only goes forward. */
  const sentAt = new Map<string, number>()
  const calls = createDraftCalls()
  const earlier = createEarlierDrafts()
  const { find, read } = createDraftReading({ drafts: bridge.drafts, waiting, calls, earlier })
  const { notify, watch } = createDraftWatchers()

  /** Whether saves wait for the same person to sign in again. */
  let isHeld = false

  const schedule = (draftID: string, content: unknown, delayMs: number): void => {
    clearTimeout(waiting.get(draftID)?.timer)
    const entry: Waiting = { content, timer: undefined }
    if (!isHeld) entry.timer = setTimeout(() => void save(draftID, entry), delayMs)
    waiting.set(draftID, entry)
  }

  const save = async (draftID: string, entry: Waiting): Promise<void> => {
    clearTimeout(entry.timer)
    entry.timer = undefined
    sentAt.set(draftID, performance.now())
    // A discard that is on its way must not overtake what is kept after it. A save waits for no other save: when the page
    // is closed there is no time to wait.
    const discarding = calls.discarded(draftID)
    if (discarding !== undefined) await discarding
    if (waiting.get(draftID) !== entry || isHeld) return
    if (earlier.isUnread(draftID) && !(await mayWrite(draftID, entry))) return
    const saving = bridge.drafts.save({ draftID, content: entry.content })
    calls.noteSaving(draftID, saving)
    const reply = await saving
    // A later change has its own entry by now, and its own save.
    if (waiting.get(draftID) !== entry) return
    const isHopeless = !reply.ok && hopeless.includes(reply.failure.code)
    if (reply.ok || isHopeless) waiting.delete(draftID)
    else schedule(draftID, entry.content, retryDelayMs)
    notify(draftID, reply.ok ? 'kept' : isHopeless ? 'refused' : 'failing')
  }

  /** Reads what is on disk before the first save over it, where the page could not. */
  const mayWrite = async (draftID: string, entry: Waiting): Promise<boolean> => {
    const reply = await bridge.drafts.read({ draftID })
    if (waiting.get(draftID) !== entry) return false
    if (reply.ok && reply.value === null) {
      earlier.noteRead(draftID, true)
      return true
    }
    if (reply.ok) earlier.noteUnseen(draftID, true)
    else schedule(draftID, entry.content, retryDelayMs)
    notify(draftID, reply.ok ? 'unseen' : 'failing')
    return false
  }

  const discardNow = async (draftID: string): Promise<void> => {
    clearTimeout(waiting.get(draftID)?.timer)
    waiting.delete(draftID)
    earlier.noteUnseen(draftID, false)
    notify(draftID, null)
    // What was entered since is gone. The earlier draft was never seen, so it stays.
    if (earlier.isUnread(draftID)) return
    await calls.saved(draftID)
    await bridge.drafts.discard({ draftID })
  }

  return {
    read,
    find,
    isWaiting: (draftID) => waiting.has(draftID),
    keep: (draftID, content) => {
      const due = (sentAt.get(draftID) ?? Number.NEGATIVE_INFINITY) + draftDelayMs
      schedule(draftID, content, Math.max(0, due - performance.now()))
      notify(draftID, 'keeping')
    },
    flush: async () => {
      await Promise.all([...waiting].map(([draftID, entry]) => save(draftID, entry)))
    },
    discard: async (draftID, mayGo) => {
      if (mayGo !== undefined) {
        const found = await find(draftID)
        const content = waiting.get(draftID)?.content ?? (found.ok ? found.value : null)
        if (!found.ok || content === null || !mayGo(content)) return
      }
      await calls.noteDiscarding(draftID, discardNow(draftID))
    },
    watch,
    unseen: earlier.unseen,
    decideUnseen: (draftID, counts) => {
      const entry = waiting.get(draftID)
      earlier.decide(draftID)
      if (entry === undefined) return
      if (counts === 'entered') return schedule(draftID, entry.content, 0)
      clearTimeout(entry.timer)
      waiting.delete(draftID)
    },
    hold: () => {
      isHeld = true
      for (const entry of waiting.values()) clearTimeout(entry.timer)
    },
    resume: () => {
      isHeld = false
      for (const [draftID, { content }] of [...waiting]) schedule(draftID, content, 0)
    },
    forget: () => {
      isHeld = false
      for (const entry of waiting.values()) clearTimeout(entry.timer)
      waiting.clear()
      earlier.clear()
    },
  }
}
