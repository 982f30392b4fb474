import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'

// Replaces npm: records its calls, takes some time, then leaves node_modules as npm would.
const FAKE_NPM = `
const { appendFileSync, existsSync, mkdirSync, rmSync } = require('node:fs')
appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
rmSync('node_modules', { recursive: true, force: true })
setTimeout(() => {
  mkdirSync('node_modules/.bin', { recursive: true })
  process.exit(existsSync('fail') ? 1 : 0)
}, 300)
`

const LOCK = JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } } })

describe('prepare', () => {
  let root = ''
  const at = (name: string): string => join(root, name)
  const calls = (): string[] => (existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : [])
  const stamp = (): string | undefined =>
    existsSync(at('node_modules/.atrium-lock')) ? readFileSync(at('node_modules/.atrium-lock'), 'utf8') : undefined
  const env = () => ({
    ...process.env,
    PATH: dirname(process.execPath) + delimiter + process.env.PATH,
    npm_execpath: at('npm.cjs'),
    npm_node_execpath: process.execPath,
  })
  const prepare = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [at('scripts/prepare.mjs')], {
      env: env(),
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'atrium-prepare-'))
    mkdirSync(at('scripts'))
    cpSync(join(projectRoot, 'scripts/prepare.mjs'), at('scripts/prepare.mjs'))
    writeFileSync(at('package-lock.json'), LOCK)
    writeFileSync(at('npm.cjs'), FAKE_NPM.replaceAll("'calls'", JSON.stringify(at('calls'))))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('installs only from the lockfile, without install scripts, when no package is installed yet', () => {
    expect(prepare().status).toBe(0)
    expect(calls()).toHaveLength(1)
    expect(calls()[0]).toMatch(/^ci --strict-allow-scripts /)
    expect(stamp()).toBeDefined()
    expect(existsSync(at('.installing'))).toBe(false)
  })

  it('prints nothing and installs nothing when node_modules matches', () => {
    prepare()
    expect(prepare()).toEqual({ status: 0, output: '' })
    expect(calls()).toHaveLength(1)
  })

  it('installs again when the lockfile has changed', () => {
    prepare()
    writeFileSync(at('package-lock.json'), LOCK.replace('1.0.0', '1.0.1'))
    expect(prepare().status).toBe(0)
    expect(calls()).toHaveLength(2)
  })

  it('leaves no stamp when the install fails, and tries again the next time', () => {
    writeFileSync(at('fail'), '')
    expect(prepare().status).toBe(1)
    expect(stamp()).toBeUndefined()
    rmSync(at('fail'))
    expect(prepare().status).toBe(0)
    expect(calls()).toHaveLength(2)
  })

  it("installs the packages of the benchmarks separately, and does not change the project's packages", () => {
    const packages = at('test/bench/packages')
    mkdirSync(packages, { recursive: true })
    writeFileSync(join(packages, 'package-lock.json'), LOCK)
    const prepareBench = () => spawnSync(process.execPath, [at('scripts/prepare.mjs'), 'test/bench'], { env: env() })
    expect(prepareBench().status).toBe(0)
    expect(existsSync(join(packages, 'node_modules/.atrium-lock'))).toBe(true)
    expect(existsSync(at('test/bench/node_modules/.atrium-lock'))).toBe(true)
    expect(existsSync(at('node_modules'))).toBe(false)
    // A second run finds both the packages and the link to them.
    expect(prepareBench().status).toBe(0)
    expect(calls()).toHaveLength(1)
  })

  it('installs only one time when two scripts start together', async () => {
    const both = [1, 2].map(
      () =>
        new Promise<number | null>((resolve) => {
          spawn(process.execPath, [at('scripts/prepare.mjs')], { env: env(), stdio: 'ignore' }).once('close', resolve)
        }),
    )
    expect(await Promise.all(both)).toEqual([0, 0])
    expect(calls()).toHaveLength(1)
  })

  it('installs despite the lock of a process that has ended', () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid
    writeFileSync(at('.installing'), String(gone))
    expect(prepare().status).toBe(0)
    expect(calls()).toHaveLength(1)
  })

  it.each([
    ['accepts an install made by hand from the same lockfile', 'sha512-a', 0],
    ['does not accept an install made by hand from another lockfile', 'sha512-b', 1],
  ])('%s', (_what, integrity, installs) => {
    mkdirSync(at('node_modules/.bin'), { recursive: true })
    const packages = { 'node_modules/a': { version: '1.0.0', integrity } }
    writeFileSync(at('node_modules/.package-lock.json'), JSON.stringify({ packages }))
    expect(prepare().status).toBe(0)
    expect(calls()).toHaveLength(installs)
    expect(stamp()).toBeDefined()
  })
})
