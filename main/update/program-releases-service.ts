import type { ProgramReleasesBridge } from '#contract/update/releases-bridge.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

/** Creates the service for the releases that administrators halt, resume and widen. No copy is kept. */
export const createProgramReleasesService = ({
  calls,
}: {
  readonly calls: Pick<StaffCalls, 'call'>
}): ProgramReleasesBridge => ({
  list: async () => await calls.call('listReleases', {}),
  steer: async ({ version, ...body }) => await calls.call('steerRelease', { params: { version }, body }),
})
