import { readFile } from 'node:fs/promises'
import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import { safetyStateWords } from '#domain/safety/safety-states.ts'
import { appointmentStateWords } from '#domain/study/member-appointments.ts'
import { safetySectionWords } from '#renderer/safety/section/safety-section-words.ts'
import { bookingFailureWordsIn } from '#renderer/study/booking-failure-words.ts'
import { panelWords } from '#renderer/study/panel-words.ts'
import { studyPartWords } from '#renderer/study/study-words.ts'
import { studyPageWords } from '#renderer/study-page/study-page-words.ts'
import { completeAnswers } from '#test/builders/complete-answers.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page

/** The folder in which to save screenshots for review; none are saved by default. */
const shots = process.env.SHOTS

type Controls = NonNullable<Window['fakeControls']>
type Given = { readonly studyID: string; readonly answers: Answers }
type Start = StartOptions & {
  readonly search?: string
  /** Answers that Ben Ortiz saves before the page is opened. */
  readonly saved?: Answers
}

const controls = <Result>(run: (controls: Controls, given: Given) => Result, answers: Answers = {}): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls, ${JSON.stringify({ studyID, answers })})`)

let studyID = ''

/** Opens the page of Ana Silva's next study in Vancouver. The clock starts at Monday 23 November 2026, 08:00 there. */
async function open({ context, search = '', saved, ...fake }: Start = {}): Promise<Page> {
  const wanted = { timezoneId: 'America/Los_Angeles', acceptDownloads: true, ...context }
  page = await pages.open('/user/profile', { ...fake, context: wanted }, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  studyID = await controls(
    ({ clinic }) =>
      clinic.studies.find(
        ({ patientID, locationID, booking }) =>
          patientID === 'm-000001' && locationID === 'ca-bc-1' && (booking?.utcStart ?? '') > '2026-11-24',
      )?.studyID ?? 'none',
  )
  if (saved !== undefined) {
    await controls((world, { studyID, answers }) => world.safety.saveAs('Ben Ortiz', studyID, answers), saved)
  }
  await go(search)
  return page
}

/** Goes to the study within the page, because a reload would lose the fake data. */
async function go(search = '', state: unknown = null): Promise<void> {
  await page.evaluate(([path, given]) => history.pushState(given, '', path), [
    `/study/${studyID}/study-details${search}`,
    state,
  ] as const)
}

/** Omits the panels beside Study Details, because other tests check them. */
const seriousFaults = (): Promise<string[]> =>
  seriousFaultsOf(page, '[data-live-announcer]', '.stu__content > .stu__section')

/** Runs axe over the current page, and takes a picture if one is wanted. */
async function inspect(name: string): Promise<void> {
  expect(await seriousFaults()).toEqual([])
  if (shots === undefined) return
  await page.screenshot({ path: `${shots}/${name}.png` })
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.screenshot({ path: `${shots}/${name}-1024.png` })
  await page.setViewportSize({ width: 1440, height: 900 })
}

const saveButton = () => page.getByRole('button', { name: 'Save safety answers for Ana Silva, 03 Feb 1980' })
const button = (name: string | RegExp) => page.getByRole('button', { name })
/** Finds only the Cancel button of the answers, because Study Details in edit mode has its own Cancel button. */
const cancelAnswers = () => page.locator('.sde').getByRole('button', { name: 'Cancel', exact: true })
const question = (title: string) => page.getByRole('radiogroup', { name: title })
const kept = () => page.getByText('Saved as draft', { exact: true })

const withXRay = completeAnswers('female', {
  'NonMedicalMetal.Eyes.Injury': 'yes',
  'NonMedicalMetal.Eyes.Removed': 'no',
})

describe('the page of a study', { timeout: 60_000 }, () => {
  it('names the person, the appointment in its zone, and the missing safety answers', async () => {
    await open({ signedInAs: 'frontdesk' })
    await expectPage(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible()
    await expectPage(page.getByText('Born 03 Feb 1980')).toBeVisible()
    await expectPage(page.getByText(/P[DS]T/).first()).toBeVisible()
    await expectPage(page.getByText('This member has not completed their mandatory safety questions')).toBeVisible()
    await inspect('unanswered')
  })

  it('shows its outline while it loads, and then the page', async () => {
    await open({ signedInAs: 'frontdesk', latencyMs: 1000 })
    await expectPage(
      page.getByRole('status', { name: /Loading the study/ }).or(page.getByText(studyPageWords.loading)),
    ).toBeAttached()
    await page.clock.runFor(4000)
    await expectPage(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible()
  })

  it('shows “Location not allowed”, and that a study does not exist', async () => {
    await open({ signedInAs: 'frontdesk' })
    await expectPage(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible()
    await page.evaluate(() => history.pushState(null, '', '/user/profile'))
    await controls((world) =>
      world.failNext('study.read', { ok: false, failure: { code: 'location-forbidden', message: 'No.' } }),
    )
    await go()
    await expectPage(page.getByText('Location not allowed')).toBeVisible()
    await inspect('forbidden')
    await page.evaluate(() => history.pushState(null, '', '/study/s-999999/study-details'))
    await expectPage(page.getByText(panelWords.noSuchStudy)).toBeVisible()
    await inspect('not-found')
  })

  it('removes the answers from the page when they are hidden', async () => {
    await open({ signedInAs: 'frontdesk', saved: completeAnswers('female') })
    await expectPage(page.getByText('No heart surgery')).toBeVisible()
    await button('Hide Safety questions').click()
    await expectPage(page.getByText('No heart surgery')).toHaveCount(0)
    await expectPage(page.getByText('Confidential Information')).toBeVisible()
    await inspect('hidden')
    await button('Show Safety questions').click()
    await expectPage(page.getByText('No heart surgery')).toBeVisible()
  })

  it('can be read offline, with the time of the data, and cannot be changed when the study is cancelled', async () => {
    await open({ signedInAs: 'frontdesk', saved: completeAnswers('female') })
    await controls((world) => world.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(/^Offline: data as of/)).toBeVisible()
    await inspect('offline')
    await controls((world) => world.setConnectivity({ state: 'online' }))
    await controls((world, { studyID }) => {
      const index = world.clinic.studies.findIndex((study) => study.studyID === studyID)
      const study = world.clinic.studies[index]
      if (study === undefined) return
      world.clinic.studies[index] = { ...study, booking: null, status: { ...study.status, cancelled: true } }
      world.safety.refresh(studyID)
    })
    await expectPage(page.getByText(appointmentStateWords.cancelled, { exact: true })).toBeVisible()
    await expectPage(button('Change answers')).toHaveAttribute('aria-disabled', 'true')
    await expectPage(button('Edit Safety questions')).toHaveCount(0)
    await inspect('cancelled')
  })
})

const head = () => page.locator('.stuh')

describe('the safety summary of a study', { timeout: 60_000 }, () => {
  it.each(['online', 'offline'] as const)('counts the unsaved answers of this workstation while %s', async (line) => {
    await open({ signedInAs: 'frontdesk', saved: completeAnswers('female') })
    await expectPage(head()).toContainText(safetyStateWords.answered)
    await button('Change answers').click()
    if (line === 'offline') await controls((world) => world.setConnectivity({ state: 'offline' }))
    await page
      .getByRole('radiogroup', { name: /pregnan/i })
      .getByRole('radio', { name: 'Yes' })
      .check()
    await expectPage(head()).toContainText('All answered, not saved')
    await expectPage(head()).toContainText('1 stop, not signed off')
    await cancelAnswers().click()
    await button(studyPartWords.leave.keep).click()
    await expectPage(head()).toContainText('1 stop, not signed off')
  })

  it('names the stop in the scan dialog, and later shows that the mark came before any sign-off', async () => {
    await open({ signedInAs: 'frontdesk', saved: withXRay })
    await controls((world, { studyID }) => world.study.setFlags(studyID, { checkin: true, consent: true }))
    // The scan is not the front desk's own work, so its panel is folded.
    await page.getByRole('button', { name: 'Scan', exact: true }).press('Enter')
    const scanButton = page.getByRole('button', { name: /^Mark scanned: Ana Silva/ })
    await scanButton.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Mark as scanned?' })
    await expectPage(dialog).toContainText('1 stop is not signed off')
    await expectPage(dialog).toContainText('An orbit x-ray is required before the scan.')
    const commit = dialog.getByRole('button', { name: /^Mark scanned anyway/ })
    await expectPage(commit).toHaveAccessibleDescription(/Enter a reason/)
    await dialog.getByLabel(/^Why mark as scanned/).fill('The x-ray was seen on paper')
    await inspect('scan-with-a-stop')
    await commit.click()
    await expectPage(dialog).toHaveCount(0)
    await expectPage(page.locator('.sdo')).toContainText(
      /The scan was marked at .* by Frankie Desker before any sign-off\./,
    )
  })
})

describe('the form for safety answers', { timeout: 60_000 }, () => {
  it('opens with the page: alone if the address has answer=1, as a part of edit mode if the history state asks for it', async () => {
    await open({ signedInAs: 'frontdesk', search: '?answer=1' })
    await expectPage(saveButton()).toBeVisible()
    await page.evaluate(() => history.pushState(null, '', '/user/profile'))
    await expectPage(saveButton()).toHaveCount(0)
    await go('', { toggleEditOnStudyTab: true })
    await expectPage(button(/^Save Changes: /)).toBeVisible()
    await expectPage(saveButton()).toHaveCount(0)
    await inspect('edit')
  })

  it('leaves nothing in the address and the history that would open the form again once it was closed', async () => {
    await open({ signedInAs: 'frontdesk', search: '?answer=1' })
    await expectPage(saveButton()).toBeVisible()
    await cancelAnswers().click()
    await expectPage(button('Answer Questions')).toBeFocused()
    await expectPage(page).toHaveURL(new RegExp(`/study/${studyID}/study-details$`))
    expect(await page.evaluate(() => history.state)).toBeNull()
  })

  it('focuses the first unanswered question, keeps an answer as a draft and shows “Saved as draft”', async () => {
    await open({ signedInAs: 'frontdesk' })
    await button('Answer Questions').click()
    await expectPage(question('Never had heart surgery').getByRole('radio').first()).toBeFocused()
    await expectPage(page.getByText('No changes', { exact: true })).toBeVisible()
    // The button is enabled even before the first answer, because pressing it shows which questions are unanswered.
    await expectPage(saveButton()).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('1')
    await page.clock.runFor(500)
    await expectPage(kept()).toBeVisible()
    await expectPage(saveButton()).not.toHaveAttribute('aria-disabled', 'true')
    await expectPage(question('Never had heart surgery').getByRole('radio', { name: /^Correct/ })).toBeChecked()
  })

  it('shows “Missing some required fields” and moves to the first of them', async () => {
    await open({ signedInAs: 'frontdesk', search: '?answer=1' })
    await expectPage(question('Never had heart surgery').getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('1')
    await page.keyboard.press('Control+Enter')
    await expectPage(page.getByRole('alert').filter({ hasText: 'Missing some required fields' })).toBeVisible()
    await expectPage(question('Never had head surgery').getByRole('radio').first()).toBeFocused()
    await inspect('missing')
  })

  it('opens the folded questions when the save of edit mode needs an answer', async () => {
    await open({ signedInAs: 'frontdesk' })
    await expectPage(button('Answer Questions')).toBeVisible()
    await page.evaluate(() => history.pushState(null, '', '/user/profile'))
    await expectPage(button('Answer Questions')).toHaveCount(0)
    await go('', { toggleEditOnStudyTab: true })
    const first = question('Never had heart surgery').getByRole('radio').first()
    await first.check()
    await page.locator('#study-safety .w-panel__toggle').first().press('Enter')
    await expectPage(first).toBeHidden()
    await button(/^Save Changes: /).press('Enter')
    await expectPage(question('Never had head surgery').getByRole('radio').first()).toBeFocused()
  })

  it('saves with Ctrl+Enter, names the member, and focuses the button that opens the form', async () => {
    await open({ signedInAs: 'frontdesk', saved: completeAnswers('female') })
    await button('Change answers').click()
    await question('Primary reason for the scan').getByRole('radio', { name: 'Worried' }).check()
    await page.keyboard.press('Control+Enter')
    await expectPage(page.getByText('Safety answers saved for Ana Silva')).toBeVisible()
    await expectPage(page.getByText('Saved by Frankie Desker')).toBeVisible()
    await expectPage(button('Change answers')).toBeFocused()
    await inspect('saved')
  })

  it('asks what to do with unsaved answers', async () => {
    await open({ signedInAs: 'frontdesk', saved: completeAnswers('female') })
    await button('Change answers').click()
    await cancelAnswers().click()
    await expectPage(button('Change answers')).toBeFocused()
    await button('Change answers').click()
    await question('Primary reason for the scan').getByRole('radio', { name: 'Worried' }).check()
    await cancelAnswers().click()
    await expectPage(page.getByRole('alertdialog', { name: studyPartWords.leave.answersTitle })).toBeVisible()
    await inspect('leave')
    await button(studyPartWords.leave.keep).click()
    await expectPage(page.getByText(/^Your draft from .* is not saved$/)).toBeVisible()
    await inspect('waiting-draft')
    await button('Continue answering').click()
    await expectPage(question('Primary reason for the scan').getByRole('radio', { name: 'Worried' })).toBeChecked()
    await expectPage(page.getByText(/^Draft restored from /)).toBeVisible()
    await cancelAnswers().click()
    await page.getByRole('alertdialog').getByRole('button', { name: studyPartWords.leave.discard }).click()
    await expectPage(page.getByText('Preventative')).toBeVisible()
    await expectPage(page.getByText(/^Your draft/)).toHaveCount(0)
  })

  it('restores the draft after the page was left', async () => {
    await open({ signedInAs: 'frontdesk', search: '?edit=1' })
    await expectPage(question('Never had heart surgery').getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('2')
    await page.evaluate(() => history.pushState(null, '', '/user/profile'))
    await expectPage(saveButton()).toHaveCount(0)
    await go()
    await expectPage(page.getByText(/^Draft restored from /)).toBeVisible()
    await expectPage(question('Never had heart surgery').getByRole('radio', { name: /^Not Correct/ })).toBeChecked()
    await inspect('restored')
  })

  it('keeps everything offline, shows that nothing was sent, and saves on request', async () => {
    await open({ signedInAs: 'frontdesk', saved: completeAnswers('female') })
    await button('Change answers').click()
    await question('Primary reason for the scan').getByRole('radio', { name: 'Worried' }).check()
    await controls((world) => world.setConnectivity({ state: 'offline' }))
    await saveButton().click()
    await expectPage(page.getByText('Kept on this computer, not confirmed by the server')).toBeVisible()
    await inspect('unsent')
    await controls((world) => world.setConnectivity({ state: 'online' }))
    await expectPage(page.getByText(/You're back online/)).toBeVisible()
    await saveButton().click()
    await expectPage(page.getByText('Safety answers saved for Ana Silva')).toBeVisible()
  })

  it('shows “Saving failed” after a refusal, and “Update Failed” if only the member was not updated', async () => {
    await open({ signedInAs: 'frontdesk', saved: completeAnswers('female') })
    await button('Change answers').click()
    await question('Primary reason for the scan').getByRole('radio', { name: 'Worried' }).check()
    await controls((world) =>
      world.failNext('safety.save', {
        ok: false,
        failure: { code: 'invalid-input', message: 'No.', details: { fields: { ReasonType: 'must be one of these' } } },
      }),
    )
    await saveButton().click()
    await expectPage(page.getByRole('alert').filter({ hasText: 'Saving failed (safety questions)' })).toContainText(
      'Primary reason for the scan',
    )
    await inspect('refused')
    await controls((world) => world.safety.failMember({ code: 'stale', message: 'Another desk changed this member.' }))
    await saveButton().click()
    await expectPage(page.getByText('Safety answers saved for Ana Silva')).toBeVisible()
    await expectPage(page.locator('.w-toast').filter({ hasText: 'Update Failed' })).toContainText(
      safetySectionWords.edit.memberFailed(bookingFailureWordsIn('en').stale.title),
    )
    await inspect('update-failed')
  })
})

describe('two desks', { timeout: 60_000 }, () => {
  it('see each other, merge single changes, and decide conflicts', async () => {
    await open({ signedInAs: 'frontdesk', saved: completeAnswers('female') })
    await controls((world, { studyID }) =>
      world.safety.setOthers(studyID, [{ name: 'Ben Ortiz', since: '2026-11-23T14:59:00Z' as never }]),
    )
    await button('Change answers').click()
    await expectPage(page.getByText(/^Ben Ortiz also has these questions open, since 07:59am/)).toBeVisible()
    await question('Primary reason for the scan').getByRole('radio', { name: 'Worried' }).check()
    await controls(
      (world, { studyID, answers }) => world.safety.saveAs('Ben Ortiz', studyID, answers),
      completeAnswers('female', {
        ReasonType: 'Specific concern',
        'GlucoseMonitor.Status': 'yes',
        'OtherMetal.Implants': 'yes',
        'OtherMetal.Details': 'Left hip, 2011',
      }),
    )
    await expectPage(page.getByText(/^Ben Ortiz changed 3 answers at .*\. Your form is updated\.$/)).toBeVisible()
    await expectPage(page.getByText('Two desks answered one question differently')).toBeVisible()
    await expectPage(saveButton()).toHaveAttribute('aria-disabled', 'true')
    await expectPage(page.locator('textarea').filter({ hasText: 'Left hip, 2011' })).toBeVisible()
    await inspect('conflict')
    await button('Take theirs: Specific concern').click()
    await expectPage(
      question('Primary reason for the scan').getByRole('radio', { name: 'Specific concern' }),
    ).toBeChecked()
    // The other desk's answers are already saved: this desk has no changes left.
    await expectPage(saveButton()).toHaveAccessibleDescription(/No changes to save\./)
    await cancelAnswers().click()
    await expectPage(button('Change answers')).toBeFocused()
  })
})

describe('sign-off', { timeout: 60_000 }, () => {
  it('is not offered to the front desk, which still sees what the stop requires', async () => {
    await open({ signedInAs: 'frontdesk', saved: withXRay })
    await expectPage(page.getByText('An orbit x-ray is required before the scan.').first()).toBeVisible()
    await expectPage(button('Sign off')).toHaveCount(0)
    await inspect('red')
  })

  it('is given with a reason, shown with person, time and reason, and withdrawn', async () => {
    await open({ signedInAs: 'np', saved: withXRay })
    await button('Sign off').click()
    await expectPage(page.getByRole('textbox', { name: /^Reason/ })).toBeFocused()
    await button('Sign off for Ana Silva, 03 Feb 1980').click()
    await expectPage(page.getByText('Enter a reason.')).toBeVisible()
    await inspect('sign-off-dialog')
    await page.getByRole('textbox', { name: /^Reason/ }).fill('X-ray seen on 20 November')
    await button('Sign off for Ana Silva, 03 Feb 1980').click()
    await expectPage(page.getByText('X-ray seen on 20 November')).toBeVisible()
    await expectPage(page.locator('.sdo').getByText('Nell Prescott')).toBeVisible()
    await expectPage(page.getByText('1 stop, signed off')).toBeVisible()
    await expectPage(button('Withdraw sign-off')).toBeFocused()
    await inspect('signed-off')
    await button('Withdraw sign-off').click()
    await page.getByRole('textbox', { name: /^Reason/ }).fill('Wrong person')
    await button('Withdraw sign-off for Ana Silva, 03 Feb 1980').click()
    await expectPage(page.getByText('1 withdrawn sign-off')).toBeVisible()
    await expectPage(button('Sign off')).toBeFocused()
    await page.getByText('1 withdrawn sign-off').click()
    await expectPage(page.getByText(/Wrong person/)).toBeVisible()
    await inspect('withdrawn')
  })

  it('cannot be given for a pacemaker', async () => {
    await open({
      signedInAs: 'admin',
      saved: completeAnswers('female', {
        'MedicalMetal.Heart.Surgery': 'yes',
        'MedicalMetal.Heart.Type': ['Pacemaker'],
      }),
    })
    await expectPage(page.getByText('Cannot be scanned: no sign-off is possible')).toBeVisible()
    await expectPage(page.getByText('Cannot be scanned', { exact: true }).first()).toBeVisible()
    await expectPage(button('Sign off')).toHaveCount(0)
    await inspect('prohibited')
  })
})

describe('the safety page of a study', { timeout: 60_000 }, () => {
  it('saves the form as a PDF whose file name has the study ID and no name of a person', async () => {
    await open({ signedInAs: 'frontdesk', saved: completeAnswers('female') })
    await button('Printable form').click()
    await expectPage(page.getByText(/^1 page, Letter size\./)).toBeVisible()
    await inspect('paper')
    const [download] = await Promise.all([page.waitForEvent('download'), button('Save as PDF').click()])
    expect(download.suggestedFilename()).toBe(`safety-questions-${studyID}.pdf`)
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('shows the changes with their authors, and the differences from the last visit', async () => {
    await open({ signedInAs: 'frontdesk', saved: completeAnswers('female') })
    await controls(
      (world, { studyID, answers }) => {
        world.safety.setLastVisit(studyID, {
          studyID: studyID as never,
          savedAt: '2025-10-02T17:00:00Z' as never,
          SafetyQuestions: { ReasonType: 'Preventative' },
        })
        world.safety.saveAs('Ben Ortiz', studyID, answers)
      },
      completeAnswers('female', { 'Allergies.Status': 'yes', 'Allergies.Types': 'Latex' }),
    )
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await expectPage(page.getByText(/^Changes since the last visit/)).toBeVisible()
    await expectPage(page.getByText(/^Version 2, Ben Ortiz/)).toBeVisible()
    await inspect('history')
  })

  it('reads the record again when the connection is back', async () => {
    await open({ signedInAs: 'frontdesk', saved: completeAnswers('female') })
    await expectPage(page.getByText('Saved by Ben Ortiz')).toBeVisible()
    await controls((world) => world.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(/^Offline: data as of/)).toBeVisible()
    const reads = () => controls((world) => world.calls.filter(({ command }) => command === 'safety.read').length)
    const before = await reads()
    await controls((world) => world.setConnectivity({ state: 'online' }))
    await expectPage(page.getByText(/^Offline: data as of/)).toHaveCount(0)
    await expectPage.poll(reads).toBe(before + 1)
  })

  it('has no axe violation in the dark theme and in forced colours', async () => {
    await open({ signedInAs: 'np', saved: withXRay, context: { colorScheme: 'dark' } })
    await expectPage(button('Sign off')).toBeVisible()
    await inspect('dark')
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    await button('Change answers').click()
    await expectPage(saveButton()).toBeVisible()
    if (shots !== undefined) await page.screenshot({ path: `${shots}/forced.png` })
  })
})
