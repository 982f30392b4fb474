import { describe, expect, it } from 'vitest'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { findSmallTargets } from './design-faults.ts'
import { createOpener, screens } from './open-screen.ts'

const open = createOpener(startHarnessPages())

/** A touch screen: the browser's pointer is coarse. */
const width = 1280
const touch = { hasTouch: true, isMobile: true, viewport: { width, height: 800 } }

describe.each(screens)('the screen %s on a touch screen', { timeout: 120_000 }, (_screen, user, path) => {
  it('has no target below 44 px, and does not scroll sideways', async () => {
    const page = await open(user, path, touch)
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
    expect(await findSmallTargets(page, 44)).toEqual([])
    // The window of a mobile browser grows with a page that is too wide, so the page is compared with the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
})
