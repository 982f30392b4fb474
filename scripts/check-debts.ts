import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { listSources } from './cruise.ts'
import { findInlineTexts } from './inline-texts.ts'
import { projectRoot } from './project.ts'
import { productFolders } from './source-folders.ts'

/** The most lines of a product file. */
const maxFileLines = 400
/** The most lines of a product function. */
const maxFunctionLines = 120
/** Words and phrases that are banned from comments and texts. */
const BANNED =
  /\b(?:nobody|somebody|whoever|anew|stands|hangs on|lies in|is told of|are told of|tells|says so|takes along|lets go|stand in the way|stands in the way)\b/gi

const listFile = 'scripts/known-debts.json'

/** The sizes above a limit, by name. */
type Debts = Readonly<Record<string, number>>

type Node = { readonly type?: string; readonly span?: { readonly start: number; readonly end: number } }

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'ClassMethod'])

const nameOf = (node: object): string | undefined => {
  for (const key of ['identifier', 'id', 'key'] as const) {
    const named = (node as Readonly<Record<string, unknown>>)[key]
    if (typeof named === 'object' && named !== null && 'value' in named && typeof named.value === 'string')
      return named.value
  }
  return undefined
}

/**
 * Calls `found` with each function of a file: its name (for a callback, the name of the declaration around it), and its
 * lines.
 */
const eachFunction = (text: string, isTsx: boolean, found: (name: string, lines: number) => void): void => {
  // The parser counts bytes, from 1.
  const bytes = Buffer.from(text)
  const tree = parseSync(text, { syntax: 'typescript', tsx: isTsx, target: 'esnext' })
  const walk = (value: unknown, around: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) walk(item, around)
      return
    }
    if (typeof value !== 'object' || value === null) return
    const { type, span } = value as Node
    const name = nameOf(value) ?? around
    if (type !== undefined && span !== undefined && FUNCTIONS.has(type)) {
      found(
        name,
        bytes
          .subarray(span.start - 1, span.end - 1)
          .toString()
          .split('\n').length,
      )
    }
    for (const [key, inner] of Object.entries(value)) if (key !== 'span') walk(inner, name)
  }
  walk(tree.body, 'anonymous')
}

const isOfProduct = (path: string): boolean => productFolders.some((folder) => path.startsWith(`${folder}/`))

/**
 * Returns whether a file must take all its texts from words modules. The gallery is exempt, because no clinic sees its
 * samples.
 */
const hasScreens = (path: string): boolean =>
  path.startsWith('renderer/') && !path.startsWith('renderer/gallery/') && !/-words\.tsx?$|\.d\.ts$/.test(path)

/**
 * Returns everything at `root` that is above a limit: files and functions that are too long, banned words, and screen
 * texts outside words modules, by file.
 */
export const findDebts = (root: string): Debts => {
  const texts = new Map(listSources(root).map((path) => [path, readFileSync(join(root, path), 'utf8')] as const))
  const debts: Record<string, number> = {}
  for (const [path, text] of texts) {
    if (!isOfProduct(path)) continue
    const lines = text.split('\n').length - 1
    if (lines > maxFileLines) debts[`lines ${path}`] = lines
    const words = text.match(BANNED)?.length ?? 0
    if (words > 0) debts[`words ${path}`] = words
    if (path.endsWith('.d.ts')) continue
    const inline = hasScreens(path) ? findInlineTexts(path, text).length : 0
    if (inline > 0) debts[`texts ${path}`] = inline
    eachFunction(text, path.endsWith('x'), (name, length) => {
      const key = `function ${path}#${name}`
      if (length > maxFunctionLines) debts[key] = Math.max(length, debts[key] ?? 0)
    })
  }
  return debts
}

const readKnown = (root: string): Debts =>
  existsSync(join(root, listFile)) ? JSON.parse(readFileSync(join(root, listFile), 'utf8')) : {}

/** Compares the sizes found with the known sizes. Returns one line for each size that is new, larger or smaller. */
export const compareDebts = (found: Debts, known: Debts): string[] => [
  ...Object.entries(found).flatMap(([name, size]) =>
    size > (known[name] ?? 0)
      ? [`${name}: ${size} found, ${known[name] ?? 'none'} allowed. Reduce it: the list only shrinks.`]
      : [],
  ),
  ...Object.entries(known).flatMap(([name, size]) =>
    (found[name] ?? 0) < size
      ? [
          `${name}: ${found[name] ?? 'none'} found, ${size} allowed. Run npx node scripts/check-debts.ts to update the list.`,
        ]
      : [],
  ),
]

/** Checks the tree at `root` against the list of known debts. */
export const checkDebts = (root: string): string[] => compareDebts(findDebts(root), readKnown(root))

if (import.meta.main) {
  const found = findDebts(projectRoot)
  const known = readKnown(projectRoot)
  const isFirst = Object.keys(known).length === 0
  // A larger size keeps its known value: the code must be fixed, not the list.
  const next = Object.entries(found)
    .map(([name, size]) => [name, isFirst ? size : Math.min(size, known[name] ?? 0)] as const)
    .filter(([, size]) => size > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(join(projectRoot, listFile), `${JSON.stringify(Object.fromEntries(next), null, 2)}\n`)
  for (const problem of compareDebts(found, Object.fromEntries(next))) console.error(problem)
}
