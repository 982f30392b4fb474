import type { Bridge } from '#contract/bridge.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WithClock } from '../kit/clock-store.ts'
import type { Notices } from '../kit/notices.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { WithSession } from '../session/session-store.ts'
import { createDocumentsStore, type DocumentsDesk } from './documents-store.ts'

/**
 * The document stores of the signed-in user. A store with an open upload form is kept, with the chosen file, while the
 * window is locked or shows another page. Another user cannot see the store.
 */
export type DocumentsDesks = {
  readonly open: (
    studyID: StudyID,
    /** The account of the signed-in user. */
    userID: string,
    notices: Notices,
  ) => { readonly desk: DocumentsDesk; readonly enter: () => () => void }
}
export type WithDocuments = { readonly documents: DocumentsDesks }

type Options = WithClock &
  WithDrafts &
  WithSession & { readonly bridge: Pick<Bridge, 'documents' | 'on'>; readonly newKey: () => string }

export const createDocumentsDesks = ({ bridge, session, drafts, clock, newKey }: Options): DocumentsDesks => {
  const kept = new Map<StudyID, DocumentsDesk>()
  let owner: string | null = null
  session.subscribe(({ view }, before) => {
    if (view === before.view) return
    if (view.kind === 'signed-out') kept.clear()
    if (view.kind !== 'signed-in') return
    if (view.user.user_id !== owner) kept.clear()
    owner = view.user.user_id
    // Repeats each upload that was refused, or whose answer was withheld, while the window was locked.
    for (const desk of kept.values()) desk.resume()
  })
  return {
    open: (studyID, userID, notices) => {
      if (owner !== userID) kept.clear()
      owner = userID
      const desk =
        kept.get(studyID) ??
        createDocumentsStore({ bridge, studyID, notices, drafts, newKey, now: () => clock.getState().minute })
      kept.set(studyID, desk)
      return {
        desk,
        enter: () => {
          kept.set(studyID, desk)
          return () => {
            if (Object.keys(desk.store.getState().forms).length === 0 && kept.get(studyID) === desk)
              kept.delete(studyID)
          }
        },
      }
    },
  }
}
