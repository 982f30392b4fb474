import type { ReleaseChannel, ReleaseFile, ReleaseFormat } from './release.ts'
import { compareVersions, type ReleaseVersion } from './release-version.ts'

/** The program that asks for a release. */
export type InstalledProgram = {
  readonly version: ReleaseVersion
  readonly channel: ReleaseChannel
  readonly platform: string
  readonly arch: string
  readonly format: ReleaseFormat
}

type ReleaseChoice<File> = {
  /** The files that the program may install, the preferred one first. */
  readonly candidates: readonly { readonly kind: 'newer' | 'rollback'; readonly file: File }[]
  /** A version for which two files of the feed claim to be this program's release; null if there is none. */
  readonly ambiguous: ReleaseVersion | null
}

/** Returns whether a file is made for this program, whatever its version. */
const fits = (file: ReleaseFile, program: InstalledProgram): boolean =>
  (file.channel === 'stable' || file.channel === program.channel) &&
  file.platform === program.platform &&
  (file.arch === program.arch || file.arch === 'universal') &&
  file.format === program.format

/**
 * Chooses what a program may install: first the newer releases, then the older releases that withdraw the program's own
 * version. Both groups begin with their newest release. A withdrawn version is never chosen.
 */
export const chooseRelease = <File extends ReleaseFile>(
  files: readonly File[],
  program: InstalledProgram,
): ReleaseChoice<File> => {
  const fitting = files.filter((file) => fits(file, program))
  const takenBack = new Set(fitting.flatMap(({ rollbackFrom }) => rollbackFrom))
  const wanted = fitting
    .filter(({ version }) => !takenBack.has(version))
    .sort((a, b) => compareVersions(b.version, a.version))
  const newer = wanted.filter(({ version }) => compareVersions(version, program.version) > 0)
  const older = wanted.filter(
    ({ version, rollbackFrom }) =>
      rollbackFrom.includes(program.version) && compareVersions(version, program.version) < 0,
  )
  const candidates = [
    ...newer.map((file) => ({ kind: 'newer' as const, file })),
    ...older.map((file) => ({ kind: 'rollback' as const, file })),
  ]
  const versions = candidates.map(({ file }) => file.version)
  return { candidates, ambiguous: versions.find((version, place) => versions[place + 1] === version) ?? null }
}
