import { type ReleaseVersion, releaseVersionSchema } from '#domain/update/release-version.ts'

/**
 * Returns the version of a `package.json`. Throws with the reason if the program cannot be released with this version.
 */
export const readReleaseVersion = (packageJson: string): ReleaseVersion => {
  const { version }: { version?: unknown } = JSON.parse(packageJson)
  const read = releaseVersionSchema.safeParse(version)
  if (read.success) return read.data
  throw new Error(
    `The version ${JSON.stringify(version)} of package.json cannot be released: it ${read.error.issues[0]?.message}.`,
  )
}
