import { z } from 'zod'
import type { ProgramRelease } from '#domain/update/program-release.ts'
import { releaseVersionSchema } from '#domain/update/release-version.ts'
import { type Accepted, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import { steerFields } from './fields.ts'

export const programReleasesCommands = {
  list: staffCommand(noInput),
  steer: staffCommand(z.strictObject({ version: releaseVersionSchema, ...steerFields })),
}

/**
 * The releases of Atrium that the workstations of this server ask about, for administrators (decision 254). The
 * failures of both methods: `insufficient-permissions`, `offline`.
 */
export interface ProgramReleasesBridge {
  /** Returns the releases, newest version first. */
  list(input: Nothing): Promise<Reply<readonly ProgramRelease[]>>
  /**
   * Halts or resumes a release, or gives it the next ring. Failures: `stale` with the current release in
   * `details.current`, `act-not-allowed` with the reason, `not-found`, `outcome-unknown`.
   */
  steer(input: Accepted<typeof programReleasesCommands.steer>): Promise<Reply<ProgramRelease>>
}
