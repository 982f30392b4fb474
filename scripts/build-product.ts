import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectRoot } from './project.ts'
import { missingWorkers, productFolders } from './source-folders.ts'

const PARTS = [
  { mode: 'renderer', needs: 'renderer/index.html', folder: 'renderer', file: 'index.html' },
  { mode: 'main', needs: 'main/browser-host.ts', folder: 'main', file: 'browser-host.js' },
  { mode: 'preload', needs: 'preload/electron.ts', folder: 'preload', file: 'electron.cjs' },
  { mode: 'preload-browser', needs: 'preload/browser-host.ts', folder: 'preload', file: 'browser-host.js' },
] as const

/** The fonts of papers with their licence: read as files at run time, so the bundler does not see them. */
const FONTS = {
  from: 'node_modules/dejavu-fonts-ttf',
  to: 'fonts',
  files: ['ttf/DejaVuSansCondensed.ttf', 'ttf/DejaVuSansCondensed-Bold.ttf', 'LICENSE'],
} as const

/** The files that a demo offers for download. */
const DEMO = { from: 'resources/demo', to: 'demo', files: ['scan-video.webm'] } as const

/** The address of the update feed and the root of its metadata, for a program that updates itself (docs/updates.md). */
const UPDATE = { from: join(projectRoot, 'resources/update'), to: 'main/update' } as const

const dist = join(projectRoot, 'dist')
const stampPath = join(dist, '.built-from')

/** Returns a hash over the names and contents of all files of the product. */
const hashSources = (): string => {
  const inputs = globSync(
    [`{${productFolders.join(',')},resources}/**/*`, 'vite.config.ts', 'package.json', 'package-lock.json'],
    { cwd: projectRoot, withFileTypes: true },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const path of inputs) hash.update(path).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** Returns whether dist is the build of the current sources. */
const isFresh = (sourcesHash: string): boolean =>
  existsSync(stampPath) &&
  readFileSync(stampPath, 'utf8') === sourcesHash &&
  PARTS.every((part) => !existsSync(join(projectRoot, part.needs)) || existsSync(join(dist, part.folder, part.file)))

/**
 * Adds the root and the address of the update feed, with the time of the build; adds nothing if either file is missing.
 */
const addUpdateFiles = (folder: string): void => {
  const [feed, root] = ['feed.json', 'root.json'].map((name) => join(UPDATE.from, name))
  if (feed === undefined || root === undefined || !existsSync(feed) || !existsSync(root)) return
  mkdirSync(folder, { recursive: true })
  copyFileSync(root, join(folder, 'root.json'))
  const { feedUrl }: { readonly feedUrl?: string } = JSON.parse(readFileSync(feed, 'utf8'))
  writeFileSync(join(folder, 'feed.json'), JSON.stringify({ feedUrl, builtAt: new Date().toISOString() }))
}

/** Copies the files that the bundler does not see into the folder of a built `main`. */
export const copyFiles = (mainFolder: string): void => {
  for (const { from, to, files } of [FONTS, DEMO]) {
    mkdirSync(join(mainFolder, to), { recursive: true })
    for (const file of files) copyFileSync(join(projectRoot, from, file), join(mainFolder, to, basename(file)))
  }
}

/** Returns the name of the file in which Vite lists the packages that it bundled into one part. */
const licencesOf = (mode: string): string => `licences-${mode}.json`

/** Merges the lists of all parts into one list, from which `npm run package` writes the notices. */
const gatherLicences = (staging: string): void => {
  const lists = PARTS.map(({ folder, mode }) => join(staging, folder, licencesOf(mode))).filter((path) =>
    existsSync(path),
  )
  const packages = lists.flatMap((path): unknown[] => JSON.parse(readFileSync(path, 'utf8')))
  writeFileSync(join(staging, 'bundled-packages.json'), JSON.stringify(packages))
  for (const path of lists) rmSync(path)
}

/**
 * Builds renderer, main and both preloads into dist, unless dist is already the build of the current sources; `force`
 * builds anyway. Omits each part whose entry is missing, and returns the missing entries. Rejects when a part does
 * not build; dist then stays as it was.
 */
export const buildProduct = async (
  options: { force?: boolean } = {},
): Promise<{ built: boolean; missing: string[] }> => {
  const missing = PARTS.map((part) => part.needs).filter((path) => !existsSync(join(projectRoot, path)))
  const sourcesHash = hashSources()
  if (!options.force && isFresh(sourcesHash)) return { built: false, missing }
  // React and other packages choose their production code by this variable, so the caller's value is overwritten.
  process.env.NODE_ENV = 'production'
  // Loaded here, because Vite takes longer to load than the check above, and most starts do not need it.
  const { build } = await import('vite')
  const configFile = join(projectRoot, 'vite.config.ts')
  // Built in another folder and moved at the end, so that a running Atrium never loads from a partly built dist.
  const staging = join(projectRoot, 'node_modules/.cache', `dist-${process.pid}`)
  try {
    mkdirSync(staging, { recursive: true })
    for (const part of PARTS.filter((candidate) => !missing.includes(candidate.needs))) {
      const license = { fileName: licencesOf(part.mode) }
      await build({ configFile, mode: part.mode, build: { outDir: join(staging, part.folder), license } })
    }
    gatherLicences(staging)
    copyFiles(join(staging, 'main'))
    addUpdateFiles(join(staging, UPDATE.to))
    const lost = missing.includes('main/browser-host.ts') ? [] : missingWorkers(projectRoot, join(staging, 'main'))
    if (lost.length > 0) throw new Error(`The build lacks workers:\n${lost.join('\n')}`)
    writeFileSync(join(staging, '.built-from'), sourcesHash)
    rmSync(dist, { recursive: true, force: true })
    renameSync(staging, dist)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  return { built: true, missing }
}
