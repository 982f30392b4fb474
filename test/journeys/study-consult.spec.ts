import type { FrameLocator, Locator, Page } from '@playwright/test'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { signIn, workAt } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { createKeyboard } from './keyboard.ts'
import { checkAxe, takePicture } from './look-closely.ts'
import { enterOffice, type Office } from './office.ts'
import { toast } from './payment-desk.ts'
import { actionButton, everythingAt, factOf, logOf, openStudyPage, sectionOf, studyNow } from './study-desk.ts'

/** Finds a location's study that is not cancelled and has neither a requested nor a scheduled consult. */
const readStudy = async (office: Office, locationID: string): Promise<Study> => {
  const { studies } = await everythingAt(office, locationID)
  const found = studies.find(
    ({ status, details }) =>
      !status.cancelled &&
      details.consulting.requestedStatus === 'not requested' &&
      details.consulting.scheduledStatus === null,
  )
  if (found === undefined) throw new Error(`${locationID} has no study without a consult`)
  return found
}

const consult = (page: Page): Locator => sectionOf(page, 'NP Consult')
const scheduler = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title, exact: true })
const framed = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Scheduling page"]')

/** Chooses the last time of the week on the screen, or of a later week if the shown week has no time left. */
const chooseTime = async (frame: FrameLocator): Promise<string> => {
  const times = frame.locator('.days button')
  await expect(frame.getByRole('navigation', { name: 'Weeks' })).toBeVisible()
  for (let week = 0; week < 3 && (await times.count()) === 0; week += 1) {
    await frame.getByRole('link', { name: 'Later week' }).click()
    await expect(frame.getByRole('navigation', { name: 'Weeks' })).toBeVisible()
  }
  const time = (await times.last().getAttribute('aria-label')) ?? ''
  await times.last().click()
  return time
}

test('an NP consult is requested, scheduled on the service’s own page, moved, cancelled and completed', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const { studyID } = await readStudy(office, 'ca-bc-1')
  const now = async (): Promise<Study['details']['consulting']> => (await studyNow(office, studyID)).details.consulting
  const see = async (state: string): Promise<void> => {
    await takePicture(page, state)
    await checkAxe(page, state)
  }
  await signIn(page, 'np')
  await openStudyPage(atrium, studyID)
  const panel = consult(page)

  await test.step('requested, by key', async () => {
    const keyboard = createKeyboard(page)
    await panel.scrollIntoViewIfNeeded()
    await actionButton(panel, 'Request consult').focus()
    await keyboard.press('Enter')
    await expect(factOf(panel, 'Requested')).toHaveText('Requested')
    await expect(factOf(panel, 'Requested by')).toHaveText('Kit Lowell')
    await expect(actionButton(panel, 'Mark complete')).toHaveAccessibleDescription(/No consult is booked\./)
  })

  await test.step('scheduled', async () => {
    await actionButton(panel, 'Schedule NP Consult').click()
    await expect(scheduler(page, 'Schedule NP Consult')).toContainText(studyID)
    await see('consult-01-scheduler')
    const frame = framed(page)
    await chooseTime(frame)
    await expect(frame.getByRole('heading', { name: 'Enter details' })).toBeVisible()
    await expect(frame.getByRole('textbox', { name: 'Name' })).not.toHaveValue('')
    // Booking messages are ignored if they come from the page itself, from another frame or from another origin.
    await page.evaluate(() => {
      const data = {
        event: 'calendly.event_scheduled',
        payload: { event: { uri: 'https://x/evil-event' }, invitee: { uri: 'https://x/evil-invitee' } },
      }
      window.postMessage(data, '*')
      const own = document.querySelector<HTMLIFrameElement>('iframe[title^="Scheduling page"]')
      const other = document.createElement('iframe')
      document.body.append(other)
      const origin = new URL(own?.src ?? '').origin
      const say = (from: Window | null | undefined, where: string): boolean =>
        window.dispatchEvent(new MessageEvent('message', { data, origin: where, source: from ?? null }))
      say(other.contentWindow, origin)
      say(own?.contentWindow, 'https://calendly.example')
      other.remove()
    })
    await frame.getByRole('button', { name: 'Schedule Event' }).click()
    await expect(page.getByText(studyMessages.bookingConfirmed)).toBeVisible()
    await takePicture(page, 'consult-02-confirmed')
    await expect(frame.getByRole('heading', { name: 'You are scheduled' })).toBeVisible()
    await page.getByRole('button', { name: 'Close scheduler' }).click()
    await expect(factOf(panel, 'Booked')).toHaveText('Booked')
    await expect(factOf(panel, 'Booked by')).toHaveText('Kit Lowell')
    const { eventID, inviteeID, scheduledStatus, consultTime } = await now()
    expect([eventID, inviteeID]).not.toContain('evil-event')
    expect(scheduledStatus).toBe('booked')
    expect(Date.parse(consultTime ?? '')).toBeGreaterThan(Date.now())
    await expect(actionButton(panel, 'Withdraw request')).toHaveAccessibleDescription(/Cancel it before withdrawing/)
    const lines = (await logOf(office, studyID)).filter(({ category }) => /consult/i.test(category))
    expect(JSON.stringify(lines)).not.toContain('evil')
  })

  const first = await now()
  await test.step('moved', async () => {
    await actionButton(panel, 'Reschedule NP Consult').click()
    const frame = framed(page)
    await expect(frame.getByText('Current appointment:')).toBeVisible()
    await chooseTime(frame)
    await expect(frame.getByRole('heading', { name: 'Reschedule event' })).toBeVisible()
    await frame.getByRole('button', { name: 'Update Event' }).click()
    await expect(page.getByText(studyMessages.bookingConfirmed)).toBeVisible()
    await expect.poll(async () => (await now()).eventID).not.toBe(first.eventID)
    await page.getByRole('button', { name: 'Close scheduler' }).click()
    expect((await now()).scheduledStatus).toBe('booked')
    await expect(factOf(panel, 'Booked')).toHaveText('Booked')
  })

  await test.step('cancelled', async () => {
    await actionButton(panel, 'Cancel NP Consult').click()
    await framed(page).getByRole('button', { name: 'Cancel Event' }).click()
    await expect(toast(page, studyMessages.consultCancelled)).toBeVisible()
    await expect(framed(page).getByRole('heading', { name: 'Event canceled' })).toBeVisible()
    await page.getByRole('button', { name: 'Close scheduler' }).click()
    await expect(factOf(panel, 'Booked')).toHaveText('Cancelled')
    expect((await now()).scheduledStatus).toBe('cancelled')
    await expect(actionButton(panel, 'Schedule NP Consult')).toBeFocused()
  })

  await test.step('a consult booked in the service but not in the study is shown until a user confirms that it is fixed', async () => {
    await actionButton(panel, 'Schedule NP Consult').press('Enter')
    await expect(framed(page).getByRole('navigation', { name: 'Weeks' })).toBeVisible()
    const own = page.frames().find((each) => each.url().includes('/calendly/'))
    if (own === undefined) throw new Error('The scheduling page is not in a frame')
    await own.goto(`${own.url()}&fail=sync`)
    const frame = framed(page)
    await chooseTime(frame)
    await frame.getByRole('button', { name: 'Schedule Event' }).click()
    const dialog = scheduler(page, 'Schedule NP Consult')
    await expect(dialog.getByText(studyMessages.bookingIssueTitle).first()).toBeVisible()
    await expect(dialog).toContainText(studyMessages.bookingIssue)
    await see('consult-03-issue')
    // Uses the keyboard, because the message that has just appeared moves the button away from a click.
    await dialog.getByRole('button', { name: 'Close scheduler' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    expect((await now()).scheduledStatus).toBe('cancelled')
    // The message is still shown when the page is opened again, because the service has a booking that the study does
    // not have.
    await openStudyPage(atrium, studyID)
    await expect(panel).toContainText(studyMessages.bookingIssueTitle)
    await panel.getByRole('button', { name: 'I fixed it in the scheduler' }).click()
    await expect(panel.getByText(studyMessages.bookingIssueTitle)).toHaveCount(0)
  })

  await test.step('scheduled again and completed', async () => {
    await actionButton(panel, 'Schedule NP Consult').click()
    const frame = framed(page)
    await chooseTime(frame)
    await frame.getByRole('button', { name: 'Schedule Event' }).click()
    await expect(page.getByText(studyMessages.bookingConfirmed)).toBeVisible()
    await page.getByRole('button', { name: 'Close scheduler' }).click()
    await actionButton(panel, 'Mark complete').click()
    await expect(factOf(panel, 'Booked')).toHaveText('Complete')
    expect((await now()).completedTime).not.toBeNull()
    await see('consult-04-complete')
  })

  await test.step('without a scheduling URL at the location, the panel shows an error', async () => {
    await workAt(page, 'Boise')
    const elsewhere = await readStudy(office, 'us-id-1')
    await openStudyPage(atrium, elsewhere.studyID)
    await actionButton(panel, 'Schedule NP Consult').click()
    await expect(panel).toContainText(studyMessages.schedulerTitle)
    await expect(panel).toContainText(studyMessages.schedulerError)
    await expect(page.locator('iframe')).toHaveCount(0)
    await checkAxe(page, 'study-consult')
  })
})
