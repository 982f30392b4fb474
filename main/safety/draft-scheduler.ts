/** A draft of one user: two users on one workstation may have drafts of the same study. */
export type OwnDraft = { readonly author: string; readonly draftID: string }

/** Returns the key of a draft among those of all users. */
export const keyOfDraft = ({ author, draftID }: OwnDraft): string => JSON.stringify([author, draftID])

type DraftScheduler = {
  /** Runs a draft's work in `delayMs` milliseconds; another call restarts the wait. */
  schedule(own: OwnDraft, delayMs: number): void
  /**
   * Runs a draft's work after all work of the draft that is already in line. Never rejects: failed work is scheduled
   * again.
   */
  work(own: OwnDraft): Promise<void>
  /**
   * Makes a call after the draft's work that is running or is already in line, and before any later work of the draft.
   * Rejects if the call rejects.
   */
  inTurn<Value>(own: OwnDraft, call: () => Promise<Value>): Promise<Value>
  /** Cancels the scheduled work of a draft. */
  unschedule(own: OwnDraft): void
  /** Resolves once no work of a draft is running. Never rejects. */
  settled(own: OwnDraft): Promise<void>
  /** Cancels all scheduled work. */
  stop(): void
}

/**
 * Creates the scheduler of drafts: it runs one piece of work at a time for each draft. `work` that rejects runs again
 * after `retryMs`.
 */
export const createDraftScheduler = (work: (own: OwnDraft) => Promise<void>, retryMs: number): DraftScheduler => {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const last = new Map<string, Promise<unknown>>()

  const unschedule = (own: OwnDraft): void => {
    clearTimeout(timers.get(keyOfDraft(own)))
    timers.delete(keyOfDraft(own))
  }

  const schedule = (own: OwnDraft, delayMs: number): void => {
    clearTimeout(timers.get(keyOfDraft(own)))
    timers.set(keyOfDraft(own), setTimeout(() => void workNow(own), delayMs).unref())
  }

  const inTurn = <Value>(own: OwnDraft, call: () => Promise<Value>): Promise<Value> => {
    const key = keyOfDraft(own)
    const calling = (last.get(key) ?? Promise.resolve()).then(call)
    const ended = calling.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, ended)
    void ended.then(() => {
      if (last.get(key) === ended) last.delete(key)
    })
    return calling
  }

  const workNow = (own: OwnDraft): Promise<void> => {
    unschedule(own)
    return inTurn(own, () => work(own)).catch(() => schedule(own, retryMs))
  }

  return {
    schedule,
    work: workNow,
    inTurn,
    unschedule,
    settled: async (own) => void (await last.get(keyOfDraft(own))),
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
