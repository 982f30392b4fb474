import { z } from 'zod'

/**
 * A version of the program: three numbers, such as 1.12.0. The first is at most 2099 and the others at most 999: a
 * database records the version that migrated it as one number of 32 bits with a sign (`runtime/open-database-file.ts`).
 */
export const releaseVersionSchema = z.string().regex(/^(0|[1-9]\d{0,2}|1\d{3}|20\d{2})(\.(0|[1-9]\d{0,2})){2}$/, {
  error: 'must be three numbers such as 1.12.0, the first at most 2099 and the others at most 999',
})
export type ReleaseVersion = z.infer<typeof releaseVersionSchema>

/** Returns a negative number if `one` is older than `other`, a positive number if newer, and 0 if both are the same. */
export const compareVersions = (one: ReleaseVersion, other: ReleaseVersion): number => {
  const others = other.split('.')
  const differences = one.split('.').map((part, at) => Number(part) - Number(others[at]))
  return differences.find((difference) => difference !== 0) ?? 0
}
