import { expect as expectPage, type Page } from '@playwright/test'
import { describe, it } from 'vitest'
import { startHarnessPages } from '../../harness/harness-pages.ts'
import { openPaymentPages } from '../payment/payment-pages.ts'

const desk = openPaymentPages(startHarnessPages())
const section = (name: string) => desk.page().getByRole('region', { name, exact: true })

const open = async (): Promise<Page> => {
  const page = await desk.open({ signedInAs: 'frontdesk', context: { timezoneId: 'America/Vancouver' } })
  await page.evaluate(() => history.pushState(null, '', '/admin/settings'))
  return page
}

describe('printers and downloads in settings', { timeout: 60_000 }, () => {
  it('chooses a printer, paper and sides for each kind of paper, and prints a test page', async () => {
    const page = await open()
    const reports = section('Printers').getByRole('group', { name: 'Reports', exact: true })
    await reports.getByRole('button', { name: /Printer/ }).click()
    await page.getByRole('option', { name: 'Front desk' }).click()
    await expectPage(reports.getByRole('button', { name: /Printer/ })).toContainText('Front desk')
    await reports.getByRole('button', { name: /Paper/ }).click()
    await page.getByRole('option', { name: 'A4' }).click()
    await reports.getByRole('button', { name: /Sides/ }).click()
    await page.getByRole('option', { name: 'Both, long edge' }).click()
    await expectPage(reports.getByRole('button', { name: /Sides/ })).toContainText('Both, long edge')
    await section('Printers').getByRole('button', { name: 'Print a test page on Front desk' }).click()
    await expectPage(page.getByText('Test page is on its way')).toBeVisible()
    await desk.inspect('settings-printers')
  })

  it('says why printers cannot be asked for, and which one is out of paper', async () => {
    const page = await open()
    await page.evaluate(() => {
      const printer = window.fakeControls?.release.printers[0]
      if (printer !== undefined) Object.assign(printer, { problem: 'Out of paper' })
    })
    await section('Printers').getByRole('button', { name: 'Refresh' }).click()
    await expectPage(section('Printers')).toContainText('Out of paper')
    await page.evaluate(() => window.fakeControls?.release.setPrintingProblem('The print service is not running.'))
    await section('Printers').getByRole('button', { name: 'Refresh' }).click()
    await expectPage(section('Printers')).toContainText('The print service is not running.')
  })

  it('takes a folder for downloads, keeps what was typed when it is refused, and gives it up again', async () => {
    const page = await open()
    const folder = section('Downloads').getByRole('textbox', { name: 'Folder' })
    await page.evaluate(() =>
      window.fakeControls?.failNext('downloads.setFolder', {
        ok: false,
        failure: { code: 'folder-not-writable', message: 'Nothing can be written to this folder.' },
      }),
    )
    await folder.fill('/nowhere')
    const use = section('Downloads').getByRole('button', { name: 'Use this folder' })
    await use.click()
    await expectPage(folder).toHaveAccessibleDescription(/Nothing can be written to this folder/)
    await expectPage(folder).toHaveValue('/nowhere')
    await folder.fill('/home/desk/papers')
    await use.click()
    await expectPage(section('Downloads')).toContainText('Papers and documents are saved in this folder')
    await section('Downloads').getByRole('button', { name: 'As the window does' }).click()
    await expectPage(section('Downloads')).toContainText('wherever this window keeps its downloads')
  })
})
