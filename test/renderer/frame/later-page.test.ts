import { fileURLToPath } from 'node:url'
import { expect as expectPage, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frameWords } from '#renderer/frame/frame-words.ts'
import { leaveWindow, openWindow } from '../harness/find-browser.ts'
import { startGallery, type WidgetGallery } from '../kit/controls/widget-gallery.ts'

let gallery: WidgetGallery
let page: Page

beforeAll(async () => {
  gallery = await startGallery(fileURLToPath(new URL('later-page', import.meta.url)), 'later.html')
  page = await openWindow()
}, 90_000)

afterAll(async () => {
  await leaveWindow(page)
  await gallery?.stop()
})

const greeting = () => page.getByText('Hello Ada')
const broken = () => page.getByRole('heading', { name: frameWords.broken.heading })
const reads = (): Promise<string | null> => page.locator('html').getAttribute('data-reads')

describe('a component that loads later, in a window', { timeout: 60_000 }, () => {
  it('appears after one read of its code', async () => {
    await page.goto(gallery.url)
    await expectPage(greeting()).toBeVisible()
    expect(await reads()).toBe('1')
  })

  it('shows an error after a failed load, and loads again on request', async () => {
    await page.goto(`${gallery.url}?failures=1`)
    await expectPage(broken()).toBeVisible()
    await expectPage(greeting()).toHaveCount(0)
    await page.getByRole('button', { name: frameWords.broken.tryAgain }).click()
    await expectPage(greeting()).toBeVisible()
    await expectPage(broken()).toHaveCount(0)
    expect(await reads()).toBe('2')
  })

  it('shows no error any more at another address', async () => {
    await page.goto(`${gallery.url}?failures=1`)
    await expectPage(broken()).toBeVisible()
    await page.getByRole('button', { name: 'Open another page' }).click()
    await expectPage(greeting()).toBeVisible()
  })

  it('leaves the page as it is if the component is optional, and lets the window report the failed load', async () => {
    const failed = page.waitForEvent('pageerror')
    await page.goto(`${gallery.url}?failures=1&optional`)
    expect((await failed).message).toBe('no such file')
    await expectPage(page.getByRole('heading', { name: 'Code that loads later' })).toBeVisible()
    await expectPage(broken()).toHaveCount(0)
    await expectPage(greeting()).toHaveCount(0)
  })
})
