/** A draft of one person: two people on one workstation may have drafts of the same study. */
export type OwnDraft = { readonly author: string; readonly draftID: string }

/** Names a draft among those of all people. */
export const keyOfDraft = ({ author, draftID }: OwnDraft): string => JSON.stringify([author, draftID])

type DraftTurns = {
  /** Does a draft's work in `delayMs` milliseconds; another call moves that time. */
  schedule(own: OwnDraft, delayMs: number): void
  /** Does a draft's work after what is under way. Never rejects: work that fails is done again later. */
  work(own: OwnDraft): Promise<void>
  /** Makes a call after the work that is under way, and before any other work of this draft. Rejects as the call does. */
  inTurn<Value>(own: OwnDraft, call: () => Promise<Value>): Promise<Value>
  /** Drops the time that was set for a draft. */
  unschedule(own: OwnDraft): void
  /** Resolves once nothing is under way for a draft. Never rejects. */
  settled(own: OwnDraft): Promise<void>
  /** Drops every time that was set. */
  stop(): void
}

/** Creates the turns of drafts: one piece of work at a time for each. `work` that rejects is done again after `retryMs`. */
export const createDraftTurns = (work: (own: OwnDraft) => Promise<void>, retryMs: number): DraftTurns => {
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
