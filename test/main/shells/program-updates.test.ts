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
/** The stand-in for the installer. It writes its arguments into a file beside it. */
const script = '#!/bin/sh\necho "$@" > "$0.part"\nmv "$0.part" "$0.ran"\n'

describe('updates of the program on Windows, over the stand-in for Electron', () => {
  let folder: string
  let recordFile: string
  let installer: string

  beforeEach(({ skip }) => {
    if (process.platform === 'win32') skip('the stand-in for the installer is a shell script')
    folder = mkdtempSync(join(tmpdir(), 'atrium-program-'))
    recordFile = join(folder, 'record.jsonl')
    installer = join(folder, 'installer')
    mkdirSync(join(folder, 'program'))
    mkdirSync(join(folder, 'update'))
    const feed = { feedUrl: 'https://updates.example/', builtAt: '2026-11-01T00:00:00Z' }
    writeFileSync(join(folder, 'update/feed.json'), JSON.stringify(feed))
    writeFileSync(join(folder, 'update/root.json'), '{}')
    writeFileSync(installer, script, { mode: 0o755 })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const start = (program: string, ...args: readonly string[]): Child =>
    startElectron(ENTRY, [join(folder, 'update'), join(program, 'Atrium.exe'), ...args], {
      ATRIUM_TEST_PACKAGED: '1',
      ATRIUM_TEST_ELECTRON_RECORD: recordFile,
    })
  const relaunches = (): number =>
    existsSync(recordFile) ? readFileSync(recordFile, 'utf8').split('"app.relaunch"').length - 1 : 0

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
  ])('with the flag %s are %s', async (flag, updates) => {
    const child = start(join(folder, 'program'), '', flag)
    await child.ended()
    expect(child.output()).toBe(`updates ${updates}\n`)
  })

  it('are off where the user cannot, although the attributes of the folder allow it', async () => {
    // Imitates a folder with an access-control list: its mode allows writing, but no file can be created in it.
    const program = join(
      folder,
      ...Array.from({ length: 20 }, () => 'x'.repeat(200)),
      'y'.repeat(4080 - folder.length - 20 * 201),
    )
    mkdirSync(program, { recursive: true })
    accessSync(program, constants.W_OK)
    const child = start(program)
    await child.ended()
    expect(child.output()).toBe('updates off\n')
  })

  it.each<[string, () => void, string | null]>([
    ['an installer that starts', () => {}, null],
    ['an installer that is gone', () => rmSync(installer), 'ENOENT'],
    ['a file that changed after its verification', () => writeFileSync(installer, `${script}\n`), 'bad-hash'],
    ['an installer that may not be started', () => chmodSync(installer, 0o644), 'EACCES'],
  ])('with %s end, and start the old program again only if the new one did not start', async (_, change, failure) => {
    const sha256 = createHash('sha256').update(script).digest('hex')
    change()
    const child = start(join(folder, 'program'), installer, sha256)
    expect(await child.ended()).toBe(0)
    expect(child.output()).toBe(`updates nsis\n${failure === null ? '' : `update.failed ${failure}\n`}`)
    expect(relaunches()).toBe(failure === null ? 0 : 1)
    if (failure === null) {
      await expect.poll(() => existsSync(`${installer}.ran`), PATIENTLY).toBe(true)
      expect(readFileSync(`${installer}.ran`, 'utf8')).toBe('/S --updated --force-run\n')
    } else expect(existsSync(`${installer}.ran`)).toBe(false)
  })
})
