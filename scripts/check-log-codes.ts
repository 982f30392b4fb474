import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from '@swc/core'
import { listSources } from './cruise.ts'
import { projectRoot } from './project.ts'
import { productFolders } from './source-folders.ts'

type ListFile = {
  readonly logCodes: Readonly<Record<string, { readonly happened: string; readonly todo: string }>>
  readonly nothingToDo: string
  readonly waitThenReport: string
  readonly reportIt: string
}

const listFile = 'runtime/log-codes.ts'
const SPELLING = /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/
const LEVELS = new Set(['info', 'warning', 'error'])

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nodeAt = (node: Node, key: string): Node => {
  const inner = node[key]
  return isNode(inner) ? inner : {}
}

/** Returns the texts that an expression can have: a literal, or either branch of a condition. */
const literalsOf = (value: unknown): string[] => {
  if (!isNode(value)) return []
  if (value.type === 'StringLiteral') return typeof value.value === 'string' ? [value.value] : []
  if (value.type === 'ParenthesisExpression') return literalsOf(value.expression)
  if (value.type === 'ConditionalExpression') return [...literalsOf(value.consequent), ...literalsOf(value.alternate)]
  return []
}

const isLogCall = (callee: Node): boolean =>
  callee.type === 'MemberExpression'
    ? nodeAt(callee, 'property').value === 'log' && nodeAt(callee, 'object').value !== 'console'
    : callee.value === 'log'

/** Returns the codes in a file's calls: the second argument of each `log` call whose first argument is a level. */
const codesOf = (text: string, isTsx: boolean): string[] => {
  const codes: string[] = []
  const walk = (value: unknown): void => {
    if (!isNode(value)) return
    if (value.type === 'CallExpression' && isLogCall(nodeAt(value, 'callee')) && Array.isArray(value.arguments)) {
      const [level, code] = value.arguments.map((argument) => literalsOf(isNode(argument) ? argument.expression : null))
      if (level?.some((name) => LEVELS.has(name))) codes.push(...(code ?? []))
    }
    Object.values(value).forEach(walk)
  }
  walk(parseSync(text, { syntax: 'typescript', tsx: isTsx, target: 'esnext' }).body)
  return codes
}

/** Returns every code in a call of the product, with the number of its calls. */
const countCalls = (root: string): ReadonlyMap<string, number> => {
  const calls = new Map<string, number>()
  for (const path of listSources(root)) {
    if (!productFolders.some((folder) => path.startsWith(`${folder}/`)) || !/(?<!\.d)\.tsx?$/.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    if (!/\blog\(/.test(text)) continue
    for (const code of codesOf(text, path.endsWith('x'))) calls.set(code, (calls.get(code) ?? 0) + 1)
  }
  return calls
}

const readList = async (root: string): Promise<ListFile> =>
  (await import(pathToFileURL(join(root, listFile)).href)) as ListFile

const BEGIN = '<!-- log codes: written by scripts/check-log-codes.ts from runtime/log-codes.ts -->'
const END = '<!-- end of log codes -->'

/** Returns the table of docs/reference.md: the codes whose action is not one of the three usual ones, by action. */
const drawTable = ({ logCodes, nothingToDo, waitThenReport, reportIt }: ListFile): string => {
  const usual = [nothingToDo, waitThenReport, reportIt]
  const own = Object.entries(logCodes).filter(([, { todo }]) => !usual.includes(todo))
  const byAction = Map.groupBy(own, ([, { todo }]) => todo)
  const rows = [...byAction].map(([todo, codes]) => `| ${codes.map(([code]) => `\`${code}\``).join(', ')} | ${todo} |`)
  return ['| code | what to do |', '|---|---|', ...rows].join('\n')
}

const redrawReference = (before: string, list: ListFile): string | null => {
  const from = before.indexOf(BEGIN)
  const to = before.indexOf(END)
  return from < 0 || to < from ? null : `${before.slice(0, from)}${BEGIN}\n${drawTable(list)}\n${before.slice(to)}`
}

/**
 * Compares the list of log codes at `root` with the calls of the product and with the table of docs/reference.md, if
 * that file exists. Returns one line for each code that has a wrong form, that no call uses or that the list lacks, and
 * one line if the table is outdated.
 */
export const checkLogCodes = async (root: string): Promise<string[]> => {
  const list = await readList(root)
  const calls = countCalls(root)
  const codes = Object.keys(list.logCodes)
  const reference = join(root, 'docs/reference.md')
  const text = existsSync(reference) ? readFileSync(reference, 'utf8') : null
  return [
    ...codes
      .filter((code) => !SPELLING.test(code))
      .map((code) => `${listFile}: rename ${code} to the form subject.what-happened`),
    ...codes.filter((code) => !calls.has(code)).map((code) => `${listFile}: remove ${code}, which no call uses`),
    ...[...calls.keys()]
      .filter((code) => !codes.includes(code))
      .map((code) => `${listFile}: add ${code}, which a call uses`),
    ...(text === null || redrawReference(text, list) === text
      ? []
      : ['The log codes in docs/reference.md are outdated. Run npx node scripts/check-log-codes.ts']),
  ]
}

if (import.meta.main) {
  const path = join(projectRoot, 'docs/reference.md')
  const list = await readList(projectRoot)
  const after = redrawReference(readFileSync(path, 'utf8'), list)
  if (after === null) throw new Error('docs/reference.md lacks the markers around its log codes')
  writeFileSync(path, after)
  const calls = [...countCalls(projectRoot).values()].reduce((sum, count) => sum + count, 0)
  console.log(`${Object.keys(list.logCodes).length} codes, ${calls} calls`)
}
