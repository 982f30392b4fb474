import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { startNode } from '../fixtures/child.ts'

const buildsNothing = (missing: readonly string[] = []): string =>
  `export const buildProduct = async () => ({ built: false, missing: ${JSON.stringify(missing)} })`

/** A benchmark with one row. */
const benchOf = (name: string, row: string): string =>
  `export const name = '${name}'\nexport const run = async () => ({ rows: [${row}], notes: ['As a peer does it.'] })`

/** Replaces the command line of electron-builder: prints its flags, and ends with the code in the environment. */
const fakeBuilder = `
import { readFileSync } from 'node:fs'
const [, settings, ...flags] = process.argv.slice(2)
console.log(JSON.stringify([JSON.parse(readFileSync(settings, 'utf8')).linux.artifactName, ...flags]))
process.exit(Number(process.env.BUILDER_CODE ?? 0))
`

describe('the command', () => {
  let root: string
  const plant = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const run = async (script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) => {
    const child = startNode([join(root, script), ...args], { cwd: root, env: { ...process.env, ...env } })
    return { code: await child.ended(), output: child.output(), errors: child.errors() }
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'atrium-commands-'))
    for (const name of ['bench.ts', 'package.ts', 'project.ts', 'source-folders.ts'])
      cpSync(join(projectRoot, 'scripts', name), join(root, 'scripts', name))
    cpSync(join(projectRoot, 'scripts/package'), join(root, 'scripts/package'), { recursive: true })
    cpSync(join(projectRoot, 'resources/linux'), join(root, 'resources/linux'), { recursive: true })
    mkdirSync(join(root, 'node_modules'))
    symlinkSync(join(projectRoot, 'node_modules/zod'), join(root, 'node_modules/zod'), 'junction')
    mkdirSync(join(root, 'dist/main'), { recursive: true })
    plant('package.json', '{ "type": "module" }')
    plant('scripts/build-product.ts', buildsNothing())
    plant('scripts/legal/write-legal-files.ts', 'export const writeLegalFiles = () => {}')
    plant('package-lock.json', '{ "packages": {} }')
    plant('scripts/find-test-peers.ts', "export const ensureChromium = () => ({ missing: 'not needed here' })")
    plant('node_modules/electron-builder/cli.js', fakeBuilder)
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  describe('npm run bench', () => {
    const results = () => JSON.parse(readFileSync(join(root, 'dist/bench-results.json'), 'utf8'))

    it('prints a table for each benchmark, with the ratios to the floor, and writes all results as JSON', async () => {
      plant(
        'test/bench/a.bench.ts',
        benchOf('Grid', "{ name: 'mount', value: 12.3456, unit: 'ms', floor: 6, ratio: 2.0576 }"),
      )
      plant('test/bench/b.bench.ts', benchOf('Memory', "{ name: 'at rest', value: 250, unit: 'MiB' }"))
      const { code, output } = await run('scripts/bench.ts')
      expect(code).toBe(0)
      expect(output).toMatch(
        /^Grid\n +value +unit +floor +ratio *\n +mount +12\.35 +ms +6 +2\.058\n {2}As a peer does it\.$/m,
      )
      expect(output).toMatch(/^Memory\n.*\n +at rest +250 +MiB *$/m)
      expect(output).toContain('2 benchmarks done.')
      expect(results()).toMatchObject({
        machine: { node: process.version },
        results: [
          { file: 'test/bench/a.bench.ts', name: 'Grid', rows: [{ name: 'mount', value: 12.3456, ratio: 2.0576 }] },
          { file: 'test/bench/b.bench.ts', name: 'Memory', rows: [{ name: 'at rest', value: 250, unit: 'MiB' }] },
        ],
      })
    })

    it('runs the other benchmarks when one fails, names the failed benchmark, and fails at the end', async () => {
      plant(
        'test/bench/a.bench.ts',
        "export const name = 'Broken'\nexport const run = async () => { throw new Error('no disk') }",
      )
      plant('test/bench/b.bench.ts', benchOf('Memory', "{ name: 'at rest', value: 250, unit: 'MiB' }"))
      const { code, output, errors } = await run('scripts/bench.ts')
      expect(code).toBe(1)
      expect(errors).toContain('test/bench/a.bench.ts failed: Error: no disk')
      expect(output).toContain('at rest')
      expect(results().results[0]).toMatchObject({ name: 'a', rows: [], problem: expect.stringContaining('no disk') })
    })

    it('fails when no benchmark has the requested name', async () => {
      plant('test/bench/a.bench.ts', benchOf('Grid', "{ name: 'mount', value: 1, unit: 'ms' }"))
      expect(await run('scripts/bench.ts', ['week'])).toMatchObject({ code: 1 })
    })
  })

  describe('npm run package', () => {
    it('passes its flags to the builder, which publishes nothing, and exits with the code of the builder', async () => {
      const flags = JSON.stringify([
        `Atrium-Unsigned-\${version}-linux-\${arch}.\${ext}`,
        '--dir',
        '--publish',
        'never',
      ])
      expect(await run('scripts/package.ts', ['--dir'])).toMatchObject({ code: 0, output: `${flags}\n` })
      expect(await run('scripts/package.ts', [], { BUILDER_CODE: '3' })).toMatchObject({ code: 3 })
    })

    it('builds signed files if the machine can sign, and stops if it can sign only some of them', async () => {
      const signed = await run('scripts/package.ts', ['--dir'], { ATRIUM_GPG_KEY: 'KEY', WIN_CSC_LINK: 'a.pfx' })
      expect(signed.output).not.toContain('Unsigned')
      const half = { ATRIUM_WINDOWS_SIGNER: 'signer', WIN_CSC_LINK: 'a.pfx', CSC_LINK: 'a.p12' }
      if (process.platform !== 'linux')
        expect(await run('scripts/package.ts', ['--dir'], half)).toMatchObject({ code: 1 })
    })

    it('stops before the builder when a part of the product is missing', async () => {
      plant('scripts/build-product.ts', buildsNothing(['main/electron.ts']))
      const lacking = await run('scripts/package.ts')
      expect(lacking).toMatchObject({ code: 1, output: '' })
      expect(lacking.errors).toContain('the sources lack main/electron.ts')
    })

    it('does not start the builder when the build lacks a worker', async () => {
      plant('main/devices/list.worker.ts', '')
      const lacking = await run('scripts/package.ts')
      expect(lacking).toMatchObject({ code: 1, output: '' })
      expect(lacking.errors).toContain('list.worker')
    })
  })
})
