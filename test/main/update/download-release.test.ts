import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareReplacement } from '#main/shells/electron/replace-program.ts'
import { downloadPath, downloadRelease, removeOtherDownloads } from '#main/update/download-release.ts'
import type { FeedFile } from '#main/update/read-feed.ts'
import { type FeedWorld, openFeedWorld } from './feed-world.ts'

const content = Array.from({ length: 20_000 }, (_, line) => `line ${line} of the program`).join('\n')

describe('the download of a release', () => {
  let world: FeedWorld
  let file: FeedFile
  let folder: string
  let ranges: string[]
  beforeEach(async () => {
    world = await openFeedWorld()
    world.publish('1.2.0', {}, content)
    folder = join(world.folder, 'downloads')
    ranges = []
    const reading = await world.read()
    const found = reading.ok ? reading.files.find(({ version }) => version === '1.2.0') : undefined
    if (found === undefined) throw new Error('The feed does not have the release.')
    file = found
  })
  afterEach(async () => await world.close())
  const download = (changes: Partial<Parameters<typeof downloadRelease>[0]> = {}) =>
    downloadRelease({
      file,
      feedUrl: world.feedUrl,
      folder,
      signal: AbortSignal.timeout(20_000),
      onProgress: () => {},
      ...changes,
    })

  it('continues after the connection broke at each tenth of the file, and ends with the same bytes', async () => {
    const tenth = Math.ceil(content.length / 10)
    world.setTamper((request, response) => {
      if (!request.url?.startsWith('/targets/')) return false
      ranges.push(request.headers.range ?? '')
      const [, from = '0'] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
      const begin = Number(from)
      const bytes = Buffer.from(content)
      const range = { 'content-range': `bytes ${begin}-${bytes.length - 1}/${bytes.length}` }
      response.writeHead(begin > 0 ? 206 : 200, { ...(begin > 0 && range), 'content-length': bytes.length - begin })
      response.write(bytes.subarray(begin, begin + tenth), () => {
        if (begin + tenth >= bytes.length) response.end()
        else response.destroy()
      })
      return true
    })
    let tries = 0
    for (; tries < 60; tries += 1) {
      const result = await download()
      if (result.ok) break
      expect(result).toEqual({ ok: false, code: 'unreachable' })
    }
    expect(readFileSync(downloadPath(folder, file), 'utf8')).toBe(content)
    expect(ranges[0]).toBe('')
    // A broken connection can lose the bytes that were under way, so an attempt can gain less than a tenth.
    const begins = ranges.map((range) => Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0))
    expect(begins).toEqual(begins.toSorted((a, b) => a - b))
    expect(new Set(begins).size).toBeGreaterThan(5)
  })

  it('ends when the server falls silent, and continues the next time', async () => {
    let isSilent = true
    world.setTamper((request, response) => {
      if (!request.url?.startsWith('/targets/') || !isSilent) return false
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.slice(0, 1000))
      return true
    })
    expect(await download({ silentMs: 300 })).toEqual({ ok: false, code: 'unreachable' })
    isSilent = false
    expect(await download()).toMatchObject({ ok: true })
  })

  it('begins again when the server does not support ranges', async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${downloadPath(folder, file)}.part`, content.slice(0, 100))
    world.setTamper((request, response) => {
      if (!request.url?.startsWith('/targets/')) return false
      response.end(content)
      return true
    })
    expect(await download()).toEqual({ ok: true, path: downloadPath(folder, file) })
  })

  it('drops a part that does not belong to this file', async () => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${downloadPath(folder, file)}.part`, 'y'.repeat(100))
    expect(await download()).toEqual({ ok: false, code: 'bad-hash' })
    expect(await download()).toMatchObject({ ok: true })
    writeFileSync(`${downloadPath(folder, file)}.part`, 'y'.repeat(content.length + 1))
    rmSync(downloadPath(folder, file))
    expect(await download()).toMatchObject({ ok: true })
  })

  it('reports a full disk and a folder that cannot be written as `disk`', async ({ skip }) => {
    writeFileSync(join(world.folder, 'a-file'), '')
    expect(await download({ folder: join(world.folder, 'a-file/downloads') })).toEqual({ ok: false, code: 'disk' })
    if (process.platform !== 'linux') skip('only Linux has /dev/full')
    mkdirSync(folder, { recursive: true })
    symlinkSync('/dev/full', `${downloadPath(folder, file)}.part`)
    expect(await download()).toEqual({ ok: false, code: 'disk' })
  })

  it('waits for a virus scanner that holds the new file, and gives up in the end', async () => {
    let tries = 0
    const held = async (from: string, to: string): Promise<void> => {
      tries += 1
      if (tries < 4) throw Object.assign(new Error('held'), { code: 'EBUSY' })
      await rename(from, to)
    }
    expect(await download({ move: held as typeof rename, patienceMs: 1 })).toMatchObject({ ok: true })
    expect(tries).toBe(4)
    rmSync(downloadPath(folder, file))
    const always = () => Promise.reject(Object.assign(new Error('held'), { code: 'EPERM' }))
    expect(await download({ move: always, patienceMs: 0 })).toEqual({ ok: false, code: 'disk' })
  })

  it('is not repeated for a file that is already downloaded and verified', async () => {
    await download()
    world.setTamper((_, response) => {
      response.writeHead(500).end()
      return true
    })
    expect(await download()).toMatchObject({ ok: true })
  })

  it('removes the downloads of other releases, finished or not', async () => {
    await download()
    const other = join(folder, '0123456789abcdef-atrium-1.0.0.appimage')
    writeFileSync(other, 'old')
    writeFileSync(`${other}.part`, 'ol')
    await removeOtherDownloads(folder, file)
    expect(readdirSync(folder)).toEqual([basename(downloadPath(folder, file))])
    await removeOtherDownloads(folder, null)
    expect(readdirSync(folder)).toEqual([])
    await removeOtherDownloads(join(folder, 'missing'), null)
  })

  it('replaces the program only by a copy with the verified hash', async () => {
    const result = await download()
    if (!result.ok) throw new Error(result.code)
    const own = join(world.folder, 'program')
    writeFileSync(own, 'old', { mode: 0o755 })
    await expect(prepareReplacement(own, result.path, 'ab'.repeat(32))).rejects.toThrow('differs')
    expect(readFileSync(own, 'utf8')).toBe('old')
    expect(readdirSync(world.folder)).not.toContain('program.new')
    const replace = await prepareReplacement(own, result.path, file.target.hashes.sha256 ?? '')
    expect(readFileSync(own, 'utf8')).toBe('old')
    replace()
    expect(readFileSync(own, 'utf8')).toBe(content)
    expect(statSync(own).mode & 0o777).toBe(0o755)
  })
})
