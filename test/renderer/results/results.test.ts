import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { IncomingReport } from '#domain/results/incoming-report.ts'
import type { RefusedMessage } from '#domain/results/refused-delivery.ts'
import { placeWords } from '#renderer/place-words.ts'
import { refusedWords } from '#renderer/results/refused-words.ts'
import { resultsWords as words } from '#renderer/results/results-words.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages, takePictures } from '../harness/harness-pages.ts'

const pages = startHarnessPages()

/** The fields in which a result differs from a report that matches the first study of Vancouver. */
type Given = Partial<Omit<IncomingReport, 'identity'>> & { readonly identity?: Partial<IncomingReport['identity']> }

/** Opens a page on Monday 23 November 2026, 07:00 in Vancouver, with these results, and returns the study's member. */
const open = async (path: string, start: StartOptions, given: readonly Given[] = []) => {
  const wanted = { timezoneId: 'America/Los_Angeles', ...start.context }
  const page = await pages.open('/user/profile', { ...start, context: wanted }, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const member = await page.evaluate((reports) => {
    const controls = window.fakeControls
    const study = controls?.clinic.studies.find(
      ({ locationID, status }) => locationID === 'ca-bc-1' && !status.cancelled,
    )
    const found = controls?.clinic.members.find(({ patientID }) => patientID === study?.patientID)
    if (controls === undefined || study === undefined || found === undefined) throw new Error('no study')
    for (const { identity, ...report } of reports) {
      controls.receiveResult({
        channel: 'hl7',
        sender: 'RIS NORTH',
        messageID: crypto.randomUUID(),
        studyRef: study.studyID,
        kind: 'structured',
        status: 'final',
        issuedAt: '2026-11-23T14:00:00Z' as never,
        identity: {
          patientIDs: [found.patientID],
          given: found.firstname,
          family: found.lastname,
          birthDate: found.dob,
          partialBirthDate: '',
          sex: found.gender,
          ...identity,
        },
        content: { type: 'text', text: 'No finding.' },
        ...report,
      })
    }
    return { studyID: study.studyID as string, name: `${found.firstname} ${found.lastname}`, family: found.lastname }
  }, given)
  await page.evaluate((to) => history.pushState(null, '', to), path)
  return { page, member }
}
const otherBirthDate: Given = { identity: { birthDate: '1969-01-31' as never } }
const list = (page: Page): Locator => page.getByRole('list', { name: words.list })
const rows = (page: Page): Locator => list(page).getByRole('link')
const place = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: placeWords.results })
const attachButton = (page: Page): Locator => page.getByRole('button', { name: words.attach.open('final') })
const drawn = (page: Page): Promise<void> => page.locator('.pv canvas, .pv img').first().waitFor({ timeout: 15_000 })
const lastInput = (page: Page, command: string): Promise<unknown> =>
  page.evaluate((name) => window.fakeControls?.calls.filter((call) => call.command === name).at(-1)?.input, command)

/** Returns serious faults of the page, and takes pictures of it if they are wanted. */
const inspect = async (page: Page, name: string): Promise<string[]> => {
  const faults = await seriousFaultsOf(page)
  await takePictures(page, name)
  return faults
}

describe('waiting results', { timeout: 60_000 }, () => {
  it('are counted in the rail, and listed with the person whom each result names, for the roles that may match results', async () => {
    const { page } = await open('/admin/results', { signedInAs: 'hi' }, [
      otherBirthDate,
      { studyRef: 'F-20418' },
      { identity: { patientIDs: [], birthDate: null } },
    ])
    await expectPage(rows(page)).toHaveCount(3)
    await expectPage(list(page)).toContainText(words.reasons.mismatch.title)
    await expectPage(list(page)).toContainText(words.reasons.unmatched.title)
    await expectPage(list(page)).toContainText(words.reasons.incomplete.title)
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'offline' }))
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'online' }))
    await expectPage(place(page)).toContainText('3 waiting')
    expect(await inspect(page, 'results-list')).toEqual([])
    const desk = await open('/admin/results', { signedInAs: 'frontdesk' })
    await expectPage(place(desk.page)).toHaveCount(0)
    await expectPage(list(desk.page)).toHaveCount(0)
  })

  it('are compared field by field, and attached by keyboard with the reason for the difference', async () => {
    const { page, member } = await open('/admin/results', { signedInAs: 'hi' }, [otherBirthDate])
    await rows(page).first().press('Enter')
    const table = page.getByRole('table')
    await expectPage(table.getByRole('row', { name: words.compare.fields.birthDate })).toContainText(
      words.compare.different,
    )
    await expectPage(table.getByRole('row', { name: words.compare.fields.name })).toContainText(words.compare.same)
    await drawn(page)
    expect(await inspect(page, 'results-mismatch')).toEqual([])
    await attachButton(page).press('Enter')
    const question = page.getByRole('alertdialog', { name: words.attach.title('final') })
    await expectPage(question).toContainText(member.name)
    const confirm = question.getByRole('button', { name: words.attach.confirm('final', member.name) })
    await expectPage(confirm).toHaveAccessibleDescription(words.attach.reasonMissing)
    await question.getByLabel(words.attach.reason).fill('The sender mistyped the year')
    expect(await inspect(page, 'results-attach')).toEqual([])
    await confirm.press('Enter')
    await expectPage(page.getByText(words.empty)).toBeVisible()
    await expectPage(page.getByText(words.attach.done('final', 'Physician report'))).toBeVisible()
    expect(await lastInput(page, 'results.attach')).toMatchObject({
      studyID: member.studyID,
      reason: 'The sender mistyped the year',
      memberDetails: { lastname: member.family },
    })
    await expectPage(page.getByRole('main')).toBeFocused()
  })

  it('without a study are attached to the study that the user finds', async () => {
    const { page, member } = await open('/admin/results', { signedInAs: 'reportqc' }, [{ studyRef: 'F-20418' }])
    await rows(page).first().press('Enter')
    await expectPage(attachButton(page)).toHaveAccessibleDescription(words.attach.noStudy)
    await page.getByRole('button', { name: words.study.choose }).press('Enter')
    const dialog = page.getByRole('dialog', { name: words.choice.title })
    await expectPage(dialog.getByText(words.choice.agrees)).toBeVisible()
    expect(await inspect(page, 'results-members')).toEqual([])
    await dialog.getByRole('button', { name: member.name }).first().press('Enter')
    const study = dialog.getByRole('button').filter({ hasText: member.studyID })
    await study.waitFor()
    expect(await inspect(page, 'results-studies')).toEqual([])
    await study.press('Enter')
    await expectPage(page.getByRole('row', { name: words.compare.study })).toContainText(member.studyID)
    await drawn(page)
    await attachButton(page).press('Enter')
    const question = page.getByRole('alertdialog', { name: words.attach.title('final') })
    await question.getByLabel(words.attach.reason).fill('Found by name and date of birth')
    await question.getByRole('button', { name: words.attach.confirm('final', member.name) }).press('Enter')
    await expectPage(page.getByText(words.empty)).toBeVisible()
  })

  it('are rejected with a reason; a failure keeps the reason', async () => {
    const { page } = await open('/admin/results', { signedInAs: 'hi' }, [otherBirthDate])
    await rows(page).first().press('Enter')
    await page.getByRole('button', { name: words.reject.open, exact: true }).press('Enter')
    const question = page.getByRole('alertdialog', { name: words.reject.title })
    await question.getByLabel(words.reject.reason).fill('Sent to the wrong clinic')
    await page.evaluate(() =>
      window.fakeControls?.failNext('results.reject', {
        ok: false,
        failure: { code: 'timed-out', message: 'No answer.' },
      }),
    )
    await question.getByRole('button', { name: words.reject.confirm }).press('Enter')
    await expectPage(question.getByLabel(words.reject.reason)).toHaveValue('Sent to the wrong clinic')
    const first = (await lastInput(page, 'results.reject')) as { idempotencyKey: string }
    expect(await inspect(page, 'results-reject')).toEqual([])
    await question.getByRole('button', { name: words.reject.confirm }).press('Enter')
    await expectPage(page.getByText(words.empty)).toBeVisible()
    const second = (await lastInput(page, 'results.reject')) as { idempotencyKey: string }
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
  })

  it('that withdraw a report have no file, and the dialog explains what happens', async () => {
    const { page } = await open('/admin/results', { signedInAs: 'hi' }, [
      { ...otherBirthDate, status: 'cancelled', content: { type: 'none' } },
    ])
    await rows(page).first().press('Enter')
    await expectPage(page.getByText(words.report.none)).toBeVisible()
    await page.getByRole('button', { name: words.attach.open('cancelled') }).press('Enter')
    await expectPage(page.getByRole('alertdialog')).toContainText(words.attach.text.cancelled)
  })

  it('show that another desk decided a result, and offer a retry if the list could not be read', async () => {
    const { page } = await open('/admin/results/result-9', { signedInAs: 'hi' }, [otherBirthDate])
    await expectPage(page.getByText(words.gone)).toBeVisible()
    const failed = await open('/user/profile', { signedInAs: 'hi' }, [otherBirthDate])
    await failed.page.evaluate(() =>
      window.fakeControls?.failNext('results.list', { ok: false, failure: { code: 'timed-out', message: 'No.' } }),
    )
    await failed.page.evaluate(() => history.pushState(null, '', '/admin/results'))
    await expectPage(failed.page.getByText(words.failed)).toBeVisible()
    expect(await inspect(failed.page, 'results-failed')).toEqual([])
    await failed.page.getByRole('button', { name: words.tryAgain }).press('Enter')
    await expectPage(rows(failed.page)).toHaveCount(1)
  })

  it('stay in the list offline, with a notice that it may be out of date, and with the reason why they cannot be attached', async () => {
    const { page } = await open('/admin/results', { signedInAs: 'hi' }, [otherBirthDate])
    await rows(page).first().press('Enter')
    await drawn(page)
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(words.staleText)).toBeVisible()
    await expectPage(attachButton(page)).toHaveAccessibleDescription(words.needsConnection)
    expect(await inspect(page, 'results-offline')).toEqual([])
  })
})

describe('refused messages', { timeout: 60_000 }, () => {
  const refusal: RefusedMessage = {
    channel: 'hl7',
    sender: 'RIS NORTH',
    address: '10.20.0.7',
    controlID: 'ADT-20551',
    reason: 'message-type',
    detail: '',
  }
  const lost: RefusedMessage = {
    ...refusal,
    sender: '',
    address: '10.20.0.9',
    controlID: '',
    reason: 'connection-lost',
  }
  const refuse = (page: Page, ...refusals: readonly RefusedMessage[]): Promise<void> =>
    page.evaluate((given) => {
      for (const each of given) window.fakeControls?.refuseResult(each)
    }, refusals)
  const refused = (page: Page): Locator => page.getByRole('list', { name: refusedWords.list }).getByRole('link')
  /** Opens the results page with one waiting result and these refused messages. */
  const openRefused = async (...refusals: readonly RefusedMessage[]) => {
    const { page } = await open('/user/profile', { signedInAs: 'hi' }, [otherBirthDate])
    await refuse(page, ...refusals)
    await page.evaluate(() => history.pushState(null, '', '/admin/results'))
    await page.getByText(refusedWords.title, { exact: true }).waitFor()
    return page
  }

  it('are listed once each, with how often they arrived, beside the results, and are counted with them in the rail', async () => {
    const page = await openRefused(refusal, refusal, lost)
    await expectPage(rows(page)).toHaveCount(1)
    await expectPage(refused(page)).toHaveCount(2)
    await expectPage(refused(page).first()).toContainText('RIS NORTH')
    await expectPage(refused(page).first()).toContainText(refusedWords.times(2))
    await expectPage(refused(page).last()).toContainText('10.20.0.9')
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'offline' }))
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'online' }))
    await expectPage(place(page)).toContainText('3 waiting')
    expect(await inspect(page, 'refused-list')).toEqual([])
  })

  it('show by keyboard what the sender must correct, and close when the sender has been informed', async () => {
    const page = await openRefused(lost, refusal)
    await refused(page).first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: 'RIS NORTH' })
    await expectPage(panel).toContainText(refusedWords.reasons['message-type'].text)
    await expectPage(panel).toContainText('ADT-20551')
    expect(await inspect(page, 'refused-one')).toEqual([])
    await panel.getByRole('button', { name: refusedWords.ends.told.open }).press('Enter')
    const question = page.getByRole('alertdialog', { name: refusedWords.ends.told.title })
    await question.getByLabel(refusedWords.ends.told.note).fill('Ticket 4711')
    expect(await inspect(page, 'refused-told')).toEqual([])
    await question.getByRole('button', { name: refusedWords.ends.told.confirm }).press('Enter')
    await expectPage(page.getByText(refusedWords.ends.told.done)).toBeVisible()
    await expectPage(refused(page)).toHaveCount(1)
    expect(await lastInput(page, 'results.closeRefused')).toMatchObject({ end: 'told', note: 'Ticket 4711' })
    await expectPage(page.getByRole('main')).toBeFocused()
  })

  it('are dismissed only with a reason; a failure keeps the reason and the key', async () => {
    const page = await openRefused(refusal)
    await refused(page).first().press('Enter')
    await page.getByRole('button', { name: refusedWords.ends.dismissed.open, exact: true }).press('Enter')
    const question = page.getByRole('alertdialog', { name: refusedWords.ends.dismissed.title })
    const confirm = question.getByRole('button', { name: refusedWords.ends.dismissed.confirm })
    await expectPage(confirm).toHaveAccessibleDescription(refusedWords.noteMissing)
    await question.getByLabel(refusedWords.ends.dismissed.note).fill('A test of the sender')
    await page.evaluate(() =>
      window.fakeControls?.failNext('results.closeRefused', {
        ok: false,
        failure: { code: 'timed-out', message: 'No answer.' },
      }),
    )
    await confirm.press('Enter')
    await expectPage(question.getByLabel(refusedWords.ends.dismissed.note)).toHaveValue('A test of the sender')
    const first = (await lastInput(page, 'results.closeRefused')) as { idempotencyKey: string }
    await confirm.press('Enter')
    await expectPage(page.getByText(refusedWords.empty)).toBeVisible()
    const second = (await lastInput(page, 'results.closeRefused')) as { idempotencyKey: string }
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
  })

  it('can be loaded again if the list was not loaded, and cannot be closed offline', async () => {
    const { page } = await open('/user/profile', { signedInAs: 'hi' })
    await refuse(page, refusal)
    await page.evaluate(() =>
      window.fakeControls?.failNext('results.listRefused', {
        ok: false,
        failure: { code: 'timed-out', message: 'No.' },
      }),
    )
    await page.evaluate(() => history.pushState(null, '', '/admin/results'))
    await expectPage(page.getByText(refusedWords.failed)).toBeVisible()
    expect(await inspect(page, 'refused-failed')).toEqual([])
    await page.getByRole('button', { name: words.tryAgain }).press('Enter')
    await refused(page).first().press('Enter')
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'offline' }))
    const told = page.getByRole('button', { name: refusedWords.ends.told.open })
    await expectPage(told).toHaveAccessibleDescription(refusedWords.needsConnection)
  })

  it('stay on the screen, with the age of the lists, when they could not be loaded again', async () => {
    const page = await openRefused(refusal)
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'offline' }))
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'online' }))
    // Waits until the count is read, so that the next reconnection reads the lists only once.
    await expectPage(place(page)).toContainText('2 waiting')
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(words.staleText)).toBeVisible()
    await page.evaluate(() =>
      window.fakeControls?.failNext('results.listRefused', {
        ok: false,
        failure: { code: 'timed-out', message: 'No.' },
      }),
    )
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'online' }))
    await expectPage(page.getByText(/It could not be loaded again/)).toBeVisible()
    await expectPage(refused(page)).toHaveCount(1)
    await page.getByRole('button', { name: words.tryAgain }).press('Enter')
    await expectPage(page.getByText(/It could not be loaded again/)).toHaveCount(0)
  })
})
