import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

type Bounds = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
type StartBounds = { readonly width: number; readonly height: number; readonly x?: number; readonly y?: number }

export const SMALLEST_WIDTH = 800
export const SMALLEST_HEIGHT = 600
const FIRST: StartBounds = { width: 1440, height: 900 }
/** How much of the window must be on a display for a person to get hold of it. */
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
 * Where the window opens: where it was left, if that can still be reached on one of the displays' work areas; else in the
 * middle of the first, at the first size. Never smaller than the smallest, nor larger than its display.
 */
export const decideWindowBounds = (saved: unknown, workAreas: readonly Bounds[]): StartBounds => {
  const parsed = boundsSchema.safeParse(saved)
  const area = parsed.success
    ? workAreas.find(
        (each) =>
          overlap(parsed.data.x, parsed.data.width, each.x, each.width) >= GRIP.width &&
          overlap(parsed.data.y, parsed.data.height, each.y, each.height) >= GRIP.height &&
          // The title bar is what a window is moved by.
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

/** What was written last, or null where nothing readable was. */
export const readBounds = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Remembers where the window is; a disk that refuses costs only the memory of it. */
export const writeBounds = (file: string, bounds: Bounds): void => {
  try {
    writeFileSync(file, JSON.stringify(bounds), { mode: 0o600 })
  } catch {
    // The window opens in the middle next time.
  }
}
