import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { fail } from '#contract/reply.ts'
import { supportWords } from '#renderer/support/support-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { openPaymentPages } from '../payments/payment-pages.ts'

const desk = openPaymentPages(startHarnessPages())
const panel = () => desk.page().getByRole('region', { name: supportWords.title, exact: true })
const dialog = () => desk.page().getByRole('dialog', { name: supportWords.dialogTitle })
const content = () => dialog().getByRole('region', { name: supportWords.content })
const button = (name: string) => dialog().getByRole('button', { name, exact: true })

const open = async (latencyMs?: number): Promise<Page> => {
  const page = await desk.open({ signedInAs: 'frontdesk', ...(latencyMs !== undefined && { latencyMs }) })
  await page.evaluate(() => history.pushState(null, '', '/admin/settings'))
  await panel().getByRole('button', { name: supportWords.make }).scrollIntoViewIfNeeded()
  return page
}
const fails = (command: string) =>
  desk
    .page()
    .evaluate(([name, reply]) => window.fakeControls?.failNext(name as string, reply as never), [
      command,
      fail('folder-not-writable', 'The disk is full.'),
    ] as const)

describe('the support bundle in Settings', { timeout: 60_000 }, () => {
  it('opens with one press, scrolls by keyboard, and is saved', async () => {
    const page = await open()
    await desk.inspect('settings-support')
    await panel().getByRole('button', { name: supportWords.make }).focus()
    await page.keyboard.press('Enter')
    await expectPage(content()).toContainText('Log entries, oldest first: 500')
    await desk.inspect('support-dialog')
    const scrolled = () => content().evaluate((element) => element.scrollTop)
    // Focused directly, because Tab would reach the controls in the dialog's head first.
    await content().focus()
    expect(await scrolled()).toBe(0)
    await page.keyboard.press('End')
    await expectPage.poll(scrolled).toBeGreaterThan(1000)
    // The dialog itself does not scroll, so that its buttons stay visible.
    const [downloaded] = await Promise.all([page.waitForEvent('download'), button(supportWords.save).press('Enter')])
    expect(downloaded.suggestedFilename()).toMatch(/^atrium-support-2026-11-23-15\d{4}\.txt$/)
    await expectPage(dialog()).toHaveCount(0)
    await expectPage(page.locator('.w-toast').filter({ hasText: supportWords.saved })).toBeVisible()
    await expectPage(panel().getByRole('button', { name: supportWords.make })).toBeFocused()
  })

  it('shows that it is being made, and why it could not be made or saved', async () => {
    const page = await open(1500)
    await fails('support.read')
    await panel().getByRole('button', { name: supportWords.make }).click()
    await expectPage(dialog().getByText(supportWords.making)).toBeAttached()
    await desk.inspect('support-making')
    await expectPage(dialog()).toContainText(supportWords.notMade)
    await desk.inspect('support-not-made')
    await button(supportWords.tryAgain).click()
    await expectPage(content()).toContainText('Atrium support bundle')
    await fails('support.save')
    await button(supportWords.save).click()
    await expectPage(dialog()).toContainText(supportWords.notSaved)
    await expectPage(content()).toBeVisible()
    await desk.inspect('support-not-saved')
    await page.keyboard.press('Escape')
    await expectPage(dialog()).toHaveCount(0)
  })

  it('is copied if the clipboard allows it; otherwise its text is selected', async () => {
    const page = await open()
    await panel().getByRole('button', { name: supportWords.make }).click()
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: {
          writeText: async (text: string) => {
            Object.assign(window, { copiedText: text })
          },
        },
      })
    })
    await button(supportWords.copy).click()
    await expectPage(dialog().getByRole('status')).toHaveText(supportWords.copied)
    expect(await page.evaluate(() => (window as unknown as { copiedText: string }).copiedText)).toContain(
      'Log entries, oldest first',
    )
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: { writeText: () => Promise.reject(new Error('denied')) },
      })
    })
    await button(supportWords.copy).click()
    await expectPage(dialog().getByRole('status')).toHaveText(supportWords.copyRefused)
    await expectPage(content()).toBeFocused()
    expect(await page.evaluate(() => String(window.getSelection()))).toContain('Atrium support bundle')
    await desk.inspect('support-copy-refused')
    await page.evaluate(() => delete (navigator as unknown as Record<string, unknown>).clipboard)
  })
})
