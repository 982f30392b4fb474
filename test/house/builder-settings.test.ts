import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canSign, createBuilderSettings } from '#scripts/package/builder-settings.ts'
import { missingNativeParts } from '#scripts/package/native-parts.ts'

const notarizing = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' }
/** The end of an installer's file name, as a pattern that electron-builder fills in. */
const pattern = `\${version}-\${arch}.\${ext}`
const settingsOf = (platform: NodeJS.Platform, env: Record<string, string>, flavour: 'machine' | 'user' = 'machine') =>
  createBuilderSettings('/project', { platform, env, flavour, rpmScript: '/script' })

describe('the settings of a build', () => {
  it.each([
    ['win32', {}, false],
    ['win32', { WIN_CSC_LINK: '' }, false],
    ['win32', { WIN_CSC_LINK: 'a.pfx' }, true],
    ['win32', { CSC_LINK: 'a.pfx' }, true],
    ['win32', { ATRIUM_WINDOWS_SIGNER: 'signer' }, true],
    ['win32', { ATRIUM_GPG_KEY: 'KEY' }, false],
    ['darwin', {}, false],
    ['darwin', notarizing, false],
    ['darwin', { CSC_LINK: 'a.p12', ...notarizing }, true],
    ['darwin', { CSC_NAME: 'Atrium', APPLE_KEYCHAIN_PROFILE: 'profile' }, true],
    ['linux', {}, false],
    ['linux', { CSC_LINK: 'a.p12' }, false],
    ['linux', { ATRIUM_GPG_KEY: 'KEY' }, true],
  ] as const)('sign the product on %s with %j: %s', (platform, env, isSigned) => {
    expect(canSign(platform, env)).toBe(isSigned)
    const settings = settingsOf(platform, env)
    expect(settings.forceCodeSigning).toBe(isSigned && platform !== 'linux')
    // An unsigned program has no feed.
    expect(settings.files).toEqual([
      ...(isSigned ? [] : ['!dist/main/update/**']),
      ...(platform === 'win32' ? [] : ['!node_modules/pdf-to-printer/dist/*.exe']),
    ])
    const names = [settings.nsis, settings.msi, settings.mac, settings.linux].map((part) => part?.artifactName ?? '')
    for (const name of names) expect(name).toMatch(isSigned ? /^Atrium-(?!Unsigned)/ : /^Atrium-Unsigned-/)
    for (const name of names) expect(name).toMatch(/\$\{version\}.*\$\{arch\}\.\$\{ext\}$/)
  })

  it.each([
    ['win32', { WIN_CSC_LINK: 'a.pfx', ATRIUM_WINDOWS_SIGNER: 'signer' }, 'not both'],
    ['win32', { ATRIUM_WINDOWS_SIGNER: 'C:\\sign.CMD' }, 'not a script'],
    ['darwin', { CSC_LINK: 'a.p12' }, 'for notarization are missing'],
    ['darwin', { CSC_LINK: 'a.p12', APPLE_API_KEY: 'key.p8' }, 'for notarization are missing'],
  ] as const)('are refused on %s with %j', (platform, env, reason) => {
    expect(() => settingsOf(platform, env)).toThrow(reason)
  })

  it('sign on Windows with SHA-256 only, with a certificate file or the program of a cloud signer', () => {
    const byFile = settingsOf('win32', { WIN_CSC_LINK: 'a.pfx', ATRIUM_PUBLISHER: 'Atrium Inc.' })
    expect(byFile.win?.signtoolOptions).toEqual({ signingHashAlgorithms: ['sha256'], publisherName: 'Atrium Inc.' })
    const bySigner = settingsOf('win32', { ATRIUM_WINDOWS_SIGNER: 'signer' })
    expect(bySigner.win?.signtoolOptions).toEqual({
      signingHashAlgorithms: ['sha256'],
      sign: './scripts/package/sign-windows-file.ts',
    })
  })

  it('notarize a signed program, and take no certificate from the keychain for an unsigned one', () => {
    expect(settingsOf('darwin', { CSC_LINK: 'a.p12', ...notarizing }).mac).toMatchObject({ notarize: true })
    expect(settingsOf('darwin', {}).mac).toMatchObject({ identity: null })
  })

  it('include a second Windows installer, for one account, with its own file name', () => {
    const user = settingsOf('win32', { WIN_CSC_LINK: 'a.pfx' }, 'user')
    expect(user.nsis).toEqual({
      artifactName: `Atrium-User-Setup-${pattern}`,
      perMachine: false,
      allowElevation: false,
    })
    expect(user.win).toMatchObject({ target: [{ target: 'nsis', arch: ['x64', 'arm64'] }] })
    const machine = settingsOf('win32', { WIN_CSC_LINK: 'a.pfx' })
    expect(machine.nsis).toEqual({ artifactName: `Atrium-Setup-${pattern}` })
    expect(machine.win).not.toHaveProperty('target')
  })
})

describe('the native parts of a build for two processors', () => {
  it('are listed with their version if npm did not install them', () => {
    const root = mkdtempSync(join(tmpdir(), 'atrium-parts-'))
    const name = '@napi-rs/keyring-darwin-arm64'
    writeFileSync(
      join(root, 'package-lock.json'),
      JSON.stringify({ packages: { [`node_modules/${name}`]: { version: '2.1.2' } } }),
    )
    mkdirSync(join(root, 'node_modules/@napi-rs/keyring-darwin-x64'), { recursive: true })
    expect(missingNativeParts(root, 'darwin')).toEqual([`${name}@2.1.2`])
    expect(missingNativeParts(root, 'linux')).toEqual([])
    rmSync(root, { recursive: true })
  })
})
