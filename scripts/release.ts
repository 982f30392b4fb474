import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type ReleaseFile, releaseFileSchema } from '#domain/update/release.ts'
import type { ReleaseVersion } from '#domain/update/release-version.ts'
import { buildProduct } from './build-product.ts'
import { writeLegalFiles } from './legal/write-legal-files.ts'
import { callerFolder, projectRoot, stopWith } from './project.ts'
import { createFeedKeys, readFeedKeys, writeFeedKeys } from './release/feed-keys.ts'
import { findInstallers, type Installer, nameInFeed } from './release/find-installers.ts'
import { readReleaseVersion } from './release/read-release-version.ts'
import { signFile } from './release/sign-file.ts'
import { newestRoot, renewTimestamp, rotateKeys, writeRelease } from './release/write-feed.ts'

const usage = `Usage: npm run release -- --out DIR [--keys DIR] [--from DIR] [--channel stable|early] [--notes FILE]
         [--minimum-server VERSION] [--takes-back VERSION]... [--root FILE]
       npm run release -- --out DIR --keys DIR --renew
       npm run release -- --out DIR --keys DIR --rotate OLD-KEYS-DIR
       npm run release -- --sign FILE --keys DIR
       npm run release -- --new-keys DIR`

const options = {
  out: { type: 'string' },
  keys: { type: 'string' },
  from: { type: 'string' },
  channel: { type: 'string', default: 'stable' },
  notes: { type: 'string' },
  'minimum-server': { type: 'string' },
  'takes-back': { type: 'string', multiple: true },
  root: { type: 'string' },
  renew: { type: 'boolean', default: false },
  rotate: { type: 'string' },
  'new-keys': { type: 'string' },
  sign: { type: 'string' },
} as const

const readFlags = () => {
  try {
    return parseArgs({ args: process.argv.slice(2), options }).values
  } catch (error) {
    return stopWith(`${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}\n${usage}`)
  }
}

const flags = readFlags()
const folderOf = (flag: string): string => resolve(callerFolder, flag)

/**
 * Builds the program as a gzipped tar file with the files that the browser shell runs, without the packages of the
 * tests.
 */
const buildArchive = async (folder: string, version: ReleaseVersion): Promise<string> => {
  const { missing } = await buildProduct()
  if (missing.length > 0) throw new Error(`Could not build Atrium: the sources lack ${missing.join(', ')}.`)
  writeLegalFiles()
  const lock: {
    readonly packages: Readonly<Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>>
  } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'))
  const modules = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path]) => path)
    .filter((path) => !/node_modules\/node-(linux|win)-x64$/.test(path) && existsSync(join(projectRoot, path)))
    // A nested package is in the folder of its parent, which tar packs whole.
    .filter((path, _, all) => !all.some((outer) => path.startsWith(`${outer}/`)))
  const list = join(folder, 'files')
  writeFileSync(
    list,
    ['package.json', 'dist/main', 'dist/preload', 'dist/renderer', 'dist/legal', ...modules].join('\n'),
  )
  const path = join(folder, `atrium-${version}-${process.platform}-${process.arch}.tar.gz`)
  const packed = spawnSync('tar', ['-czf', path, '-T', list], { cwd: projectRoot, encoding: 'utf8' })
  if (packed.status !== 0) throw new Error(`Could not pack Atrium: ${packed.stderr || String(packed.error)}`)
  return path
}

/**
 * Returns the files to publish: with `--from` the installers in that folder; without it the archive of the built
 * program, and this machine's installers of this version.
 */
const gather = async (folder: string, version: ReleaseVersion): Promise<readonly Installer[]> => {
  if (flags.from !== undefined) return findInstallers(folderOf(flags.from), version)
  const archive = await buildArchive(folder, version)
  const made = join(projectRoot, 'release')
  const installers = existsSync(made) ? findInstallers(made, version) : []
  if (installers.length === 0)
    console.log(`No installers of ${version} in ${basename(made)}/: run npm run package first to publish them, too.`)
  return [...installers, ...findInstallers(folder, version).filter(({ path }) => path === archive)]
}

const aboutOf = ({ platform, arch, format }: Installer, version: ReleaseVersion): ReleaseFile => {
  const notes = flags.notes === undefined ? [] : readFileSync(folderOf(flags.notes), 'utf8').split('\n')
  const about = releaseFileSchema.safeParse({
    version,
    channel: flags.channel,
    platform,
    arch,
    format,
    releasedAt: new Date().toISOString(),
    minimumServer: flags['minimum-server'] ?? version,
    notes: notes.map((line) => line.trim()).filter((line) => line !== ''),
    rollbackFrom: flags['takes-back'] ?? [],
  })
  if (about.success) return about.data
  const [issue] = about.error.issues
  throw new Error(`The release is not valid: ${issue?.path.join('.')}: ${issue?.message}`)
}

const publish = async (out: string): Promise<void> => {
  const version = readReleaseVersion(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const isTest = flags.keys === undefined
  const keyFolder = isTest ? join(out, 'TEST-keys') : folderOf(flags.keys ?? '')
  if (isTest && !existsSync(keyFolder)) {
    writeFeedKeys(keyFolder, createFeedKeys())
    writeFileSync(
      join(out, 'TEST'),
      'The keys of this feed are beside it. No installed program trusts this feed, except a program that was built with the root of this feed.\n',
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'atrium-release-'))
  try {
    const installers = await gather(folder, version)
    if (installers.length === 0) throw new Error(`${flags.from} has no installer of version ${version}.`)
    const files = installers.map((installer) => ({
      source: installer.path,
      name: nameInFeed(installer, version),
      about: aboutOf(installer, version),
    }))
    writeRelease(out, readFeedKeys(keyFolder), files, Date.now())
    for (const { name, about } of files) console.log(`${about.channel}/${version}/${name}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const root = newestRoot(out)
  if (flags.root !== undefined && root !== null) writeFileSync(folderOf(flags.root), root)
  console.log(`Release ${version} is in ${out}${isTest ? '. This is a TEST feed.' : '.'}`)
}

const keysOf = (flag: string | undefined) =>
  flag === undefined ? stopWith(`--keys is missing.\n${usage}`) : readFeedKeys(folderOf(flag))

const run = async (): Promise<void> => {
  if (flags['new-keys'] !== undefined) {
    const folder = folderOf(flags['new-keys'])
    writeFeedKeys(folder, createFeedKeys())
    console.log(`${readdirSync(folder).length} keys are in ${folder}. docs/updates.md says where each is kept.`)
    return
  }
  if (flags.sign !== undefined) {
    const key = keysOf(flags.keys).targets
    if (key === null) throw new Error('The key targets.pem is missing.')
    const file = folderOf(flags.sign)
    console.log(`${file}.sig is its signature. SHA-256 of the public key: ${signFile(file, key)}.`)
    return
  }
  const out = flags.out === undefined ? stopWith(usage) : folderOf(flags.out)
  if (flags.renew) {
    renewTimestamp(out, keysOf(flags.keys), Date.now())
    console.log(`The timestamp of ${out} is valid for another 14 days.`)
  } else if (flags.rotate !== undefined) {
    rotateKeys(out, readFeedKeys(folderOf(flags.rotate)), keysOf(flags.keys), Date.now())
    console.log(`${out} has a new root and is signed by the new keys.`)
  } else await publish(out)
}

await run().catch((error: unknown) => stopWith(error instanceof Error ? error.message : String(error)))
