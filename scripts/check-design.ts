import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import postcss, { type Declaration } from 'postcss'
import { projectRoot } from './project.ts'

/** The file that defines the tokens, the only file that may have values. */
const TOKENS = 'renderer/kit/styles/tokens.css'

/**
 * Declarations that may have a literal value instead of a token, with the reason. A key is a file and a declaration, or
 * a file and a property for all declarations of that property.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'renderer/kit/styles/base.css font-size: 16px': 'the root size, which the browser scales for a larger font',
  'renderer/payments/invoice/invoice.css padding': 'a sheet of paper on the screen, with the margins of the paper',
  'renderer/payments/invoice/invoice.css margin': 'the margins of the printed sheet, in millimetres',
  'renderer/kit/controls/dialog.css padding': 'the space above a dialog follows the height of the window',
  'renderer/kit/controls/visually-hidden.css margin': 'hides an element visually, so that it takes no space',
  'renderer/kit/controls/status-dot.css border-radius: 2px': 'the shape of one state, in a square of 9 px',
}

/** The steps of the spacing scale, in pixels, by the last part of the token's name. */
const STEPS: Readonly<Record<string, number>> = {
  half: 2,
  '1': 4,
  '1h': 6,
  '2': 8,
  '2h': 10,
  '3': 12,
  '3h': 14,
  '4': 16,
  '5': 20,
  '6': 24,
  '8': 32,
  '10': 40,
  '12': 48,
  '16': 64,
}
const WEIGHTS: Readonly<Record<string, string>> = { '400': 'normal', '500': 'medium', '600': 'semibold' }

const SPACING = /^(?:padding|margin|gap|row-gap|column-gap)(?:-|$)/
const COLOR = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/i
const NAMED_COLOR = /(?<![\w-])(?:black|white|gr[ae]y|red|green|blue|orange|yellow|teal|navy|silver|purple)(?![\w-])/i
const COLORED = /color|background|border|outline|shadow|fill|stroke|text-decoration/
const LENGTH = /-?(?:\d+\.)?\d+(?:px|r?em|vh|vw|mm|pt|ch)\b/g
const DURATION = /(?<![\w-])(?:\d+\.)?\d+m?s\b/
const WEIGHT = /^(?:\d+|bold|bolder|lighter)$/
/** A selector of an icon itself, not of something inside or around it. */
const ICON = /(?:^|[\s>+~,])svg(?![\w-])[^\s>+~,]*\s*(?:,|$)/
const SIZE = /^(?:(?:min|max)-)?(?:width|height)$/

const isInForcedColors = (declaration: Declaration): boolean => {
  const { parent } = declaration
  for (let at: unknown = parent; typeof at === 'object' && at !== null && 'type' in at; ) {
    const node = at as { readonly type: string; readonly params?: string; readonly parent?: unknown }
    if (node.type === 'atrule' && node.params?.includes('forced-colors')) return true
    at = node.parent
  }
  return false
}

/**
 * Returns a value without the names of its variables. The fallbacks of the variables stay, because they are literal
 * values.
 */
const ownPart = (value: string): string => value.replace(/var\(--[\w-]+/g, '')

/**
 * Returns the lengths in a value that are not from a token. One pixel is allowed: it is the width of a line, and the
 * offset that makes room for a line.
 */
const strayLengths = (value: string): readonly string[] =>
  (ownPart(value).match(LENGTH) ?? []).filter((length) => !/^-?[01]px$/.test(length))

const isOfIcon = ({ parent }: Declaration): boolean =>
  parent?.type === 'rule' && 'selector' in parent && ICON.test(String(parent.selector))

const reasonFor = (declaration: Declaration): string | null => {
  const { prop, value } = declaration
  if (prop.startsWith('--')) return null
  const own = ownPart(value)
  if (COLORED.test(prop) && !isInForcedColors(declaration) && (COLOR.test(own) || NAMED_COLOR.test(own)))
    return 'take the colour from tokens.css'
  if (prop === 'font-size' && strayLengths(value).length > 0) return 'take the font size from tokens.css'
  if (prop === 'font-weight' && WEIGHT.test(value)) return 'take the weight from tokens.css'
  if (SPACING.test(prop) && strayLengths(value).length > 0) return 'take the spacing from tokens.css'
  if (prop.startsWith('transition') && DURATION.test(own)) return 'take the duration from tokens.css'
  if (prop.endsWith('radius') && strayLengths(value).length > 0) return 'take the radius from tokens.css'
  if (prop === 'z-index' && value !== 'auto' && !value.includes('var(--layer-')) return 'take the layer from tokens.css'
  if (SIZE.test(prop) && isOfIcon(declaration) && strayLengths(value).length > 0)
    return 'take the size of an icon from tokens.css'
  return null
}

const VARIABLE = /var\((--[\w-]+)/g

/** Variables that React Aria sets on its own elements. */
const OF_REACT_ARIA = ['--trigger-width']

/** Returns the variables that the style sheets or the code of the renderer define. */
const findDefined = (root: string): ReadonlySet<string> => {
  const files = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((path) => /\.(?:css|tsx?)$/.test(path))
    .map((path) => readFileSync(join(root, 'renderer', path), 'utf8'))
  // In code, a variable is a string: '--toast-space'.
  const named = texts.flatMap((text) => [...text.matchAll(/(--[\w-]+)(?=:|['"`\]])/g)].map(([, name = '']) => name))
  return new Set([...named, ...OF_REACT_ARIA])
}

const isException = (path: string, { prop, value }: Declaration): boolean =>
  `${path} ${prop}` in EXCEPTIONS || `${path} ${prop}: ${value}` in EXCEPTIONS

/** Returns the files of the renderer whose names end in `ending`, sorted. */
const listFiles = (root: string, ending: string): readonly string[] =>
  readdirSync(join(root, 'renderer'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()

const listStyles = (root: string): readonly string[] => listFiles(root, '.css').filter((path) => path !== TOKENS)

/**
 * Returns one line for each declaration of a style sheet that has a literal value instead of a token.
 *
 * @internal Tests check single style sheets.
 */
export const findOwnValues = (path: string, text: string): string[] => {
  const problems: string[] = []
  postcss.parse(text).walkDecls((declaration) => {
    const reason = isException(path, declaration) ? null : reasonFor(declaration)
    const { prop, value, source } = declaration
    if (reason !== null) problems.push(`${path}:${source?.start?.line}: ${prop}: ${value}: ${reason}`)
  })
  return problems
}

/**
 * Returns one line for each icon in code whose size in pixels is not in `sizes`, the sizes of the tokens.
 *
 * @internal Tests check single files.
 */
export const findOwnIconSizes = (path: string, text: string, sizes: readonly number[]): string[] =>
  [...text.matchAll(/\bsize=\{(\d+)\}/g)]
    .filter(([, size]) => !sizes.includes(Number(size)))
    .map(({ 0: written, index }) => {
      const line = text.slice(0, index).split('\n').length
      return `${path}:${line}: ${written}: an icon has ${sizes.join(', ')} px`
    })

/** Returns the sizes of icons in pixels, from the tokens. */
const readIconSizes = (root: string): readonly number[] =>
  [...readFileSync(join(root, TOKENS), 'utf8').matchAll(/--icon-\w+: (\d+)px/g)].map(([, size]) => Number(size))

/**
 * Checks that the style sheets of the renderer take colours, font sizes, weights, spacings, durations, radii, layers
 * and sizes of icons from the tokens (renderer/kit/README.md), and name only tokens that exist, and that icons in code
 * have the sizes of tokens. Returns one line for each violation.
 */
export const checkDesign = (root: string): string[] => {
  const sizes = readIconSizes(root)
  const inCode = listFiles(root, '.tsx').flatMap((path) =>
    findOwnIconSizes(path, readFileSync(join(root, path), 'utf8'), sizes),
  )
  return [...inCode, ...checkStyles(root)]
}

const checkStyles = (root: string): string[] => {
  const defined = findDefined(root)
  return listStyles(root).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const unknown = [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))].filter(
      (name) => !defined.has(name),
    )
    return [...findOwnValues(path, text), ...unknown.map((name) => `${path}: no token is called ${name}`)]
  })
}

/** Returns the token of the step that is nearest to a length. */
const nearestToken = (length: string): string => {
  const pixels = Math.abs(Number.parseFloat(length))
  const [step = ''] =
    Object.entries(STEPS).toSorted(([, one], [, other]) => Math.abs(one - pixels) - Math.abs(other - pixels))[0] ?? []
  return length.startsWith('-') ? `calc(-1 * var(--space-${step}))` : `var(--space-${step})`
}

/** Replaces literal spacings and weights with tokens: a length with the token of the nearest step. */
const nameValues = (root: string): void => {
  for (const path of listStyles(root)) {
    const before = readFileSync(join(root, path), 'utf8')
    const sheet = postcss.parse(before)
    sheet.walkDecls((declaration) => {
      const { prop, value } = declaration
      if (isException(path, declaration) || reasonFor(declaration) === null) return
      if (prop === 'font-weight' && WEIGHTS[value] !== undefined) declaration.value = `var(--weight-${WEIGHTS[value]})`
      if (SPACING.test(prop))
        declaration.value = value.replace(LENGTH, (length) =>
          length.endsWith('px') && !/^-?[01]px$/.test(length) ? nearestToken(length) : length,
        )
    })
    const after = sheet.toString()
    if (after !== before) writeFileSync(join(root, path), after)
  }
}

if (import.meta.main) {
  if (process.argv.includes('--write')) nameValues(projectRoot)
  const problems = checkDesign(projectRoot)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
