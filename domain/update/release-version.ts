import { z } from 'zod'

/** A version of the program: three numbers, such as 1.12.0. */
export const releaseVersionSchema = z.string().regex(/^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/)
export type ReleaseVersion = z.infer<typeof releaseVersionSchema>

/** Returns a negative number if `one` is older than `other`, a positive number if newer, and 0 if both are the same. */
export const compareVersions = (one: ReleaseVersion, other: ReleaseVersion): number => {
  const others = other.split('.')
  const differences = one.split('.').map((part, at) => Number(part) - Number(others[at]))
  return differences.find((difference) => difference !== 0) ?? 0
}
