import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { startHarnessPages } from './harness-pages.ts'

const pages = startHarnessPages()
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset.mark = 'first'
    localStorage.setItem('left', 'behind')
    setTimeout(() => {
      document.title = 'A timer of the last test'
    }, 200)
  })
const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.dataset.mark === 'first')

// The order of these tests matters: each one checks which window it gets after the test before it.
describe('the window that the tests of a file share', { timeout: 60_000 }, () => {
  it('opens at the path of the test, signed in as the user of the test', async () => {
    const page = await pages.open('/admin/settings', { signedInAs: 'frontdesk' })
    await expectPage(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'offline' }))
    await mark(page)
  })

  it('is the same window for the next test, with nothing left over from the previous test', async () => {
    const page = await pages.open('/log-out', {})
    await expectPage(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(await isMarked(page)).toBe(true)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    expect(await page.evaluate(() => window.fakeControls?.calls.length)).toBeLessThan(10)
    await page.waitForTimeout(300)
    expect(await page.title()).not.toBe('A timer of the last test')
    // A page that the test itself loads has the values of this test, not of the first one.
    await page.goto(`${pages.url()}/log-out`)
    await expectPage(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await mark(page)
  })

  it('is a new window after a test that changed the shared one', async () => {
    const page = await pages.open('/admin/settings', { signedInAs: 'admin' })
    await expectPage(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    expect(await isMarked(page)).toBe(false)
    await mark(page)
  })

  it('is a new window for a test that needs another kind of window', async () => {
    const page = await pages.open('/admin/settings', { signedInAs: 'admin', context: { colorScheme: 'dark' } })
    await expectPage(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    expect(await isMarked(page)).toBe(false)
  })
})
