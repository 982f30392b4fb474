import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideWindowBounds, SMALLEST_HEIGHT, SMALLEST_WIDTH } from '#main/shells/electron/window-bounds.ts'

const desk = { x: 0, y: 0, width: 1920, height: 1040 }
const right = { x: 1920, y: -200, width: 2560, height: 1400 }

describe('the window', () => {
  it('opens at its last position, on any display', () => {
    for (const saved of [
      { x: 100, y: 50, width: 1200, height: 800 },
      { x: 2000, y: -100, width: 1200, height: 800 },
      { x: -400, y: 0, width: 1200, height: 800 },
    ]) {
      expect(decideWindowBounds(saved, [desk, right])).toEqual(saved)
    }
  })

  it('opens in the middle at the default size if its display is gone, or its title bar is unreachable', () => {
    for (const saved of [
      { x: 2000, y: 100, width: 1200, height: 800 },
      { x: 1850, y: 0, width: 1200, height: 800 },
      { x: 0, y: -300, width: 1200, height: 800 },
      { x: 0, y: 1000, width: 1200, height: 800 },
    ]) {
      expect(decideWindowBounds(saved, [desk])).toEqual({ width: 1440, height: 900 })
    }
  })

  it('fits a display smaller than the default size', () => {
    expect(decideWindowBounds(null, [{ x: 0, y: 0, width: 1024, height: 728 }])).toEqual({ width: 1024, height: 728 })
    expect(decideWindowBounds(null, [])).toEqual({ width: 1440, height: 900 })
  })

  it('stays within the limits of a window, whatever the file says', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.record({ x: fc.integer(), y: fc.integer(), width: fc.integer(), height: fc.integer() }),
        ),
        (saved) => {
          const { width, height } = decideWindowBounds(saved, [desk, right])
          expect(width).toBeGreaterThanOrEqual(SMALLEST_WIDTH)
          expect(height).toBeGreaterThanOrEqual(SMALLEST_HEIGHT)
          expect(width).toBeLessThanOrEqual(2560)
          expect(height).toBeLessThanOrEqual(1400)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
