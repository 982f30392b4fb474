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

type ReleaseChoice<File> =
  | { readonly kind: 'none' }
  | { readonly kind: 'newer' | 'rollback'; readonly file: File }
  /** Two files of the feed claim to be the same release for this program. */
  | { readonly kind: 'ambiguous'; readonly version: ReleaseVersion }

/** Returns whether a file is made for this program, whatever its version. */
const fits = (file: ReleaseFile, program: InstalledProgram): boolean =>
  (file.channel === 'stable' || file.channel === program.channel) &&
  file.platform === program.platform &&
  (file.arch === program.arch || file.arch === 'universal') &&
  file.format === program.format

/**
 * Chooses what a program installs. The newest release that is newer than the program comes first. Without one, the
 * newest release that takes the program's own version back. An older release is never chosen for another reason.
 */
export const chooseRelease = <File extends ReleaseFile>(
  files: readonly File[],
  program: InstalledProgram,
): ReleaseChoice<File> => {
  const fitting = files.filter((file) => fits(file, program)).sort((a, b) => compareVersions(b.version, a.version))
  const newer = fitting.filter(({ version }) => compareVersions(version, program.version) > 0)
  const takesBack = fitting.filter(
    ({ version, rollbackFrom }) =>
      rollbackFrom.includes(program.version) && compareVersions(version, program.version) < 0,
  )
  const kind = newer.length > 0 ? 'newer' : 'rollback'
  const [first, second] = newer.length > 0 ? newer : takesBack
  if (first === undefined) return { kind: 'none' }
  if (second?.version === first.version) return { kind: 'ambiguous', version: first.version }
  return { kind, file: first }
}
