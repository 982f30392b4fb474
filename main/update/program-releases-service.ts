import type { ProgramReleasesBridge } from '#contract/update/releases-bridge.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

/**
 * Creates the service through which administrators halt and resume releases and widen their rings. The workstation
 * stores no copy of the releases.
 */
export const createProgramReleasesService = ({
  calls,
}: {
  readonly calls: Pick<StaffCalls, 'call'>
}): ProgramReleasesBridge => ({
  list: async () => await calls.call('listReleases', {}),
  steer: async ({ version, ...body }) => await calls.call('steerRelease', { params: { version }, body }),
})
