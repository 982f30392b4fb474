import { expect as expectPage, type Locator } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { noSedative } from '#domain/study/sedative.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { detailsWords } from '#renderer/study-page/details/details-words.ts'
import { papersPanelWords } from '#renderer/study-page/panels/papers-panel-words.ts'
import { prescriptionWords as words } from '#renderer/study-page/panels/prescription-words.ts'
import { type StartOptions, startHarnessPages } from '../../harness/harness-pages.ts'
import { failing, type Given, openPanels, type PanelPage, press, who } from './panel-pages.ts'

const pages = startHarnessPages()
let at: PanelPage

const open = async (start: StartOptions, given: Given = {}): Promise<void> => {
  at = await openPanels(pages, start, given)
}
const pending = { change: { sedative: { ...noSedative, status: 'pending' } } } as const

describe('the papers of a study', { timeout: 60_000 }, () => {
  const view = (paper: string): Locator => at.button('Printouts', papersPanelWords.view(paper))

  it('each have a button that opens the viewer, or shows why the study does not have the paper yet', async () => {
    await open({ signedInAs: 'hi', environment: 'PRODUCTION' })
    await expectPage(at.panel('Printouts').getByRole('listitem')).toHaveCount(13)
    await expectPage(view('physician report')).toHaveAccessibleDescription('No physician report has been published.')
    await expectPage(view('prescription')).toHaveAccessibleDescription('No sedative has been prescribed.')
    await expectPage(at.panel('Printouts')).toContainText('The member has not completed the medical history.')
    await press(view('referral package'))
    const dialog = at.page.getByRole('dialog', { name: 'Referral package', exact: true })
    await expectPage(dialog).toContainText(at.studyID)
    await expectPage(dialog.getByText('Page 1 of 1')).toBeVisible()
    await at.page.keyboard.press('Escape')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(view('referral package')).toBeFocused()
    expect(await at.inspect('papers', at.panel('Printouts'))).toEqual([])
  })

  it('in production are, for the front desk, only those that the role may have', async () => {
    await open({ signedInAs: 'frontdesk', environment: 'PRODUCTION' })
    await expectPage(view('consent form')).toBeVisible()
    await expectPage(view('medical history')).toHaveCount(0)
    await expectPage(at.panel('Printouts').getByRole('listitem')).toHaveCount(7)
  })
})

describe('the consent of a member', { timeout: 60_000 }, () => {
  const { acts, consentText } = detailsWords
  const history = (words: string | RegExp) => expectPage(at.panel('Medical History')).toContainText(words)

  it('is marked with the text in force, and is shown alike in panel and badge', async () => {
    await open({ signedInAs: 'frontdesk' }, { flags: { medicalHistory: true } })
    const badge = at.page.locator('.db__badge').filter({ hasText: 'Medical History' })
    await expectPage(badge).toContainText('Consent Incomplete')
    await press(at.button('Study Details', acts.consent.label))
    await history(/Signed on paper, standard text, 23 Nov 2026 .*, by Frankie Desker/)
    await expectPage(badge).toContainText('Completed')
    await press(at.button('Study Details', acts.consent.undoLabel))
    await history('Not signed')
    await expectPage(badge).toContainText('Consent Incomplete')
  })

  it('is marked with the text that staff choose by keyboard if the text changed lately', async () => {
    await open({ signedInAs: 'frontdesk' })
    const offered = [2, 1].map((version) => ({
      ...{ textID: `all-${version}`, scope: 'all', version, title: 'Our agreement' },
      createdAt: `2026-11-1${version}T20:00:00Z`,
    }))
    const answer = (): Promise<void> =>
      at.controls(
        (world, _id, value) => world.failNext('study.readConsentTexts' as never, { ok: true, value } as never),
        offered,
      )
    await answer()
    await press(at.button('Study Details', acts.consent.label))
    const dialog = at.page.getByRole('dialog', { name: consentText.title })
    await expectPage(dialog).toContainText('Ana Silva · born 03 Feb 1980')
    await expectPage(dialog.getByRole('radio', { name: 'Our agreement, text version 2, of 12 Nov 2026' })).toBeChecked()
    expect(await at.inspect('consent-text', dialog)).toEqual([])
    await dialog.getByRole('radio').first().focus()
    await at.page.keyboard.press('ArrowDown')
    await press(dialog.getByRole('button', { name: `${acts.consent.label}: ${who}` }))
    await history(/Signed on paper, text version 1/)
    await expectPage(dialog).toHaveCount(0)
  })
})

describe('the prescription of the sedative', { timeout: 60_000 }, () => {
  const field = (name: keyof typeof words.fields): Locator =>
    at.panel('Sedative').getByRole('textbox', { name: words.fields[name] })

  it('is recorded by keyboard, survives a page change and a failed save, and can be corrected', async () => {
    await open({ signedInAs: 'np' }, pending)
    await press(at.button('Sedative', words.record))
    const save = at.button('Sedative', words.save)
    await expectPage(save).toHaveAccessibleDescription(words.missing(words.fields.medicine))
    await field('medicine').fill('Demosedan 1 mg')
    await field('directions').fill('One tablet before the scan')
    await field('quantity').fill('Two tablets')
    await field('prescriber').fill('Kit Lowell, NP 1234')
    expect(await at.inspect('prescription-form', at.panel('Sedative'))).toEqual([])
    await at.go('/user/profile')
    await at.panel('Activity log').waitFor({ state: 'detached' })
    await at.go(`/study/${at.studyID}/study-details`)
    await expectPage(field('medicine')).toHaveValue('Demosedan 1 mg')
    await at.controls(
      (world, _id, reply) => world.failNext('study.recordPrescription' as never, reply as never),
      [failing('timed-out', 'No answer came.')][0],
    )
    await press(save)
    await expectPage(at.toast(studyMessages.savingFailed)).toBeVisible()
    await press(save)
    await expectPage(at.toast(words.saved)).toBeVisible()
    for (const shown of ['Demosedan 1 mg', 'Kit Lowell, NP 1234', 'Prescribed'])
      await expectPage(at.panel('Sedative')).toContainText(shown)
    await press(at.button('Sedative', words.correct))
    await expectPage(save).toHaveAccessibleDescription(words.unchanged)
    await field('quantity').fill('x'.repeat(121))
    await expectPage(save).toHaveAccessibleDescription(words.tooLong(words.fields.quantity, 1))
  })

  it('shows why the front desk cannot record it', async () => {
    await open({ signedInAs: 'frontdesk' }, pending)
    await expectPage(at.button('Sedative', words.record)).toHaveCount(0)
  })
})
