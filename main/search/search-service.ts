import { ok } from '#contract/reply.ts'
import type { SearchBridge } from '#contract/search/bridge.ts'
import type { Study } from '#domain/study/study.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import { cacheScopeOf } from '../members/shown-members.ts'
import type { SessionHolder } from '../session/session-service.ts'

/**
 * Creates the global search, which uses only the cache. It omits studies at locations that the user may not
 * access.
 */
export const createSearchService = (parts: {
  readonly database: WorkstationDatabase
  readonly session: SessionHolder
  /** Returns the study with this workstation's waiting acts applied. */
  withWaiting(study: Study): Study
}): SearchBridge => ({
  find: async ({ text, limit }) => {
    const scope = cacheScopeOf(parts.session.user())
    if (scope === null) return ok([])
    const hits = parts.database.withCache((cache) => cache.members.search(text, limit, scope))
    return ok(hits.map((hit) => (hit.kind === 'member' ? hit : { ...hit, study: parts.withWaiting(hit.study) })))
  },
})
