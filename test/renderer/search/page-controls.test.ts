import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { searchWords } from '#renderer/search/search-words.ts'
import { seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()

const open = async (path: string, user: 'frontdesk' | 'admin' = 'frontdesk'): Promise<Page> => {
  const page = await pages.open(path, { signedInAs: user }, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('.w-skeleton, .w-spinner') === null)
  return page
}

const search = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: searchWords.label })
  await box.fill(text)
  return page.getByRole('listbox', { name: searchWords.results })
}

describe('the palette on a page', { timeout: 60_000 }, () => {
  it.each([
    ['/admin/frontdesk', 'frontdesk'],
    ['/admin/booking', 'frontdesk'],
    ['/admin/members?memberID=m-000001', 'frontdesk'],
    ['/admin/finance', 'admin'],
    ['/admin/administration/people', 'admin'],
    ['/admin/settings', 'frontdesk'],
  ] as const)('has every button of %s', async (path, user) => {
    const page = await open(path, user)
    const buttons = page.locator('#main').getByRole('button')
    const names = await buttons.evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => one.ariaLabel ?? one.textContent ?? '')
        .map((name) => name.replace(/\s+/g, ' ').trim())
        .filter((name) => name !== ''),
    )
    expect(names.length).toBeGreaterThan(2)
    const wanted = [...new Set(names)].slice(0, 12)
    for (const name of wanted) {
      const list = await search(page, name)
      await expectPage(list.getByRole('option').filter({ hasText: name }).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expectPage(list).toHaveCount(0)
    }
  })

  it('moves the focus to the chosen button, which only Enter presses', async () => {
    const page = await open('/admin/members?memberID=m-000001')
    const list = await search(page, 'health num')
    const option = list.getByRole('option').first()
    await expectPage(option).toContainText('Health number')
    expect(await seriousFaultsOf(page)).toEqual([])
    if (process.env.SHOTS !== undefined) await page.screenshot({ path: `${process.env.SHOTS}/palette-page.png` })
    await page.keyboard.press('Enter')
    await expectPage(list).toHaveCount(0)
    const focused = page.locator(':focus')
    await expectPage(focused).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Enter')
    await expectPage(focused).toHaveAttribute('aria-expanded', 'false')
  })

  it('shows why a button cannot be used', async () => {
    const page = await open('/admin/booking')
    const list = await search(page, 'book')
    await expectPage(list.getByText(searchWords.page)).toBeVisible()
    await expectPage(list.getByRole('option', { name: /Please select/ })).toBeVisible()
  })
})
