import { z } from 'zod'
import { programReleaseSchema } from '#domain/update/program-release.ts'
import { releaseVersionSchema } from '#domain/update/release-version.ts'
import { administrators, bare, namedWorkstations, noFields, type Route } from '../route.ts'
import { steerFields, updateReportFields } from './fields.ts'

const ofVersion = z.object({ version: releaseVersionSchema })

/** The release rings (decision 254): the requests and reports of workstations, and the calls of administrators. */
export const updateRoutes = {
  /**
   * Whether this workstation may install a release now. The workstation asks again directly before it installs. The
   * first question about an unknown version creates the release in ring 1. A workstation that gets permission must
   * report within 24 hours; otherwise the workstation counts as silent. 429 if workstations asked about too many
   * unknown versions.
   */
  readUpdatePlan: {
    ...bare,
    method: 'GET',
    path: '/api/v1/updates/plan',
    access: namedWorkstations,
    audit: null,
    takesAnyVersion: true,
    query: ofVersion,
    // An answer whose `reason` contradicts its `mayInstall` does not parse, so it gives no permission.
    answer: z.discriminatedUnion('mayInstall', [
      z.object({ mayInstall: z.literal(true), reason: z.null() }),
      /** Why the workstation may not install the release: its ring has not begun, or the release is halted. */
      z.object({ mayInstall: z.literal(false), reason: z.enum(['ring', 'halted']) }),
    ]),
  },
  /** Reports how an installation ended; a repeated report replaces the previous report. 404 for an unknown version. */
  reportUpdate: {
    ...bare,
    method: 'POST',
    path: '/api/v1/updates/reports',
    access: namedWorkstations,
    audit: null,
    takesAnyVersion: true,
    body: z.strictObject(updateReportFields),
    answer: noFields,
  },
  /** The newest releases that workstations asked about, newest version first. */
  listReleases: {
    ...bare,
    method: 'GET',
    path: '/api/v1/updates/releases',
    access: administrators,
    audit: null,
    answer: z.array(programReleaseSchema),
  },
  /**
   * Halts or resumes a release, or gives it the next ring. Resuming resets the workstations that failed or count as
   * silent. 409 `stale` with the current release; 409 `act-not-allowed` for an act that the state of the release does
   * not allow.
   */
  steerRelease: {
    ...bare,
    method: 'POST',
    path: '/api/v1/updates/releases/:version',
    access: administrators,
    audit: 'update.steered',
    params: ofVersion,
    body: z.strictObject(steerFields),
    answer: programReleaseSchema,
  },
} as const satisfies Record<string, Route>
