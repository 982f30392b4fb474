import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Child } from '#test/fixtures/child.ts'
import { startElectron } from '#test/fixtures/shells/stand-in-electron.ts'
import { PATIENTLY } from './hostile-page.ts'

const ENTRY = join(import.meta.dirname, '../../fixtures/shells/program-updates-entry.ts')
/** The stand-in for the installer. The script writes its arguments into a file beside the script. */
const script = '#!/bin/sh\necho "$@" > "$0.part"\nmv "$0.part" "$0.ran"\n'
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

let folder: string
let recordFile: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-program-'))
  recordFile = join(folder, 'record.jsonl')
  mkdirSync(join(folder, 'update'))
  const feed = { feedUrl: 'https://updates.example/', builtAt: '2026-11-01T00:00:00Z' }
  writeFileSync(join(folder, 'update/feed.json'), JSON.stringify(feed))
  writeFileSync(join(folder, 'update/root.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the program as on the given operating system, and as if its file were at the path `program`. */
const startAs = (
  platform: 'win32' | 'darwin' | 'linux',
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Child =>
  startElectron(ENTRY, [platform, join(folder, 'update'), program, ...args], {
    ATRIUM_TEST_PACKAGED: '1',
    ATRIUM_TEST_ELECTRON_RECORD: recordFile,
    ...env,
  })

/** Makes a folder whose mode allows writing, but in which no file can be created: as with an access-control list. */
const makeClosedFolder = (): string => {
  const closed = join(
    folder,
    ...Array.from({ length: 20 }, () => 'x'.repeat(200)),
    'y'.repeat(4080 - folder.length - 20 * 201),
  )
  mkdirSync(closed, { recursive: true })
  accessSync(closed, constants.W_OK)
  return closed
}

type Call = { readonly call: string; readonly data: unknown }
/** Returns the calls of Electron that the stand-in has recorded. */
const calls = (): Call[] =>
  existsSync(recordFile)
    ? readFileSync(recordFile, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
const relaunches = (): number => calls().filter(({ call }) => call === 'app.relaunch').length

describe('updates of the program on Windows, with the stand-in for Electron', () => {
  let installer: string

  beforeEach(({ skip }) => {
    if (process.platform === 'win32') skip('the stand-in for the installer is a shell script')
    installer = join(folder, 'installer')
    mkdirSync(join(folder, 'program'))
    writeFileSync(installer, script, { mode: 0o755 })
  })

  const start = (program: string, ...args: readonly string[]): Child =>
    startAs('win32', join(program, 'Atrium.exe'), args)

  it('are on where the user can create a file in the program’s folder, and leave nothing there', async () => {
    const program = join(folder, 'program')
    const child = start(program)
    await child.ended()
    expect(child.output()).toBe('updates nsis\n')
    expect(readdirSync(program)).toEqual([])
  })

  it.each([
    ['--data=folder', 'off'],
    ['--back-office', 'off'],
    ['--data-reduction-proxy=host', 'nsis'],
  ])('with the flag %s have the state %s', async (flag, updates) => {
    const child = start(join(folder, 'program'), '', flag)
    await child.ended()
    expect(child.output()).toBe(`updates ${updates}\n`)
  })

  it('are found, and left to IT to install (MSI, Setup), if the user cannot install them although the folder attributes allow it', async () => {
    const program = makeClosedFolder()
    const child = start(program)
    await child.ended()
    expect(child.output()).toBe('updates nsis by IT\n')
  })

  it('are off in a build without a feed, even if IT installs the program', async () => {
    rmSync(join(folder, 'update/feed.json'))
    const child = start(makeClosedFolder())
    await child.ended()
    expect(child.output()).toBe('updates off\n')
  })

  it.each<[string, () => void, string | null]>([
    ['an installer that starts', () => {}, null],
    ['an installer that is gone', () => rmSync(installer), 'ENOENT'],
    ['a file that changed after its verification', () => writeFileSync(installer, `${script}\n`), 'bad-hash'],
    ['an installer that may not be started', () => chmodSync(installer, 0o644), 'EACCES'],
  ])('start the old program again only if the new one did not start: %s', async (_, change, failure) => {
    change()
    const child = start(join(folder, 'program'), installer, sha256Of(script))
    expect(await child.ended()).toBe(0)
    expect(child.output()).toBe(`updates nsis\n${failure === null ? '' : `update.failed ${failure}\n`}`)
    expect(relaunches()).toBe(failure === null ? 0 : 1)
    if (failure === null) {
      await expect.poll(() => existsSync(`${installer}.ran`), PATIENTLY).toBe(true)
      expect(readFileSync(`${installer}.ran`, 'utf8')).toBe('/S --updated --force-run\n')
    } else expect(existsSync(`${installer}.ran`)).toBe(false)
  })
})

describe('updates of the program on macOS, with the stand-in for Electron', () => {
  const zip = 'PK: the new program'
  let bundle: string
  let update: string

  beforeEach(({ skip }) => {
    if (process.platform === 'win32') skip('Windows has other paths')
    bundle = join(folder, 'Applications/Atrium.app')
    update = join(folder, 'update.zip')
    mkdirSync(bundle, { recursive: true })
    writeFileSync(update, zip)
  })
  const start = (...args: readonly string[]): Child => startAs('darwin', join(bundle, 'Contents/MacOS/Atrium'), args)

  it.each([
    ['on', 'where the user can replace the program', 'zip', [], () => {}],
    [
      'installed by IT',
      'where there is no program to replace',
      'zip by IT',
      [],
      () => rmSync(bundle, { recursive: true }),
    ],
    ['off', 'with the flag --data', 'off', ['', '--data=folder'], () => {}],
  ] as const)('are %s %s', async (_switch, _where, updates, args, change) => {
    change()
    const child = start(...args)
    await child.ended()
    expect(child.output()).toBe(`updates ${updates}\n`)
    if (updates === 'zip') expect([readdirSync(bundle), readdirSync(join(bundle, '..'))]).toEqual([[], ['Atrium.app']])
  })

  it('are found, and left to IT to install, if the user cannot replace the program although its folder allows changes', async () => {
    bundle = join(makeClosedFolder(), 'A.app')
    mkdirSync(bundle)
    const child = start()
    await child.ended()
    expect(child.output()).toBe('updates zip by IT\n')
  })

  it('hand the verified bytes to Electron’s own updater, at an address that cannot be guessed', async () => {
    const child = start(update, sha256Of(zip))
    expect(await child.ended()).toBe(0)
    expect(calls()).toEqual([
      { call: 'autoUpdater.update', data: { bytes: Buffer.from(zip).toString('base64'), other: 404 } },
      { call: 'autoUpdater.quitAndInstall', data: null },
    ])
  })

  it.each([
    ['a file that changed after its verification', 'bad-hash', 'PK: another program', sha256Of(zip)],
    ['a file that the system refuses', 'not-installed', 'not a program', sha256Of('not a program')],
  ])('start the old program again after %s, and log %s', async (_, code, text, sha256) => {
    writeFileSync(update, text)
    const child = start(update, sha256)
    expect(await child.ended()).toBe(0)
    expect(child.output()).toBe(`updates zip\nupdate.failed ${code}\n`)
    expect(calls()).toEqual([{ call: 'app.relaunch', data: null }])
  })
})

describe('updates of the program on Linux, with the stand-in for Electron', () => {
  beforeEach(({ skip }) => {
    if (process.platform === 'win32') skip('Windows has other paths')
    mkdirSync(join(folder, 'program'))
  })

  // Feed 3 of the list in hostile-feeds.test.ts: no publisher. A damaged root is tested in update-part.test.ts.
  it.each<[string, () => void]>([
    ['the root is missing', () => rmSync(join(folder, 'update/root.json'))],
    [
      'the root cannot be read',
      () => {
        rmSync(join(folder, 'update/root.json'))
        mkdirSync(join(folder, 'update/root.json'))
      },
    ],
    ['the address of the feed is missing', () => rmSync(join(folder, 'update/feed.json'))],
    [
      'the file with the address is truncated',
      () => writeFileSync(join(folder, 'update/feed.json'), '{"feedUrl":"https://up'),
    ],
    ['the file with the address is empty', () => writeFileSync(join(folder, 'update/feed.json'), '')],
    [
      'the address is not a URL',
      () => writeFileSync(join(folder, 'update/feed.json'), '{"feedUrl":"","builtAt":"2026-11-01T00:00:00Z"}'),
    ],
    [
      'the time of the build is missing',
      () => writeFileSync(join(folder, 'update/feed.json'), '{"feedUrl":"https://updates.example/"}'),
    ],
  ])('are off in an AppImage if %s', async (_, damage) => {
    damage()
    const env = { APPIMAGE: join(folder, 'program/atrium'), APPDIR: folder }
    const child = startAs('linux', join(folder, 'program/atrium'), [], env)
    await child.ended()
    expect(child.output()).toBe('updates off\n')
  })

  it.each<[string, string, () => Readonly<Record<string, string>>]>([
    ['in a deb package', 'deb by IT', () => ({ ATRIUM_TEST_DPKG_LIST: join(folder, 'update/root.json') })],
    ['in an rpm package', 'rpm by IT', () => ({ ATRIUM_TEST_DPKG_LIST: join(folder, 'no-list') })],
    ['in an AppImage', 'appimage', () => ({ APPIMAGE: join(folder, 'program/atrium'), APPDIR: folder })],
    [
      'in an AppImage in a folder that the user cannot write',
      'appimage by IT',
      () => ({ APPIMAGE: join(makeClosedFolder(), 'a'), APPDIR: folder }),
    ],
    [
      'in a package, started from a terminal that is an AppImage',
      'rpm by IT',
      () => ({ APPIMAGE: '/opt/terminal', APPDIR: '/opt/mount', ATRIUM_TEST_DPKG_LIST: join(folder, 'no-list') }),
    ],
  ])('are found %s as %s', async (_, updates, envOf) => {
    const child = startAs('linux', join(folder, 'program/atrium'), [], envOf())
    await child.ended()
    expect(child.output()).toBe(`updates ${updates}\n`)
  })
})
