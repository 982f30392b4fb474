import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PrintItem } from '#contract/printing/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { createDownloadsService, type DownloadsServiceParts } from '#main/settings/downloads-service.ts'
import { createMemorySettings } from '#test/fakes/memory-settings.ts'

const bytes = new TextEncoder().encode('%PDF-1.7 a report')
const item = { kind: 'study', studyID: 's-000001', item: { kind: 'paper', paper: 'consent' } } as unknown as PrintItem

describe('downloads service', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-downloads-'))
  })
  const create = (parts: Partial<DownloadsServiceParts> = {}) =>
    createDownloadsService({
      settings: createMemorySettings(),
      platform: { newId: randomUUID, log: () => {} },
      askForFolder: null,
      readFile: async () => ok({ fileName: 'Ana S.pdf', contentType: 'application/pdf', bytes }),
      ...parts,
    })

  it('gives the bytes to the window while no folder is chosen', async () => {
    const base64 = Buffer.from(bytes).toString('base64')
    expect(await create().save({ item })).toEqual(
      ok({ kind: 'file', file: { fileName: 'Ana S.pdf', contentType: 'application/pdf', base64 } }),
    )
  })

  it('writes whole files under free names, and replaces no other file', async () => {
    const downloads = create()
    expect(await downloads.setFolder({ folder })).toEqual(ok({ folder, canChoose: false }))
    writeFileSync(join(folder, 'Ana S.pdf'), 'somebody else’s')
    const saved = await Promise.all([downloads.save({ item }), downloads.save({ item })])
    expect(saved.map((reply) => reply.ok && reply.value.kind)).toEqual(['saved', 'saved'])
    expect(readdirSync(folder).sort()).toEqual(['Ana S (2).pdf', 'Ana S (3).pdf', 'Ana S.pdf'])
    expect(readFileSync(join(folder, 'Ana S.pdf'), 'utf8')).toBe('somebody else’s')
    for (const name of ['Ana S (2).pdf', 'Ana S (3).pdf']) {
      expect(new Uint8Array(readFileSync(join(folder, name)))).toEqual(bytes)
    }
  })

  it.each(['relative/folder', ''])('refuses %j as a folder, and keeps the current one', async (path) => {
    const downloads = create()
    await downloads.setFolder({ folder })
    expect(await downloads.setFolder({ folder: path })).toMatchObject({ failure: { code: 'folder-not-writable' } })
    expect(await downloads.read({})).toEqual(ok({ folder, canChoose: false }))
  })

  it('refuses a folder that is a file', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await create().setFolder({ folder: file })).toMatchObject({ failure: { code: 'folder-not-writable' } })
  })

  it('reports a folder that no longer exists as not writable, and does not create it', async () => {
    const settings = createMemorySettings()
    settings.write('download-folder', join(folder, 'gone', 'away'))
    chmodSync(folder, 0o500)
    expect(await create({ settings }).save({ item })).toMatchObject({ failure: { code: 'folder-not-writable' } })
    expect(existsSync(join(folder, 'gone'))).toBe(false)
    chmodSync(folder, 0o700)
  })

  it('removes files that a crash left half written, and nothing else', async () => {
    const downloads = create()
    await downloads.setFolder({ folder })
    writeFileSync(join(folder, '.atrium-11111111-2222.part'), '%PDF-1.7 half')
    writeFileSync(join(folder, '.atrium-notes.txt'), 'mine')
    writeFileSync(join(folder, 'other.part'), 'mine')
    await downloads.sweep()
    expect(readdirSync(folder).sort()).toEqual(['.atrium-notes.txt', 'other.part'])
  })

  it('removes half-written files in a previous folder, immediately or when the folder can be reached again', async () => {
    const downloads = create()
    const other = mkdtempSync(join(tmpdir(), 'atrium-downloads-'))
    await downloads.setFolder({ folder })
    await downloads.setFolder({ folder: other })
    const part = join(folder, '.atrium-11111111-2222.part')
    writeFileSync(part, '%PDF-1.7 half')
    renameSync(folder, `${folder}-away`)
    await downloads.sweep()
    renameSync(`${folder}-away`, folder)
    expect(existsSync(part)).toBe(true)
    await downloads.sweep()
    expect(existsSync(part)).toBe(false)
    await downloads.setFolder({ folder: null })
    writeFileSync(join(other, '.atrium-11111111-3333.part'), '%PDF-1.7 half')
    await downloads.sweep()
    expect(readdirSync(other)).toEqual([])
  })

  it('after a crash, removes the empty file that claimed a name for a download, and no other empty file', async () => {
    const settings = createMemorySettings()
    const killed = create({ settings })
    await killed.setFolder({ folder })
    const written: string[] = []
    const watched = create({ settings: { ...settings, write: (name, value) => void written.push(`${name} ${value}`) } })
    await watched.save({ item })
    expect(written.join()).not.toContain('Ana')
    const [name = '', value = ''] = written.find((one) => one.includes('taken'))?.split(' ') ?? []
    settings.write(name, value)
    writeFileSync(join(folder, 'Ana S.pdf'), '')
    writeFileSync(join(folder, 'Zoe N.pdf'), '')
    await create({ settings }).sweep()
    expect(readdirSync(folder)).toEqual(['Zoe N.pdf'])
    expect(settings.read(name)).toBeNull()
    await killed.save({ item })
    await killed.sweep()
    expect(readdirSync(folder)).toEqual(['Ana S.pdf', 'Zoe N.pdf'])
  })

  it('asks with the system’s dialog if there is one', async () => {
    const answers = [null, folder]
    const downloads = create({ askForFolder: async () => answers.shift() ?? null })
    expect(await downloads.chooseFolder({})).toEqual(ok({ folder: null, canChoose: true }))
    expect(await downloads.chooseFolder({})).toEqual(ok({ folder, canChoose: true }))
    expect(await downloads.setFolder({ folder: null })).toEqual(ok({ folder: null, canChoose: true }))
    expect(await create().chooseFolder({})).toMatchObject({ failure: { code: 'not-found' } })
  })

  it('returns the reason why there is nothing to save', async () => {
    const downloads = create({ readFile: async () => fail('report-missing', 'Missing report') })
    await downloads.setFolder({ folder })
    expect(await downloads.save({ item })).toEqual(fail('report-missing', 'Missing report'))
    expect(readdirSync(folder)).toEqual([])
  })
})
