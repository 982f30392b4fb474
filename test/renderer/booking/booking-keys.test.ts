import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { assistedWords } from '#renderer/booking/assisted/assisted-words.ts'
import { bookingWords } from '#renderer/booking/booking-words.ts'
import { seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page

type Controls = NonNullable<Window['fakeControls']>
const control = <Result, Given>(run: (controls: Controls, given: Given) => Result, given?: Given): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls, ${JSON.stringify(given ?? null)})`)

/** Opens a page on Sunday 22 November 2026, 09:00 in Los Angeles. */
const open = async (path: string, isNew = false): Promise<void> => {
  page = await pages.open(
    path,
    { signedInAs: 'admin', isNew, context: { timezoneId: 'America/Los_Angeles' } },
    '2026-11-22T17:00:00Z',
  )
}
const search = () => page.getByRole('searchbox', { name: 'Find a member' })
const grid = () => page.getByRole('grid', { name: /^Time slots/ })

describe('the keyboard of the booking page', { timeout: 60_000 }, () => {
  it('types a name right after G and B, and treats no letter of the name as a shortcut', async () => {
    await open('/admin/settings', true)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.type('gbsilva ana')
    await expectPage(search()).toBeFocused()
    await expectPage(search()).toHaveValue('silva ana')
    await page.getByRole('button', { name: /^Ana Silva/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await expectPage(page.getByRole('button', { name: /^Ana Silva/ })).toBeFocused()
  })

  it('types only the name after G and B are pressed twice, and focuses the search on a later G and B', async () => {
    await open('/admin/settings', true)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // All four letters come before the page can draw its search.
    await page.evaluate(() => {
      for (const key of 'gbgb') document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
    await page.keyboard.type('silva ana')
    await expectPage(search()).toBeFocused()
    await expectPage(search()).toHaveValue('silva ana')
    await grid().waitFor()
    await page.locator('main').focus()
    await page.waitForTimeout(700)
    await page.keyboard.type('gb')
    await expectPage(search()).toBeFocused()
    await expectPage(search()).toHaveValue('silva ana')
  })

  it('focuses the search even if a draft was restored, and asks before the draft is discarded', async () => {
    await open('/admin/booking')
    await grid().waitFor()
    await page.getByRole('textbox', { name: assistedWords.summary.referrer }).fill('Dr. Juniper')
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await expectPage(page.getByText(/^Draft restored from /)).toBeVisible()
    await expectPage(search()).toBeFocused()
    await page.getByRole('button', { name: bookingWords.draft.discard }).focus()
    await page.keyboard.press('Space')
    const question = page.getByRole('alertdialog', { name: bookingWords.draft.discardTitle })
    await expectPage(question.getByRole('button', { name: bookingWords.draft.keep })).toBeFocused()
    expect(await seriousFaultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('textbox', { name: assistedWords.summary.referrer })).toHaveValue('Dr. Juniper')
    await page.getByRole('button', { name: bookingWords.draft.discard }).click()
    await question.getByRole('button', { name: bookingWords.draft.discardConfirm }).click()
    await expectPage(page.getByRole('textbox', { name: assistedWords.summary.referrer })).toHaveValue('')
  })

  it('moves with Alt+C to a free time of the shown week, and brings that time into view', async () => {
    await open('/admin/booking')
    await grid().waitFor()
    await expectPage(search()).toBeFocused()
    await page.keyboard.press('Alt+c')
    const cell = page.locator('[role=gridcell]:focus')
    await expectPage(cell).toHaveAttribute('aria-label', /, free, /)
    await expectPage(cell).toBeInViewport()
    const first = await page
      .locator('.sg-cell--free')
      .evaluateAll((cells) => cells.map((each) => each.getAttribute('aria-label') ?? ''))
    expect(first).toContain(await cell.getAttribute('aria-label'))
    await page.keyboard.press('?')
    await expectPage(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
      bookingWords.shortcuts.calendar,
    )
  })

  it('opens no safety question with Alt+Q before a member is chosen, but leads to the search for a member', async () => {
    await open('/admin/booking')
    await grid().waitFor()
    await page.keyboard.press('Alt+q')
    const first = page.getByText(assistedWords.safety.chooseMember)
    await expectPage(first).toBeVisible()
    await expectPage(page.getByRole('radio', { name: 'Correct' })).toHaveCount(0)
    await expectPage(page.getByRole('button', { name: 'Find a member' })).toBeFocused()
    expect(await seriousFaultsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expectPage(search()).toBeFocused()
    await page.keyboard.type('ana silva')
    await page.getByRole('button', { name: /^Ana Silva/ }).click()
    await expectPage(first).toHaveCount(0)
    await expectPage(page.getByRole('radio', { name: 'Correct' }).first()).toBeVisible()
  })

  it('answers no safety question while a name is typed, and answers questions with the keys N and 1 after a pause', async () => {
    await open('/admin/booking')
    await grid().waitFor()
    await search().fill('ana silva')
    await page.getByRole('button', { name: /^Ana Silva/ }).click()
    await page.keyboard.press('Alt+q')
    await expectPage(page.locator('.safety input:focus')).toHaveCount(1)
    await page.locator('[data-field="COVIDVaccine.Status"] input').first().focus()
    await page.keyboard.type('sylva nny ', { delay: 20 })
    await expectPage(page.locator('.safety input:checked')).toHaveCount(0)
    await page.waitForTimeout(700)
    await page.keyboard.type('n1')
    await expectPage(page.locator('.safety input:checked')).toHaveCount(2)
  })
})

describe('the shortcut letters of the board', { timeout: 60_000 }, () => {
  it('do nothing when a name is typed, even while a member has the focus', async () => {
    page = await pages.open('/admin/frontdesk', { signedInAs: 'frontdesk' }, '2026-11-23T15:00:00Z')
    await page.getByRole('table').waitFor()
    await page.locator('tbody .fd__name').first().focus()
    await page.keyboard.type('annun unn', { delay: 20 })
    await expectPage(page.getByRole('alertdialog')).toHaveCount(0)
    await expectPage(page).toHaveURL(/\/admin\/frontdesk$/)
    expect(await control((controls) => controls.calls.filter(({ command }) => command === 'study.mark').length)).toBe(0)
  })
})
