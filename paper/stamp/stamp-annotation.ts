import type { StampPlacement } from '#domain/release/stamp.ts'
import type { Box, Matrix, SeenPage } from './seen-page.ts'
import { stampMatrix } from './seen-page.ts'
import { type StampForm, toNumber } from './stamp-drawing.ts'

/** The facts of an annotation that decide where it may be drawn; `box` is null when it has no area. */
export type Annotation = {
  readonly subtype: string | null
  readonly box: Box | null
  readonly flags: number
  readonly hasAppearance: boolean
}

const hidden = 2
/** Flags of an annotation whose size or place may differ from its box (ISO 32000-1, 12.5.3). */
const staysAsItIs = 8 + 16
/** Points that an annotation's border may extend beyond its box. */
const border = 2

/** Returns whether an annotation may cover the stamp; annotations are drawn above all contents. */
export const mayCover = ({ subtype, box, flags, hasAppearance }: Annotation, stamp: Box): boolean => {
  if ((flags & hidden) !== 0 || subtype === 'Popup' || (subtype === 'Link' && !hasAppearance)) return false
  if ((flags & staysAsItIs) !== 0) return true
  // Invisible signatures have no area.
  if (box === null) return false
  const [left, bottom, right, top] = box
  return left - border < stamp[2] && right + border > stamp[0] && bottom - border < stamp[3] && top + border > stamp[1]
}

/** Returns the part of the page that the stamp takes, in the page's own units. */
export const stampBox = (page: SeenPage, placement: StampPlacement, form: StampForm): Box => {
  const [a, b, c, d, e, f] = stampMatrix(page, placement, form)
  const [x, y] = [a * form.width - c * form.height, b * form.width - d * form.height]
  return [e + Math.min(0, x), f + Math.min(0, y), e + Math.max(0, x), f + Math.max(0, y)]
}

/** Returns the stamp's rotation and scale inside an appearance; the position is in the annotation's `Rect`. */
export const appearanceMatrix = (page: SeenPage, placement: StampPlacement, form: StampForm): Matrix => {
  const [a, b, c, d] = stampMatrix(page, placement, form)
  return [a, b, c, d, 0, 0]
}

/** The content of an appearance: draws the stamp's form, which the appearance's resources name `S`. */
export const appearanceContent = '/S Do'

/**
 * The flags Print, ReadOnly, Locked and LockedContents (ISO 32000-1, 12.5.3): the annotation is printed, and a viewer
 * does not let its user change or move it.
 */
export const annotationFlags = 4 + 64 + 128 + 512

export const toNumbersText = (numbers: readonly number[]): string => numbers.map(toNumber).join(' ')
