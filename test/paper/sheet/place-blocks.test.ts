import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gap, type PaperBlock } from '#paper/sheet/blocks.ts'
import { keepTogether, keepWithNext, placeBlocks } from '#paper/sheet/place-blocks.ts'

const line = (height: number): PaperBlock => ({ height, draw: () => {} })
const title = (height: number): PaperBlock => ({ ...line(height), isHeading: true })
const room = { topOf: () => 100, bottom: 0, firstPage: 0 }
const pagesOf = (blocks: readonly PaperBlock[]): number[] => placeBlocks(blocks, room).placed.map(({ page }) => page)

/** Returns the height of the headings and spaces at the start, and of the block after them. */
const heightOfGroup = (blocks: readonly PaperBlock[]): number => {
  const end = blocks.findIndex(({ isHeading, isSpace }) => isHeading !== true && isSpace !== true)
  return blocks.slice(0, end < 0 ? blocks.length : end + 1).reduce((sum, { height }) => sum + height, 0)
}

describe('placeBlocks', () => {
  it('moves a heading to the next page if the following block does not fit, even if a space is between them', () => {
    expect(pagesOf([line(80), title(10), gap(4), line(10)])).toEqual([0, 1, 1, 1])
    expect(pagesOf([line(70), title(10), gap(4), line(10)])).toEqual([0, 0, 0, 0])
  })

  it('leaves out a space at the top of a further page, and starts no new page for a space', () => {
    const { placed, pages } = placeBlocks([line(95), gap(20), line(10)], room)
    expect(placed.map(({ page, top }) => [page, top])).toEqual([
      [0, 100],
      [0, 5],
      [1, 100],
    ])
    expect(pages).toBe(2)
    expect(placeBlocks([line(95), gap(20)], room).pages).toBe(1)
  })

  it('moves the last rows with their sum, and a group that stays together as a whole', () => {
    const rows = [line(40), line(40), line(10)]
    expect(pagesOf([...rows, gap(5), line(20)])).toEqual([0, 0, 0, 0, 1])
    expect(pagesOf([...keepWithNext(rows), gap(5), line(20)])).toEqual([0, 0, 1, 1, 1])
    expect(pagesOf([...keepWithNext(rows, 2), gap(5), line(20)])).toEqual([0, 1, 1, 1, 1])
    expect(pagesOf([line(40), ...keepTogether([line(30), line(30), gap(4)])])).toEqual([0, 0, 0, 0])
    expect(pagesOf([line(50), ...keepTogether([line(30), gap(4), line(30)])])).toEqual([0, 1, 1, 1])
    expect(keepTogether([])).toEqual([])
  })

  it('splits a group that is higher than a page, page by page', () => {
    const group = Array.from({ length: 12 }, () => title(20))
    expect(Math.max(...pagesOf(group))).toBe(2)
  })

  it('puts a heading on the page of the block after it, and never puts a block below the end of a page', () => {
    const block = fc.oneof(
      fc.integer({ min: 1, max: 40 }).map(line),
      fc.integer({ min: 1, max: 12 }).map(title),
      fc.integer({ min: 1, max: 20 }).map(gap),
    )
    fc.assert(
      fc.property(fc.array(block, { maxLength: 60 }), (blocks) => {
        // As on a paper, headings fit on a page together with the spaces and the block after them.
        fc.pre(blocks.every((_each, at) => heightOfGroup(blocks.slice(at)) <= 100))
        const placed = placeBlocks(blocks, room).placed.filter(({ block: each }) => each.isSpace !== true)
        for (const [place, each] of placed.entries()) {
          expect(each.top - each.block.height).toBeGreaterThanOrEqual(0)
          const next = placed[place + 1]
          if (each.block.isHeading === true && next !== undefined) expect(next.page).toBe(each.page)
        }
      }),
      { numRuns: 300 },
    )
  })
})
