import { z } from 'zod'
import { instantSchema } from '../values/time-schemas.ts'
import { releaseVersionSchema } from './release-version.ts'
import { rings } from './rings.ts'

const count = z.number().int().min(0)

/** A release as an administrator sees it: its ring and state, and how many workstations report what. */
export const programReleaseSchema = z.object({
  version: releaseVersionSchema,
  ring: z.literal(rings),
  state: z.enum(['rolling', 'halted']),
  /** What halted it: the reports of workstations, or a person; null while it is not halted. */
  haltedBy: z.union([z.literal('reports'), z.object({ userID: z.string(), name: z.string() })]).nullable(),
  /** When its ring or state last changed. */
  since: instantSchema,
  /** How many workstations were told that they may install it. The other four numbers add up to this one. */
  told: count,
  installed: count,
  /** Including those that rolled back. */
  failed: count,
  /** Did not report within 24 hours. */
  silent: count,
  /** May still report. */
  waiting: count,
  /** Counts its changes by administrators and by reports, from 1. */
  lockVersion: count,
})
export type ProgramRelease = z.infer<typeof programReleaseSchema>
