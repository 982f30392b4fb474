import type { PdfInspection, StampedPdf, StampRequest } from '#domain/release/stamp.ts'
import type { DrawnPicture } from '../picture/draw-picture.ts'

/**
 * Where PDFs and pictures of unknown make are opened: a process of its own that is killed when it takes too long or too much
 * memory. Never throws; whatever happens to the process is an answer.
 */
export type PdfWorkshop = {
  /** How many pages it has, and whether it can be opened at all. */
  inspect(bytes: Uint8Array): Promise<PdfInspection>
  /** Stamps whose it is on every page (study spec §1). */
  stamp(bytes: Uint8Array, request: StampRequest): Promise<StampedPdf>
  /** Puts a PNG or JPEG onto a page of its own. */
  picture(bytes: Uint8Array, contentType: string): Promise<DrawnPicture>
  close(): void
}
