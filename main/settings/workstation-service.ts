import { fail, ok } from '#contract/reply.ts'
import type { WorkstationBridge, WorkstationInfo } from '#contract/settings/bridge.ts'
import type { PolicyName } from '#domain/settings/policy.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { LocationsService } from '../locations/locations-service.ts'
import type { Platform } from '../platform.ts'
import type { PolicyState } from '../policy/read-policy.ts'
import type { Publish } from '../publish.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { CacheSync } from '../sync/cache-sync.ts'
import { workstationWords } from './workstation-words.ts'

/** Creates the service that describes this workstation and its stored data. */
export const createWorkstationService = (parts: {
  readonly platform: Platform
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly session: SessionHolder
  readonly sync: CacheSync
  readonly catalogue: LocationsService
  readonly publish: Publish
  readonly server: {
    readonly url: string | null
    readonly setBy: WorkstationInfo['server']['setBy']
    readonly leave: (() => void) | null
  }
  readonly policy: PolicyState
}): WorkstationBridge => {
  const { platform, calls, database, session, sync, catalogue, publish, server, policy } = parts
  const canLeave = (): boolean =>
    server.leave !== null && (server.url === null || session.user()?.roles.includes('admin') === true)
  const describe = (): WorkstationInfo => ({
    version: platform.version,
    shell: platform.shell,
    dataFolder: platform.folders.data,
    keyStore: platform.vault.kind,
    server: { url: server.url, setBy: server.setBy, canLeave: canLeave() },
    managed: Object.keys(policy.values) as PolicyName[],
    ...(database.journalSetAside !== null && { journalSetAside: database.journalSetAside }),
    cache: database.withCache((cache) => ({
      bookings: cache.calendar.countStudies(),
      members: cache.members.countMembers(),
      sizeBytes: database.cacheSizeBytes(),
      asOf: cache.sync.oldestAsOf(),
    })),
  })
  return {
    read: async () => ok(describe()),
    readSentMail: async () => await calls.call('readSentMail', {}),
    leaveServer: async () => {
      if (!canLeave()) return fail('insufficient-permissions', workstationWords.onlyAdministrators)
      server.leave?.()
      return ok({})
    },
    deleteCache: async () => {
      database.deleteCache()
      session.remember()
      // Locations are read first: the cache is filled with all other data one location at a time.
      await catalogue.refresh()
      sync.restart()
      const info = describe()
      publish('workstation.changed', info)
      publish('bridge.gap', {})
      return ok(info)
    },
  }
}
