import { compareVersions, type ReleaseVersion, releaseVersionSchema } from './release-version.ts'

/**
 * The oldest workstation that this server serves. docs/updates.md says when to raise it. Once it is raised, a test
 * fails until the version of package.json is at least this version.
 */
export const oldestProgram: ReleaseVersion = '0.1.0'

/** The oldest server that this workstation works with. docs/updates.md says when to raise it. */
export const oldestServer: ReleaseVersion = '0.1.0'

/** Which of program and server must be updated before they work together. */
export type VersionGap = 'program-too-old' | 'server-too-old'

/**
 * Returns whether a version is below the oldest that is supported. A text that is not a release's version, such as
 * `1.2.0-test`, is never too old. A caller that sends no version is another program, and is not too old either.
 */
export const isTooOld = (version: string | undefined, oldest: ReleaseVersion): boolean => {
  const parsed = releaseVersionSchema.safeParse(version)
  return parsed.success && compareVersions(parsed.data, oldest) < 0
}

/** A gap, and the oldest version that would close it. */
type FoundGap = { readonly versionGap: VersionGap; readonly neededVersion: ReleaseVersion }

/**
 * Returns why a workstation and a server cannot work together; null if they can. `serves` is the oldest workstation
 * that the server serves, or null from a server that does not report it. `needs` is the oldest server for the
 * workstation.
 */
export const findVersionGap = (
  program: { readonly version: string | undefined; readonly needs: ReleaseVersion },
  server: { readonly version: string; readonly serves: ReleaseVersion | null },
): FoundGap | null => {
  // A program that is too old is checked first, because the staff at the desk can update it.
  if (server.serves !== null && isTooOld(program.version, server.serves)) {
    return { versionGap: 'program-too-old', neededVersion: server.serves }
  }
  return isTooOld(server.version, program.needs) ? { versionGap: 'server-too-old', neededVersion: program.needs } : null
}
