import { describe, expect, it } from 'vitest'
import { checkDesign, findOwnIconSizes, findOwnValues } from '#scripts/check-design.ts'
import { projectRoot } from '#scripts/project.ts'

const path = 'renderer/booking/booking.css'

describe('the design', () => {
  it('is followed by every style sheet of the renderer', () => {
    expect(checkDesign(projectRoot)).toEqual([])
  })

  it.each([
    ['a colour', '.a {\n  color: #abc;\n}', 2],
    ['a named colour', '.a {\n  background: white;\n}', 2],
    ['a colour function', '.a {\n  border-top: 1px solid rgb(1 2 3);\n}', 2],
    ['a font size', '.a {\n  font-size: 15px;\n}', 2],
    ['a weight', '.a {\n  font-weight: 700;\n}', 2],
    ['a spacing', '.a {\n  margin: 0 5px;\n}', 2],
    ['a spacing equal to a token', '.a {\n\n  padding-inline: 8px;\n}', 3],
    ['a gap', '.a {\n  gap: 0.5rem;\n}', 2],
    ['a duration', '.a {\n  transition: opacity 300ms ease;\n}', 2],
    ['a radius', '.a {\n  border-start-end-radius: 6px;\n}', 2],
    ['a layer', '.a {\n  z-index: 1;\n}', 2],
    ['a size of an icon', '.a__icon,\n.a > svg:first-child {\n  width: 15px;\n}', 3],
  ])('refuses %s that is not a token', (_what, style, line) => {
    expect(findOwnValues(path, style)).toEqual([expect.stringMatching(new RegExp(`^${path}:${line}: `))])
  })

  it.each([
    ['tokens', '.a {\n  margin: 0 calc(-1 * var(--space-2));\n  color: var(--color-text);\n}'],
    ['the values transparent and currentColor', '.a {\n  background: transparent;\n  border-color: currentColor;\n}'],
    ['system colours where colours are forced', '@media (forced-colors: active) {\n.a { color: GrayText; }\n}'],
    ['a width and a line of one pixel', '.a {\n  width: 240px;\n  margin-top: -1px;\n}'],
    ['a size in a local variable', '.a {\n  --box: 18px;\n  margin: 0 calc(var(--box) + var(--space-1));\n}'],
    ['the radius of the parent, and a layer', '.a {\n  border-radius: inherit;\n  z-index: var(--layer-header);\n}'],
    ['a size of something around or inside an icon', '.svg-box {\n  width: 15px;\n}\n.a svg path {\n  height: 3px;\n}'],
    ['the property white-space', '.a {\n  white-space: nowrap;\n}'],
  ])('accepts %s', (_what, style) => {
    expect(findOwnValues(path, style)).toEqual([])
  })

  it('refuses an icon in code whose size is not a token', () => {
    const code = '<Check size={14} />\n<Check aria-hidden="true" size={15} />\n<Button size="small" />'
    expect(findOwnIconSizes('renderer/a.tsx', code, [14, 16])).toEqual([
      'renderer/a.tsx:2: size={15}: an icon has 14, 16 px',
    ])
  })
})
