import { type Color, rgb } from 'pdf-lib'
import type { TextStyle } from './typesetter.ts'

/** The colour of the main text. */
export const ink = rgb(0.07, 0.09, 0.12)
/** The colour of secondary text: labels, addresses, footers. */
export const paperGrey = rgb(0.36, 0.39, 0.43)
/** Lines between rows. */
export const hairline = rgb(0.8, 0.82, 0.85)
/** The product's colour: the sender, headings and the lines below them. */
export const accent = rgb(0.043, 0.439, 0.412)
/** The background of the member and of facts. */
export const tint = rgb(0.945, 0.957, 0.957)
const white = rgb(1, 1, 1)

/** Every colour of a text with every background that it is printed on. @internal Tests measure the contrasts. */
export const textPairs: readonly (readonly [text: Color, background: Color])[] = [ink, paperGrey, accent].flatMap(
  (text) => [white, tint].map((background) => [text, background] as const),
)

/** The type scale of all papers. */
export const titleStyle: TextStyle = { face: 'bold', size: 16 }
export const nameStyle: TextStyle = { face: 'bold', size: 14 }
export const totalStyle: TextStyle = { face: 'bold', size: 12 }
export const headingStyle: TextStyle = { face: 'bold', size: 10.5 }
export const body: TextStyle = { face: 'regular', size: 9.5 }
export const strong: TextStyle = { face: 'bold', size: 9.5 }
export const small: TextStyle = { face: 'regular', size: 8 }
export const labelStyle: TextStyle = { face: 'bold', size: 8 }
/** Line height as a multiple of the size. */
export const leading = 1.32
