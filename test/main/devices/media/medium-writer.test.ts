import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createMediumWriter, readMediaFolders } from '#main/devices/media/create-medium-writer.ts'
import { toMediumFailure } from '#main/devices/media/medium-failure.ts'
import type { FileForMedium } from '#main/devices/media/medium-writer.ts'

const fileOf = (path: string, content: string | Uint8Array): FileForMedium => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { path, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
/** Bytes that differ everywhere, so that a misplaced piece is noticed. */
const long = Uint8Array.from({ length: 1_500_000 }, (_, index) => (index * 31 + (index >> 8)) & 0xff)
const files = [
  fileOf('Xylo P.pdf', '%PDF-1.7 the report'),
  fileOf('INDEX.HTM', '<html>'),
  fileOf('IMAGES/SERIES1/IM000001.DCM', long),
  fileOf('IMAGES/SERIES1/IM000002.DCM', 'second'),
  fileOf('IMAGES/EMPTY.TXT', ''),
]
const name = 'ATRIUM-7f3a9c1e'
const never = new AbortController().signal

/** Another program that reads disc images. */
const reader = process.env.ISOINFO_PATH ?? 'isoinfo'

describe('medium-writer', () => {
  const root = mkdtempSync(join(tmpdir(), 'atrium-media-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  let target: string
  beforeEach(() => {
    target = mkdtempSync(join(root, 'target-'))
  })
  const open = (folders: readonly string[] = [target]) =>
    createMediumWriter({
      folders,
      findRemovable: async () => [],
      now: () => new Date('2026-11-20T17:00:00Z'),
    })
  const write = (form: 'folder' | 'image', changes: Partial<{ files: FileForMedium[]; signal: AbortSignal }> = {}) =>
    open().write({ target, name, form, files: changes.files ?? files }, () => undefined, changes.signal ?? never)

  it('writes its own folder with a manifest that standard tools can check, and reports its progress', async () => {
    const told: string[] = []
    const written = await open().write(
      { target, name, form: 'folder', files },
      (...of) => told.push(of.join('/')),
      never,
    )
    expect(written).toEqual({ kind: 'written', path: join(target, name), files: 5 })
    expect(told).toEqual(['1/5', '2/5', '3/5', '4/5', '5/5', '5/5'])
    expect(readdirSync(target)).toEqual([name])
    expect(readFileSync(join(target, name, 'IMAGES/SERIES1/IM000001.DCM')).equals(long)).toBe(true)
    expect(readFileSync(join(target, name, 'MANIFEST.SHA256'), 'utf8').split('\n')[0]).toBe(
      `${files[0]?.sha256}  Xylo P.pdf`,
    )
    const checked = spawnSync('sha256sum', ['-c', '--quiet', 'MANIFEST.SHA256'], { cwd: join(target, name) })
    if (checked.error === undefined) expect(checked.status).toBe(0)
    expect(await open().check(target, name)).toBe('whole')
    expect(await write('folder')).toMatchObject({ kind: 'failed', reason: 'in-use' })
  })

  it.each(['folder', 'image'] as const)(
    'distinguishes a complete %s from a damaged one and from the remains of a crash',
    async (form) => {
      expect(await open().check(target, name)).toBe('none')
      const part = join(target, form === 'image' ? `${name}.iso.part` : `${name}.part`)
      mkdirSync(part)
      writeFileSync(join(part, 'half.pdf'), 'half')
      expect(await open().check(target, name)).toBe('partial')
      expect(await write(form)).toMatchObject({ kind: 'written' })
      expect(existsSync(part)).toBe(false)
      expect(await open().check(target, name)).toBe('whole')
      const damaged = form === 'image' ? join(target, `${name}.iso`) : join(target, name, 'INDEX.HTM')
      const bytes = readFileSync(damaged)
      const at = bytes.indexOf('<html>')
      bytes[at] = 0x3f
      writeFileSync(damaged, bytes)
      expect(await open().check(target, name)).toBe('partial')
    },
  )

  it('writes a disc image in which other programs read the files by their long and their short names', async (context) => {
    expect(await write('image')).toEqual({ kind: 'written', path: join(target, `${name}.iso`), files: 5 })
    const image = join(target, `${name}.iso`)
    if (spawnSync(reader, ['--version']).error !== undefined)
      return context.skip(process.env.ISOINFO_MISSING ?? 'isoinfo (genisoimage) is not installed')
    const isoinfo = (...args: string[]): string => execFileSync(reader, ['-i', image, ...args], { encoding: 'utf8' })
    expect(isoinfo('-d')).toContain('Joliet with UCS level 3 found')
    expect(isoinfo('-J', '-f').trim().split('\n').sort()).toEqual([
      '/IMAGES',
      '/IMAGES/EMPTY.TXT;1',
      '/IMAGES/SERIES1',
      '/IMAGES/SERIES1/IM000001.DCM;1',
      '/IMAGES/SERIES1/IM000002.DCM;1',
      '/INDEX.HTM;1',
      '/MANIFEST.SHA256;1',
      '/Xylo P.pdf;1',
    ])
    expect(isoinfo('-f')).toContain('/XYLO_P.PDF;1')
    expect(isoinfo('-J', '-l')).toContain('Xylo P.pdf')
    const extracted = execFileSync(reader, ['-i', image, '-x', '/IMAGES/SERIES1/IM000001.DCM;1'], {
      maxBuffer: 8_000_000,
    })
    expect(extracted.equals(long)).toBe(true)
  })

  it('makes short names unique, and lists a folder of more entries than fit in a sector', async (context) => {
    const many = Array.from({ length: 120 }, (_, index) => fileOf(`SLICES/image number ${index}.dcm`, `slice ${index}`))
    expect(await write('image', { files: many })).toMatchObject({ kind: 'written', files: 120 })
    expect(await open().check(target, name)).toBe('whole')
    if (spawnSync(reader, ['--version']).error !== undefined)
      return context.skip(process.env.ISOINFO_MISSING ?? 'isoinfo (genisoimage) is not installed')
    const listed = execFileSync(reader, ['-i', join(target, `${name}.iso`), '-f'], { encoding: 'utf8' })
    expect(new Set(listed.trim().split('\n')).size).toBe(122)
    expect(listed).toContain('/SLICES/IMAGE_99.DCM;1')
  })

  it('refuses invalid names and hashes before anything is written', async () => {
    const whole = fileOf('a.pdf', 'a')
    const cases: FileForMedium[][] = [
      [],
      [fileOf('../a.pdf', 'a')],
      [fileOf('/etc/a.pdf', 'a')],
      [fileOf('a\\b.pdf', 'a')],
      [fileOf('CON.txt', 'a')],
      [fileOf(`${'x'.repeat(70)}.pdf`, 'a')],
      [fileOf('manifest.sha256', 'a')],
      [whole, fileOf('A.PDF', 'b')],
      [{ ...whole, sha256: '0'.repeat(64) }],
    ]
    for (const one of cases) expect(await write('folder', { files: one })).toMatchObject({ reason: 'differs' })
    const wordsOf = async (one: FileForMedium[]) => {
      const written = await write('folder', { files: one })
      return written.kind === 'failed' ? written.words : null
    }
    // The message does not suggest another medium, because another medium would not help.
    expect(await wordsOf([fileOf('a;b.pdf', 'a')])).toContain("can't be used on a disc or stick")
    expect(await wordsOf([{ ...whole, sha256: '0'.repeat(64) }])).toContain('arrived damaged')
    const odd = await open().write({ target, name: '../x', form: 'folder', files }, () => undefined, never)
    expect(odd).toMatchObject({ kind: 'failed' })
    expect(readdirSync(target)).toEqual([])
  })

  it('writes only to its targets, and reports a missing target', async () => {
    const elsewhere = mkdtempSync(join(root, 'elsewhere-'))
    const out = await open().write({ target: elsewhere, name, form: 'folder', files }, () => undefined, never)
    expect(out).toMatchObject({ kind: 'failed', reason: 'not-there' })
    expect(readdirSync(elsewhere)).toEqual([])
    rmSync(target, { recursive: true })
    expect(await write('folder')).toMatchObject({ kind: 'failed', reason: 'not-there' })
    expect(await open().targets()).toEqual([])
  })

  it.each(['folder', 'image'] as const)(
    'leaves no files of a %s when the write is stopped or the medium is pulled',
    async (form) => {
      const stop = new AbortController()
      const stopping = await open().write({ target, name, form, files }, () => stop.abort(), stop.signal)
      expect(stopping).toMatchObject({
        kind: 'failed',
        words: 'Stopped. No incomplete files remain on the disc or stick.',
      })
      expect(readdirSync(target)).toEqual([])
      const pulled = await open().write(
        { target, name, form, files },
        () => rmSync(target, { recursive: true, force: true }),
        never,
      )
      expect(pulled).toMatchObject({ kind: 'failed', reason: 'not-there' })
      expect(existsSync(target)).toBe(false)
    },
  )

  it('reports a full medium, before or during the write, and leaves no files', async (context) => {
    const mount = (options: string): boolean =>
      spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', target]).status === 0
    if (process.platform !== 'linux' || process.getuid?.() !== 0 || !mount('size=64k'))
      return context.skip('mounting a small medium takes Linux and root')
    try {
      expect(await write('folder')).toMatchObject({ kind: 'failed', reason: 'full' })
      spawnSync('umount', [target])
      // There is room for the bytes but not for so many names: the system reports a full medium during the write.
      expect(mount('size=8m,nr_inodes=5')).toBe(true)
      expect(await write('folder')).toMatchObject({ kind: 'failed', reason: 'full' })
      expect(readdirSync(target)).toEqual([])
      expect(await write('image')).toMatchObject({ kind: 'written' })
      rmSync(join(target, `${name}.iso`))
      spawnSync('mount', ['-o', 'remount,ro', target])
      for (const form of ['folder', 'image'] as const)
        expect(await write(form)).toMatchObject({ kind: 'failed', reason: 'read-only' })
    } finally {
      spawnSync('umount', [target])
    }
  })
})

describe('toMediumFailure', () => {
  it.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EROFS', 'read-only'],
    ['EBUSY', 'in-use'],
    ['EIO', 'not-there'],
    ['ENXIO', 'not-there'],
  ])('maps %s to %s', (code, reason) => {
    expect(toMediumFailure(Object.assign(new Error('failed'), { code }))).toMatchObject({ reason })
  })
})

describe('readMediaFolders', () => {
  it("separates folders by the system's delimiter or by semicolons", () => {
    expect(readMediaFolders(process.platform === 'win32' ? 'C:\\a; D:\\b' : '/a:/b;/c d')).toHaveLength(
      process.platform === 'win32' ? 2 : 3,
    )
    expect(readMediaFolders(undefined)).toEqual([])
  })
})
