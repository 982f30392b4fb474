import type { StampPlacement } from '#domain/release/stamp.ts'

/** The edges of a box in the page's own units. Left is less than right, and bottom is less than top. */
export type Box = readonly [left: number, bottom: number, right: number, top: number]

/**
 * The visible part of a page. `box` is in the page's own units, of `unit` points each. `rotate` has the degrees by
 * which viewers turn the page clockwise.
 */
export type SeenPage = { readonly box: Box; readonly rotate: 0 | 90 | 180 | 270; readonly unit: number }

/** A transformation in PDF's order: `a b c d e f cm`. */
export type Matrix = readonly [number, number, number, number, number, number]

/** US letter: the assumed size of a page without a box. */
export const letterBox: Box = [0, 0, 612, 792]

/** Returns the box between two opposite corners; null if it has no area or the numbers are invalid. */
export const toBox = (numbers: readonly number[]): Box | null => {
  const [x1, y1, x2, y2] = numbers
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || numbers.length !== 4) return null
  if (!numbers.every((one) => Number.isFinite(one) && Math.abs(one) < 1e7)) return null
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  return box[2] - box[0] > 0 && box[3] - box[1] > 0 ? box : null
}

/** Returns the visible box: the part of the crop box in the media box, or else the media box (ISO 32000-1, 14.11.2). */
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

/** Returns a multiple of 90 as one of the four rotations; null for any other angle, which is not valid. */
export const toRotate = (angle: number): SeenPage['rotate'] | null => {
  const turned = ((angle % 360) + 360) % 360
  return turned === 0 || turned === 90 || turned === 180 || turned === 270 ? turned : null
}

/**
 * Returns the matrix that draws the stamp upright at its place on the visible page. The matrix maps from the stamp's
 * coordinates: the origin is the stamp's top left corner, x points right and y points up. On a page that is too small,
 * the stamp is scaled down rather than cut off.
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
  // Distances from the visible page's top left corner to the right and down, in the page's own units.
  const across = fromLeft / page.unit
  const down = Math.max(0, Math.min(placement.fromTop, height - drawn.height)) / page.unit
  const size = scale / page.unit
  if (page.rotate === 90) return [0, size, -size, 0, left + down, bottom + across]
  if (page.rotate === 180) return [-size, 0, 0, -size, right - across, bottom + down]
  if (page.rotate === 270) return [0, -size, size, 0, right - down, top - across]
  return [size, 0, 0, size, left + across, top - down]
}
