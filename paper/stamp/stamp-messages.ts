import type { PdfInspection, PdfRefusal, StampedPdf, StampRequest } from '#domain/release/stamp.ts'
import type { DrawnPicture } from '../picture/draw-picture.ts'

/** What a PDF process is asked. The numbers say which ask an answer belongs to. */
export type StampOrder =
  | { readonly order: 'inspect'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly order: 'stamp'; readonly id: number; readonly bytes: Uint8Array; readonly request: StampRequest }
  | { readonly order: 'picture'; readonly id: number; readonly bytes: Uint8Array; readonly contentType: string }

/** Memory of the whole process in MiB: the most it had while at work, and what it has now. */
export type MemoryUse = { readonly peakMiB: number; readonly nowMiB: number }

/** What a PDF process says. After `stopped` it is gone: it ended itself rather than take more than it may. */
export type StampMessage =
  | { readonly news: 'ready' }
  | { readonly news: 'inspected'; readonly id: number; readonly answer: PdfInspection; readonly memory: MemoryUse }
  | { readonly news: 'stamped'; readonly id: number; readonly answer: StampedPdf; readonly memory: MemoryUse }
  | { readonly news: 'drawn'; readonly id: number; readonly answer: DrawnPicture; readonly memory: MemoryUse }
  | { readonly news: 'stopped'; readonly id: number; readonly reason: PdfRefusal; readonly memory: MemoryUse }
