import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { listSources } from './cruise.ts'

const VAGUE_FOLDERS = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'lib', 'misc', 'core'])
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.tsx?$/
const SOURCE_FILE = /\.tsx?$/

// Each written so that this file does not match itself.
const SUPPRESSION = new RegExp('(?:biome-ignore(?:-all|-start)?|@ts-expect-error|@ts-' + 'ignore|@ts-' + 'nocheck)')
const IGNORED_TYPE_ERROR = new RegExp('@ts-' + '(?:ignore|nocheck)')
const BIOME_REASON = /biome-ignore(?:-all|-start)?\s+[\w/]+(?:\([^)]*\))?\s*:\s*(?<reason>\S.*)/
const TYPE_REASON = /@ts-expect-error[\s:,-]+(?<reason>\S.*)/
const HUNGARIAN_TYPE = /^\s*(?:export\s+)?(?:declare\s+)?(?:interface|type)\s+I[A-Z][a-z]\w*\s*(?:[=<{]|extends\b|$)/
// The compiler takes the DOM and Node away from the domain; these are part of the language itself.
const CLOCK_OR_CHANCE = /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bTemporal\.Now\b/

// The cruise reads import statements and calls; a type imported in passing would slip under it.
const TYPE_IN_PASSING = /\btypeof\s+import\(|\bimport\(\s*['"][^'"]+['"]\s*\)\s*\.(?!then\b|catch\b|finally\b)/

const nameProblems = (path: string): string[] => {
  const problems: string[] = []
  const name = basename(path)
  if (!KEBAB.test(name)) problems.push(`${path}: file names are kebab-case`)
  if (name === 'index.ts' || name === 'index.tsx')
    problems.push(`${path}: no index files; name a file after its main export`)
  const vague = path
    .split('/')
    .slice(0, -1)
    .find((folder) => VAGUE_FOLDERS.has(folder))
  if (vague !== undefined) problems.push(`${path}: a folder called "${vague}" says nothing of what is in it`)
  return problems
}

const reasonOf = (line: string): string =>
  ((line.includes('biome-ignore') ? BIOME_REASON : TYPE_REASON).exec(line)?.groups?.reason ?? '')
    .replace(/\*\/.*$/, '')
    .trim()

const lineProblems = (path: string, line: string, number: number): string[] => {
  const problems: string[] = []
  const isComment = /^\s*(?:\/\/|\/\*|\*|\{\/\*)/.test(line) || line.includes('// ')
  if (isComment && IGNORED_TYPE_ERROR.test(line))
    problems.push(`${path}:${number}: expect the type error, do not ignore it`)
  else if (isComment && SUPPRESSION.test(line) && !/[a-z]{2,}.*\s/i.test(`${reasonOf(line)} `))
    problems.push(`${path}:${number}: a suppression needs its reason on the same line`)
  if (!isComment && HUNGARIAN_TYPE.test(line)) problems.push(`${path}:${number}: no I before the name of a type`)
  if (!isComment && TYPE_IN_PASSING.test(line))
    problems.push(`${path}:${number}: import a type at the top of the file, where the layers are checked`)
  if (!isComment && path.startsWith('domain/') && CLOCK_OR_CHANCE.test(line))
    problems.push(`${path}:${number}: the domain has no clock and no chance; take them as input`)
  return problems
}

/**
 * The habits of CONTRIBUTING.md that neither Biome nor the compiler can see: file and folder names, no index files,
 * a reason beside every suppression, no `I` before a type,
 * no clock or chance in the domain. Gives one line for each that is broken.
 */
export const checkHabits = (root: string): string[] => {
  const files = listSources(root)
  if (files.length === 0) return ['no source file was found: the check would hold nothing']
  return files
    .filter((path) => SOURCE_FILE.test(extname(path)))
    .flatMap((path) => [
      ...nameProblems(path),
      ...readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => lineProblems(path, line, index + 1)),
    ])
}
