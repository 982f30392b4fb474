import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
} from 'culori'
import { describe, expect, it } from 'vitest'
import {
  baseTokens,
  type ColorTheme,
  colorOf,
  compactTokens,
  moreContrastTokens,
  pixelsOf,
  readSheets,
  reducedMotionTokens,
  themes,
} from './read-tokens.ts'

const read = (css: string) => {
  const color = parse(css)
  if (color === undefined) throw new Error(`not a colour: ${css}`)
  return color
}

const surfaces = ['canvas', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover']
const states = ['success', 'warning', 'danger', 'info', 'neutral']

/** Pairs of a text colour and its background. */
const textPairs: readonly (readonly [string, string])[] = [
  ...['text', 'text-muted', 'text-faint', 'link'].flatMap((text) =>
    surfaces.map((surface): [string, string] => [text, surface]),
  ),
  ['text', 'surface-pressed'],
  ['text-muted', 'surface-pressed'],
  ...states.flatMap((state): [string, string][] => [
    [`${state}-text`, `${state}-soft`],
    ...['canvas', 'surface', 'surface-raised'].map((surface): [string, string] => [`${state}-text`, surface]),
    // A banner has its title and its text on the soft colour.
    ['text', `${state}-soft`],
    ['text-muted', `${state}-soft`],
  ]),
  ...['on-primary'].flatMap((text): [string, string][] => [
    [text, 'primary'],
    [text, 'primary-hover'],
    [text, 'primary-pressed'],
  ]),
  ...['danger', 'danger-hover', 'danger-pressed'].map((fill): [string, string] => ['on-danger', fill]),
  ['danger-text', 'danger-soft-hover'],
  ['selected-text', 'selected-soft'],
  ['text', 'selected-soft'],
  ['text-muted', 'selected-soft'],
  ['on-selected', 'selected'],
  ['hold-text', 'hold-soft'],
  ...['secondary-soft', 'secondary-soft-hover', 'secondary-soft-pressed'].map((soft): [string, string] => [
    'secondary-text',
    soft,
  ]),
  ['text-inverse', 'tooltip'],
]

/** Pairs of a colour and its background, for edges and marks that carry meaning. */
const edgePairs: readonly (readonly [string, string])[] = [
  ...['line-control', 'focus', 'primary', ...states.slice(0, 4)].flatMap((edge) =>
    ['canvas', 'surface', 'surface-raised'].map((surface): [string, string] => [edge, surface]),
  ),
  ...states.slice(0, 4).map((state): [string, string] => [state, `${state}-soft`]),
]

const tooFaint = (
  pairs: readonly (readonly [string, string])[],
  least: number,
  theme: ColorTheme,
  tokens: Readonly<Record<string, string>>,
): string[] =>
  pairs.flatMap(([front, back]) => {
    const [one, other] = [`--color-${front}`, `--color-${back}`].map((name) => read(colorOf(name, theme, tokens)))
    const contrast = one === undefined || other === undefined ? 0 : wcagContrast(one, other)
    return contrast >= least ? [] : [`${front} on ${back}: ${Math.round(contrast * 100) / 100}`]
  })

const levels = [
  ['at standard contrast', baseTokens],
  ['with more contrast', { ...baseTokens, ...moreContrastTokens }],
] as const

describe.each(themes)('the colours in the theme %s', (theme) => {
  it.each(levels)('have a contrast of at least 4.5:1 in every pair of text and surface, %s', (_level, tokens) => {
    expect(tooFaint(textPairs, 4.5, theme, tokens)).toEqual([])
  })

  it.each(levels)('have a contrast of at least 3:1 in every edge, focus ring and mark, %s', (_level, tokens) => {
    expect(tooFaint(edgePairs, 3, theme, tokens)).toEqual([])
  })

  it('differ by at least 20 in CIEDE2000 between any two states', () => {
    const differ = differenceCiede2000()
    const fills = states.slice(0, 4).map((state) => [state, read(colorOf(`--color-${state}`, theme))] as const)
    const close = fills.flatMap(([name, color], at) =>
      fills.slice(at + 1).flatMap(([other, fill]) => (differ(color, fill) < 20 ? [`${name} and ${other}`] : [])),
    )
    expect(close).toEqual([])
  })
})

/**
 * With a colour deficiency, two of the states' colours often differ by less than 20; no palette of four avoids this. So
 * a state is never shown by its colour alone: a badge has words, a banner and a toast have an icon, a dot has a shape.
 */
describe('a simulated colour deficiency', () => {
  const simulations = [
    ['protanopia', filterDeficiencyProt(1)],
    ['deuteranopia', filterDeficiencyDeuter(1)],
    ['tritanopia', filterDeficiencyTrit(1)],
  ] as const

  it.each(simulations)('(%s) leaves text readable on the soft colour of its state', (_name, simulate) => {
    const faint = themes.flatMap((theme) =>
      states.filter((state) => {
        const [text, soft] = ['text', 'soft'].map((part) => simulate(read(colorOf(`--color-${state}-${part}`, theme))))
        return text === undefined || soft === undefined || wcagContrast(text, soft) < 4.5
      }),
    )
    expect(faint).toEqual([])
  })

  it('leaves the state of each dot recognisable, because each dot has its own shape', () => {
    const sheet = readSheets().find(([path]) => path.endsWith('status-dot.css'))?.[1]
    const shapes: string[] = []
    sheet?.walkRules(/__dot--/, (rule) => {
      const shape = rule.nodes.filter(
        (node) => node.type === 'decl' && !/^(?:background|border|width|height)$/.test(node.prop),
      )
      const isRing = rule.nodes.some((node) => node.type === 'decl' && node.prop === 'border')
      shapes.push(`${isRing ? 'ring ' : ''}${shape.map(String).join('; ')}`)
    })
    expect(shapes).toHaveLength(5)
    expect(new Set(shapes).size).toBe(5)
  })
})

describe('roles', () => {
  it('have different colours: no state has the primary colour (teal) or the secondary colour (coral); only a hold is amber', () => {
    expect(baseTokens['--color-hold']).toBe('var(--color-warning)')
    for (const theme of themes) {
      const fills = [...states.slice(0, 4), 'primary', 'secondary'].map((role) => colorOf(`--color-${role}`, theme))
      expect(new Set(fills).size).toBe(fills.length)
    }
  })
})

describe('motion', () => {
  it('lasts at most 220 ms, and takes no time if the user prefers reduced motion', () => {
    const durations = Object.entries(baseTokens).filter(([name]) => name.startsWith('--duration-'))
    expect(durations.filter(([, value]) => !(pixelsOf(value) <= 220))).toEqual([])
    expect(durations.map(([name]) => reducedMotionTokens[name])).toEqual(durations.map(() => '0ms'))
  })

  it('animates only properties that need no layout: opacity, colours, translate, rotate, mask and background', () => {
    const cheap =
      /^(?:opacity|translate|rotate|transform|mask-image|background-position|background-color|border-color|color|visibility|none)$/
    const costly = readSheets().flatMap(([path, sheet]) => {
      const found: string[] = []
      sheet.walkAtRules('keyframes', (frames) => {
        frames.walkDecls(({ prop }) => {
          if (!cheap.test(prop)) found.push(`${path}: ${frames.params}: ${prop}`)
        })
      })
      sheet.walkDecls('transition', ({ value }) => {
        for (const part of value.split(/,(?![^(]*\))/)) {
          const [property = ''] = part.trim().split(' ')
          if (!cheap.test(property)) found.push(`${path}: transition: ${part.trim()}`)
        }
      })
      return found
    })
    expect(costly).toEqual([])
  })

  it('that never ends has a calmer form for users who prefer reduced motion', () => {
    const restless = readSheets().flatMap(([path, sheet]) => {
      const endless: string[] = []
      const calmed: string[] = []
      sheet.walkDecls('animation', (declaration) => {
        const rule = declaration.parent
        if (rule?.type !== 'rule' || !('selector' in rule)) return
        const isCalm = JSON.stringify(rule.parent?.toString() ?? '').includes('prefers-reduced-motion: reduce')
        const isInMedia = rule.parent?.type === 'atrule'
        if (isInMedia && isCalm) calmed.push(String(rule.selector))
        else if (declaration.value.includes('infinite')) endless.push(String(rule.selector))
      })
      return endless.filter((selector) => !calmed.includes(selector)).map((selector) => `${path}: ${selector}`)
    })
    expect(restless).toEqual([])
  })
})

describe('sizes', () => {
  it('of targets are at least 24 px, and of most controls at least 32 px, in both densities', () => {
    for (const tokens of [baseTokens, { ...baseTokens, ...compactTokens }]) {
      const heights = Object.entries(tokens).filter(([name]) => /^--control-height|^--row-height/.test(name))
      expect(heights.filter(([, value]) => !(pixelsOf(value) >= 24))).toEqual([])
      for (const name of ['--control-height', '--control-height-small', '--control-height-large'])
        expect(pixelsOf(tokens[name] ?? ''), name).toBeGreaterThanOrEqual(32)
    }
  })

  it('of text are at least 11 px, and do not depend on the density', () => {
    const texts = Object.entries(baseTokens).filter(([name]) => /^--text-/.test(name))
    expect(texts.filter(([, value]) => !(pixelsOf(value) >= 11))).toEqual([])
    expect(Object.keys(compactTokens).filter((name) => /^--text-|^--color-/.test(name))).toEqual([])
  })

  it('of gaps grow with each step in both densities', () => {
    const steps = 'half 1 1h 2 2h 3 3h 4 5 6 8 10 12 16'.split(' ').map((step) => `--space-${step}`)
    for (const tokens of [baseTokens, { ...baseTokens, ...compactTokens }]) {
      const widths = steps.map((step) => pixelsOf(tokens[step] ?? ''))
      expect(widths).toEqual([...widths].sort((one, other) => one - other))
    }
    expect(Object.keys(baseTokens).filter((name) => name.startsWith('--space-') && !steps.includes(name))).toEqual([])
  })
})
