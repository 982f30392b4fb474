// Runs before every npm script, with npm's own Node (20.19 or later), so it is plain JavaScript without packages. Makes
// node_modules match package-lock.json, then makes sure that the following script gets a Node that is new enough.
// `prepare.mjs test/bench` installs the packages that only the benchmarks use, in test/bench/packages, and does not
// check the Node.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')
const isForBench = process.argv[2] === 'test/bench'
const root = isForBench ? join(project, 'test/bench/packages') : project
const modules = join(root, 'node_modules')
const stampPath = join(modules, '.atrium-lock')
// The lock file of an install, so that only one install runs at a time. The lock file is beside node_modules, because
// an install removes node_modules as a whole.
const installLock = join(root, '.installing')

/** Returns the stamp that node_modules must have: a hash of package-lock.json, and the system of this machine. */
function wantedStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

function readStamp() {
  try {
    return readFileSync(stampPath, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Returns whether node_modules was installed by hand (npm ci, npm install) from this lockfile. npm writes its own list
 * last, so a list with every package of the lockfile at the same version and hash means a finished install.
 */
function wasInstalledByHand() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const found = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true
      const there = found[path]
      if (there === undefined) return entry.optional === true || entry.devOptional === true || entry.peer === true
      return there.version === entry.version && there.integrity === entry.integrity
    })
  } catch {
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Acquires the lock file. Waits while a living process holds it. */
async function acquireInstallLock() {
  let isAnnounced = false
  for (;;) {
    try {
      writeFileSync(installLock, `${process.pid}`, { flag: 'wx' })
      // Two processes that find the same dead holder may both replace its file. Only the one that wrote last finds its
      // own id there after the pause.
      await sleep(30)
      if (readHolder() === process.pid) return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned()) {
      rmSync(installLock, { force: true })
      continue
    }
    if (!isAnnounced) console.error('Another npm script is installing; waiting for it.')
    isAnnounced = true
    await sleep(250)
  }
}

function readHolder() {
  try {
    return Number.parseInt(readFileSync(installLock, 'utf8'), 10)
  } catch {
    return Number.NaN
  }
}

/**
 * Returns whether the lock file has no living holder. The holder of an empty file may still be about to write its id,
 * so that file counts as abandoned only after five seconds.
 */
function isAbandoned() {
  try {
    const holder = readHolder()
    if (Number.isInteger(holder)) return !isAlive(holder)
    return Date.now() - statSync(installLock).mtimeMs > 5000
  } catch {
    return false
  }
}

function install() {
  console.error(
    isForBench
      ? 'Installing what only the benchmarks use (about 15 seconds) ...'
      : 'Installing from package-lock.json (about half a minute) ...',
  )
  rmSync(stampPath, { force: true })
  // Windows can move a running program but not delete it, and this process may run the Node in node_modules.
  if (process.platform === 'win32' && process.execPath.startsWith(modules + sep)) {
    const aside = join(tmpdir(), `atrium-node-${process.pid}`)
    mkdirSync(aside, { recursive: true })
    renameSync(process.execPath, join(aside, 'node.exe'))
  }
  const options = ['ci', '--strict-allow-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const run = { cwd: root, stdio: ['ignore', 2, 2] }
  const result =
    npm && /\.c?js$/.test(npm)
      ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...options], run)
      : spawnSync('npm', options, { ...run, shell: process.platform === 'win32' })
  if (result.error) throw result.error
  return result.status === 0
}

/**
 * Returns the version of the Node that runs a script of package.json: the first on npm's PATH, which begins with
 * node_modules/.bin. Returns undefined if none runs.
 */
function scriptNodeVersion() {
  const path = join(modules, '.bin') + delimiter + (process.env.PATH ?? process.env.Path ?? '')
  const shown = spawnSync('node', ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path, Path: path },
    shell: process.platform === 'win32',
  })
  return shown.status === 0 ? shown.stdout.trim().replace(/^v/, '') : undefined
}

function isAtLeast(version, [major, minor]) {
  const [a = 0, b = 0] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

const stamp = wantedStamp()
let installed = false
let failed = false
// An existing lock file means that an install is running or was killed, so the stamp is read again after this process
// has acquired the lock file.
if (readStamp() !== stamp || existsSync(installLock)) {
  await acquireInstallLock()
  try {
    if (readStamp() !== stamp) {
      const byHand = wasInstalledByHand()
      failed = !byHand && !install()
      if (!failed) {
        // package.json uses `exec node ...`, so that a signal to npm reaches Node and not a shell in between. The
        // Windows shell has no `exec`; this file makes it run the rest of the line.
        if (process.platform === 'win32' && !isForBench) writeFileSync(join(modules, '.bin', 'exec.cmd'), '@%*\r\n')
        writeFileSync(`${stampPath}.new`, stamp)
        renameSync(`${stampPath}.new`, stampPath)
        installed = true
      }
    }
  } finally {
    rmSync(installLock, { force: true })
  }
}
if (failed) fail('The install failed; see above. Nothing was marked as complete: run the same command again.')

// A package.json in test/bench itself would hide the project's imports map (`#domain/...`) from the benchmarks. So the
// benchmarks' package.json is one folder deeper, and the benchmarks find their packages through a link; React and
// similar packages come from the project's node_modules.
const link = join(project, 'test/bench/node_modules')
if (isForBench && !existsSync(link)) {
  rmSync(link, { force: true })
  symlinkSync(modules, link, 'junction')
}

const bringsItsNode = ['linux-x64', 'win32-x64'].includes(`${process.platform}-${process.arch}`)
const needed = bringsItsNode ? [24, 0] : [22, 18]
if (!isForBench && (installed || !isAtLeast(process.versions.node, needed))) {
  const version = scriptNodeVersion()
  if (version === undefined || !isAtLeast(version, needed)) {
    const found = version === undefined ? 'none that runs' : version
    const remedy = bringsItsNode
      ? 'node_modules must contain this Node: delete node_modules and run the same command again.'
      : 'Install it from https://nodejs.org and run the same command again.'
    fail(`Atrium needs Node ${needed.join('.')} or later here and found ${found}. ${remedy}`)
  }
}
