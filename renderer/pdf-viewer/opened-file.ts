/** A page's width and height as it is seen, in points for a PDF and in pixels for an image. */
export type ShownPageSize = { readonly width: number; readonly height: number }

/** A file that was opened from memory and can be drawn page by page. Pages count from 1. */
export type OpenedFile = {
  readonly pageCount: number
  /** Whether a password opened it. */
  readonly isEncrypted: boolean
  readonly readSize: (page: number) => Promise<ShownPageSize>
  /** Draws a page on a canvas of its own, `scale` pixels per point. Rejects where the page cannot be drawn or `signal` gave up. */
  readonly draw: (page: number, scale: number, signal: AbortSignal) => Promise<HTMLCanvasElement>
  /** What the page says, line by line; empty where it is a picture. */
  readonly readText: (page: number) => Promise<string>
  /** Frees what it holds; it cannot be drawn any more. */
  readonly close: () => void
}

/** Pixels of a drawn page or picture; a larger one is drawn coarser. */
export const mostCanvasPixels = 32_000_000

/**
 * `locked`: it needs a password, or another one. `too-large`: a picture of more dots than are taken. `unsupported`: it is no file that
 * this viewer draws.
 */
export type OpeningProblem = 'damaged' | 'locked' | 'too-large' | 'unsupported'

export type FileOpening =
  | { readonly kind: 'opened'; readonly file: OpenedFile }
  | { readonly kind: 'failed'; readonly problem: OpeningProblem }
