/** The calls about drafts that main has not answered yet. */
export type DraftCalls = {
  readonly noteSaving: (draftID: string, saving: Promise<unknown>) => void
  /** Resolves once each save of the draft that is under way now was answered. */
  readonly saved: (draftID: string) => Promise<unknown>
  /** Gives the discard back. It is the one that {@link DraftCalls.discarded} waits for, until it ends or a later one begins. */
  readonly noteDiscarding: (draftID: string, discarding: Promise<void>) => Promise<void>
  /** The discard of the draft that is under way; undefined for none. */
  readonly discarded: (draftID: string) => Promise<void> | undefined
}

export const createDraftCalls = (): DraftCalls => {
  const saves = new Map<string, Set<Promise<unknown>>>()
  const discards = new Map<string, Promise<void>>()
  return {
    noteSaving: (draftID, saving) => {
      const others = saves.get(draftID) ?? new Set()
      saves.set(draftID, others.add(saving))
      void saving.finally(() => others.delete(saving)).catch(() => undefined)
    },
    saved: (draftID) => Promise.allSettled(saves.get(draftID) ?? []),
    noteDiscarding: (draftID, call) => {
      const discarding = call.finally(() => {
        if (discards.get(draftID) === discarding) discards.delete(draftID)
      })
      discards.set(draftID, discarding)
      return discarding
    },
    discarded: (draftID) => discards.get(draftID),
  }
}
