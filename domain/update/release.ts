import { z } from 'zod'
import { releaseVersionSchema } from './release-version.ts'

/** `early` workstations take early and stable releases; `stable` ones only stable releases. */
export const releaseChannels = ['stable', 'early'] as const
export type ReleaseChannel = (typeof releaseChannels)[number]

const releasePlatforms = ['win32', 'darwin', 'linux'] as const
/** `universal` fits every processor of its platform. */
const releaseArchitectures = ['x64', 'arm64', 'universal'] as const
/** The kind of installer. `archive` is the built program as a gzipped tar file, which the browser shell runs. */
const releaseFormats = ['nsis', 'zip', 'appimage', 'deb', 'rpm', 'archive'] as const
export type ReleaseFormat = (typeof releaseFormats)[number]

/** The signed metadata of one file of a release (the `custom` field of a TUF target). */
export const releaseFileSchema = z.object({
  version: releaseVersionSchema,
  channel: z.enum(releaseChannels),
  platform: z.enum(releasePlatforms),
  arch: z.enum(releaseArchitectures),
  format: z.enum(releaseFormats),
  releasedAt: z.iso.datetime(),
  /** The oldest server that this version works with. */
  minimumServer: releaseVersionSchema,
  /** The changes in this release, in short sentences for users. */
  notes: z.array(z.string().min(1).max(300)).max(20),
  /**
   * Versions that this release withdraws: a workstation with such a version installs this older version. Empty for an
   * ordinary release.
   */
  rollbackFrom: z.array(releaseVersionSchema).max(50),
})
export type ReleaseFile = z.infer<typeof releaseFileSchema>

/** One path in the feed: channel, version and file name, all in characters that every file system distinguishes. */
const pathForm = /^(stable|early)\/(\d+\.\d+\.\d+)\/[a-z0-9][a-z0-9._-]{0,119}$/

/**
 * Returns whether a path of the feed has the form `<channel>/<version>/<file name>` with the channel and version of
 * `file`. The path must be in lower case, so that no two names differ by case alone. It must not have `..`, an empty
 * part or another separator.
 */
export const isPathOf = (path: string, file: Pick<ReleaseFile, 'channel' | 'version'>): boolean => {
  const [, channel, version] = pathForm.exec(path) ?? []
  return channel === file.channel && version === file.version && !path.includes('..')
}
