import { expect as expectPage, type Locator } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { studyMessages } from '#domain/study/study-messages.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { type StartOptions, startHarnessPages } from '../../harness/harness-pages.ts'
import { failing, type Given, openPanels, type PanelPage, press, who } from './panel-pages.ts'

const pages = startHarnessPages()
let at: PanelPage

const open = async (start: StartOptions, given: Given = {}): Promise<void> => {
  at = await openPanels(pages, start, given)
}
const words = reportPanelWords.feedback
const assignment = reportPanelWords.radiology.assignment
const failNext = (command: string, code: string, message: string): Promise<void> =>
  at.controls((world, _id, [name, reply]) => world.failNext(name as never, reply as never), [
    command,
    failing(code, message),
  ] as const)

describe('the feedback of the member', { timeout: 60_000 }, () => {
  const choice = (question: string, value: string): Locator =>
    at.panel('Feedback').getByRole('radiogroup', { name: question }).getByRole('radio', { name: value, exact: true })
  const comment = (): Locator => at.panel('Feedback').getByRole('textbox', { name: words.text })

  it('is recorded by keyboard, survives a page change and a failed save, and can be corrected', async () => {
    await open({ signedInAs: 'frontdesk' }, { flags: { checkin: true, scanned: true } })
    await press(at.button('Feedback', words.record))
    const save = at.button('Feedback', words.save)
    await expectPage(save).toHaveAccessibleDescription(words.empty)
    await choice(words.ratings.prescan, words.choices[0]).focus()
    for (let star = 0; star < 4; star += 1) await at.page.keyboard.press('ArrowRight')
    await expectPage(choice(words.ratings.prescan, '4')).toBeChecked()
    await comment().fill('The machine was loud.')
    expect(await at.inspect('feedback-form', at.panel('Feedback'))).toEqual([])
    await at.go('/user/profile')
    await at.panel('Activity log').waitFor({ state: 'detached' })
    await at.go(`/study/${at.studyID}/study-details`)
    await expectPage(comment()).toHaveValue('The machine was loud.')
    await expectPage(choice(words.ratings.prescan, '4')).toBeChecked()
    await failNext('study.recordFeedback', 'timed-out', 'No answer came.')
    await press(save)
    await expectPage(at.toast(studyMessages.savingFailed)).toBeVisible()
    await expectPage(comment()).toHaveValue('The machine was loud.')
    await press(save)
    await expectPage(at.toast(words.saved)).toBeVisible()
    await expectPage(at.panel('Feedback')).toContainText('4 of 5 stars')
    await expectPage(at.panel('Feedback')).toContainText('The machine was loud.')
    await press(at.button('Feedback', words.correct))
    await expectPage(save).toHaveAccessibleDescription(words.unchanged)
    await comment().fill('The machine was loud. Otherwise good.')
    await press(save)
    await expectPage(at.panel('Feedback')).toContainText('Otherwise good.')
  })

  it('shows both ratings when another desk saved first, and uses the chosen one', async () => {
    const stars = { prescan: 4, checkin: 5, mri: 3, radiology: null, experience: 4, recommend: 5, feedback: '' }
    await open(
      { signedInAs: 'frontdesk' },
      { flags: { checkin: true, scanned: true, feedbackReceived: true }, details: { feedback: stars } },
    )
    await press(at.button('Feedback', words.correct))
    await choice(words.ratings.mri, '3').focus()
    await at.page.keyboard.press('ArrowRight')
    await at.controls((world, id, feedback) => world.study.setDetails(id, { feedback }), { ...stars, mri: 1 })
    const conflict = at.panel('Feedback').getByRole('alert')
    await expectPage(conflict).toContainText(words.ratingOf(words.ratings.mri))
    await expectPage(conflict).toContainText(words.starsOf(4))
    await expectPage(at.button('Feedback', words.save)).toHaveAccessibleDescription(words.conflict)
    await conflict.getByRole('button', { name: `Take theirs: ${words.starsOf(1)}` }).click()
    await expectPage(choice(words.ratings.mri, '1')).toBeChecked()
  })

  it('is refused before the scan and after its amplification, with the reason beside the button', async () => {
    await open({ signedInAs: 'frontdesk' })
    await expectPage(at.button('Feedback', words.record)).toHaveAccessibleDescription(
      'The member has not been scanned.',
    )
    await at.controls((world, id) =>
      world.study.setFlags(id, { scanned: true, feedbackReceived: true, feedbackAmplificationDenied: true }),
    )
    await expectPage(at.button('Feedback', words.record)).toHaveAccessibleDescription(
      'The feedback is final: its amplification was denied.',
    )
  })
})

describe('the assignment to a radiologist', { timeout: 60_000 }, () => {
  const scanned: Given = { flags: { checkin: true, scanned: true } }
  const panel = (): Locator => at.panel('Radiology')

  it('is taken and given back by the radiologist, with one button', async () => {
    await open({ signedInAs: 'radiologist' }, scanned)
    await expectPage(panel()).toContainText(reportPanelWords.radiology.unassigned)
    await expectPage(at.button('Radiology', assignment.open)).toHaveCount(0)
    await press(at.button('Radiology', assignment.take))
    await expectPage(at.button('Radiology', assignment.giveBack)).toBeVisible()
    await press(at.button('Radiology', assignment.giveBack))
    await expectPage(panel()).toContainText(reportPanelWords.radiology.unassigned)
    await at.controls((world, id) => world.study.setFlags(id, { assignedTo: 'Ines Kerr', assignedToID: 'u-other' }))
    await expectPage(at.button('Radiology', assignment.take)).toHaveAccessibleDescription(
      'This study is assigned to Ines Kerr.',
    )
  })

  it('is chosen from the location’s radiologists by health-information staff, after a failure to load them', async () => {
    await open({ signedInAs: 'hi' }, scanned)
    await failNext('study.readRadiologists', 'timed-out', 'No answer came.')
    await press(at.button('Radiology', assignment.open))
    const dialog = at.page.getByRole('dialog', { name: assignment.title })
    await expectPage(dialog).toContainText(assignment.failedTitle)
    await dialog.getByRole('button', { name: assignment.tryAgain }).press('Enter')
    const save = dialog.getByRole('button', { name: `${assignment.save}: ${who}`, exact: true })
    await expectPage(save).toHaveAccessibleDescription(assignment.unchanged)
    await dialog.getByRole('button', { name: assignment.label }).press('Enter')
    await at.page.getByRole('option', { name: 'Tomas Berg' }).press('Enter')
    expect(await at.inspect('assign-dialog', dialog)).toEqual([])
    await save.press('Enter')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(panel()).toContainText('Tomas Berg')
    await press(at.button('Radiology', assignment.open))
    // Another desk assigns the study while the dialog is open.
    await at.controls((world, id) =>
      world.failNext('study.assignStudy', { ok: false, failure: { code: 'stale', message: id } } as never),
    )
    await dialog.getByRole('button', { name: assignment.label }).press('Enter')
    await at.page.getByRole('option', { name: assignment.none }).press('Enter')
    await save.press('Enter')
    await expectPage(at.toast(studyMessages.savingFailed)).toBeVisible()
    await save.press('Enter')
    await expectPage(panel()).toContainText(reportPanelWords.radiology.unassigned)
  })

  it('is not offered to the front desk', async () => {
    await open({ signedInAs: 'frontdesk' }, scanned)
    for (const name of [assignment.take, assignment.open]) {
      await expectPage(at.button('Radiology', name)).toHaveCount(0)
    }
  })
})
