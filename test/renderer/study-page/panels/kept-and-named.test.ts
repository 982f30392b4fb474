import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { practitionerContactWords } from '#renderer/people/practitioner-contact-words.ts'
import { studyFailureWords } from '#renderer/study/study-failure-words.ts'
import { detailsWords } from '#renderer/study-page/details/details-words.ts'
import { visitPanelWords } from '#renderer/study-page/panels/visit-panel-words.ts'
import { type StartOptions, startHarnessPages } from '../../harness/harness-pages.ts'
import { type Given, openPanels, type PanelPage, who } from './panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

const open = async (start: StartOptions, given: Given = {}): Promise<void> => {
  at = await openPanels(pages, start, given)
  page = at.page
}

describe('the study’s page', { timeout: 60_000 }, () => {
  it('keeps the reason and detail of a cancellation while the page is left, and names the member', async () => {
    await open({ signedInAs: 'frontdesk' })
    const dialog = page.getByRole('dialog', { name: 'Cancel Appointment' })
    const reason = dialog.getByRole('button', { name: /Cancellation reason/ })
    const openDialog = async (): Promise<void> => {
      await page.getByRole('button', { name: `Cancel Appointment: ${who}` }).press('Enter')
      await dialog.waitFor()
    }
    await page.getByRole('button', { name: detailsWords.edit.title }).press('Enter')
    await openDialog()
    await reason.press('Enter')
    await page.getByRole('option', { name: 'Less expensive alternative' }).click()
    await dialog.getByRole('textbox', { name: 'Detail' }).fill('Moved abroad')
    await at.go('/user/profile')
    await at.panel('Activity log').waitFor({ state: 'detached' })
    await at.go(`/study/${at.studyID}/study-details`)
    await page.getByRole('button', { name: detailsWords.edit.title }).press('Enter')
    await openDialog()
    await expectPage(reason).toContainText('Less expensive alternative')
    await expectPage(dialog.getByRole('textbox', { name: 'Detail' })).toHaveValue('Moved abroad')
    await dialog.getByRole('button', { name: /^Cancel the appointment of/ }).press('Enter')
    await expectPage(dialog).toHaveCount(0)
    const discarded = await page.evaluate(() =>
      window.fakeControls?.calls
        .filter(({ command }) => command === 'drafts.discard')
        .map(({ input }) => (input as { draftID: string }).draftID),
    )
    expect(discarded).toContain(`cancel:${at.studyID}`)
  })

  it('names the member in the sedative menu, and shows why a recorded value cannot be recorded again', async () => {
    const sedative = {
      status: 'pending' as const,
      prescribedDate: null,
      sentDate: null,
      details: { pickupDate: null },
      preferredPharmacy: null,
      prescription: null,
    }
    const change = { sedative, sedativeTaken: 'No Sedative Taken' as const }
    await open({ signedInAs: 'frontdesk' }, { change, flags: { checkin: true } })
    await at
      .panel('Sedative')
      .getByRole('button', { name: `Change sedative status: ${who}` })
      .press('Enter')
    await expectPage(page.getByRole('menuitem', { name: `Ready for Pickup: ${who}` })).toBeVisible()
    expect(await at.inspect('sedative-menu', page.getByRole('menu'))).toEqual([])
    await page.keyboard.press('Escape')
    await expectPage(
      at.panel('Sedative').getByRole('button', { name: `No sedative taken: ${who}` }),
    ).toHaveAccessibleDescription(visitPanelWords.sedativeTaken.recorded)
  })

  it('keeps a typed contact, and reports that its practitioner is no longer in the directory', async () => {
    const ref = { practitionerID: 'pr-4', locationID: null }
    await open(
      { signedInAs: 'frontdesk' },
      { details: { practitioners: { primary: ref, referring: null, additional: [] } as never } },
    )
    await at
      .panel('Provider follow-up')
      .getByRole('button', { name: /^Edit contact: / })
      .first()
      .press('Enter')
    const dialog = page.getByRole('dialog', { name: practitionerContactWords.title })
    await dialog.getByRole('textbox', { name: practitionerContactWords.fields.email }).fill('new@osei.example')
    await at.controls((world) => {
      world.failNext('study.changePractitioner', { ok: false, failure: { code: 'stale', message: 'Changed.' } })
      world.failNext('study.searchPractitioners', { ok: true, value: [] } as never)
    })
    await dialog.getByRole('button', { name: practitionerContactWords.save }).press('Enter')
    await expectPage(dialog).toContainText(studyFailureWords.notFound.text)
    await expectPage(dialog.getByRole('textbox', { name: practitionerContactWords.fields.email })).toHaveValue(
      'new@osei.example',
    )
  })
})
