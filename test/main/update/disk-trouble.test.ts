import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareReplacement } from '#main/shells/electron/replace-program.ts'
import { downloadRelease } from '#main/update/download-release.ts'
import { type FeedWorld, openFeedWorld } from './feed-world.ts'

/** The tests need a separate disk, because permissions do not stop the root user from writing to a folder. */
const why = 'mounting a small disk takes Linux and root'

describe('an update on a disk that is full or read-only', () => {
  let world: FeedWorld
  let disk: string
  let isMounted: boolean
  beforeEach(async ({ skip }) => {
    world = await openFeedWorld()
    disk = mkdtempSync(join(tmpdir(), 'atrium-disk-'))
    const mounting = ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]
    isMounted = process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('mount', mounting).status === 0
    if (!isMounted) skip(why)
  })
  afterEach(async () => {
    if (isMounted) spawnSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
    await world.close()
  })

  const filler = (): string => join(disk, 'filler')
  const fill = (): void => {
    for (const size of [4_096, 1])
      try {
        for (let place = 0; ; place += 1) writeFileSync(`${filler()}-${size}-${place}`, 'x'.repeat(size))
      } catch {
        // The disk has no room for this size any more.
      }
  }
  const empty = (): void => {
    for (const name of readdirSync(disk)) if (name.startsWith('filler')) rmSync(join(disk, name))
  }
  const setReadOnly = (isReadOnly: boolean): void =>
    void spawnSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, disk])
  const troubles = [
    ['full', fill, empty],
    ['read-only', () => setReadOnly(true), () => setReadOnly(false)],
  ] as const

  it.each(troubles)('leaves the trusted metadata as it is, and leaves no copy of it: %s', async (_, begin, end) => {
    const folder = join(disk, 'trusted')
    expect(await world.read({ folder })).toMatchObject({ ok: true })
    const read = () =>
      ['root', 'targets', 'snapshot', 'timestamp'].map((role) => readFileSync(join(folder, `${role}.json`), 'utf8'))
    const before = read()
    world.publish('1.2.0')
    begin()
    expect(await world.read({ folder })).toEqual({ ok: false, code: 'disk' })
    expect(read()).toEqual(before)
    expect(readdirSync(folder).filter((name) => name.startsWith('copy-'))).toEqual([])
    end()
    expect(await world.read({ folder })).toMatchObject({
      ok: true,
      files: [{ version: '1.1.0' }, { version: '1.2.0' }],
    })
  })

  it('leaves each file of the trusted metadata old or new, and no copy, if the disk is nearly full', async () => {
    const folder = join(disk, 'trusted')
    await world.read({ folder })
    const read = (role: string): string => readFileSync(join(folder, `${role}.json`), 'utf8')
    const codes = new Set<string>()
    for (let room = 0; room < 12; room += 1) {
      const before = ['targets', 'snapshot', 'timestamp'].map(read)
      world.publish(`1.2.${room}`)
      const version = room + 2
      const served = [`${version}.targets.json`, `${version}.snapshot.json`, 'timestamp.json']
      fill()
      for (const name of readdirSync(disk)
        .filter((one) => one.startsWith('filler-4096-'))
        .slice(0, room))
        rmSync(join(disk, name))
      const reading = await world.read({ folder })
      codes.add(reading.ok ? 'ok' : reading.code)
      for (const [place, role] of ['targets', 'snapshot', 'timestamp'].entries())
        expect([before[place], world.bytesOf(served[place] ?? '').toString()]).toContain(read(role))
      expect(readdirSync(folder).filter((name) => name.startsWith('copy-'))).toEqual([])
      empty()
    }
    expect([...codes].toSorted()).toEqual(['disk', 'ok'])
  })

  it.each(troubles)('reports a failed download as `disk`, and can continue it: %s', async (_, begin, end) => {
    world.publish('1.2.0', {}, 'x'.repeat(100_000))
    const reading = await world.read()
    const file = reading.ok ? reading.files.find(({ version }) => version === '1.2.0') : undefined
    if (file === undefined) throw new Error('The feed does not have the release.')
    const download = () =>
      downloadRelease({
        file,
        feedUrl: world.feedUrl,
        folder: join(disk, 'downloads'),
        signal: AbortSignal.timeout(20_000),
        onProgress: () => {},
      })
    begin()
    expect(await download()).toEqual({ ok: false, code: 'disk' })
    end()
    expect(await download()).toMatchObject({ ok: true })
  })

  it.each(troubles)(
    'does not replace the program, and leaves no part of the new program: %s',
    async (_, begin, end) => {
      const folder = join(disk, 'program')
      mkdirSync(folder)
      const own = join(folder, 'atrium')
      writeFileSync(own, 'old')
      const update = join(world.folder, 'payload-1.1.0')
      const reading = await world.read()
      const sha256 = (reading.ok && reading.files[0]?.target.hashes.sha256) || ''
      begin()
      await expect(prepareReplacement(own, update, sha256)).rejects.toThrow(/ENOSPC|EROFS/)
      expect(readdirSync(folder)).toEqual(['atrium'])
      expect(readFileSync(own, 'utf8')).toBe('old')
      end()
      const replace = await prepareReplacement(own, update, sha256)
      replace()
      expect(readFileSync(own, 'utf8')).toBe('program 1.1.0')
    },
  )
})
