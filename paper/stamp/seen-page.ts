import type { StampPlacement } from '#domain/release/stamp.ts'

/** left, bottom, right, top in the page's own units, the smaller first. */
export type Box = readonly [left: number, bottom: number, right: number, top: number]

/** What of a page is seen and how: the part within the crop box, turned clockwise, a unit being `unit` points. */
export type SeenPage = { readonly box: Box; readonly rotate: 0 | 90 | 180 | 270; readonly unit: number }

/** As PDF writes a transformation: `a b c d e f cm`. */
export type Matrix = readonly [number, number, number, number, number, number]

/** US letter: what a page without a box of its own is taken for. */
export const letterBox: Box = [0, 0, 612, 792]

/** The four numbers of a box with the smaller first; null where they enclose nothing or are not numbers. */
export const toBox = (numbers: readonly number[]): Box | null => {
  const [x1, y1, x2, y2] = numbers
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || numbers.length !== 4) return null
  if (!numbers.every((one) => Number.isFinite(one) && Math.abs(one) < 1e7)) return null
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  return box[2] - box[0] > 0 && box[3] - box[1] > 0 ? box : null
}

/** What is seen where a crop box is given: the part of it that lies on the page (ISO 32000-1, 14.11.2). */
export const toSeenBox = (media: Box, crop: Box | null): Box => {
  if (crop === null) return media
  const both = toBox([
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ])
  const isApart = crop[0] >= media[2] || crop[2] <= media[0] || crop[1] >= media[3] || crop[3] <= media[1]
  return isApart || both === null ? media : both
}

/** Any multiple of 90 as one of the four turns; null for any other angle, which is no rotation of a page. */
export const toRotate = (angle: number): SeenPage['rotate'] | null => {
  const turned = ((angle % 360) + 360) % 360
  return turned === 0 || turned === 90 || turned === 180 || turned === 270 ? turned : null
}

/**
 * Where the stamp is drawn so that it stands upright at its place on the page as it is seen. The matrix takes the stamp's top left
 * corner as origin, x to the right and y up. On a page too small for it the stamp is made smaller rather than cut off.
 */
export const stampMatrix = (
  page: SeenPage,
  placement: StampPlacement,
  stamp: { readonly width: number; readonly height: number },
): Matrix => {
  const [left, bottom, right, top] = page.box
  const isTurned = page.rotate === 90 || page.rotate === 270
  const width = (isTurned ? top - bottom : right - left) * page.unit
  const height = (isTurned ? right - left : top - bottom) * page.unit
  const scale = Math.min(1, width / stamp.width, height / stamp.height)
  const drawn = { width: stamp.width * scale, height: stamp.height * scale }
  const fromSide = Math.max(0, Math.min(placement.fromSide, width - drawn.width))
  const fromLeft = placement.side === 'left' ? fromSide : width - drawn.width - fromSide
  // From the seen page's top left corner to the right and down, in the page's own units.
  const across = fromLeft / page.unit
  const down = Math.max(0, Math.min(placement.fromTop, height - drawn.height)) / page.unit
  const size = scale / page.unit
  if (page.rotate === 90) return [0, size, -size, 0, left + down, bottom + across]
  if (page.rotate === 180) return [-size, 0, 0, -size, right - across, bottom + down]
  if (page.rotate === 270) return [0, -size, size, 0, right - down, top - across]
  return [size, 0, 0, size, left + across, top - down]
}
