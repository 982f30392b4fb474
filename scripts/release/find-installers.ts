import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ReleaseFile } from '#domain/update/release.ts'

/** A file that installs the program, as its name describes it. */
export type Installer = Pick<ReleaseFile, 'platform' | 'arch' | 'format'> & { readonly path: string }

const forms: readonly (readonly [RegExp, Pick<Installer, 'platform' | 'format'>])[] = [
  // The installer for one account. The installer for a whole computer and the MSI are not in the feed, because IT
  // installs them.
  [/user-setup.*\.exe$/i, { platform: 'win32', format: 'nsis' }],
  [/\.appimage$/i, { platform: 'linux', format: 'appimage' }],
  [/\.deb$/i, { platform: 'linux', format: 'deb' }],
  [/\.rpm$/i, { platform: 'linux', format: 'rpm' }],
  [/(?:mac|darwin).*\.zip$/i, { platform: 'darwin', format: 'zip' }],
  [/linux.*\.tar\.gz$/i, { platform: 'linux', format: 'archive' }],
  [/win32.*\.tar\.gz$/i, { platform: 'win32', format: 'archive' }],
  [/darwin.*\.tar\.gz$/i, { platform: 'darwin', format: 'archive' }],
]

const archOf = (name: string): Installer['arch'] => {
  if (/universal/i.test(name)) return 'universal'
  return /arm64|aarch64/i.test(name) ? 'arm64' : 'x64'
}

/**
 * Returns the installers of one version in a folder, by their names: electron-builder writes version, system and
 * processor into each. Omits unsigned files, unrelated files, and the server's archive, which no workstation
 * installs.
 */
export const findInstallers = (folder: string, version: string): Installer[] =>
  readdirSync(folder)
    .filter((name) => name.includes(version) && !/unsigned|back-office/i.test(name))
    .flatMap((name) => {
      const [, form] = forms.find(([pattern]) => pattern.test(name)) ?? []
      return form === undefined ? [] : [{ ...form, arch: archOf(name), path: join(folder, name) }]
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))

const extensions: Readonly<Record<Installer['format'], string>> = {
  nsis: 'exe',
  zip: 'zip',
  appimage: 'appimage',
  deb: 'deb',
  rpm: 'rpm',
  archive: 'tar.gz',
}

/** Returns the name of an installer in the feed: lower case, without spaces. */
export const nameInFeed = ({ platform, arch, format }: Installer, version: string): string =>
  `atrium-${version}-${platform}-${arch}.${extensions[format]}`
