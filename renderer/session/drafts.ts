import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { FailureCode, Reply } from '#contract/reply.ts'
import { createDraftCalls } from './draft-calls.ts'
import { createDraftReading } from './draft-reading.ts'
import { createEarlierDrafts } from './earlier-drafts.ts'

/**
 * Milliseconds between two saves of one draft: the first change is saved immediately, later changes together.
 * @internal Tests move their clock by it.
 */
export const draftDelayMs = 300
/** Milliseconds until a failed save is retried. */
const retryDelayMs = 2000

/**
 * The state of a draft: being saved, on disk, retried after a failed save, or refused for good. `unseen` means that the
 * draft stays in this window's memory, because the disk has an earlier draft that the page could not read when it
 * opened. Null means that no draft was kept in this window, or that the draft was discarded.
 */
export type DraftStatus = 'keeping' | 'kept' | 'failing' | 'refused' | 'unseen' | null

/**
 * Keeps a user's unfinished input. Input that has not reached main stays in
 * memory and is retried, even after a lock if the same user unlocks; another user never sees the input.
 */
export type Drafts = {
  /**
   * Returns the draft as last kept in this window, or else as main has it. Returns null when there is no draft, or when
   * several tries could not read it. An unreadable draft is never overwritten: see {@link Drafts.unseen}.
   */
  readonly read: (draftID: string) => Promise<unknown>
  /** Reads the draft with a single try. Returns a failure for an unreadable draft, which must not be overwritten. */
  readonly find: (draftID: string) => Promise<Reply<unknown>>
  /** Returns whether the draft as last kept in this window is not on disk yet. */
  readonly isWaiting: (draftID: string) => boolean
  /** Keeps a draft: saves it immediately, or {@link draftDelayMs} after its last save. */
  readonly keep: (draftID: string, content: unknown) => void
  /** Saves all waiting drafts now. Resolves when each save is answered. */
  readonly flush: () => Promise<void>
  /**
   * Discards a draft in this window and in main. With `mayGo`, discards the draft only if `mayGo` returns true for its
   * content, because another page may have changed the draft in the meantime. An earlier draft that could not be read
   * stays in main.
   */
  readonly discard: (draftID: string, mayGo?: (content: unknown) => boolean) => Promise<void>
  /** Calls the listener at each change of a draft's state, until the returned function is called. */
  readonly watch: (draftID: string, listener: (status: DraftStatus) => void) => () => void
  /** Drafts with two contents: one on disk that was not seen when its page opened, and one entered since. */
  readonly unseen: StoreApi<readonly string[]>
  /**
   * Decides which content of an unseen draft counts: the earlier one, which the page shows when it is opened again, or
   * the entered one, which replaces the earlier one.
   */
  readonly decideUnseen: (draftID: string, counts: 'earlier' | 'entered') => void
  /**
   * Stops saving until {@link Drafts.resume}, because the session has ended, perhaps during typing. Unsaved contents
   * stay.
   */
  readonly hold: () => void
  /** Saves the waiting drafts after the same user has signed in again. */
  readonly resume: () => void
  /** Drops the waiting drafts because another user signs in. */
  readonly forget: () => void
}
export type WithDrafts = { readonly drafts: Drafts }

type Waiting = { readonly content: unknown; timer: ReturnType<typeof setTimeout> | undefined }

/** Codes after which another save of the same content cannot succeed. */
const permanentFailureCodes: readonly FailureCode[] = ['invalid-input', 'payload-too-large']

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
  /** When each draft was last sent, on the monotonic clock. */
  const sentAt = new Map<string, number>()
  const calls = createDraftCalls()
  const earlier = createEarlierDrafts()
  const { find, read } = createDraftReading({ drafts: bridge.drafts, waiting, calls, earlier })
  const { notify, watch } = createDraftWatchers()

  /** Whether saves wait for the same user to sign in again. */
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
    // A save waits for a discard in progress, which must not delete the later content. It does not wait for another
    // save, because a closing page has no time for that.
    const discarding = calls.discarded(draftID)
    if (discarding !== undefined) await discarding
    if (waiting.get(draftID) !== entry || isHeld) return
    if (earlier.isUnread(draftID) && !(await mayWrite(draftID, entry))) return
    const saving = bridge.drafts.save({ draftID, content: entry.content })
    calls.noteSaving(draftID, saving)
    const reply = await saving
    // A later change already has its own entry and save.
    if (waiting.get(draftID) !== entry) return
    const isHopeless = !reply.ok && permanentFailureCodes.includes(reply.failure.code)
    if (reply.ok || isHopeless) waiting.delete(draftID)
    else schedule(draftID, entry.content, retryDelayMs)
    notify(draftID, reply.ok ? 'kept' : isHopeless ? 'refused' : 'failing')
  }

  /**
   * Before the first save, reads the draft on disk if the page could not read it: an unseen draft must not be
   * overwritten.
   */
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
    // The entered content is dropped. The earlier draft was never seen, so it stays.
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
