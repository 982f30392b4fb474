import { z } from 'zod'
import { instantSchema } from '../values/time-schemas.ts'
import { releaseVersionSchema } from './release-version.ts'
import { rings } from './rings.ts'

const count = z.number().int().min(0)

/** A release as an administrator sees it: its ring and state, and the number of workstations for each report. */
export const programReleaseSchema = z.object({
  version: releaseVersionSchema,
  ring: z.literal(rings),
  state: z.enum(['rolling', 'halted']),
  /** The cause of a halt: the reports of workstations, or a person; null while the release is not halted. */
  haltedBy: z.union([z.literal('reports'), z.object({ userID: z.string(), name: z.string() })]).nullable(),
  /** When the release's ring or state last changed. */
  since: instantSchema,
  /** The number of workstations that were told that they may install the release: the sum of the next four counts. */
  told: count,
  installed: count,
  /** Includes the workstations that rolled back. */
  failed: count,
  /** Workstations that did not report within 24 hours. */
  silent: count,
  /** Workstations that have not reported yet and still have time to report. */
  waiting: count,
  /** The number of changes of the release by administrators and by reports, counted from 1. */
  lockVersion: count,
})
export type ProgramRelease = z.infer<typeof programReleaseSchema>
