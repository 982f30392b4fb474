import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { listSources } from './cruise.ts'
import { productFolders } from './source-folders.ts'

/** Exports that are used without an import in our code: their file, their names (all if absent), and what uses them. */
const readFromOutside: readonly { readonly file: RegExp; readonly names?: readonly string[]; readonly by: string }[] = [
  {
    file: /^runtime\/log-codes\.ts$/,
    names: ['logCodes', 'nothingToDo', 'waitThenReport', 'reportIt'],
    by: 'scripts/check-log-codes.ts, by path',
  },
  { file: /^scripts\/set-fuses\.ts$/, names: ['afterPack'], by: 'electron-builder.yml' },
  { file: /^test\/bench\/[^/]+\.bench\.ts$/, names: ['name', 'run'], by: 'scripts/bench.ts, by path' },
  { file: /^test\/house\/[^/]+\.test\.ts$/, by: 'the checks, as text of planted files' },
  { file: /^test\/fixtures\/postgres\/run-folder\.ts$/, names: ['setup'], by: 'vitest.config.ts, by path' },
  {
    file: /^test\/fakes\/stripe\/fake-stripe-elements\.ts$/,
    names: ['createFakeStripe'],
    by: 'serve-fake.ts, as text',
  },
  { file: /^test\/fakes\/electron\/electron\.ts$/, by: 'the product, which loads this file in place of electron' },
]

type Export = { readonly name: string; readonly isType: boolean; readonly comment: string }

const EXPORT =
  /(?<comment>\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^export (?:declare )?(?:abstract )?(?:async )?(?<kind>const|let|function|class|type|interface) (?<name>\w+)/gm
const IMPORT = /^\s*(?:import|export) (?:type )?(?:\{(?<names>[^}]*)\}|\* as \w+) from '(?<from>[^']+)'/gm
const IMPORT_AT_RUN_TIME = /\bimport\(\s*'(?<from>[^']+)'/g
const WORD = /\w+/g
/** Matches `@internal` and its reason, which explains why a test imports an export that the product does not import. */
const INTERNAL = /@internal\s+[A-Z]\w*\s+\w+/

const exportsOf = (text: string): Export[] =>
  [...text.matchAll(EXPORT)].map(({ groups: { name = '', kind = '', comment = '' } = {} }) => ({
    name,
    isType: kind === 'type' || kind === 'interface',
    comment,
  }))

const fileOf = (from: string, specifier: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(from), specifier)

/** Calls `found` with each name that a file imports, and the file that exports it. */
const eachImport = (path: string, text: string, found: (from: string, name: string) => void): void => {
  for (const { groups: { names, from = '' } = {} } of text.matchAll(IMPORT)) {
    const imported =
      names === undefined
        ? (text.match(WORD) ?? [])
        : names.split(',').map((one) =>
            one
              .trim()
              .replace(/^type /, '')
              .replace(/ as \w+$/, ''),
          )
    for (const name of imported) found(fileOf(path, from), name)
  }
  for (const { groups: { from = '' } = {} } of text.matchAll(IMPORT_AT_RUN_TIME))
    for (const name of text.match(WORD) ?? []) found(fileOf(path, from), name)
}

const isOfProduct = (path: string): boolean => productFolders.some((folder) => path.startsWith(`${folder}/`))

/** Returns a line for each name that two files of the product export, so that a search for a name finds one thing. */
const sharedNames = (texts: readonly (readonly [path: string, text: string])[]): string[] => {
  const exporters = new Map<string, Set<string>>()
  for (const [path, text] of texts.filter(([path]) => isOfProduct(path)))
    for (const { name } of exportsOf(text)) exporters.set(name, (exporters.get(name) ?? new Set()).add(path))
  return [...exporters]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: exported by ${[...paths].sort().join(' and ')}; rename all but one`)
    .sort()
}

/**
 * Checks the exports of the tree at `root`: another file imports each of them, and no two files of the product export
 * the same name. A value of the product that only tests import needs `@internal` and a reason in its comment; a type
 * does not, because it is part of a signature. Returns one line for each violation.
 */
export const checkExports = (root: string): string[] => {
  const texts = listSources(root).map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  const configurations = globSync('*.config.ts', { cwd: root }).map(
    (path) => [path, readFileSync(join(root, path), 'utf8')] as const,
  )
  const importers = new Map<string, Set<string>>()
  for (const [path, text] of [...texts, ...configurations])
    eachImport(path, text, (from, name) => {
      const key = `${from}#${name}`
      importers.set(key, (importers.get(key) ?? new Set()).add(path))
    })
  const unused = texts.flatMap(([path, text]) =>
    exportsOf(text).flatMap(({ name, isType, comment }) => {
      if (readFromOutside.some(({ file, names }) => file.test(path) && (names?.includes(name) ?? true))) return []
      const by = [...(importers.get(`${path}#${name}`) ?? [])]
      const isInternal = INTERNAL.test(comment)
      if (by.length === 0) return [`${path}: no other file imports ${name}; remove the export`]
      const onlyTests = by.every((one) => one.startsWith('test/'))
      if (isInternal && !onlyTests)
        return [`${path}: remove @internal from ${name}; ${by.find((one) => !one.startsWith('test/'))} imports it`]
      if (!onlyTests || isInternal || isType || !isOfProduct(path)) return []
      return [
        `${path}: only tests import ${name}; add "@internal" and the reason to its comment, or test what the product uses`,
      ]
    }),
  )
  return [...unused, ...sharedNames(texts)]
}
