import { fileURLToPath } from 'node:url'
import { type Browser, expect as expectPage, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { viewerWords } from '#renderer/pdf-viewer/viewer-words.ts'
import { findBrowser } from '../harness/find-browser.ts'
import { seriousFaultsOf } from '../harness/harness-pages.ts'
import { startGallery, type WidgetGallery } from '../kit/controls/widget-gallery.ts'
import { makePdf, makePng, makeScannedPdf } from './made-files.ts'
import type { Shown } from './viewer-page/viewer-page.tsx'

let gallery: WidgetGallery
let browser: Browser
let page: Page
const complaints: string[] = []
const asked: string[] = []

const show = (shown: Shown): Promise<void> => page.evaluate((given) => window.showFile?.(given), shown)
const sheet = (number: number, of: number) => page.getByRole('region', { name: `Page ${number} of ${of}`, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
/** Returns the number of canvases, each of which draws one page, and their total pixels. */
const held = (): Promise<{ pages: number; pixels: number }> =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('canvas')]
    return { pages: all.length, pixels: all.reduce((sum, { width, height }) => sum + width * height, 0) }
  })
/**
 * Returns the lowest red value of a page's pixels in a box, which is given in fractions of the page's width and height;
 * 255 before the page is drawn.
 */
const darkest = (number: number, of: number, box: readonly [number, number, number, number]): Promise<number> =>
  sheet(number, of)
    .locator('canvas')
    .evaluate((node, [x, y, width, height]) => {
      const canvas = node as HTMLCanvasElement
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (context === null) throw new Error('The canvas has no context.')
      const { width: across, height: down } = canvas
      if (across === 0 || down === 0) return 255
      const { data } = context.getImageData(across * x, down * y, across * width, down * height)
      return data.reduce((least, value, index) => (index % 4 === 0 ? Math.min(least, value) : least), 255)
    }, box)

beforeAll(async () => {
  gallery = await startGallery(fileURLToPath(new URL('viewer-page', import.meta.url)), 'viewer.html')
  browser = await findBrowser()
  page = await browser.newPage({ viewport: { width: 1024, height: 768 }, reducedMotion: 'reduce' })
  page.setDefaultTimeout(15_000)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(gallery.url)
}, 90_000)

afterAll(async () => {
  await page?.close()
  await gallery?.stop()
})

describe('PDF viewer', { timeout: 60_000 }, () => {
  it('shows that a file is being opened, and does not load the PDF reader before the first file arrives', async () => {
    await expectPage(page.getByRole('status')).toHaveText('Opening Nothing yet')
    expect(asked.filter((url) => /pdf\.worker|open-pdf/.test(url))).toEqual([])
  })

  it('draws pages at double size, in the viewer’s own fonts, with the text of each page for screen readers', async () => {
    await show({ title: 'Physician report', file: { base64: await makePdf({ pages: 3 }) } })
    await expectPage(sheet(1, 3).locator('canvas')).toHaveCount(1)
    await expectPage(sheet(1, 3)).toContainText('Made up, page 1')
    await expectPage(sheet(1, 3)).toContainText('Second line')
    expect(
      await sheet(1, 3)
        .locator('canvas')
        .evaluate((node) => (node as HTMLCanvasElement).width),
    ).toBe(1224)
    expect(await darkest(1, 3, [0.1, 0.3, 0.5, 0.1])).toBeLessThan(60)
    expect(await darkest(1, 3, [0.1, 0.7, 0.5, 0.2])).toBe(255)
    await expectPage(page.getByText('Page 1 of 3', { exact: true })).toBeVisible()
    await expectPage(page.getByRole('region', { name: 'Physician report' })).toBeVisible()
    expect(await seriousFaultsOf(page)).toEqual([])
  })

  it('scrolls by keyboard and buttons, and zooms', async () => {
    await page.getByRole('region', { name: 'Physician report' }).focus()
    await page.keyboard.press('End')
    await expectPage(page.getByText('Page 3 of 3', { exact: true })).toBeVisible()
    await expectPage(button(viewerWords.nextPage)).toHaveAccessibleDescription(viewerWords.isLastPage)
    await button(viewerWords.previousPage).click()
    await expectPage(page.getByText('Page 2 of 3', { exact: true })).toBeVisible()
    await page.getByRole('region', { name: 'Physician report' }).focus()
    await page.keyboard.press('Home')
    await expectPage(page.getByText('Page 1 of 3', { exact: true })).toBeVisible()
    await expectPage(button(viewerWords.previousPage)).toHaveAccessibleDescription(viewerWords.isFirstPage)
    await page.keyboard.press('PageDown')
    await expectPage
      .poll(() => page.getByRole('region', { name: 'Physician report' }).evaluate((node) => node.scrollTop))
      .toBeGreaterThan(300)
    const wide = (await sheet(1, 3).boundingBox())?.width ?? 0
    await page.getByRole('region', { name: 'Physician report' }).focus()
    await page.keyboard.press('+')
    await expectPage(page.getByText('125%')).toBeVisible()
    expect((await sheet(1, 3).boundingBox())?.width ?? 0).toBeGreaterThan(wide * 1.2)
    for (const _ of [1, 2, 3]) await page.keyboard.press('-')
    await expectPage(page.getByText('50%')).toBeVisible()
    await expectPage(button(viewerWords.zoomOut)).toHaveAccessibleDescription(viewerWords.isSmallest)
    await page.keyboard.press('0')
    await expectPage(page.getByText(viewerWords.fits)).toBeVisible()
  })

  it('keeps only the pages near the visible part of a report of 200 pages', async () => {
    await show({ title: 'Long report', file: { base64: await makePdf({ pages: 200 }) } })
    await expectPage(sheet(1, 200)).toContainText('Made up, page 1')
    await page.getByRole('region', { name: 'Long report' }).focus()
    await page.keyboard.press('End')
    await expectPage(sheet(200, 200)).toContainText('Made up, page 200')
    await expectPage(page.getByText('Page 200 of 200', { exact: true })).toBeVisible()
    const { pages, pixels } = await held()
    expect(pages).toBeLessThan(8)
    expect(pixels).toBeLessThan(8 * 1224 * 1584)
    await expectPage(sheet(1, 200).locator('canvas')).toHaveCount(0)
  })

  it('draws scanned pages without WebAssembly, and reports that they have no text', async () => {
    await show({ title: 'Scan', file: { base64: await makeScannedPdf() } })
    await expectPage(sheet(1, 1)).toContainText(viewerWords.pageWithoutText)
    expect(await darkest(1, 1, [0.4, 0.4, 0.2, 0.2])).toBe(0)
  })

  it('draws pictures', async () => {
    await show({ title: 'Picture', file: { base64: makePng(300, 200), contentType: 'image/png' } })
    // The previous file shows the same text, so only the new file's region counts.
    await expectPage(page.getByRole('region', { name: 'Picture' })).toContainText(viewerWords.pageWithoutText)
    // The picture is drawn after this text appears.
    await expectPage.poll(() => darkest(1, 1, [0.4, 0.4, 0.2, 0.2])).toBe(128)
    // 36 million pixels are drawn at a lower resolution, 42 million are refused.
    await show({ title: 'Large', file: { base64: makePng(6000, 6000), contentType: 'image/png' } })
    await expectPage(page.getByRole('region', { name: 'Large' })).toContainText(viewerWords.pageWithoutText)
    expect((await held()).pixels).toBeLessThanOrEqual(32_000_000)
    await show({ title: 'Too large', file: { base64: makePng(7000, 6000), contentType: 'image/png' } })
    await expectPage(page.getByRole('alert')).toContainText(documentMessages.tooManyPixels)
  })

  it('stops the opening of a file when the file is closed, even if the opening would never end', async () => {
    await show({ title: 'Nothing', file: null })
    await expectPage.poll(() => page.workers().length).toBe(0)
    await page.route(/pdf\.worker/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await show({ title: 'Endless', file: { base64: await makePdf({ pages: 1 }) } })
    await expectPage.poll(() => page.workers().length).toBeGreaterThan(0)
    await show({ title: 'Nothing', file: null })
    await expectPage.poll(() => page.workers().length).toBe(0)
    await page.unroute(/pdf\.worker/)
  })

  it('opens a locked file with its password, and shows that the file is encrypted', async () => {
    const base64 = await makePdf({ pages: 1, password: 'K7PX-4M2Q-9TRD' })
    await show({ title: 'Locked report', file: { base64 }, password: 'K7PX-4M2Q-9TRD' })
    await expectPage(sheet(1, 1)).toContainText('Made up, page 1')
    await expectPage(page.getByText(viewerWords.encrypted)).toBeVisible()
    await show({ title: 'Open report', file: { base64: await makePdf({ pages: 1 }) }, password: 'K7PX-4M2Q-9TRD' })
    await expectPage(page.getByRole('region', { name: 'Open report' })).toContainText('Made up, page 1')
    await expectPage(page.getByText(viewerWords.encrypted)).toHaveCount(0)
    for (const password of [null, 'wrong']) {
      await show({ title: 'Locked report', file: { base64 }, password })
      await expectPage(page.getByRole('alert')).toContainText(viewerWords.locked)
    }
  })

  it('shows why a file cannot be shown', async () => {
    const whole = await makePdf({ pages: 1 })
    const cases: readonly (readonly [string, Shown['file']])[] = [
      [documentMessages.unreadable, { base64: Buffer.from('no PDF at all').toString('base64') }],
      [documentMessages.unreadable, { base64: '' }],
      [documentMessages.unreadable, { base64: 'not Base64!' }],
      [documentMessages.unreadable, { base64: whole, contentType: 'image/png' }],
      [viewerWords.unsupportedText, { base64: whole, contentType: 'text/html' }],
    ]
    for (const [words, file] of cases) {
      await show({ title: 'Broken', file })
      await expectPage(page.getByRole('alert')).toContainText(words)
    }
    await show({
      title: 'Unread',
      file: null,
      failure: { title: documentMessages.fetchFailed, text: 'No answer came.' },
    })
    await expectPage(page.getByRole('alert')).toContainText(documentMessages.fetchFailed)
    await button(viewerWords.tryAgain).click()
    expect(await page.evaluate(() => window.retries)).toBe(1)
    expect(await seriousFaultsOf(page)).toEqual([])
  })

  it('requests only its own scripts, and writes no error', () => {
    const { origin } = new URL(gallery.url)
    expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([])
    expect(complaints).toEqual([])
  })
})
