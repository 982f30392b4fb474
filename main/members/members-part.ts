import type { BridgeCommands } from '#contract/bridge.ts'
import type { CacheSync } from '../sync/cache-sync.ts'
import { createDataDutiesService } from './data-duties-service.ts'
import { createMembersService, type MembersServiceParts } from './members-service.ts'

/** Creates the services for members, and for their legal holds and erasures. */
export const createMembersPart = (
  parts: MembersServiceParts & { readonly sync: Pick<CacheSync, 'restart'> },
): Pick<BridgeCommands, 'members' | 'dataDuties'> => ({
  members: createMembersService(parts),
  dataDuties: createDataDutiesService({ calls: parts.calls, syncSoon: () => parts.sync.restart() }),
})
