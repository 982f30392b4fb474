import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { listSources } from './cruise.ts'
import { productFolders } from './source-folders.ts'

const VAGUE_FOLDERS = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'lib', 'misc', 'core'])
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.tsx?$/
const SOURCE_FILE = /\.tsx?$/

// The patterns are written so that this file does not match them.
const SUPPRESSION = new RegExp('(?:biome-ignore(?:-all|-start)?|@ts-expect-error|@ts-' + 'ignore|@ts-' + 'nocheck)')
const IGNORED_TYPE_ERROR = new RegExp('@ts-' + '(?:ignore|nocheck)')
const BIOME_REASON = /biome-ignore(?:-all|-start)?\s+[\w/]+(?:\([^)]*\))?\s*:\s*(?<reason>\S.*)/
const TYPE_REASON = /@ts-expect-error[\s:,-]+(?<reason>\S.*)/
const HUNGARIAN_TYPE = /^\s*(?:export\s+)?(?:declare\s+)?(?:interface|type)\s+I[A-Z][a-z]\w*\s*(?:[=<{]|extends\b|$)/
// The compiler settings keep the DOM and Node out of the domain, but these calls are part of the language itself.
const CLOCK_OR_CHANCE = /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bTemporal\.Now\b/

// The cruise reads import statements and `import()` calls; it would miss an inline type import.
const TYPE_IN_PASSING = /\btypeof\s+import\(|\bimport\(\s*['"][^'"]+['"]\s*\)\s*\.(?!then\b|catch\b|finally\b)/

// The list of all failure codes, and the table of their meanings.
const CODE_LISTS = new Set(['contract/reply.ts', 'contract/failures.ts'])
const ARRAY = /\[[^[\]]*\]/g
const QUOTED = /'([a-z-]+)'|"([a-z-]+)"/g
/**
 * Failure codes that are not refusals; a test compares them with the table. `too-many-requests` is omitted, because
 * unrelated lists have it together with one of these.
 */
const OPEN_CODES: ReadonlySet<string> = new Set([
  'other-server',
  'program-too-old',
  'signed-out',
  'locked',
  'offline',
  'not-sent',
  'answer-withheld',
  'outcome-unknown',
  'disconnected',
  'timed-out',
  'unexpected',
])

const codeListProblems = (path: string, text: string): string[] => {
  if (!productFolders.some((folder) => path.startsWith(`${folder}/`)) || CODE_LISTS.has(path)) return []
  return [...text.matchAll(ARRAY)].flatMap((array) => {
    const named = new Set([...array[0].matchAll(QUOTED)].map((match) => match[1] ?? match[2] ?? ''))
    if ([...named].filter((code) => OPEN_CODES.has(code)).length < 2) return []
    const line = text.slice(0, array.index).split('\n').length
    return [`${path}:${line}: derive this list of failure codes from contract/failures.ts`]
  })
}

const ROUTE_MAP_FILE = /^back-office\/[^/]+\/routes\.ts$/
const ROUTE_MAP = /^export const \w+Handlers = \{\n(?<entries>[\s\S]*)\n\} satisfies Partial<Handlers<RouteName>>$/
const RULE_IN_MAP =
  /=>\s*\{|\s\?\s|&&|\|\||\b(?:async|await|const|let|if|for|while|switch|try|throw|function|return|new)\b/

/**
 * Returns a line for a subject's routes.ts that contains more than imports and one map from routes to operations. Each
 * entry of the map must be one call.
 */
const routeMapProblems = (path: string, text: string): string[] => {
  if (!ROUTE_MAP_FILE.test(path)) return []
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/^import\s[\s\S]*?from '[^']+'\n/gm, '')
    .trim()
  const entries = ROUTE_MAP.exec(code)?.groups?.entries
  if (entries !== undefined && !RULE_IN_MAP.test(entries)) return []
  return [`${path}: routes.ts may only map routes to operations; move rules to another file`]
}

/** Functions that build stores: a store itself, or the factories of a subject. */
const STORE_BUILDER = /\bcreate[A-Z]\w*(?:Stores?|Desks?|(?<factories>Factories))\b/g
/** Files that may build stores: those of stores, and those that combine a subject's stores for the frame. */
const BUILDING_FILES = /-(?:store|desks|factories)\.ts$/

const storeProblems = (path: string, text: string): string[] => {
  if (!path.startsWith('renderer/') || path.startsWith('renderer/frame/')) return []
  // The page's entry builds the stores of the whole window.
  if (path === 'renderer/start.tsx') return []
  const found = [...text.matchAll(STORE_BUILDER)].find(
    ({ 0: name, groups }) =>
      !new RegExp(`export const ${name}\\b`).test(text) &&
      (groups?.factories !== undefined || !BUILDING_FILES.test(path)),
  )
  if (found === undefined) return []
  const line = text.slice(0, found.index).split('\n').length
  return [`${path}:${line}: only the frame builds stores; use a factory instead of ${found[0]}`]
}

/** Files that may convert cents: the money module, and migrations, which import no other code of ours. */
const CENTS_FILES = /^domain\/values\/money\.ts$|^back-office\/database\/migrations\//
/**
 * Matches the operand of a multiplication or division by 100: a name, or one bracketed expression with the name before
 * it; after `100 *`, only a name. The rest of a longer operand is not checked.
 */
const BY_HUNDRED =
  /(?<operand>[\w.?]*\((?:[^()]|\([^()]*\))*\)|[\w.?[\]]+)\s*[*/]\s*100\b(?!_)|\b100\s*\*\s*(?<factor>[\w.?]+)/g
const MONEY_NAME =
  /amount|balance|cents|counted|credit|currency|difference|fee|minor|money|owed|paid|payment|price|received|refund|sum|total/i

/**
 * Finds conversions between cents and decimal amounts outside the money module. Fractions, zooms and tenths of a second
 * are not money.
 */
const centsProblems = (path: string, line: string, number: number): string[] => {
  if (!productFolders.some((folder) => path.startsWith(`${folder}/`)) || CENTS_FILES.test(path)) return []
  const found = [...line.matchAll(BY_HUNDRED)].find(({ groups }) =>
    MONEY_NAME.test(groups?.operand ?? groups?.factor ?? ''),
  )
  if (found === undefined) return []
  return [`${path}:${number}: convert cents with the functions of domain/values/money.ts instead of ${found[0]}`]
}

/** Functions that format a value for a person. */
const FORMATTER = /\.toFixed\(|\.toLocale(?:String|DateString|TimeString)\(|\bIntl\.\w*Format\b|\bfrom 'dayjs/
/** Matches code that uses a formatter of `Intl` only to read this computer's time zone. */
const COMPUTER_ZONE = /\bIntl\.DateTimeFormat\(\)\.resolvedOptions\(\)\.timeZone\b/g
/** Files of the product that use a formatter but format nothing for a person, with the reason. */
const NO_FORMATS: Readonly<Record<string, string>> = {
  'domain/values/zone-offset.ts': 'looks up the abbreviation of a zone, which only Intl knows',
  'domain/payments/promo.ts': 'rounds a percentage through its decimal digits',
  'paper/stamp/stamp-drawing.ts': 'writes coordinates of a PDF',
  'paper/picture/draw-picture.ts': 'writes coordinates of a PDF',
}

/** Finds code outside domain/format that formats dates, times, money, phone numbers, sizes or counts. */
const formatProblems = (path: string, line: string, number: number): string[] => {
  if (!productFolders.some((folder) => path.startsWith(`${folder}/`))) return []
  if (path.startsWith('domain/format/') || path in NO_FORMATS) return []
  const found = FORMATTER.exec(line.replace(COMPUTER_ZONE, ''))
  if (found === null) return []
  return [`${path}:${number}: format values with the functions of domain/format instead of ${found[0]}`]
}

/** The file that has the modes of private files and folders. */
const MODES_FILE = 'runtime/private-modes.ts'
/** A mode that is closed to other accounts, the umask, or a folder that only its account can open. */
const OWN_MODE = /\b0o[67][0-7]0\b|\bumask\(|\bmkdtemp(?:Sync)?\b/
/** A call that creates a file or a folder. */
const CREATES =
  /\b(?:mkdir|writeFile|appendFile|copyFile|cp)(?:Sync)?\(|\bcreateWriteStream\(|\bopen(?:Sync)?\([^)]*'(?:wx|w|ax|a)\+?'/
/** Files of the product that create something outside of the data folder, with the reason. */
const OUTSIDE_DATA: Readonly<Record<string, string>> = {
  'main/devices/media/medium-folder.ts': 'writes a disc or a stick',
  'main/devices/media/medium-image.ts': 'writes a disc or a stick',
  'main/shells/electron/can-write-in.ts': 'tries the folder of the program, and removes the file',
  'main/shells/electron/replace-program.ts': 'writes the program, which every account can start',
}

/**
 * Finds code that chooses a mode itself. A file in the data folder must have the mode of that folder: private to its
 * account, or to the group that shares the folder.
 */
const modeProblems = (path: string, text: string): string[] => {
  if (!productFolders.some((folder) => path.startsWith(`${folder}/`)) || path === MODES_FILE) return []
  const usesModes = text.includes('/private-modes.ts')
  return text.split('\n').flatMap((line, index) => {
    const isOwn = OWN_MODE.test(line)
    const isWithout = CREATES.test(line) && !usesModes && !(path in OUTSIDE_DATA)
    return isOwn || isWithout ? [`${path}:${index + 1}: create files and folders with the modes of ${MODES_FILE}`] : []
  })
}

const nameProblems = (path: string): string[] => {
  const problems: string[] = []
  const name = basename(path)
  if (!KEBAB.test(name)) problems.push(`${path}: rename the file to kebab-case`)
  if (name === 'index.ts' || name === 'index.tsx')
    problems.push(`${path}: index files are not allowed; name the file after its main export`)
  const vague = path
    .split('/')
    .slice(0, -1)
    .find((folder) => VAGUE_FOLDERS.has(folder))
  if (vague !== undefined) problems.push(`${path}: rename the folder "${vague}" after what it contains`)
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
    problems.push(`${path}:${number}: use @ts-expect-error instead of ignoring the type error`)
  else if (isComment && SUPPRESSION.test(line) && !/[a-z]{2,}.*\s/i.test(`${reasonOf(line)} `))
    problems.push(`${path}:${number}: add the reason for the suppression on the same line`)
  if (!isComment && HUNGARIAN_TYPE.test(line))
    problems.push(`${path}:${number}: remove the I prefix from the type name`)
  if (!isComment) problems.push(...centsProblems(path, line, number), ...formatProblems(path, line, number))
  if (!isComment && TYPE_IN_PASSING.test(line))
    problems.push(`${path}:${number}: import a type at the top of the file, where the layers are checked`)
  if (!isComment && path.startsWith('domain/') && CLOCK_OR_CHANCE.test(line))
    problems.push(`${path}:${number}: the domain may not read the clock or random values; take them as input`)
  return problems
}

/**
 * Checks the habits of CONTRIBUTING.md that neither Biome nor the compiler can check: file and folder names, no index
 * files, a reason beside every suppression, no `I` before a type, no type imported below the top of a file, no clock or
 * random values in the domain, no second list of failure codes, no cents computed outside the money module, no value
 * formatted outside the formats, no rule in a map of routes, no store built outside the frame, no file or folder with a
 * mode of its own. Returns one line for each violation.
 */
export const checkHabits = (root: string): string[] => {
  const files = listSources(root)
  if (files.length === 0) return ['no source files found, so nothing was checked']
  return files
    .filter((path) => SOURCE_FILE.test(extname(path)))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return [
        ...nameProblems(path),
        ...codeListProblems(path, text),
        ...routeMapProblems(path, text),
        ...storeProblems(path, text),
        ...modeProblems(path, text),
        ...text.split('\n').flatMap((line, index) => lineProblems(path, line, index + 1)),
      ]
    })
}
