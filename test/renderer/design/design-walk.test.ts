import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import type { FakeUser } from '../fake-bridge.ts'
import { seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'
import { findFaults, findFaultsOfLongWords, findFocusFaults, shiftSoFar } from './design-faults.ts'

const pages = startHarnessPages()

/** Each screen, with the account that opens it. `STUDY` is replaced by the id of one of tomorrow's studies. */
const screens: readonly (readonly [string, FakeUser | null, string])[] = [
  ['sign-in', null, '/'],
  ['today', 'frontdesk', '/admin/frontdesk'],
  ['booking', 'frontdesk', '/admin/booking?memberID=m-000001'],
  ['reschedule', 'frontdesk', '/admin/booking/study/STUDY'],
  ['front desk study', 'frontdesk', '/admin/frontdesk/study/STUDY'],
  ['payment', 'frontdesk', '/admin/study/STUDY/payment'],
  ['invoice', 'frontdesk', '/admin/study/STUDY/invoice'],
  ['study', 'admin', '/admin/study/STUDY'],
  ['study at the front desk', 'frontdesk', '/admin/study/STUDY'],
  ['medical reports', 'hi', '/admin/study/STUDY/medical-reports'],
  ['sharing', 'admin', '/admin/study/STUDY/sharing'],
  ['follow-up', 'np', '/patient/study/STUDY/followup'],
  ['finance', 'admin', '/admin/finance'],
  ['worklist', 'hi', '/admin/worklists'],
  ['results', 'hi', '/admin/results'],
  ['messages', 'admin', '/admin/messages'],
  ['directory', 'admin', '/admin/directory'],
  ['members', 'frontdesk', '/admin/members?memberID=m-000001'],
  ['queues', 'frontdesk', '/admin/queues'],
  ['settings', 'frontdesk', '/admin/settings'],
  ['profile', 'frontdesk', '/user/profile'],
  ['gallery', 'frontdesk', '/gallery'],
  ['book now', null, '/booking/slot'],
  ...['people', 'locations', 'closures', 'catalogue', 'practitioners', 'import', 'audit', 'updates', 'data-duties'].map(
    (section) => [`administration ${section}`, 'admin', `/admin/administration/${section}`] as const,
  ),
]

const sizes = [
  ['', { width: 1440, height: 900 }],
  ['at 1024, ', { width: 1024, height: 768 }],
  ['at 1920, ', { width: 1920, height: 1080 }],
  ['at 200 percent, ', { width: 720, height: 450 }],
] as const

const listFile = join(projectRoot, 'test/renderer/design/known-faults.json')
/** The known faults by screen (docs/design-checks.md). Any other fault fails the test. */
const known = JSON.parse(readFileSync(listFile, 'utf8')) as Readonly<Record<string, readonly string[]>>
const isWriting = process.env.ATRIUM_WRITE_FAULTS === '1'
const written: Record<string, readonly string[]> = {}

const settle = async (page: Page): Promise<void> => {
  await page
    .waitForFunction(() => document.querySelector('.w-skeleton, .w-spinner') === null, null, { timeout: 8000 })
    .catch(() => null)
  await page.waitForTimeout(150)
}

/** Opens a screen on Monday 23 November 2026, 08:00 in Vancouver. */
const open = async (user: FakeUser | null, path: string, context: object = {}, latencyMs = 0): Promise<Page> => {
  const start = { ...(user === null ? {} : { signedInAs: user }), latencyMs }
  const wanted = { timezoneId: 'America/Vancouver', ...context }
  const page = await pages.open(
    path.includes('STUDY') ? '/user/profile' : path,
    { ...start, context: wanted },
    '2026-11-23T15:00:00Z',
  )
  if (path.includes('STUDY')) {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.evaluate((to) => {
      const found = window.fakeControls?.clinic.studies.find(
        ({ patientID, locationID, booking, temporaryHold }) =>
          patientID === 'm-000001' &&
          locationID === 'ca-bc-1' &&
          !temporaryHold &&
          (booking?.utcStart ?? '') > '2026-11-24',
      )
      history.pushState(null, '', to.replace('STUDY', found?.studyID ?? 'none'))
    }, path)
  }
  await settle(page)
  return page
}

/** Replaces the numbers in a fault, because counts and dates change with the data while the fault is the same. */
const keyOf = (fault: string): string => fault.replace(/(?<!at \d*)\d+/g, '#')

const expectOnlyKnown = (screen: string, faults: readonly string[]): void => {
  const found = [...new Set(faults.map(keyOf))].sort()
  if (isWriting) {
    if (found.length > 0) written[screen] = found
    writeFileSync(listFile, `${JSON.stringify(written, null, 2)}\n`)
    return
  }
  expect(found.filter((fault) => !(known[screen] ?? []).includes(fault))).toEqual([])
}

describe.each(screens)('the screen %s', { timeout: 240_000 }, (screen, user, path) => {
  it('passes the design checks at four sizes and with longer words', async () => {
    const page = await open(user, path)
    const faults: string[] = []
    for (const [name, size] of sizes) {
      await page.setViewportSize(size)
      await page.waitForTimeout(120)
      faults.push(...(await findFaults(page)).filter((fault) => !faults.includes(fault)).map((fault) => name + fault))
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    faults.push(...(await findFocusFaults(page, 40)))
    faults.push(...(await findFaultsOfLongWords(page)))
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
