import { createStore, type StoreApi } from 'zustand/vanilla'

/** Drafts on disk that could not be read when their page opened. */
export type EarlierDrafts = {
  /** Returns whether the last read of the draft failed, so that an earlier draft may exist. */
  readonly isUnread: (draftID: string) => boolean
  readonly noteRead: (draftID: string, isRead: boolean) => void
  /** Drafts with two contents: one on disk that was not seen, and one entered since. */
  readonly unseen: StoreApi<readonly string[]>
  readonly noteUnseen: (draftID: string, isUnseen: boolean) => void
  /** Records that the user has decided which content counts. */
  readonly decide: (draftID: string) => void
  readonly clear: () => void
}

export const createEarlierDrafts = (): EarlierDrafts => {
  const unread = new Set<string>()
  const unseen = createStore<readonly string[]>(() => [])
  const noteUnseen = (draftID: string, isUnseen: boolean): void => {
    const others = unseen.getState().filter((each) => each !== draftID)
    if (isUnseen || others.length < unseen.getState().length) {
      unseen.setState(isUnseen ? [...others, draftID] : others, true)
    }
  }
  return {
    isUnread: (draftID) => unread.has(draftID),
    noteRead: (draftID, isRead) => void (isRead ? unread.delete(draftID) : unread.add(draftID)),
    unseen,
    noteUnseen,
    decide: (draftID) => {
      unread.delete(draftID)
      noteUnseen(draftID, false)
    },
    clear: () => {
      unread.clear()
      unseen.setState([], true)
    },
  }
}
