import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, it } from 'vitest'
import { awaitingReason } from '#renderer/kit/awaiting-reason.ts'
import { practitionerWords } from '#renderer/people/practitioner-words.ts'
import { panelWords } from '#renderer/study/panel-words.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { visitPanelWords } from '#renderer/study-page/panels/visit-panel-words.ts'
import { startHarnessPages } from '../../harness/harness-pages.ts'
import { failing, openPanels, type PanelPage } from './panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

type Held = Window & { answer?: () => void }
const who = 'Ana Silva, 03 Feb 1980'
const open = async (): Promise<void> => {
  at = await openPanels(pages, { signedInAs: 'frontdesk' }, { flags: { consent: true } })
  page = at.page
}
const button = (panel: string, words: string) =>
  at.panel(panel).getByRole('button', { name: `${words}: ${who}`, exact: true })
/** Presses a control with Enter, because a notice in the corner could cover it for the mouse. */
const press = (control: Locator) => control.press('Enter')
const discard = (panel: string) => at.panel(panel).getByRole('button', { name: 'Discard changes' })
const toast = (words: string) => page.getByRole('alertdialog').filter({ hasText: words })
const reason = () => page.getByRole('textbox', { name: reportPanelWords.reason.title, exact: true })
const primary = () => page.getByRole('combobox', { name: 'Primary practitioner', exact: true })

describe('a form in a panel of the study', { timeout: 60_000 }, () => {
  it('takes the focus when it opens, and returns it to its opener', async () => {
    await open()
    await press(button('Provider follow-up', 'Change practitioners'))
    await expectPage(primary()).toBeFocused()
    await press(discard('Provider follow-up'))
    await expectPage(button('Provider follow-up', 'Change practitioners')).toBeFocused()
    await press(button('Radiology', reportPanelWords.reason.edit))
    await expectPage(reason()).toBeFocused()
    await press(discard('Radiology'))
    await expectPage(button('Radiology', reportPanelWords.reason.edit)).toBeFocused()
    await press(button('Radiology', reportPanelWords.reason.edit))
    await reason().fill('Check-up.')
    await press(button('Radiology', reportPanelWords.reason.save))
    await expectPage(button('Radiology', reportPanelWords.reason.edit)).toBeFocused()
    await press(button('Checkin', visitPanelWords.checkIn.act.label))
    const dialog = page.getByRole('alertdialog', { name: 'Check in', exact: true })
    const tick = dialog.getByRole('checkbox')
    if ((await tick.count()) > 0) await tick.press(' ')
    await press(dialog.getByRole('button', { name: /^Check in / }))
    await expectPage(dialog).toHaveCount(0)
    await page.clock.runFor(1000)
    await expectPage(button('Checkin', visitPanelWords.checkIn.act.undoLabel)).toBeFocused()
  })

  it('keeps text typed during a save, and shows that it is not saved yet', async () => {
    await open()
    await press(button('Radiology', reportPanelWords.reason.edit))
    await reason().fill('Headaches.')
    await at.controls((world, id) => {
      const answered = new Promise((done) => {
        ;(window as Held).answer = () => {
          world.study.setDetails(id, { reasonForScan: 'Headaches.' })
          done({ ok: true, value: world.clinic.studies.find((each) => each.studyID === id) })
        }
      })
      world.failNext('study.setReasonForScan', answered as never)
    })
    await press(button('Radiology', reportPanelWords.reason.save))
    await expectPage(discard('Radiology')).toHaveAccessibleDescription(awaitingReason)
    await reason().fill('Headaches since spring.')
    await page.evaluate(() => (window as Held).answer?.())
    await expectPage(toast(reportPanelWords.reason.saved)).toContainText('not saved yet')
    await expectPage(toast(reportPanelWords.reason.saved)).toContainText(who)
    await expectPage(reason()).toHaveValue('Headaches since spring.')
    await press(button('Radiology', reportPanelWords.reason.save))
    await expectPage(at.panel('Radiology').getByText('Headaches since spring.')).toBeVisible()
    await expectPage(reason()).toHaveCount(0)
  })

  it('does not scroll away from a note being typed when another desk’s change causes a conflict', async () => {
    await open()
    await press(button('Radiology', reportPanelWords.reason.edit))
    await reason().fill('Check-up.')
    const note = page.getByRole('textbox', { name: panelWords.note.label })
    await note.scrollIntoViewIfNeeded()
    await note.fill('Called.')
    await at.controls((world, id) => world.study.setDetails(id, { reasonForScan: 'Knee.' }))
    await expectPage(at.panel('Radiology').getByRole('alert')).toContainText('Knee.')
    await expectPage(note).toBeFocused()
    await expectPage(at.panel('Radiology').getByRole('alert')).not.toBeInViewport()
    await expectPage(note).toBeInViewport()
  })

  it('shows the study’s practitioners and can be closed if the directory of practitioners cannot be read', async () => {
    await open()
    await at.controls((world, id) =>
      world.study.setDetails(id, {
        practitioners: { primary: { practitionerID: 'pr-1', locationID: null }, referring: null, additional: [] },
      }),
    )
    await at.controls(
      (world, _id, reply) => world.failNext('study.searchPractitioners', reply as never),
      failing('offline', 'No line.'),
    )
    await press(button('Provider follow-up', 'Change practitioners'))
    const panel = at.panel('Provider follow-up')
    await expectPage(panel).toContainText(practitionerWords.edit.failedTitle)
    await expectPage(panel.getByRole('button', { name: 'Try again' })).toBeFocused()
    await expectPage(panel.getByRole('row', { name: /Amara Osei/ })).toBeVisible()
    await press(discard('Provider follow-up'))
    await expectPage(button('Provider follow-up', 'Change practitioners')).toBeFocused()
  })

  it('offers no undo after the study’s page was left', async () => {
    await open()
    await press(button('Radiology', reportPanelWords.radiology.urgent))
    await expectPage(toast('urgent')).toContainText(who)
    await expectPage(toast('urgent').getByRole('button', { name: 'Undo' })).toBeVisible()
    await at.go('/user/profile')
    await at.panel('Activity log').waitFor({ state: 'detached' })
    await page.clock.runFor(500)
    await expectPage(toast('urgent')).toHaveCount(0)
  })
})
