import { preferencesDraftID } from '#domain/session/preferences-draft.ts'
import type { Database } from '#runtime/encrypted-database.ts'

type StoredDraft = { readonly content: string; readonly savedAt: number }

export type DraftJournal = {
  /** Stores a draft; it is on disk when this returns. `content` is JSON, `savedAt` epoch seconds. */
  save(author: string, draftID: string, draft: StoredDraft): void
  read(author: string, draftID: string): StoredDraft | null
  discard(author: string, draftID: string): void
  /** Returns a user's draft ids that start with `prefix`. */
  list(author: string, prefix: string): readonly string[]
  /** Returns the time when the newest unfinished form was saved, in epoch seconds; null when there is no form. */
  newestFormAt(): number | null
  /**
   * Removes drafts that were last saved before `savedAt`, epoch seconds. Keeps the draft of a booking whose result is
   * unknown.
   */
  forgetBefore(savedAt: number): void
}

/** Creates the journal of unfinished forms; each row is readable by its author only. */
export const createDraftJournal = (db: Database): DraftJournal => {
  const put = db.prepare('insert or replace into draft (author, draft_id, content, saved_at) values (?, ?, ?, ?)')
  const one = db.prepare<[string, string], { content: string; saved_at: number }>(
    'select content, saved_at from draft where author = ? and draft_id = ?',
  )
  const remove = db.prepare('delete from draft where author = ? and draft_id = ?')
  const names = db.prepare<[string, string], { draft_id: string }>(
    'select draft_id from draft where author = ? and draft_id glob ? order by saved_at',
  )
  const newestForm = db
    .prepare<[string], number | null>('select max(saved_at) from draft where draft_id <> ?')
    .pluck(true)
  const removeOld = db.prepare(`
    delete from draft where saved_at < ? and not exists (
      select 1 from booking_attempt
      where booking_attempt.author = draft.author and booking_attempt.draft_id = draft.draft_id and state = 'open')`)
  return {
    save: (author, draftID, draft) => {
      put.run(author, draftID, draft.content, draft.savedAt)
    },
    read: (author, draftID) => {
      const row = one.get(author, draftID)
      return row === undefined ? null : { content: row.content, savedAt: row.saved_at }
    },
    discard: (author, draftID) => {
      remove.run(author, draftID)
    },
    list: (author, prefix) => names.all(author, `${prefix}*`).map((row) => row.draft_id),
    newestFormAt: () => newestForm.get(preferencesDraftID) ?? null,
    forgetBefore: (savedAt) => {
      removeOld.run(savedAt)
    },
  }
}
