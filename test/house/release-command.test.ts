import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseRelease } from '#domain/update/choose-release.ts'
import { readFeed } from '#main/update/read-feed.ts'
import { projectRoot } from '#scripts/project.ts'
import { readReleaseVersion } from '#scripts/release/read-release-version.ts'
import { startNode } from '../fixtures/child.ts'

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))

describe('npm run release', () => {
  let folder: string
  const at = (path: string): string => join(folder, path)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-release-'))
    mkdirSync(at('installers'))
    writeFileSync(at(`installers/Atrium-${version}.AppImage`), 'an AppImage')
    writeFileSync(at(`installers/Atrium-User-Setup-${version}-arm64.exe`), 'an installer')
    for (const name of [`Setup-${version}-x64.exe`, `${version}-x64.msi`, `${version}-mac-universal.pkg`])
      writeFileSync(at(`installers/Atrium-${name}`), 'for IT')
    writeFileSync(at(`installers/Atrium-Unsigned-${version}-linux-x86_64.AppImage`), 'an unsigned AppImage')
    writeFileSync(at('installers/builder-debug.yml'), '')
    writeFileSync(at('installers/Atrium-0.0.1.AppImage'), 'an older AppImage')
    writeFileSync(at('notes'), 'Search finds misspelled names.\n\nFaster start.\n')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const run = async (...args: string[]) => {
    const child = startNode([join(projectRoot, 'scripts/release.ts'), ...args], {
      env: { ...process.env, INIT_CWD: folder },
    })
    return { code: await child.ended(), output: child.output(), errors: child.errors() }
  }
  /** Reads the written feed like a workstation that was built with the root in the file `root`. */
  const readWritten = async (root: string) => {
    const server = createServer((request, response) => {
      const path = at(`feed${request.url}`)
      if (existsSync(path)) response.end(readFileSync(path))
      else response.writeHead(404).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const feedUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const ownRoot = readFileSync(at(root))
    const reading = await readFeed({ feedUrl, folder: at('trusted'), ownRoot, builtAtMs: 0, nowMs: Date.now })
    server.close()
    return reading
  }
  const timestamp = () => JSON.parse(readFileSync(at('feed/metadata/timestamp.json'), 'utf8')).signed

  it('without --keys writes a TEST feed with the installers of this version', async () => {
    const made = await run('--out', 'feed', '--from', 'installers', '--notes', 'notes')
    expect(made.errors).toBe('')
    expect(made.output).toContain(`stable/${version}/atrium-${version}-linux-x64.appimage`)
    expect(made.output).toContain(`stable/${version}/atrium-${version}-win32-arm64.exe`)
    expect(made.output).toContain('This is a TEST feed.')
    expect(made.output).not.toContain('0.0.1')
    expect(readdirSync(at('feed')).sort()).toEqual(['TEST', 'TEST-keys', 'metadata', 'targets'])
    expect(readdirSync(at(`feed/targets/stable/${version}`))).toHaveLength(2)
    const [target] = Object.values(JSON.parse(readFileSync(at('feed/metadata/1.targets.json'), 'utf8')).signed.targets)
    expect(target).toMatchObject({ custom: { version, notes: ['Search finds misspelled names.', 'Faster start.'] } })
  })

  it('refuses a version that a database cannot record, and describes the required form', () => {
    expect(readReleaseVersion('{ "version": "2026.1.0" }')).toBe('2026.1.0')
    for (const refused of ['2100.0.0', '1.1000.0', '1.2.3-beta'])
      expect(() => readReleaseVersion(JSON.stringify({ version: refused }))).toThrow(
        `The version "${refused}" of package.json cannot be released: it must be three numbers such as 1.12.0, the first at most 2099 and the others at most 999.`,
      )
  })

  it('puts the values of the flags into the signed release, which then replaces the versions that it takes back', async () => {
    const flags = ['--channel', 'early', '--minimum-server', '0.0.9', '--takes-back', '7.1.0', '--takes-back', '7.2.0']
    const made = await run('--out', 'feed', '--from', 'installers', '--notes', 'notes', '--root', 'root.json', ...flags)
    expect(made).toMatchObject({ code: 0, errors: '' })
    const about = {
      version,
      channel: 'early',
      minimumServer: '0.0.9',
      notes: ['Search finds misspelled names.', 'Faster start.'],
      rollbackFrom: ['7.1.0', '7.2.0'],
    }
    const reading = await readWritten('root.json')
    if (!reading.ok) throw new Error(reading.code)
    expect(reading.files).toMatchObject([
      { ...about, platform: 'linux', arch: 'x64', format: 'appimage' },
      { ...about, platform: 'win32', arch: 'arm64', format: 'nsis' },
    ])
    const chosen = (installed: string, channel: 'stable' | 'early') =>
      chooseRelease(reading.files, {
        version: installed,
        channel,
        platform: 'linux',
        arch: 'x64',
        format: 'appimage',
      }).candidates.map(({ kind, file }) => `${kind} ${file.version}`)
    expect(chosen('7.1.0', 'early')).toEqual([`rollback ${version}`])
    expect(chosen('7.2.0', 'early')).toEqual([`rollback ${version}`])
    expect(chosen('7.3.0', 'early')).toEqual([])
    expect(chosen('7.1.0', 'stable')).toEqual([])
    expect(chosen('0.0.1', 'early')).toEqual([`newer ${version}`])
  })

  it('without flags writes a stable release that takes nothing back and needs a server of the same version', async () => {
    await run('--out', 'feed', '--from', 'installers', '--root', 'root.json')
    const reading = await readWritten('root.json')
    const about = { channel: 'stable', minimumServer: version, notes: [], rollbackFrom: [] }
    expect(reading).toMatchObject({ ok: true, files: [about, about] })
  })

  it.each<[string, string[], string]>([
    ['an invalid minimum server', ['--minimum-server', '1.0'], 'The release is not valid: minimumServer'],
    ['an invalid version to take back', ['--takes-back', 'last'], 'The release is not valid: rollbackFrom'],
  ])('refuses %s', async (_, flags, text) => {
    const refused = await run('--out', 'feed', '--from', 'installers', ...flags)
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining(text)])
  })

  it('rehearses the ceremony: new keys, first release, a renewal with one key, a rotation with two old root keys', async () => {
    expect(await run('--new-keys', 'keys')).toMatchObject({ code: 0 })
    const release = ['--out', 'feed', '--keys', 'keys', '--from', 'installers']
    expect(await run(...release, '--root', 'root.json')).toMatchObject({ code: 0, errors: '' })
    // Moves the root keys out of the folder: only the first release and a rotation need them.
    mkdirSync(at('safe'))
    for (const name of ['root-1', 'root-2', 'root-3']) {
      writeFileSync(at(`safe/${name}.pem`), readFileSync(at(`keys/${name}.pem`)))
      rmSync(at(`keys/${name}.pem`))
    }
    expect(await run(...release)).toMatchObject({ code: 0, errors: '' })
    rmSync(at('keys/targets.pem'))
    rmSync(at('keys/snapshot.pem'))
    const before = timestamp()
    expect(await run('--out', 'feed', '--keys', 'keys', '--renew')).toMatchObject({ code: 0, errors: '' })
    expect(timestamp()).toMatchObject({ version: before.version + 1, meta: before.meta })
    // One root key is lost. The other two sign the new root, which replaces all keys.
    rmSync(at('safe/root-2.pem'))
    expect(await run('--new-keys', 'next')).toMatchObject({ code: 0 })
    expect(await run('--out', 'feed', '--keys', 'next', '--rotate', 'safe')).toMatchObject({ code: 0, errors: '' })
    // A workstation that was built with the first root accepts the second.
    const read = await readWritten('root.json')
    expect(read).toMatchObject({ ok: true })
    expect(JSON.parse(readFileSync(at('trusted/root.json'), 'utf8')).signed.version).toBe(2)
  }, 60_000)

  it.each<[string, string[], string]>([
    ['a call without arguments', [], 'Usage: npm run release'],
    ['an unknown flag', ['--outt', 'x'], "Unknown option '--outt'"],
    ['a renewal without keys', ['--out', 'feed', '--renew'], '--keys is missing.'],
    ['a renewal without a feed', ['--out', 'feed', '--keys', 'installers', '--renew'], 'has no feed.'],
    [
      'an unknown channel',
      ['--out', 'feed', '--from', 'installers', '--channel', 'nightly'],
      'The release is not valid: channel',
    ],
    ['a folder without installers', ['--out', 'feed', '--from', '.'], 'has no installer of version'],
  ])('refuses %s with a message and no stack trace', async (_, args, text) => {
    const refused = await run(...args)
    expect(refused.code).toBe(1)
    expect(refused.errors).toContain(text)
    expect(refused.errors).not.toContain('    at ')
  })

  it('needs all three root keys for the first release, and two old root keys for a rotation', async () => {
    await run('--new-keys', 'keys')
    rmSync(at('keys/root-3.pem'))
    const short = await run('--out', 'feed', '--keys', 'keys', '--from', 'installers')
    expect(short).toMatchObject({ code: 1, errors: 'The first release needs root-1.pem, root-2.pem and root-3.pem.\n' })
    await run('--new-keys', 'all')
    await run('--out', 'feed', '--keys', 'all', '--from', 'installers')
    rmSync(at('all/root-1.pem'))
    rmSync(at('all/root-2.pem'))
    await run('--new-keys', 'next')
    const rotated = await run('--out', 'feed', '--keys', 'next', '--rotate', 'all')
    expect(rotated).toMatchObject({ code: 1, errors: 'A new root needs two of the earlier root keys.\n' })
  }, 60_000)
})
