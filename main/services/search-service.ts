import type { SearchBridge } from '#domain/contract/bridge.ts'
import { ok } from '#domain/contract/reply.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import type { Study } from '#domain/study/study.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { SessionHolder } from './session-service.ts'

/** Search everywhere, over the cache alone. Studies of locations that are not the person's are left out. */
export const createSearchService = (parts: {
  readonly database: WorkstationDatabase
  readonly session: SessionHolder
  /** A study with what waits on it at this workstation. */
  withWaiting(study: Study): Study
}): SearchBridge => ({
  find: async ({ text, limit }) => {
    const user = parts.session.user()
    const hits = parts.database.withCache((cache) => cache.members.search(text, limit))
    const allowed = hits.filter(
      (hit) => hit.kind === 'member' || (user !== null && isLocationAllowed(user, hit.study.locationID)),
    )
    return ok(allowed.map((hit) => (hit.kind === 'member' ? hit : { ...hit, study: parts.withWaiting(hit.study) })))
  },
})
