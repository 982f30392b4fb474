import { existsSync, globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { listSources } from './cruise.ts'
import { nativePackages } from './native-packages.ts'
import { productFolders } from './source-folders.ts'

/** The user of a package: the product, the scripts and configurations that build and check it, or the tests. */
type User = 'product' | 'scripts' | 'tests'

/** The packages that the product must use, and the part that must use each. */
const agreedPackages: Readonly<Record<string, User>> = {
  electron: 'product',
  react: 'product',
  'react-dom': 'product',
  zustand: 'product',
  '@stripe/terminal-js': 'product',
  serialport: 'product',
  'pdf-lib': 'product',
  'better-sqlite3': 'product',
  keytar: 'product',
  dayjs: 'product',
  'electron-builder': 'scripts',
  vitest: 'tests',
  '@playwright/test': 'tests',
}

/**
 * Packages whose programs the packaged product starts. The product finds the programs by path in node_modules, so these
 * packages are dependencies, although {@link nativePackages} does not have them.
 */
const startedPrograms: readonly string[] = ['pdf-to-printer']

const benchManifest = 'test/bench/packages/package.json'

type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}
type Project = { readonly files?: readonly string[]; readonly exclude?: readonly string[] }

const readJson = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

// Matches an import statement, an import for its side effects, the `@import` of a style sheet, and an `import()`.
const SPECIFIER = /^(?:.* from |import |@import )'([^'\n]+)';?$|\bimport\('([^'\n]+)'\)/gm
const LOOKUP = /\.resolve\('((?:@[\w.-]+\/)?[\w.-]+)/g
const IN_MODULES = /node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/g
/** Matches a package's program in the code that starts it: `run('typescript/bin/tsc')`. */
const PROGRAM = /'((?:@[\w.-]+\/)?[\w.-]+)\/bin\//g

const packageOf = (specifier: string): string | undefined => {
  if (/^[.#/]|^\w+:|^\$/.test(specifier)) return undefined
  const [scope = '', name] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}

const isBuiltIn = (name: string): boolean => builtinModules.includes(name)

/** Returns the packages that a file imports, and the packages whose files it opens. */
const packagesIn = (text: string): { readonly imported: readonly string[]; readonly opened: readonly string[] } => ({
  imported: [...text.matchAll(SPECIFIER)]
    .map((match) => packageOf(match[1] ?? match[2] ?? ''))
    .filter((name): name is string => name !== undefined && !isBuiltIn(name)),
  opened: [IN_MODULES, LOOKUP, PROGRAM].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1] ?? ''),
  ),
})

const userOf = (path: string): User =>
  path.startsWith('test/')
    ? 'tests'
    : productFolders.some((folder) => path.startsWith(`${folder}/`))
      ? 'product'
      : 'scripts'

/** Returns the name of the package that a types package describes: x for `@types/x`. `@types/node` describes Node. */
const describedBy = (name: string): string => name.replace(/^@types\//, '')

/**
 * Checks the packages of the tree at `root`: each one in package.json is used, each imported one is in package.json,
 * `dependencies` has exactly what the packaged product loads from node_modules, the product uses the agreed packages,
 * and packages that only the benchmarks use are in their own package.json. Returns one line for each violation.
 */
export const checkPackages = (root: string): string[] => {
  const manifest = readJson(join(root, 'package.json')) as Manifest
  const bench = Object.keys((readJson(join(root, benchManifest)) as Manifest).dependencies ?? {})
  const dependencies = Object.keys(manifest.dependencies ?? {})
  const named = [...dependencies, ...Object.keys(manifest.devDependencies ?? {})]

  const problems: string[] = []
  const usersOf = new Map<string, Set<User>>()
  const usedInBench = new Set<string>()
  const needBench = new Set<string>()
  const styles = globSync(`{${productFolders.join(',')}}/**/*.css`, { cwd: root })
  const paths = [...listSources(root), ...styles, ...globSync('*.config.ts', { cwd: root })]
  for (const path of paths.map((one) => one.replaceAll('\\', '/'))) {
    const { imported, opened } = packagesIn(readFileSync(join(root, path), 'utf8'))
    const isOfBench = path.startsWith('test/bench/')
    for (const name of new Set([...imported, ...opened])) {
      if (isOfBench) {
        usedInBench.add(name)
        if (bench.includes(name)) needBench.add(path.slice('test/bench/'.length))
      } else usersOf.set(name, (usersOf.get(name) ?? new Set()).add(userOf(path)))
    }
    for (const name of new Set(imported))
      if (!named.includes(name) && !(isOfBench && bench.includes(name)))
        problems.push(
          bench.includes(name)
            ? `${path}: imports ${name}, which only the benchmarks may use`
            : `${path}: ${name} is not in package.json`,
        )
  }

  for (const name of named) {
    const isUsed = usersOf.has(name) || (name.startsWith('@types/') && usersOf.has(describedBy(name)))
    if (name === '@types/node' || isUsed) continue
    problems.push(
      usedInBench.has(name)
        ? `package.json: only the benchmarks use ${name}; move it to ${benchManifest}`
        : `package.json: nothing uses ${name}; remove it`,
    )
  }
  const besideTheProduct = [...nativePackages, ...startedPrograms]
  for (const name of dependencies)
    if (!besideTheProduct.includes(name))
      problems.push(`package.json: ${name} is bundled or used only in development; move it to devDependencies`)
  for (const name of besideTheProduct)
    if (!dependencies.includes(name))
      problems.push(`package.json: the packed product loads ${name}; move it to dependencies`)

  for (const [name, user] of Object.entries(agreedPackages)) {
    const isUsed = usersOf.get(name)?.has(user) === true
    if (!named.includes(name)) problems.push(`package.json: add ${name}, which is an agreed package`)
    else if (!isUsed) problems.push(`package.json: the ${user} must use ${name}`)
  }

  for (const name of bench.filter((one) => !usedInBench.has(one)))
    problems.push(`${benchManifest}: no benchmark uses ${name}; remove it`)
  return [...problems, ...benchProjectProblems(root, needBench)]
}

/**
 * Checks that files that need the benchmarks' packages are in the benchmarks' TypeScript project and not in the tests'
 * project. Returns one line for each violation.
 */
const benchProjectProblems = (root: string, needBench: ReadonlySet<string>): string[] => {
  const files = ((readJson(join(root, 'test/bench/tsconfig.json')) as Project).files ?? []).map((one) => one.slice(2))
  const excluded = ((readJson(join(root, 'test/tsconfig.json')) as Project).exclude ?? [])
    .filter((one) => /\.tsx?$/.test(one) && existsSync(join(root, 'test', one)))
    .map((one) => one.replace(/^bench\//, ''))
  return [
    ...[...needBench]
      .filter((path) => !files.includes(path))
      .map((path) => `test/bench/tsconfig.json lacks ${path}, which uses packages of the benchmarks`),
    ...files
      .filter((path) => !excluded.includes(path))
      .map((path) => `test/tsconfig.json: bench/${path} is not excluded`),
    ...excluded
      .filter((path) => !files.includes(path))
      .map((path) => `test/bench/tsconfig.json lacks ${path}, which test/tsconfig.json excludes`),
  ]
}
