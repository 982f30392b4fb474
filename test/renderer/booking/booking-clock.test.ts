import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { assistedWords } from '#renderer/booking/assisted/assisted-words.ts'
import { type StartOptions, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page

/** Opens a page on Monday 23 November 2026, 07:00 in Los Angeles, and holds a free time. */
const openAndHold = async (path: string, start: StartOptions = {}): Promise<void> => {
  page = await pages.open(path, { ...start, context: { timezoneId: 'America/Los_Angeles' } }, '2026-11-23T15:00:00Z')
  await page.locator('[role=gridcell].sg-cell--free').nth(4).click()
  await expectPage(page.getByRole('timer')).toBeVisible()
}
const callsOf = (command: string): Promise<number | undefined> =>
  page.evaluate((name) => window.fakeControls?.calls.filter((call) => call.command === name).length, command)

describe('a held time', { timeout: 60_000 }, () => {
  it.each([
    ['/admin/booking', 'booking', 'admin', () => page.keyboard.press('Shift')],
    ['/booking/slot', 'selfService', undefined, () => page.getByRole('textbox', { name: /First name/i }).fill('Ola')],
  ] as const)(
    'is renewed every three minutes while the form is in use, at %s',
    async (path, subject, signedInAs, use) => {
      await openAndHold(path, { ...(signedInAs && { signedInAs }) })
      await page.clock.runFor(210_000)
      await use()
      await page.clock.runFor(210_000)
      await expectPage.poll(() => callsOf(`${subject}.renewHold`)).toBe(2)
    },
  )
})

describe('the overlay of a booking', { timeout: 60_000 }, () => {
  it('disappears 4 seconds after it appeared, although the booking has no answer yet', async () => {
    await openAndHold('/admin/booking', { signedInAs: 'admin' })
    await page.getByLabel('Find a member').fill('ana silva')
    await page.getByRole('button', { name: /^Ana Silva/ }).click()
    const book = page.locator('.sp__commit')
    await expectPage(book).toBeEnabled()
    await page.evaluate(() => window.fakeControls?.failNext('booking.book', new Promise(() => undefined) as never))
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000)
    await book.click()
    await expectPage(book).toHaveAttribute('aria-disabled', 'true')
    const overlay = page.locator('.w-loading-dialog')
    await page.clock.runFor(400)
    await expectPage(overlay).toContainText(assistedWords.overlay.processing)
    await page.clock.runFor(3_999)
    await expectPage(overlay).toContainText(assistedWords.overlay.processing)
    await page.clock.runFor(1)
    await expectPage(overlay).toHaveCount(0)
    await expectPage(book).toHaveAttribute('aria-disabled', 'true')
    expect(await callsOf('booking.book')).toBe(1)
  })
})
