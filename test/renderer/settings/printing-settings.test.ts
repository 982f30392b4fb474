import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { duplexWords, printingWords } from '#renderer/printing/printing-words.ts'
import { settingsWords } from '#renderer/settings/settings-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { openPaymentPages } from '../payments/payment-pages.ts'

const desk = openPaymentPages(startHarnessPages())
const section = (name: string) => desk.page().getByRole('region', { name, exact: true })

/** Returns the row of one kind of printout. */
const kindRow = (name: string) =>
  section('Printers')
    .getByRole('row')
    .filter({ has: desk.page().getByRole('rowheader', { name, exact: true }) })

const open = async (): Promise<Page> => {
  const page = await desk.open({ signedInAs: 'frontdesk', context: { timezoneId: 'America/Vancouver' } })
  await page.evaluate(() => history.pushState(null, '', '/admin/settings'))
  return page
}

describe('the section of printers and downloads in Settings', { timeout: 60_000 }, () => {
  it('sets the options of a kind of document, prints a test page, and disables options that the printer lacks', async () => {
    const page = await open()
    const reports = kindRow('Reports')
    await reports.getByRole('button', { name: /Printer/ }).click()
    await page.getByRole('option', { name: 'Front desk' }).click()
    await expectPage(reports.getByRole('button', { name: /Printer/ })).toContainText('Front desk')
    await reports.getByRole('button', { name: /Paper/ }).click()
    await page.getByRole('option', { name: 'A4' }).click()
    await reports.getByRole('button', { name: /Sides/ }).click()
    await page.getByRole('option', { name: duplexWords['long-edge'] }).click()
    await expectPage(reports.getByRole('button', { name: /Sides/ })).toContainText(duplexWords['long-edge'])
    await section('Printers').getByRole('button', { name: 'Print a test page on Front desk' }).click()
    await expectPage(page.getByText(printingWords.settings.testPageSent)).toBeVisible()
    await desk.inspect('settings-printers')

    // The second choice is made before the first one is saved, and both are saved.
    await page.evaluate(() => {
      const { printing } = (window as unknown as { fakeBridge: { printing: Record<string, unknown> } }).fakeBridge
      const real = printing.saveSettings as (input: unknown) => Promise<unknown>
      printing.saveSettings = async (input: unknown) => {
        await new Promise((done) => setTimeout(done, 600))
        return await real(input)
      }
    })
    await reports.getByRole('button', { name: /Paper/ }).click()
    await page.getByRole('option', { name: 'Letter' }).click()
    await reports.getByRole('button', { name: /Copies/ }).click()
    await page.getByRole('option', { name: '3', exact: true }).click()
    const saved = () =>
      page.evaluate(
        () => window.fakeControls?.calls.filter(({ command }) => command === 'printing.saveSettings').at(-1)?.input,
      )
    await expectPage.poll(saved).toEqual({
      kind: 'report',
      settings: { printer: 'front-desk', pageSize: 'letter', duplex: 'long-edge', copies: 3 },
    })
    await expectPage(reports.getByRole('button', { name: /Copies/ })).toContainText('3')
    await expectPage(reports.getByRole('status')).toContainText(printingWords.settings.saved)

    // Options that the printer lacks cannot be chosen, and show the reason.
    await page.evaluate(() => {
      const printer = window.fakeControls?.release.printers[0]
      if (printer !== undefined) Object.assign(printer, { pageSizes: ['letter'], hasDuplex: false })
    })
    await section('Printers').getByRole('button', { name: printingWords.settings.refresh }).click()
    const invoices = kindRow('Invoices')
    await invoices.getByRole('button', { name: /Paper/ }).click()
    const a4 = page.getByRole('option', { name: 'A4' })
    await expectPage(a4).toContainText(printingWords.settings.lacksPaper('Front desk'))
    await expectPage(a4).toBeDisabled()
    await page.keyboard.press('Escape')
    await invoices.getByRole('button', { name: /Sides/ }).click()
    await expectPage(page.getByRole('option', { name: duplexWords['long-edge'] })).toContainText(
      'prints single-sided only',
    )
  })

  it('shows a printer that the organisation set, and disables its field', async () => {
    const page = await open()
    await page.evaluate(() => window.fakeControls?.release.setPolicyPrinter('report', 'front-desk'))
    await section('Printers').getByRole('button', { name: printingWords.settings.refresh }).click()
    const reports = kindRow('Reports')
    await expectPage(reports).toContainText(printingWords.settings.setByOrganisation)
    const printer = reports.getByRole('button', { name: /Printer/ })
    await expectPage(printer).toContainText('Front desk')
    await expectPage(printer).toHaveAttribute('aria-disabled', 'true')
    await desk.inspect('settings-printers-managed')
  })

  it('shows why printers cannot be listed, and which printer is out of paper', async () => {
    const page = await open()
    await page.evaluate(() => {
      const printer = window.fakeControls?.release.printers[0]
      if (printer !== undefined) Object.assign(printer, { problem: 'Out of paper' })
    })
    await section('Printers').getByRole('button', { name: printingWords.settings.refresh }).click()
    await expectPage(section('Printers')).toContainText('Out of paper')
    await page.evaluate(() => window.fakeControls?.release.setPrintingProblem('The print service is not running.'))
    await section('Printers').getByRole('button', { name: printingWords.settings.refresh }).click()
    await expectPage(section('Printers')).toContainText('The print service is not running.')
  })

  it('sets a download folder, keeps the typed text after a refusal, and resets the folder', async () => {
    const page = await open()
    const folder = section(settingsWords.downloads.title).getByRole('textbox', { name: settingsWords.downloads.folder })
    await page.evaluate(() =>
      window.fakeControls?.failNext('downloads.setFolder', {
        ok: false,
        failure: { code: 'folder-not-writable', message: 'Nothing can be written to this folder.' },
      }),
    )
    await folder.fill('/nowhere')
    const use = section(settingsWords.downloads.title).getByRole('button', { name: settingsWords.downloads.save })
    await use.click()
    await expectPage(folder).toHaveAccessibleDescription(/Nothing can be written to this folder/)
    await expectPage(folder).toHaveValue('/nowhere')
    await folder.fill('/home/desk/papers')
    await use.click()
    await expectPage(section(settingsWords.downloads.title)).toContainText(settingsWords.downloads.useFolder)
    // The user cancels the system's dialog, so no change is reported.
    await page.evaluate(() => {
      const page = window as unknown as { fakeBridge: { downloads: Record<string, unknown> } }
      const state = { folder: '/home/desk/papers', canChoose: true }
      page.fakeBridge.downloads.read = async () => ({ ok: true, value: state })
      page.fakeBridge.downloads.chooseFolder = async () => ({ ok: true, value: state })
      history.pushState(null, '', '/user/profile')
    })
    await expectPage(section(settingsWords.downloads.title)).toHaveCount(0)
    await page.evaluate(() => history.pushState(null, '', '/admin/settings'))
    const toast = page.locator('.w-toast').filter({ hasText: settingsWords.downloads.savedFolder })
    await toast.getByRole('button').click()
    await expectPage(toast).toHaveCount(0)
    await section(settingsWords.downloads.title).getByRole('button', { name: settingsWords.downloads.choose }).click()
    await expectPage(
      section(settingsWords.downloads.title).getByRole('button', { name: settingsWords.downloads.choose }),
    ).toBeEnabled()
    expect(await toast.count()).toBe(0)
    await section(settingsWords.downloads.title).getByRole('button', { name: settingsWords.downloads.reset }).click()
    await expectPage(section(settingsWords.downloads.title)).toContainText(settingsWords.downloads.useWindow)
  })
})
