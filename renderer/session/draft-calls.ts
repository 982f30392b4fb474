/** The draft calls that main has not answered yet. */
export type DraftCalls = {
  readonly noteSaving: (draftID: string, saving: Promise<unknown>) => void
  /** Resolves once every save of the draft now in progress is answered. */
  readonly saved: (draftID: string) => Promise<unknown>
  /** Records a discard and returns it. {@link DraftCalls.discarded} returns it until it ends or a later one starts. */
  readonly noteDiscarding: (draftID: string, discarding: Promise<void>) => Promise<void>
  /** Returns the discard of the draft in progress; undefined for none. */
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
