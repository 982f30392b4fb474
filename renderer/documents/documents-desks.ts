import type { StudyID } from '#domain/booking/study-id.ts'
import type { WithClock } from '../kit/clock-store.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { WithSession } from '../session/session-store.ts'
import { createDocumentsStore, type DocumentsDesk } from './documents-store.ts'

type Stores = WithClock & WithDrafts & WithSession

type Desks = { owner: string; readonly open: Map<StudyID, DocumentsDesk> }

const kept = new WeakMap<object, Desks>()

/**
 * The documents of a study for the person at the desk. One with an upload form open is kept, file included, while its page is not
 * shown: behind the lock, and on another page. Another person, or nobody, finds nothing of it.
 */
export const documentsDeskOf = (
  { bridge, stores, session, notices }: ScreenProps<Stores>,
  studyID: StudyID,
): { readonly desk: DocumentsDesk; readonly enter: () => () => void } => {
  const owner = session.user.user_id
  let desks = kept.get(stores)
  if (desks === undefined) {
    const made: Desks = { owner, open: new Map() }
    desks = made
    kept.set(stores, made)
    stores.session.subscribe(({ view }, before) => {
      if (view === before.view) return
      if (view.kind === 'signed-out') made.open.clear()
      if (view.kind !== 'signed-in') return
      if (view.user.user_id !== made.owner) made.open.clear()
      made.owner = view.user.user_id
      // What the lock kept the answer of is asked for again, under its key.
      for (const desk of made.open.values()) desk.resume()
    })
  }
  if (desks.owner !== owner) desks.open.clear()
  desks.owner = owner
  const { open } = desks
  const desk =
    open.get(studyID) ??
    createDocumentsStore({
      bridge,
      studyID,
      notices,
      drafts: stores.drafts,
      newKey: () => crypto.randomUUID(),
      now: () => stores.clock.getState().minute,
    })
  open.set(studyID, desk)
  return {
    desk,
    enter: () => {
      open.set(studyID, desk)
      return () => {
        if (Object.keys(desk.store.getState().forms).length === 0 && open.get(studyID) === desk) open.delete(studyID)
      }
    },
  }
}
