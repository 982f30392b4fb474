import type { PaperBlock } from './blocks.ts'

type Placed = { readonly block: PaperBlock; readonly page: number; readonly top: number }

/** The space for blocks on the pages, in points: `topOf` a page down to `bottom`. */
type Room = { readonly topOf: (page: number) => number; readonly bottom: number; readonly firstPage: number }

/**
 * Places blocks one below the other. A heading stays with the next block, a page never begins with a space, and a
 * table's header row is repeated.
 */
export const placeBlocks = (
  blocks: readonly PaperBlock[],
  { topOf, bottom, firstPage }: Room,
): { readonly placed: readonly Placed[]; readonly pages: number } => {
  const placed: Placed[] = []
  let page = firstPage
  let top = topOf(page)
  const put = (block: PaperBlock): void => {
    placed.push({ block, page, top })
    top -= block.height
  }
  for (const [index, block] of blocks.entries()) {
    const isAtTop = top === topOf(page)
    if (block.isSpace === true) {
      if (!isAtTop || page === firstPage) put(block)
      continue
    }
    const whole = neededAt(blocks, index)
    // A group that is higher than a page cannot stay together.
    const needed = whole > topOf(page + 1) - bottom ? block.height : whole
    if ((top - needed < bottom || block.startsPage === true) && !isAtTop) {
      page += 1
      top = topOf(page)
      if (block.repeated !== undefined) put(block.repeated)
    }
    put(block)
  }
  return { placed, pages: page + 1 - firstPage }
}

/**
 * Returns the height that a block needs: its own height and, for a heading, the heights of the blocks that stay with
 * it. These are the following blocks up to and including the first that is neither a heading nor a space.
 */
const neededAt = (blocks: readonly PaperBlock[], index: number, isAfterHeading = false): number => {
  const block = blocks[index]
  if (block === undefined) return 0
  const goesOn = block.isHeading === true || (isAfterHeading && block.isSpace === true)
  return block.height + (goesOn ? neededAt(blocks, index + 1, true) : 0)
}

/**
 * Returns blocks of which the last `count` stay on one page with the block that follows, such as rows with their sum.
 */
export const keepWithNext = (blocks: readonly PaperBlock[], count = 1): readonly PaperBlock[] =>
  blocks.map((block, place) =>
    place >= blocks.length - count && block.isSpace !== true ? { ...block, isHeading: true } : block,
  )

/** Returns blocks that stay on one page, if a page has room for all of them. */
export const keepTogether = (blocks: readonly PaperBlock[]): readonly PaperBlock[] => {
  const last = blocks.findLastIndex(({ isSpace }) => isSpace !== true)
  return blocks.map((block, place) => (place < last && block.isSpace !== true ? { ...block, isHeading: true } : block))
}
