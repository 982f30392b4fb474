import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkPackages } from '#scripts/check-packages.ts'
import { projectRoot } from '#scripts/project.ts'
import { type ProjectFiles, withSampleProject } from './sample-project.ts'

type Packages = Record<string, string>
type Manifest = { dependencies: Packages; devDependencies: Packages }

/** Returns the package.json of the project after a change. */
const manifestWith = (change: (manifest: Manifest) => void): ProjectFiles => {
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Manifest
  change(manifest)
  return { 'package.json': JSON.stringify(manifest) }
}

/**
 * Returns the problems that planted files add to a small project, and the problems that they remove. The small project
 * does not use most of its packages, so it has problems even without the planted files.
 */
const change = async (
  plants: ProjectFiles,
  before: ProjectFiles = {},
): Promise<{ added: string[]; removed: string[] }> => {
  const sound = await withSampleProject(before, checkPackages)
  const planted = await withSampleProject({ ...before, ...plants }, checkPackages)
  return {
    added: planted.filter((problem) => !sound.includes(problem)),
    removed: sound.filter((problem) => !planted.includes(problem)),
  }
}

/** A benchmark that imports a package from the benchmarks' own package.json. */
const BENCH: ProjectFiles = {
  'test/bench/packages/package.json': JSON.stringify({ dependencies: { rival: '1.0.0' } }),
  'test/bench/x.bench.ts': "import { run } from 'rival'\nrun()\n",
  'test/bench/tsconfig.json': JSON.stringify({ files: ['./x.bench.ts'] }),
  'test/tsconfig.json': JSON.stringify({ exclude: ['bench/x.bench.ts'] }),
}

describe('the packages of the project', () => {
  it('are each used, listed in package.json, and in the right list', () => {
    expect(checkPackages(projectRoot)).toEqual([])
  })

  it.each<[string, ProjectFiles, string]>([
    [
      'a package that nothing uses',
      manifestWith(({ devDependencies }) => {
        devDependencies['left-pad'] = '1.0.0'
      }),
      'package.json: nothing uses left-pad; remove it',
    ],
    [
      'an import of a package that is not listed',
      { 'domain/values/x.ts': "import { pad } from 'left-pad'\npad()\n" },
      'domain/values/x.ts: left-pad is not in package.json',
    ],
    [
      'an import at run time of a package that is not listed',
      { 'main/x.ts': `export const pad = () => ${'import'}('left-pad')\n` },
      'main/x.ts: left-pad is not in package.json',
    ],
    [
      'a style sheet of a package that is not listed',
      { 'renderer/x.css': "@import '@left/pad/wide.css';\n" },
      'renderer/x.css: @left/pad is not in package.json',
    ],
    [
      'a bundled package in dependencies',
      manifestWith((manifest) => {
        manifest.dependencies.zod = '4.0.0'
      }),
      'package.json: zod is bundled or used only in development; move it to devDependencies',
    ],
    [
      'a native package in devDependencies',
      manifestWith((manifest) => {
        manifest.devDependencies.pg = manifest.dependencies.pg ?? ''
        delete manifest.dependencies.pg
      }),
      'package.json: the packed product loads pg; move it to dependencies',
    ],
    [
      'a removed agreed package',
      manifestWith(({ devDependencies }) => {
        delete devDependencies.zustand
      }),
      'package.json: add zustand, which is an agreed package',
    ],
  ])('are refused by the check because of %s', async (_what, plants, problem) => {
    expect((await change(plants)).added).toEqual([problem])
  })

  it('are refused without an import of each agreed package in the product, even if tests import the package', async () => {
    const text = "import { createStore } from 'zustand'\ncreateStore()\n"
    const problem = 'package.json: the product must use zustand'
    expect((await change({ 'test/renderer/x.test.ts': text })).removed).not.toContain(problem)
    expect((await change({ 'renderer/x.ts': text })).removed).toContain(problem)
  })

  it('count as used, with their @types packages, if a file opens them by path, starts their program or imports them', async () => {
    const { removed } = await change({
      'paper/x.ts': "export const font = 'node_modules/dejavu-fonts-ttf/a.ttf'\n",
      'scripts/x.ts': "export const program = 'typescript/bin/tsc'\n",
      'back-office/x.ts': "import nodemailer from 'nodemailer'\nnodemailer()\n",
    })
    const names = ['@types/nodemailer', 'dejavu-fonts-ttf', 'nodemailer', 'typescript']
    expect(removed).toEqual(names.map((name) => `package.json: nothing uses ${name}; remove it`))
  })
})

describe('the packages of the benchmarks', () => {
  it('are used only by benchmarks', async () => {
    expect((await change(BENCH)).added).toEqual([])
    const { added } = await change({ 'main/x.ts': "import { run } from 'rival'\nrun()\n" }, BENCH)
    expect(added).toEqual(['main/x.ts: imports rival, which only the benchmarks may use'])
  })

  it('are each used by at least one benchmark', async () => {
    const { added } = await change({ 'test/bench/x.bench.ts': 'export const name = 1\n' }, BENCH)
    expect(added).toEqual(['test/bench/packages/package.json: no benchmark uses rival; remove it'])
  })

  it('include every package that only the benchmarks use', async () => {
    const { added } = await change({ 'test/bench/y.ts': "import { createStore } from 'zustand'\ncreateStore()\n" })
    expect(added).toEqual([
      'package.json: only the benchmarks use zustand; move it to test/bench/packages/package.json',
    ])
  })

  it.each<[string, ProjectFiles, string]>([
    [
      'a file that uses these packages but is not in the TypeScript project of the benchmarks',
      { 'test/bench/y.ts': "import { run } from 'rival'\nrun()\n" },
      'test/bench/tsconfig.json lacks y.ts, which uses packages of the benchmarks',
    ],
    [
      'a file in two projects',
      { 'test/tsconfig.json': JSON.stringify({ exclude: [] }) },
      'test/tsconfig.json: bench/x.bench.ts is not excluded',
    ],
    [
      'a file in no project',
      {
        'test/bench/y.ts': 'export const y = 1\n',
        'test/tsconfig.json': JSON.stringify({ exclude: ['bench/x.bench.ts', 'bench/y.ts'] }),
      },
      'test/bench/tsconfig.json lacks y.ts, which test/tsconfig.json excludes',
    ],
  ])('are refused by the check because of %s', async (_what, plants, problem) => {
    expect((await change(plants, BENCH)).added).toEqual([problem])
  })
})
