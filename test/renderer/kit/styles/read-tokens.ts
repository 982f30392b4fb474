import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss, { type AtRule, type Container, type Rule } from 'postcss'
import { projectRoot } from '#scripts/project.ts'

export const themes = ['light', 'dark'] as const
export type ColorTheme = (typeof themes)[number]

const sheet = postcss.parse(readFileSync(join(projectRoot, 'renderer/kit/styles/tokens.css'), 'utf8'))

const declarationsOf = (node: Container): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {}
  node.each((child) => {
    if (child.type === 'decl') found[child.prop] = child.value.replace(/\s+/g, ' ')
  })
  return found
}

const ruleIn = (parent: Container, selector: string): Container => {
  const found = parent.nodes?.find((node): node is Rule => node.type === 'rule' && node.selector === selector)
  if (found === undefined) throw new Error(`tokens.css has no ${selector}`)
  return found
}

const mediaIn = (feature: string): Container => {
  const found = sheet.nodes.find((node): node is AtRule => node.type === 'atrule' && node.params.includes(feature))
  if (found === undefined) throw new Error(`tokens.css has no ${feature}`)
  return found
}

/** The tokens as written, by name. */
export const baseTokens = declarationsOf(ruleIn(sheet, ':root'))
export const compactTokens = declarationsOf(ruleIn(sheet, "[data-density='compact']"))
export const moreContrastTokens = declarationsOf(ruleIn(mediaIn('prefers-contrast: more'), ':root'))
export const reducedMotionTokens = declarationsOf(ruleIn(mediaIn('prefers-reduced-motion'), ':root'))

/** Returns the value of a colour token in a theme. */
export const colorOf = (
  name: string,
  theme: ColorTheme,
  tokens: Readonly<Record<string, string>> = baseTokens,
): string => {
  const written = tokens[name] ?? baseTokens[name]
  if (written === undefined) throw new Error(`tokens.css has no ${name}`)
  const other = /^var\((--[\w-]+)\)$/.exec(written)?.[1]
  if (other !== undefined) return colorOf(other, theme, tokens)
  const both = /^light-dark\((.+), (#\w+|rgb\(.+\))\)$/.exec(written)
  if (both === null) throw new Error(`${name} is not light-dark(): ${written}`)
  return (theme === 'light' ? both[1] : both[2]) ?? ''
}

export const pixelsOf = (value: string): number => Number(/^(\d+)(?:px|ms)$/.exec(value)?.[1] ?? Number.NaN)

/** Returns every style sheet of the renderer, parsed, by path. */
export const readSheets = (): readonly (readonly [string, ReturnType<typeof postcss.parse>])[] =>
  readdirSync(join(projectRoot, 'renderer'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .sort()
    .map((path) => [path, postcss.parse(readFileSync(join(projectRoot, 'renderer', path), 'utf8'))] as const)
