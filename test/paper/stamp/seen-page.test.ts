import { describe, expect, it } from 'vitest'
import {
  letterBox,
  type Matrix,
  type SeenPage,
  stampMatrix,
  toBox,
  toRotate,
  toSeenBox,
} from '#paper/stamp/seen-page.ts'

const stamp = { width: 100, height: 30 }
const placement = { side: 'right', fromTop: 20, fromSide: 10 } as const

/**
 * Returns where a point of the stamp is on the visible page: its distance from the left edge and from the top edge, in
 * points.
 */
const seenPoint = (page: SeenPage, [a, b, c, d, e, f]: Matrix, x: number, y: number): readonly number[] => {
  const [left, bottom, right, top] = page.box
  const [onX, onY] = [a * x + c * y + e, b * x + d * y + f]
  const turned: Record<SeenPage['rotate'], readonly number[]> = {
    0: [onX - left, top - onY],
    90: [onY - bottom, onX - left],
    180: [right - onX, onY - bottom],
    270: [top - onY, right - onX],
  }
  return turned[page.rotate].map((one) => Math.round(one * page.unit * 1000) / 1000)
}

describe('stampMatrix', () => {
  it.each([0, 90, 180, 270] as const)('places the stamp upright on a page turned by %i', (rotate) => {
    const page: SeenPage = { box: [50, 40, 650, 440], rotate, unit: 1 }
    const width = rotate % 180 === 0 ? 600 : 400
    const right = stampMatrix(page, placement, stamp)
    expect(seenPoint(page, right, 0, 0)).toEqual([width - 110, 20])
    expect(seenPoint(page, right, 100, -30)).toEqual([width - 10, 50])
    expect(seenPoint(page, stampMatrix(page, { ...placement, side: 'left' }, stamp), 0, 0)).toEqual([10, 20])
  })

  it('keeps the size of the stamp if the unit of a page is not a point', () => {
    const page: SeenPage = { box: [0, 0, 306, 396], rotate: 90, unit: 2 }
    const matrix = stampMatrix(page, placement, stamp)
    expect(seenPoint(page, matrix, 0, 0)).toEqual([792 - 110, 20])
    expect(seenPoint(page, matrix, 100, -30)).toEqual([792 - 10, 50])
  })

  it('moves and shrinks the stamp on a page that is too small', () => {
    const low: SeenPage = { box: [0, 0, 200, 35], rotate: 0, unit: 1 }
    expect(seenPoint(low, stampMatrix(low, placement, stamp), 0, 0)).toEqual([90, 5])
    const tiny: SeenPage = { box: [0, 0, 50, 50], rotate: 0, unit: 1 }
    expect(seenPoint(tiny, stampMatrix(tiny, placement, stamp), 100, -30)).toEqual([50, 35])
  })
})

describe('the geometry of a page', () => {
  it('accepts the corners of a box in any order, and refuses a box that has no area or invalid numbers', () => {
    expect(toBox([612, 0, 0, 792])).toEqual(letterBox)
    for (const numbers of [[], [0, 0, 1], [0, 0, 0, 792], [0, 0, Number.NaN, 1], [0, 0, 1e9, 1]])
      expect(toBox(numbers)).toBeNull()
  })

  it('shows the part of the crop box that is on the page, or the whole page if the crop box is outside the page', () => {
    expect(toSeenBox(letterBox, [-10, 100, 300, 900])).toEqual([0, 100, 300, 792])
    expect(toSeenBox(letterBox, [700, 0, 800, 792])).toEqual(letterBox)
    expect(toSeenBox(letterBox, null)).toEqual(letterBox)
  })

  it('accepts any multiple of a quarter turn, and no other angle', () => {
    expect([0, 90, -90, 450, 720, -180].map(toRotate)).toEqual([0, 90, 270, 90, 0, 180])
    expect(toRotate(45)).toBeNull()
  })
})
