import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration, WindowsConfiguration } from 'electron-builder'

/**
 * `machine`: an installer for all accounts of a computer. `user`: a Windows installer for one account, whose program
 * updates itself.
 */
export type Flavour = 'machine' | 'user'

type Environment = Readonly<Record<string, string | undefined>>
type Question = {
  readonly platform: NodeJS.Platform
  readonly env: Environment
  readonly flavour: Flavour
  /** The script of {@link writeRpmScript}. */
  readonly rpmScript: string
}

const has = (env: Environment, ...names: readonly string[]): boolean => names.every((name) => (env[name] ?? '') !== '')

/**
 * Returns whether the environment has everything that signs a program for `platform`. Throws if the environment has
 * only a part, because other computers would refuse the packaged program.
 */
export const canSign = (platform: NodeJS.Platform, env: Environment): boolean => {
  if (platform === 'win32') {
    // Node starts such a file only through a shell, which would read the paths as commands.
    if (/\.(?:cmd|bat)$/i.test(env.ATRIUM_WINDOWS_SIGNER ?? ''))
      throw new Error('ATRIUM_WINDOWS_SIGNER must be a program (.exe), not a script.')
    const hasFile = has(env, 'WIN_CSC_LINK') || has(env, 'CSC_LINK')
    if (hasFile && has(env, 'ATRIUM_WINDOWS_SIGNER'))
      throw new Error('Set a certificate file or ATRIUM_WINDOWS_SIGNER, not both.')
    return hasFile || has(env, 'ATRIUM_WINDOWS_SIGNER')
  }
  if (platform === 'darwin') {
    if (!has(env, 'CSC_LINK') && !has(env, 'CSC_NAME')) return false
    const isNotarized =
      has(env, 'APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER') ||
      has(env, 'APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID') ||
      has(env, 'APPLE_KEYCHAIN_PROFILE')
    if (!isNotarized)
      throw new Error('A certificate is set, but the variables for notarization are missing: see docs/updates.md.')
    return true
  }
  return has(env, 'ATRIUM_GPG_KEY')
}

/**
 * Writes the script with which an rpm package of `version` refuses to replace a newer one; electron-builder does not
 * insert the version into a script that runs before an installation. Returns its path in `folder`.
 */
export const writeRpmScript = (root: string, folder: string, version: string): string => {
  const path = join(folder, 'rpm-before-install.sh')
  const script = readFileSync(join(root, 'resources/linux/rpm-before-install.sh'), 'utf8')
  writeFileSync(path, script.replaceAll('NEW_VERSION', version))
  return path
}

/** Returns the Windows settings: how files are signed and, for the flavour `user`, an installer for one account. */
const windowsOf = ({ env, flavour }: Question, isSigned: boolean): WindowsConfiguration => ({
  ...(flavour === 'user' && { target: [{ target: 'nsis', arch: ['x64', 'arm64'] }] }),
  ...(isSigned && {
    signtoolOptions: {
      // Windows refuses SHA-1, which electron-builder would add.
      signingHashAlgorithms: ['sha256'],
      ...(has(env, 'ATRIUM_WINDOWS_SIGNER') && { sign: './scripts/package/sign-windows-file.ts' }),
      ...(has(env, 'ATRIUM_PUBLISHER') && { publisherName: env.ATRIUM_PUBLISHER ?? '' }),
    },
  }),
})

/**
 * Returns the settings that are merged over electron-builder.yml at `root`. With a certificate, the build fails unless
 * every file is signed. Without a certificate the files are called Unsigned and have no feed: such a program never
 * updates itself, and no release includes such a file by mistake. Each name contains the system and the processor,
 * because the feed needs them. Throws as {@link canSign} does.
 */
export const createBuilderSettings = (root: string, question: Question): Configuration => {
  const { platform, env, flavour } = question
  const isSigned = canSign(platform, env)
  const name = isSigned ? 'Atrium' : 'Atrium-Unsigned'
  const setup = flavour === 'user' ? 'User-Setup' : 'Setup'
  return {
    extends: join(root, 'electron-builder.yml'),
    // Linux packages are signed afterwards: sign-linux-files.ts.
    forceCodeSigning: isSigned && platform !== 'linux',
    files: [
      ...(isSigned ? [] : ['!dist/main/update/**']),
      // Windows programs. They are excluded here, because a setting for one system in electron-builder.yml would
      // replace the whole list.
      ...(platform === 'win32' ? [] : ['!node_modules/pdf-to-printer/dist/*.exe']),
    ],
    win: windowsOf(question, isSigned && platform === 'win32'),
    nsis: {
      artifactName: `${name}-${setup}-\${version}-\${arch}.\${ext}`,
      ...(flavour === 'user' && { perMachine: false, allowElevation: false }),
    },
    msi: { artifactName: `${name}-\${version}-\${arch}.\${ext}` },
    mac: {
      artifactName: `${name}-\${version}-mac-\${arch}.\${ext}`,
      // `null` keeps electron-builder from taking any certificate that it finds in the keychain.
      ...(isSigned ? { notarize: true } : { identity: null }),
    },
    linux: { artifactName: `${name}-\${version}-linux-\${arch}.\${ext}` },
    rpm: { fpm: [`--before-install=${question.rpmScript}`] },
  }
}
