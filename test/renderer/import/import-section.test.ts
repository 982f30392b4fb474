import { readFile } from 'node:fs/promises'
import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { toTemplate } from '#domain/import/import-report.ts'
import { importWords as words } from '#renderer/import/import-words.ts'
import { seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
const shots = process.env.SHOTS

const header = 'external_id,number,currency,balance\n'
const cards = (count: number, balance: string): string =>
  Array.from({ length: count }, (_, index) => `card-${index},GIFT-${index},CAD,${balance}\n`).join('')

const open = (): Promise<Page> => pages.open('/admin/administration/import', { signedInAs: 'admin' })

const choose = (page: Page, text: string): Promise<void> =>
  page
    .getByLabel(words.file.label)
    .setInputFiles({ name: 'cards.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

const look = async (page: Page, name: string): Promise<void> => {
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await seriousFaultsOf(page, '[data-live-announcer]'), name).toEqual([])
    if (shots !== undefined) await page.screenshot({ path: `${shots}/import-${name}-${width}.png`, fullPage: true })
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('the Import section', { timeout: 60_000 }, () => {
  it('checks a file, imports it by keyboard, and then finds nothing new in it', async () => {
    const page = await open()
    await look(page, 'empty')
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      button(page, words.templates.download('gift cards')).press('Enter'),
    ])
    expect(template.suggestedFilename()).toBe('gift-cards.csv')
    expect(await readFile(await template.path(), 'utf8')).toBe(toTemplate('gift-cards'))

    await choose(page, header + cards(3, '25.00'))
    await expectPage(page.getByText(/^cards\.csv, \d+ B$/)).toBeVisible()
    await button(page, words.check).press('Enter')
    await expectPage(page.getByText(words.result.checked)).toBeVisible()
    await button(page, words.store).press('Enter')
    await expectPage(page.getByText(words.result.stored(3)).first()).toBeVisible()
    await look(page, 'stored')
    await button(page, words.check).press('Enter')
    await expectPage(page.getByRole('row', { name: /Gift cards 3 0 3 0/ })).toBeVisible()
    // A second import of the same rows is not offered.
    await button(page, words.store).press('Enter')
    await expectPage(page.getByText(words.nothingNew).first()).toBeAttached()
  })

  it('lists the refused rows by page, and does not offer to import the file', async () => {
    const page = await open()
    await choose(page, header + cards(120, 'bad'))
    await button(page, words.check).press('Enter')
    await expectPage(page.getByText(words.result.refused(120))).toBeVisible()
    await expectPage(page.getByText(words.result.shown(1, 50, 120))).toBeVisible()
    await look(page, 'refused')
    await button(page, words.result.next).press('Enter')
    await button(page, words.result.next).press('Enter')
    await expectPage(page.getByText(words.result.shown(101, 120, 120))).toBeVisible()
    await expectPage(page.getByRole('row', { name: /Gift cards 121 balance is not an amount/ })).toBeVisible()
    await expectPage(page.getByText(words.notClean).first()).toBeAttached()
  })

  it('shows the progress while a file is checked and imported', async () => {
    const page = await open()
    await choose(page, header + cards(2, '25.00'))
    await page.evaluate(() => {
      const { import: commands } = (window as unknown as { fakeBridge: { import: Record<string, unknown> } }).fakeBridge
      const run = commands.run as (input: unknown) => Promise<unknown>
      commands.run = async (input: unknown) => {
        document.body.dataset.run = 'waits'
        await new Promise((end) => window.addEventListener('end-run', end, { once: true }))
        delete document.body.dataset.run
        return await run(input)
      }
    })
    const endRun = async (): Promise<void> => {
      await page.locator('body[data-run="waits"]').waitFor()
      await page.evaluate(() => window.dispatchEvent(new Event('end-run')))
    }
    const bar = page.getByRole('progressbar', { name: words.progress.label })
    await button(page, words.check).press('Enter')
    await expectPage(page.getByText(words.progress.sending)).toBeVisible()
    expect(await seriousFaultsOf(page, '[data-live-announcer]')).toEqual([])
    await expectPage(page.getByText(words.progress.checked(1, 2))).toBeVisible()
    await expectPage(bar).toHaveJSProperty('value', 1)
    await expectPage(bar).toHaveJSProperty('max', 2)
    await expectPage(page.getByText(words.progress.others)).toHaveCount(0)
    await endRun()
    await expectPage(bar).toHaveCount(0)
    await button(page, words.store).press('Enter')
    await expectPage(page.getByText(words.progress.others)).toBeVisible()
    await endRun()
    await expectPage(page.getByText(words.result.stored(2)).first()).toBeVisible()
  })

  it('shows why it refuses a file that is not UTF-8, is empty, or is larger than the screen accepts', async () => {
    const page = await open()
    await choose(page, 'picture')
    await button(page, words.check).press('Enter')
    await expectPage(page.getByText(/perhaps Windows-1252/)).toBeVisible()
    await look(page, 'unreadable')
    await choose(page, '')
    await expectPage(page.getByText(words.file.empty)).toBeVisible()
    await page.getByLabel(words.file.label).evaluate((input) => {
      const files = new DataTransfer()
      files.items.add(new File([new Uint8Array(20_000_001)], 'large.csv'))
      ;(input as HTMLInputElement).files = files.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await expectPage(page.getByText(/This screen takes up to 20.0 MB/)).toBeVisible()
  })
})
