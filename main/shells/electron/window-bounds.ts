import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { fileModeFor } from '#runtime/private-modes.ts'

type Bounds = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
type StartBounds = { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number }

export const SMALLEST_WIDTH = 800
export const SMALLEST_HEIGHT = 600
const FIRST: StartBounds = { width: 1440, height: 900 }
/** Size of the part of a window that must be on a display, so that the user can move it. */
const GRIP = { width: 120, height: 60 }

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
})

const overlap = (start: number, size: number, otherStart: number, otherSize: number): number =>
  Math.min(start + size, otherStart + otherSize) - Math.max(start, otherStart)

/**
 * Decides where the window opens: at its last position, if that is still reachable on the work area of a display.
 * Otherwise it opens in the middle of the first display, with the default size. The size is limited to the display, but
 * at the last position it is never less than the minimum size.
 */
export const decideWindowBounds = (saved: unknown, workAreas: readonly Bounds[]): StartBounds => {
  const parsed = boundsSchema.safeParse(saved)
  const area = parsed.success
    ? workAreas.find(
        (each) =>
          overlap(parsed.data.x, parsed.data.width, each.x, each.width) >= GRIP.width &&
          overlap(parsed.data.y, parsed.data.height, each.y, each.height) >= GRIP.height &&
          // The user moves a window by its title bar.
          parsed.data.y >= each.y,
      )
    : undefined
  if (!parsed.success || !area) {
    const first = workAreas[0]
    return first ? { width: Math.min(FIRST.width, first.width), height: Math.min(FIRST.height, first.height) } : FIRST
  }
  const { x, y, width, height } = parsed.data
  return {
    x,
    y,
    width: Math.max(SMALLEST_WIDTH, Math.min(width, area.width)),
    height: Math.max(SMALLEST_HEIGHT, Math.min(height, area.height)),
  }
}

/** Returns the stored bounds, or null when there are none or they cannot be read. */
export const readBounds = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Stores the window's position; a disk failure only loses the position. */
export const writeBounds = (file: string, bounds: Bounds): void => {
  try {
    writeFileSync(file, JSON.stringify(bounds), { mode: fileModeFor(file) })
  } catch {
    // The window opens in the middle next time.
  }
}
