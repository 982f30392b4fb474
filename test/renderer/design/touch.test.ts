import { describe, expect, it } from 'vitest'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { findFaults, findSmallTargets } from './design-faults.ts'
import { createOpener, screens } from './open-screen.ts'

const open = createOpener(startHarnessPages())

/** A touch screen: the browser's pointer is coarse. */
const touch = { hasTouch: true, isMobile: true, viewport: { width: 1280, height: 800 } }

describe.each(screens)('the screen %s on a touch screen', { timeout: 120_000 }, (_screen, user, path) => {
  it('has no target below 44 px, and cuts nothing off', async () => {
    const page = await open(user, path, touch)
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
    expect(await findSmallTargets(page, 44)).toEqual([])
    expect((await findFaults(page)).filter((fault) => fault.startsWith('overflow'))).toEqual([])
  })
})
