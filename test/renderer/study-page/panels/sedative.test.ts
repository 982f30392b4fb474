import { expect as expectPage, type Page } from '@playwright/test'
import { describe, it } from 'vitest'
import type { SedativeStatus } from '#domain/study/sedative.ts'
import { visitPanelWords } from '#renderer/study-page/panels/visit-panel-words.ts'
import { startHarnessPages } from '../../harness/harness-pages.ts'
import { openPanels, type PanelPage, who } from './panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

const sedative = (status: SedativeStatus) => ({
  status,
  prescribedDate: '2026-11-02' as never,
  sentDate: '2026-11-04' as never,
  details: { pickupDate: null },
  preferredPharmacy: null,
  prescription: null,
})
const open = async (status: SedativeStatus, flags: object = {}): Promise<void> => {
  at = await openPanels(
    pages,
    { signedInAs: 'frontdesk' },
    { flags: { ...flags }, change: { sedative: sedative(status) } },
  )
  page = at.page
}
const button = (words: string, panel = 'Sedative') =>
  at.panel(panel).getByRole('button', { name: `${words}: ${who}`, exact: true })
const choose = async (status: string): Promise<void> => {
  await button(visitPanelWords.sedative.change).press('Enter')
  await page.getByRole('menuitem', { name: status }).click()
}

describe('the sedative panel', { timeout: 60_000 }, () => {
  it('asks before a change removes dates from the record, and names them', async () => {
    await open('sent')
    await choose('N/A')
    const dialog = page.getByRole('alertdialog', { name: visitPanelWords.sedative.setBackTitle('N/A') })
    await expectPage(dialog).toContainText('prescribed 02 Nov 2026, sent to the pharmacy 04 Nov 2026')
    await page.keyboard.press('Escape')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(at.panel('Sedative')).toContainText('04 Nov 2026')
    await choose('N/A')
    await dialog.getByRole('button', { name: visitPanelWords.sedative.setBackFor('N/A', who) }).click()
    await expectPage(at.toast('Sedative: N/A').first()).toBeVisible()
    await expectPage(dialog).toHaveCount(0)
  })

  it('asks before a return to the request removes the recorded prescription', async () => {
    const prescription = {
      ...{ prescriber: 'Kit Lowell', medicine: 'Demosedan', directions: 'One', quantity: 'Two' },
      ...{ recordedAt: '2026-11-02T20:00:00Z' as never, recordedBy: 'Kit Lowell' },
    }
    at = await openPanels(
      pages,
      { signedInAs: 'frontdesk' },
      { change: { sedative: { ...sedative('prescribed'), prescribedDate: null, sentDate: null, prescription } } },
    )
    page = at.page
    await expectPage(at.panel('Sedative')).toContainText(/02 Nov 2026 \d\d:00pm P[DS]T, by Kit Lowell/)
    await choose('Pending')
    const dialog = page.getByRole('alertdialog', { name: visitPanelWords.sedative.setBackTitle('Pending') })
    await expectPage(dialog).toContainText(visitPanelWords.sedative.lostPrescription)
  })

  it('asks nothing before a change that only adds data', async () => {
    await open('sent')
    await choose('Ready for Pickup')
    await expectPage(at.toast('Sedative: Ready for Pickup').first()).toBeVisible()
  })

  it('records a taken sedative only after the check-in, and undoes the record', async () => {
    await open('ready')
    await expectPage(button(visitPanelWords.sedativeTaken.taken)).toHaveAttribute('aria-disabled', 'true')
    await expectPage(button(visitPanelWords.sedativeTaken.taken)).toHaveAccessibleDescription(
      visitPanelWords.sedativeTaken.afterCheckIn,
    )
    await at.controls((world, id) => world.study.setFlags(id, { checkin: true }))
    await button(visitPanelWords.sedativeTaken.taken).press('Enter')
    await expectPage(button(visitPanelWords.sedativeTaken.taken)).toHaveAttribute('aria-pressed', 'true')
    await at.toast('Recorded: sedative taken').getByRole('button', { name: 'Undo' }).click()
    await expectPage(at.panel('Sedative')).toContainText(visitPanelWords.sedativeTaken.notRecorded)
  })
})
