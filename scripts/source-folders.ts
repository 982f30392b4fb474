import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The folders of the product. */
export const productFolders = [
  'back-office',
  'contract',
  'domain',
  'main',
  'paper',
  'preload',
  'renderer',
  'runtime',
] as const

/**
 * The folders of our own source. The build's hash, the layer rules, the checks, the picture and the search for workers
 * read this list; {@link checkFolders} compares it with the files that cannot import it.
 */
export const sourceFolders = [...productFolders, 'scripts', 'test'] as const

/** Top folders that may contain TypeScript that is not ours: packages, builds, results. */
const notOurs = new Set(['node_modules', 'dist', 'release', 'test-results', 'playwright-report'])

const holdsSource = (folder: string): boolean =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'),
  )

type References = { readonly references?: readonly { readonly path: string }[] }
const referencesOf = (path: string): string[] =>
  ((JSON.parse(readFileSync(path, 'utf8')) as References).references ?? []).map((one) => basename(one.path)).sort()

const differences = (what: string, found: readonly string[], wanted: readonly string[]): string[] => [
  ...wanted.filter((name) => !found.includes(name)).map((name) => `${what} lacks ${name}`),
  ...found.filter((name) => !wanted.includes(name)).map((name) => `${what} has ${name}, which is not a source folder`),
]

/**
 * Compares the list with the files that cannot import it: the top folders, the references in the root's and the tests'
 * tsconfig.json, and the imports map of package.json. Returns one line for each difference.
 */
export const checkFolders = (root: string): string[] => {
  const top = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !notOurs.has(entry.name))
    .map(({ name }) => name)
    .filter((name) => holdsSource(join(root, name)))
  const manifest: { readonly imports?: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const imports = Object.keys(manifest.imports ?? {}).map((name) => name.replace(/^#(.*)\/\*$/, '$1'))
  const withoutTest = sourceFolders.filter((name) => name !== 'test')
  return [
    ...differences('the project', top, sourceFolders),
    ...differences('tsconfig.json', referencesOf(join(root, 'tsconfig.json')), sourceFolders),
    ...differences('test/tsconfig.json', referencesOf(join(root, 'test/tsconfig.json')), withoutTest),
    ...differences('the imports map of package.json', imports, sourceFolders),
  ]
}

/** Returns the sources of all workers, relative to `root` and sorted. */
export const workerSources = (root: string): string[] =>
  globSync(`{${productFolders.join(',')}}/**/*.worker.ts`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()

/** Returns the name of a worker's built file; all of them are in `dist/main`. */
export const builtWorker = (source: string): string => `${basename(source, '.ts')}.js`

/** Returns one line for each worker that `mainFolder` (`dist/main`) lacks, and for each name that two workers share. */
export const missingWorkers = (root: string, mainFolder: string): string[] => {
  const sources = workerSources(root)
  const names = sources.map(builtWorker)
  return [
    ...sources
      .filter((source) => !existsSync(join(mainFolder, builtWorker(source))))
      .map((source) => `${source}: not built`),
    ...sources
      .filter((_, at) => names.indexOf(names[at] ?? '') !== at)
      .map((source) => `${source}: another worker has this name`),
  ]
}
