import type { Bridge } from '#contract/bridge.ts'
import { ok, type Reply } from '#contract/reply.ts'
import type { Draft } from '#contract/session/bridge.ts'
import type { DraftCalls } from './draft-calls.ts'
import type { EarlierDrafts } from './earlier-drafts.ts'

/** Milliseconds before each retry of a failed read. A page waits for them while it opens, so their total is short. */
const readRetriesMs = [100, 400, 1500]

type Parts = {
  readonly drafts: Pick<Bridge['drafts'], 'read'>
  /** Contents that have not reached main yet, by draft. */
  readonly waiting: ReadonlyMap<string, { readonly content: unknown }>
  readonly calls: Pick<DraftCalls, 'saved' | 'discarded'>
  readonly earlier: Pick<EarlierDrafts, 'noteRead'>
}

type DraftReading = {
  readonly find: (draftID: string) => Promise<Reply<unknown>>
  /** Reads a draft with several tries; returns null if it cannot be read. */
  readonly read: (draftID: string) => Promise<unknown>
}

/**
 * Creates the functions that read drafts. They return the content that has not reached main yet; if there is none, the
 * content that main has.
 */
export const createDraftReading = ({ drafts, waiting, calls, earlier }: Parts): DraftReading => {
  const find: DraftReading['find'] = async (draftID) => {
    const here = waiting.get(draftID)
    if (here !== undefined) return ok(here.content)
    // Waits for pending saves and discards, because main could otherwise return the content that they replace or
    // delete.
    await calls.saved(draftID)
    await calls.discarded(draftID)
    const reply = await drafts.read({ draftID })
    if (!reply.ok) {
      earlier.noteRead(draftID, false)
      return reply
    }
    earlier.noteRead(draftID, true)
    const since = waiting.get(draftID)
    return ok(since === undefined ? ((reply.value as Draft | null)?.content ?? null) : since.content)
  }

  return {
    find,
    read: async (draftID) => {
      let found = await find(draftID)
      for (const delayMs of readRetriesMs) {
        // While signed out there is no draft to read, so a retry is useless.
        if (found.ok || found.failure.code === 'signed-out') break
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        found = await find(draftID)
      }
      return found.ok ? found.value : null
    },
  }
}
