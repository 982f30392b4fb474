import { z } from 'zod'
import { releaseVersionSchema } from '#domain/update/release-version.ts'
import { releaseActs, updateOutcomes } from '#domain/update/rings.ts'

/** A workstation's report after it tried to install a release. The last report of a workstation counts. */
export const updateReportFields = {
  version: releaseVersionSchema,
  /** The version that the workstation ran before. */
  from: releaseVersionSchema,
  outcome: z.enum(updateOutcomes),
  /** Why the installation failed, as a code of the updater; empty if it did not fail. */
  code: z.string().regex(/^[a-z-]{0,40}$/),
}

/** What an administrator does to a release; `lockVersion` is the lock version that was read with the release. */
export const steerFields = {
  act: z.enum(releaseActs),
  lockVersion: z.number().int().min(1).max(2_147_483_647),
}
