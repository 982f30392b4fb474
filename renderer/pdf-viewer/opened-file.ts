/** A page's displayed width and height, in points for a PDF and in pixels for an image. */
export type ShownPageSize = { readonly width: number; readonly height: number }

/** A file opened from memory, drawn page by page. Pages count from 1. */
export type OpenedFile = {
  readonly pageCount: number
  /** Whether the file was opened with a password. */
  readonly isEncrypted: boolean
  readonly readSize: (page: number) => Promise<ShownPageSize>
  /**
   * Draws a page on its own canvas, at `scale` pixels per point. Rejects if the page cannot be drawn or `signal`
   * aborts.
   */
  readonly draw: (page: number, scale: number, signal: AbortSignal) => Promise<HTMLCanvasElement>
  /** Reads the page's text, line by line; empty for a picture. */
  readonly readText: (page: number) => Promise<string>
  /** Frees the memory of the file. It cannot be drawn afterwards. */
  readonly close: () => void
}

/** Maximum pixels of a drawn page or picture. A larger page is drawn at a lower resolution. */
export const maxCanvasPixels = 32_000_000

/**
 * `locked`: the file needs a password, or the given password is wrong. `too-large`: a picture with too many pixels.
 * `unsupported`: not a type that this viewer draws.
 */
export type OpeningProblem = 'damaged' | 'locked' | 'too-large' | 'unsupported'

export type FileOpening =
  | { readonly kind: 'opened'; readonly file: OpenedFile }
  | { readonly kind: 'failed'; readonly problem: OpeningProblem }
