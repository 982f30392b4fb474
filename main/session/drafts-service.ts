import { fail, ok } from '#contract/reply.ts'
import type { DraftsBridge } from '#contract/session/bridge.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import { parseJson, unreadableRow } from '../journal/stored-form.ts'
import type { SessionHolder } from './session-service.ts'

/** Maximum size of one draft, as JSON. */
const maxBytes = 512 * 1024

/**
 * Drafts contain data about a person, so they are deleted after 30 days: the hold of a booking draft has then long
 * expired. A draft whose booking has an unknown result is kept longer, until the result is known.
 */
const keptForSeconds = 30 * 86_400

/**
 * Creates the service for drafts in the journal. Each is readable by its author only, for 30 days after the last save.
 */
export const createDraftsService = (parts: {
  readonly database: WorkstationDatabase
  readonly session: SessionHolder
  nowMs(): number
  /** Called after a draft is on disk. */
  onSaved?(draftID: string): void
  /** Called after a window discarded a draft, not when a draft is deleted for its age. */
  onDiscarded?(draftID: string): void
}): DraftsBridge => {
  const { database, session, nowMs } = parts
  const { drafts } = database.journal
  const forgetOld = (): void => drafts.forgetBefore(Math.floor(nowMs() / 1000) - keptForSeconds)
  forgetOld()
  const signedOut = () => fail('signed-out', 'Sign in first.')
  return {
    save: async ({ draftID, content }) => {
      const author = session.user()?.user_id
      if (author === undefined) return signedOut()
      const json = JSON.stringify(content ?? null)
      if (Buffer.byteLength(json) > maxBytes) {
        return fail('payload-too-large', 'This form is too large to save as a draft.')
      }
      drafts.save(author, draftID, { content: json, savedAt: Math.floor(nowMs() / 1000) })
      parts.onSaved?.(draftID)
      return ok({})
    },
    read: async ({ draftID }) => {
      const author = session.user()?.user_id
      if (author === undefined) return signedOut()
      forgetOld()
      const draft = drafts.read(author, draftID)
      if (draft === null) return ok(null)
      const content = parseJson(draft.content)
      if (content === undefined) return unreadableRow
      return ok({ draftID, content, savedAt: toInstant(draft.savedAt * 1000) })
    },
    discard: async ({ draftID }) => {
      const author = session.user()?.user_id
      if (author === undefined) return signedOut()
      drafts.discard(author, draftID)
      parts.onDiscarded?.(draftID)
      return ok({})
    },
  }
}
