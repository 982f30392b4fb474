import type { BridgeCommands } from '#contract/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import { createDirectoryService } from './directory-service.ts'
import { createPharmaciesService } from './pharmacies-service.ts'
import { createPractitionersService } from './practitioners-service.ts'

type PeopleParts = { readonly calls: StaffCalls; readonly database: WorkstationDatabase }

type PeoplePart = {
  readonly services: Pick<BridgeCommands, 'directory' | 'pharmacies' | 'practitioners'>
  /**
   * Returns a function that runs `refresh` and reads the pharmacies into their copy. The function fails if either
   * fails.
   */
  readonly withPharmacies: (refresh: () => Promise<Reply<null>>) => () => Promise<Reply<null>>
}

/** Creates the services of the directories of practitioners and pharmacies. */
export const createPeoplePart = ({ calls, database }: PeopleParts): PeoplePart => {
  const pharmacies = createPharmaciesService({
    calls,
    copy: {
      read: () => database.withCache((cache) => cache.pharmacies.read()),
      write: (list) => database.withCache((cache) => cache.pharmacies.write(list)),
    },
  })
  return {
    services: {
      directory: createDirectoryService({ calls }),
      practitioners: createPractitionersService({ calls }),
      pharmacies,
    },
    withPharmacies: (refresh) => async () => {
      const [first, second] = await Promise.all([refresh(), pharmacies.refresh()])
      return first.ok ? second : first
    },
  }
}
