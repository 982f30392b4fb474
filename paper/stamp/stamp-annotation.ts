import type { StampPlacement } from '#domain/release/stamp.ts'
import type { Box, Matrix, SeenPage } from './seen-page.ts'
import { stampMatrix } from './seen-page.ts'
import { type StampForm, toNumber } from './stamp-drawing.ts'

/** Of an annotation, what says where it may be painted; `box` is null where it has no area. */
export type Annotation = {
  readonly subtype: string | null
  readonly box: Box | null
  readonly flags: number
  readonly hasAppearance: boolean
}

const hidden = 2
/** Its size or its place is not what its box says (ISO 32000-1, 12.5.3). */
const staysAsItIs = 8 + 16
/** Points about an annotation's box into which its border may reach. */
const border = 2

/** Whether an annotation, which is painted above all contents, may lie on the stamp. */
export const mayCover = ({ subtype, box, flags, hasAppearance }: Annotation, stamp: Box): boolean => {
  if ((flags & hidden) !== 0 || subtype === 'Popup' || (subtype === 'Link' && !hasAppearance)) return false
  if ((flags & staysAsItIs) !== 0) return true
  // Signatures that are not to be seen have no area.
  if (box === null) return false
  const [left, bottom, right, top] = box
  return left - border < stamp[2] && right + border > stamp[0] && bottom - border < stamp[3] && top + border > stamp[1]
}

/** The part of the page that the stamp takes, in the page's own units. */
export const stampBox = (page: SeenPage, placement: StampPlacement, form: StampForm): Box => {
  const [a, b, c, d, e, f] = stampMatrix(page, placement, form)
  const [x, y] = [a * form.width - c * form.height, b * form.width - d * form.height]
  return [e + Math.min(0, x), f + Math.min(0, y), e + Math.max(0, x), f + Math.max(0, y)]
}

/** How the stamp is turned and made smaller within an appearance; where it stands its annotation says. */
export const appearanceMatrix = (page: SeenPage, placement: StampPlacement, form: StampForm): Matrix => {
  const [a, b, c, d] = stampMatrix(page, placement, form)
  return [a, b, c, d, 0, 0]
}

/** What an appearance draws: the stamp's form under the name it has there. */
export const appearanceContent = '/S Do'

/** Printed, and neither changed nor moved by a reader. */
export const annotationFlags = 4 + 64 + 128 + 512

export const toNumbersText = (numbers: readonly number[]): string => numbers.map(toNumber).join(' ')
