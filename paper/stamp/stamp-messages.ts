import type { PdfInspection, PdfRefusal, StampedPdf, StampRequest } from '#domain/release/stamp.ts'
import type { DrawnPicture } from '../picture/draw-picture.ts'

/** A request to a PDF process. The answer has the same `id`. */
export type StampOrder =
  | { readonly order: 'inspect'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly order: 'stamp'; readonly id: number; readonly bytes: Uint8Array; readonly request: StampRequest }
  | { readonly order: 'cover'; readonly id: number; readonly bytes: Uint8Array; readonly sheet: Uint8Array }
  | { readonly order: 'picture'; readonly id: number; readonly bytes: Uint8Array; readonly contentType: string }

/** The memory of the whole process in MiB: the peak during work, and the current use. */
export type MemoryUse = { readonly peakMiB: number; readonly nowMiB: number }

/**
 * A message from a PDF process. After `stopped` the process ends itself, because it reached a limit or its working
 * thread failed.
 */
export type StampMessage =
  | { readonly news: 'ready' }
  | { readonly news: 'inspected'; readonly id: number; readonly answer: PdfInspection; readonly memory: MemoryUse }
  | { readonly news: 'stamped'; readonly id: number; readonly answer: StampedPdf; readonly memory: MemoryUse }
  | { readonly news: 'drawn'; readonly id: number; readonly answer: DrawnPicture; readonly memory: MemoryUse }
  | { readonly news: 'stopped'; readonly id: number; readonly reason: PdfRefusal; readonly memory: MemoryUse }
