import type { PdfInspection, StampedPdf, StampRequest } from '#domain/release/stamp.ts'
import type { DrawnPicture } from '../picture/draw-picture.ts'

/**
 * Opens untrusted PDFs and pictures in a separate process, which is killed when it uses too much time or memory. Never
 * throws: if the process fails, the answer is a refusal.
 */
export type PdfWorkshop = {
  /** Returns the number of pages, and whether the file can be opened. */
  inspect(bytes: Uint8Array): Promise<PdfInspection>
  /** Stamps the member's identity on every page (study spec §1). */
  stamp(bytes: Uint8Array, request: StampRequest): Promise<StampedPdf>
  /** Puts a sheet, a PDF that Atrium drew, before the pages of another PDF, which stays unencrypted. */
  cover(bytes: Uint8Array, sheet: Uint8Array): Promise<StampedPdf>
  /** Puts a PNG or JPEG on a page of its own. */
  picture(bytes: Uint8Array, contentType: string): Promise<DrawnPicture>
  close(): void
}
