import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium, findHeadlessShell } from './find-chromium.ts'

/** A program that tests need and npm does not install: its path, or why its tests are skipped. */
type Peer = { readonly path: string } | { readonly missing: string }

const INSTALL_MS = 10 * 60_000

/** Installs system packages without asking the user. If the installation fails, returns the reason. */
const installFromSystem = (...names: readonly string[]): { readonly problem?: string } => {
  const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
  if (process.platform !== 'linux' || !has('apt-get')) return { problem: 'this system has no apt-get' }
  const isRoot = process.getuid?.() === 0
  if (!isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0)
    return { problem: 'installing it needs root or sudo without a password' }
  const apt = (...args: string[]): boolean => {
    const options = [
      '-qq',
      '-o',
      'DPkg::Lock::Timeout=120',
      '-o',
      'Acquire::Retries=1',
      '-o',
      'Acquire::http::Timeout=20',
    ]
    const line = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...options, ...args]
    const [program = 'env', ...rest] = isRoot ? line : ['sudo', '-n', ...line]
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'], timeout: INSTALL_MS }).status === 0
  }
  const install = (): boolean => apt('install', '-y', '--no-install-recommends', ...names)
  console.error(`Installing ${names.join(', ')} from the system's packages ...`)
  // Tries without a download first. If that fails, as on a new machine that has no package lists yet, downloads the
  // lists and tries again.
  return install() || (apt('update') && install()) ? {} : { problem: `apt-get could not install ${names.join(', ')}` }
}

const findPlaywrightChromium = (): string | undefined =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined

/** Finds a Chromium for the tests, or installs it: from the system's packages, else Playwright's own. */
export const ensureChromium = (): Peer => {
  const here = findChromium() ?? findPlaywrightChromium()
  if (here !== undefined) return { path: here }
  const { problem } = installFromSystem('chromium')
  if (problem !== undefined) {
    console.error("Downloading Playwright's Chromium ...")
    spawnSync(process.execPath, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], {
      stdio: 'ignore',
      timeout: INSTALL_MS,
    })
  }
  const path = findChromium() ?? findPlaywrightChromium()
  return path !== undefined ? { path } : { missing: `no Chromium: ${problem ?? 'the package did not install it'}` }
}

/** Finds the headless shell, or installs it from the system's packages; otherwise returns the given Chromium. */
export const ensureHeadlessShell = (chromium: string): string => {
  const here = findHeadlessShell()
  if (here !== undefined && here !== findChromium()) return here
  const isPackaged = spawnSync('apt-cache', ['show', 'chromium-headless-shell'], { stdio: 'ignore' }).status === 0
  if (isPackaged) installFromSystem('chromium-headless-shell')
  return findHeadlessShell() ?? chromium
}

const findPostgres = (): string | undefined => {
  const versions = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const places = [
    process.env.POSTGRES_BIN ?? '',
    ...versions,
    '/opt/homebrew/bin',
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return places.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')))
}

/** Finds the folder with PostgreSQL's programs (initdb, pg_ctl), or installs them from the system's packages. */
export const ensurePostgres = (): Peer => {
  const here = findPostgres()
  if (here !== undefined) return { path: here }
  const { problem } = installFromSystem('postgresql')
  const path = findPostgres()
  return path !== undefined ? { path } : { missing: `no PostgreSQL: ${problem ?? 'the package did not install it'}` }
}

const findProgram = (name: string, variable: string): string | undefined => {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, file))
  return [process.env[variable] ?? '', ...places].find((path) => path !== '' && existsSync(path))
}

const ensureProgram = (name: string, variable: string, systemPackage: string): Peer => {
  const here = findProgram(name, variable)
  if (here !== undefined) return { path: here }
  const { problem } = installFromSystem(systemPackage)
  const path = findProgram(name, variable)
  return path !== undefined ? { path } : { missing: `no ${name}: ${problem ?? 'the package did not install it'}` }
}

/** Finds qpdf, which validates our PDFs, or installs it from the system's packages. */
export const ensureQpdf = (): Peer => ensureProgram('qpdf', 'QPDF_PATH', 'qpdf')

/** Finds Poppler's pdftotext, which reads our PDFs back, or installs it from the system's packages. */
export const ensurePoppler = (): Peer => ensureProgram('pdftotext', 'PDFTOTEXT_PATH', 'poppler-utils')

/** Finds isoinfo, which reads our disc images, or installs it from the system's packages. */
export const ensureIsoinfo = (): Peer => ensureProgram('isoinfo', 'ISOINFO_PATH', 'genisoimage')

const findCupsd = (): string | undefined =>
  [process.env.CUPSD_PATH ?? '', '/usr/sbin/cupsd', '/usr/local/sbin/cupsd'].find(
    (path) => path !== '' && existsSync(path) && existsSync(join(dirname(path), 'ippeveprinter')),
  )

/**
 * Finds CUPS's server, or installs it from the system's packages, with its virtual printer and the programs that both
 * need, so that tests can start their own print service.
 */
export const ensureCups = (): Peer => {
  const here = findCupsd()
  if (here !== undefined) return { path: here }
  const { problem } = installFromSystem(
    'cups',
    'cups-daemon',
    'cups-client',
    'cups-filters',
    'cups-ipp-utils',
    'avahi-daemon',
    'dbus',
  )
  const path = findCupsd()
  return path !== undefined ? { path } : { missing: `no CUPS: ${problem ?? 'the packages did not install it'}` }
}

const findAll = (programs: readonly string[]): boolean =>
  programs.every((program) => findProgram(program, '') !== undefined || existsSync(`/usr/sbin/${program}`))

const ensureAll = (programs: readonly string[], packages: readonly string[]): Peer => {
  if (findAll(programs)) return { path: '' }
  const { problem } = installFromSystem(...packages)
  if (findAll(programs)) return { path: '' }
  return { missing: `not all of ${programs.join(', ')}: ${problem ?? 'the packages did not install them'}` }
}

/** Finds socat, which receives the messages to systemd, or installs it from the system's packages. */
export const ensureSocat = (): Peer => ensureProgram('socat', 'SOCAT_PATH', 'socat')

/**
 * Finds or installs the programs that run beside a large server: nginx, pgbouncer, pgBackRest for backups, and
 * promtool, which checks the alert rules.
 */
export const ensureServerTools = (): Peer =>
  ensureAll(['nginx', 'pgbouncer', 'pgbackrest', 'promtool'], ['nginx-light', 'pgbouncer', 'pgbackrest', 'prometheus'])

/**
 * Finds or installs the tools that compile, inspect, sign and run stand-ins for the Windows installers: NSIS, wixl,
 * msitools, Wine.
 */
export const ensureWindowsTools = (): Peer =>
  ensureAll(
    ['makensis', 'wixl', 'msiinfo', 'osslsigncode', 'openssl', 'wine'],
    ['nsis', 'wixl', 'msitools', 'osslsigncode', 'openssl', 'wine', 'wine64'],
  )

/**
 * Finds or installs the tools that build, sign and install stand-ins for the Linux packages: rpm, GnuPG, and
 * debootstrap for a separate Debian system.
 */
export const ensurePackageTools = (): Peer =>
  ensureAll(
    ['dpkg-deb', 'rpmbuild', 'rpmsign', 'ar', 'debsig-verify', 'gpg', 'debootstrap'],
    ['rpm', 'binutils', 'debsig-verify', 'gnupg', 'debootstrap'],
  )
