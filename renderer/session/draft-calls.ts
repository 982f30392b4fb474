/** The draft calls that main has not answered yet. */
export type DraftCalls = {
  readonly noteSaving: (draftID: string, saving: Promise<unknown>) => void
  /** Resolves once main has answered all saves of the draft that are in progress now. */
  readonly saved: (draftID: string) => Promise<unknown>
  /**
   * Records a discard in progress and returns its promise. {@link DraftCalls.discarded} returns the same promise until
   * the discard ends or a later discard starts.
   */
  readonly noteDiscarding: (draftID: string, discarding: Promise<void>) => Promise<void>
  /** Returns the discard of the draft if one is in progress; otherwise undefined. */
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
