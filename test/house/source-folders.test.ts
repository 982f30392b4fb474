import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { builtWorker, checkFolders, missingWorkers, sourceFolders, workerSources } from '#scripts/source-folders.ts'
import { withSampleProject } from './sample-project.ts'

const worker = 'export const done = true\n'

describe('the list of source folders', () => {
  it('matches the project', () => {
    expect(checkFolders(projectRoot)).toEqual([])
  })

  it('reports a top folder that has source and is not listed', async () => {
    const problems = await withSampleProject({ 'stray/x.ts': worker }, checkFolders)
    expect(problems).toEqual(['the project has stray, which is not a source folder'])
  })

  it('ignores a top folder without source', async () => {
    expect(await withSampleProject({ 'resources/x.txt': 'x' }, checkFolders)).toEqual([])
  })

  it.each([
    ['tsconfig.json', 'tsconfig.json lacks main'],
    ['test/tsconfig.json', 'test/tsconfig.json lacks main'],
  ])('reports a folder that %s does not refer to', async (path, problem) => {
    const others = sourceFolders.filter((name) => name !== 'main' && (name !== 'test' || path === 'tsconfig.json'))
    const text = JSON.stringify({ files: [], references: others.map((name) => ({ path: `./${name}` })) })
    expect(await withSampleProject({ [path]: text }, checkFolders)).toEqual([problem])
  })

  it('reports a name in the imports map that is not a source folder', async () => {
    const imports = Object.fromEntries([...sourceFolders, 'stray'].map((name) => [`#${name}/*`, `./${name}/*`]))
    const problems = await withSampleProject({ 'package.json': JSON.stringify({ imports }) }, checkFolders)
    expect(problems).toEqual(['the imports map of package.json has stray, which is not a source folder'])
  })
})

describe('the workers of a build', () => {
  const built = (root: string, names: readonly string[]): string => {
    const folder = join(root, 'dist/main')
    mkdirSync(folder, { recursive: true })
    for (const name of names) writeFileSync(join(folder, name), '')
    return folder
  }

  it('are found in the sources', () => {
    expect(workerSources(projectRoot)).toContain('back-office/back-office.worker.ts')
  })

  it('are reported by name if they were not built', async () => {
    const plants = { 'paper/sheet/a.worker.ts': worker, 'domain/x/b.worker.ts': worker }
    const problems = await withSampleProject(plants, (root) =>
      missingWorkers(root, built(root, [builtWorker('paper/sheet/a.worker.ts')])),
    )
    expect(problems).toEqual(['domain/x/b.worker.ts: not built'])
  })

  it('have unique names', async () => {
    const plants = { 'main/a/x.worker.ts': worker, 'main/b/x.worker.ts': worker }
    const problems = await withSampleProject(plants, (root) => missingWorkers(root, built(root, ['x.worker.js'])))
    expect(problems).toEqual(['main/b/x.worker.ts: another worker has this name'])
  })
})
