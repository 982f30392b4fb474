import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import { awaitingReason } from '#renderer/kit/awaiting-reason.ts'
import { detailsWords } from '#renderer/study-page/details/details-words.ts'
import { completeAnswers } from '#test/builders/complete-answers.ts'
import { startHarnessPages } from '../../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page
let studyID = ''

type Controls = NonNullable<Window['fakeControls']>
type Held = Window & { answer?: (reply: unknown) => void }

const controls = <Result>(
  run: (controls: Controls, studyID: string, answers: Answers) => Result,
  answers: Answers = {},
): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls, ${JSON.stringify(studyID)}, ${JSON.stringify(answers)})`)
/** Makes the next call of a command wait until `answerIt`. */
const hold = (command: string): Promise<void> =>
  page.evaluate((name) => {
    const answered = new Promise((done) => {
      ;(window as Held).answer = done
    })
    window.fakeControls?.failNext(name, answered as never)
  }, command)
const answerIt = (code: string): Promise<void> =>
  page.evaluate((given) => (window as Held).answer?.({ ok: false, failure: { code: given, message: 'No.' } }), code)

/**
 * Opens edit mode of a later study of Ana Silva in Vancouver. The page's clock starts on Monday 23 November 2026, 08:00
 * in Vancouver.
 */
async function open(): Promise<void> {
  const context = { timezoneId: 'America/Los_Angeles' }
  page = await pages.open('/user/profile', { signedInAs: 'frontdesk', context }, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  studyID = await controls(
    ({ clinic }) =>
      clinic.studies.find(
        ({ patientID, locationID, booking }) =>
          patientID === 'm-000001' && locationID === 'ca-bc-1' && (booking?.utcStart ?? '') > '2026-11-24',
      )?.studyID ?? 'none',
  )
  await controls(
    (world, id, answers) => world.safety.saveAs('Ben Ortiz', id as never, answers),
    completeAnswers('female'),
  )
  await page.evaluate((id) => history.pushState(null, '', `/admin/study/${id}`), studyID)
  await button(detailsWords.edit.title).click()
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const saveChanges = () => button('Save Changes: Ana Silva, 03 Feb 1980')
const details = () => page.getByRole('region', { name: detailsWords.edit.title })
const freeTime = () => details().locator('[role=gridcell].sg-cell--free')
const reasonForScan = (answer: string) =>
  page.getByRole('radiogroup', { name: 'Primary reason for the scan' }).getByRole('radio', { name: answer })
const suppressEmail = () => page.getByRole('checkbox', { name: detailsWords.edit.suppressEmail })
/** Goes to another page within the window, because a reload would lose the fake data. */
const leave = async (): Promise<void> => {
  await page.evaluate(() => history.pushState(null, '', '/user/profile'))
  await expectPage(details()).toHaveCount(0)
}
const comeBack = (): Promise<void> => page.evaluate((id) => history.pushState(null, '', `/admin/study/${id}`), studyID)
const answer = async (): Promise<void> => {
  await button('Change answers').click()
  await reasonForScan('Worried').check()
}

describe('Study Details in edit mode', { timeout: 60_000 }, () => {
  it('has one save bar, which also saves the answers and keeps them when the server does not reply', async () => {
    await open()
    await answer()
    await hold('safety.save')
    await expectPage(button(/^Save /)).toHaveCount(1)
    await expectPage(page.locator('.sde').getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    await page.keyboard.press('Control+Enter')
    await expectPage(saveChanges()).toHaveAttribute('data-pending', 'true')
    await answerIt('timed-out')
    await expectPage(page.getByText('Kept on this computer, not confirmed by the server')).toBeVisible()
    await expectPage(reasonForScan('Worried')).toBeChecked()
    await expectPage(saveChanges()).not.toHaveAttribute('aria-disabled', 'true')
  })

  it('accepts no answers during a save, and shows the reason at each button', async () => {
    await open()
    await freeTime().first().click()
    await expectPage(page.getByRole('heading', { name: 'What changes' })).toBeVisible()
    await answer()
    await hold('booking.reschedule')
    await saveChanges().click()
    await expectPage(page.getByText('Saved by Frankie Desker')).toBeVisible()
    await expectPage(
      page.locator('.dbar').getByRole('button', { name: detailsWords.save.cancel }),
    ).toHaveAccessibleDescription(awaitingReason)
    await expectPage(suppressEmail()).toHaveAccessibleDescription(awaitingReason)
    await button('Change answers').click()
    await expectPage(reasonForScan('Preventative')).toBeDisabled()
    await answerIt('unexpected')
    await expectPage(page.getByText('Saving failed (appointment)')).toBeVisible()
    await expectPage(reasonForScan('Preventative')).toBeEnabled()
  })

  it('cannot be saved while the time is being requested, nor with an incomplete manual time', async () => {
    await open()
    await page.getByText(detailsWords.edit.suppressEmail).click()
    await hold('booking.holdSlot')
    await freeTime().first().click()
    await expectPage(saveChanges()).toHaveAccessibleDescription(detailsWords.whyNot.holding)
    await answerIt('unexpected')
    await expectPage(saveChanges()).not.toHaveAttribute('aria-disabled', 'true')
    await button('Add a Manual Time').click()
    await details().getByRole('spinbutton', { name: /day/ }).first().focus()
    await page.keyboard.type('27')
    await details().getByRole('spinbutton', { name: /month/ }).first().focus()
    await page.keyboard.type('11')
    await details().getByRole('spinbutton', { name: /year/ }).first().focus()
    await page.keyboard.type('2026')
    await expectPage(saveChanges()).toHaveAccessibleDescription(detailsWords.whyNot.manualTime)
  })

  it('holds the chosen time again after the page was left, and reports when another member has it', async () => {
    await open()
    const currentCell = details().getByRole('gridcell', { name: /, current appointment time$/ })
    await expectPage(currentCell).toBeInViewport()
    await freeTime().first().click()
    const chosen = details().locator('[role=gridcell].sg-cell--mine')
    await expectPage(chosen).toHaveCount(1)
    const time = (await chosen.getAttribute('aria-label')) ?? ''
    await page.clock.runFor(500)
    await leave()
    await comeBack()
    await expectPage(details().getByText(/is held for you again\.$/)).toBeVisible()
    expect((await chosen.getAttribute('aria-label'))?.split(',')[0]).toBe(time.split(',')[0])
    await expectPage(page.getByRole('heading', { name: 'What changes' })).toBeVisible()
    await page.clock.runFor(500)
    await leave()
    await controls((world) =>
      world.failNext('booking.holdSlot', { ok: false, failure: { code: 'slot-taken', message: 'Taken.' } }),
    )
    await comeBack()
    await expectPage(
      details().getByText(/^\d\d \w{3} 2026 \d\d:\d\d[ap]m [A-Z]+ is no longer held for you\. Choose a time again\.$/),
    ).toBeVisible()
    await expectPage(details().getByText(/^Unfortunately the time slot you selected is unavailable/)).toBeVisible()
  })

  it('shows who cancelled the study, and which choices were discarded with it', async () => {
    await open()
    await page.getByText(detailsWords.edit.suppressEmail).click()
    await freeTime().first().click()
    await expectPage(page.getByRole('heading', { name: 'What changes' })).toBeVisible()
    await controls((world, id) => {
      const study = world.clinic.studies.find((each) => each.studyID === id)
      if (study === undefined) return
      const status = { ...study.status, cancelled: true, cancelledBy: 'Ben Ortiz' }
      world.study.change(id, { booking: null, status })
    })
    const told = page.getByText(detailsWords.cancelledBy('Ben Ortiz'))
    await expectPage(told).toBeVisible()
    await expectPage(
      page.getByText(/These changes were discarded: New appointment: .* · Suppress emails to the member/),
    ).toBeVisible()
    await expectPage(saveChanges()).toHaveCount(0)
  })
})
