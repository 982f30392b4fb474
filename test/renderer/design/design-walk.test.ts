import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'
import { findCoveredByNotice, findFaults, findFaultsOfLongWords, findFocusFaults, shiftSoFar } from './design-faults.ts'
import { createOpener, screens } from './open-screen.ts'

const open = createOpener(startHarnessPages())

const sizes = [
  ['', { width: 1440, height: 900 }],
  ['at 1024, ', { width: 1024, height: 768 }],
  ['at 1920, ', { width: 1920, height: 1080 }],
  ['at 200 percent, ', { width: 720, height: 450 }],
] as const

const listFile = join(projectRoot, 'test/renderer/design/known-faults.json')
/** The known faults by screen (docs/design-checks.md). Any other fault fails the test, and so does a fixed one. */
const known = JSON.parse(readFileSync(listFile, 'utf8')) as Readonly<Record<string, readonly string[]>>
const isWriting = process.env.ATRIUM_WRITE_FAULTS === '1'
const written: Record<string, readonly string[]> = {}

/** Replaces the numbers in a fault, because counts and dates change with the data while the fault is the same. */
const keyOf = (fault: string): string => fault.replace(/(?<!at \d*)\d+/g, '#')

const expectOnlyKnown = (screen: string, faults: readonly string[]): void => {
  const found = [...new Set(faults.map(keyOf))].sort()
  if (isWriting) {
    if (found.length > 0) written[screen] = found
    writeFileSync(listFile, `${JSON.stringify(written, null, 2)}\n`)
    return
  }
  expect(found).toEqual(known[screen] ?? [])
}

describe.each(screens)('the screen %s', { timeout: 240_000 }, (screen, user, path) => {
  it('passes the design checks at four sizes, and with longer words at two', async () => {
    const page = await open(user, path)
    const faults: string[] = []
    for (const [name, size] of sizes) {
      await page.setViewportSize(size)
      await page.waitForTimeout(120)
      faults.push(...(await findFaults(page)).filter((fault) => !faults.includes(fault)).map((fault) => name + fault))
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    faults.push(...(await findFocusFaults(page, 40)))
    faults.push(...(await findFaultsOfLongWords(page, sizes.slice(0, 2))))
    expectOnlyKnown(screen, faults)
  })

  it('has no serious axe fault in light, in dark and with forced colours', async () => {
    const faults: string[] = []
    for (const [name, context] of [
      ['light', { colorScheme: 'light' }],
      ['dark', { colorScheme: 'dark' }],
      ['forced', { forcedColors: 'active' }],
    ] as const) {
      const page = await open(user, path, context)
      faults.push(...(await seriousFaultsOf(page, '[data-live-announcer]')).map((fault) => `${name}: ${fault}`))
    }
    expect(faults).toEqual([])
  })

  it('does not move while its data loads', async () => {
    const page = await open(user, path, {}, 300)
    const shift = await shiftSoFar(page)
    expectOnlyKnown(`${screen}, loading`, shift > 5 ? [`layout shift of ${shift} hundredths`] : [])
  })
})

const busyScreens = screens.filter(([screen]) => ['today', 'booking', 'study', 'finance'].includes(screen))

describe('a notice', { timeout: 60_000 }, () => {
  it.each(busyScreens)('covers no control of the screen %s that can be used', async (_screen, user, path) => {
    const page = await open(user, path, { viewport: { width: 1024, height: 768 } })
    await page.evaluate(() => {
      const refusal = { ok: false, failure: { code: 'timed-out', message: 'No answer came.' } } as const
      // The list of jobs cannot be read, so the number in the event stays.
      window.fakeControls?.failNext('jobs.list', refusal)
      window.fakeControls?.emit('jobs.changed', { underWay: 0, needAttention: 1 })
    })
    await page.locator('.w-toast').first().waitFor()
    for (const place of ['start', 'end'] as const) {
      await page.evaluate((to) => {
        const main = document.getElementById('main')
        if (main !== null) main.scrollTop = to === 'end' ? main.scrollHeight : 0
      }, place)
      // The notice has arrived, and the page has made room for it.
      await page.waitForTimeout(400)
      expect(await findCoveredByNotice(page), place).toEqual([])
    }
  })
})
