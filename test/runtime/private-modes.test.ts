import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeToOthers, createPrivateFile, fileModeFor, makePrivateFolder } from '#runtime/private-modes.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-modes-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const modesOf = (...paths: readonly string[]): readonly string[] =>
  execFileSync('stat', ['-c', '%a', ...paths.map((path) => join(root, path))], { encoding: 'utf8' })
    .trim()
    .split('\n')

it('files and folders are open to their account only', () => {
  makePrivateFolder(join(root, 'a/b'))
  createPrivateFile(join(root, 'a/b/c'))
  mkdirSync(join(root, 'open'))
  chmodSync(join(root, 'open'), 0o777)
  makePrivateFolder(join(root, 'open'))
  expect(modesOf('a', 'a/b', 'a/b/c', 'open')).toEqual(['700', '700', '600', '777'])
  closeToOthers(join(root, 'open'))
  expect(modesOf('open')).toEqual(['700'])
  expect(fileModeFor(join(root, 'a'))).toBe(0o600)
})

it('a file that exists is neither opened nor changed', () => {
  createPrivateFile(join(root, 'a'))
  chmodSync(join(root, 'a'), 0)
  createPrivateFile(join(root, 'a'))
  expect(modesOf('a')).toEqual(['0'])
  expect(() => createPrivateFile(join(root, 'missing/a'))).toThrow('ENOENT')
})

it('only the files in a folder shared with its group are open to the group, for the process and for its threads', () => {
  for (const folder of ['desk', 'desk-two']) mkdirSync(join(root, folder))
  chmodSync(join(root, 'desk'), 0o2770)
  const script = `
    import { Worker } from 'node:worker_threads'
    import { closeToOthers, createPrivateFile, makePrivateFolder, shareWithGroup } from ${JSON.stringify(import.meta.resolve('#runtime/private-modes.ts'))}
    process.umask(0o022)
    process.chdir(${JSON.stringify(root)})
    shareWithGroup('desk')
    closeToOthers('desk')
    makePrivateFolder('desk/a/b')
    createPrivateFile('desk/a/b/c')
    createPrivateFile('desk-two/c')
    makePrivateFolder('desk-two/..d')
    createPrivateFile('c')
    const inThread = "import(" + ${JSON.stringify(JSON.stringify(import.meta.resolve('#runtime/private-modes.ts')))} + ").then((modes) => { modes.makePrivateFolder('desk/thread'); modes.createPrivateFile('desk/thread/c'); modes.createPrivateFile('t') })"
    new Worker(inThread, { eval: true })`
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const shared = ['desk', 'desk/a', 'desk/a/b', 'desk/a/b/c', 'desk/thread', 'desk/thread/c']
  expect(modesOf(...shared)).toEqual(['2770', '2770', '2770', '660', '2770', '660'])
  expect(modesOf('desk-two/c', 'desk-two/..d', 'c', 't')).toEqual(['600', '700', '600', '600'])
})
