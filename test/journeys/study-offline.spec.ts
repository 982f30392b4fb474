import type { Page } from '@playwright/test'
import { signIn, waitForCopy, workAt } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { checkAxe, takePicture } from './look-closely.ts'
import { enterOffice } from './office.ts'
import { bookOwing } from './payment-desk.ts'
import { completeAnswers, saveElsewhere } from './safety-desk.ts'
import {
  actionButton,
  badgeOf,
  factOf,
  logLines,
  logOf,
  moveToday,
  openStudyPage,
  placeOfToday,
  sectionOf,
  studyNow,
} from './study-desk.ts'

const note = 'Arrived with her son, asks for a blanket'

test('offline, a check-in and a note are stored and later recorded once; every other act is disabled', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const place = placeOfToday()
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const booked = await bookOwing(office, { locationID: place.locationID, firstname: 'Mirabel', lastname: 'Oakhanger' })
  const { name } = booked
  const { studyID } = await moveToday(office, booked.study, place)
  const { study } = await saveElsewhere(office, await studyNow(office, studyID), completeAnswers('female'), 0)
  const board = page.getByRole('table', { name: /^Appointments today/ })
  const row = board.getByRole('row').filter({ hasText: name })
  const strip = (at: Page = page) => at.getByRole('contentinfo')
  const see = async (state: string): Promise<void> => {
    await takePicture(page, state)
    await checkAxe(page, state)
  }

  await signIn(page, 'frontdesk')
  await workAt(page, place.name)
  await expect(row).toContainText('Booked')
  await openStudyPage(atrium, studyID)
  await expect(factOf(sectionOf(page, 'Checkin'), 'Time')).toHaveText('Not checked in')
  await expect(logLines(page).first()).toBeVisible()
  const linesBefore = (await logOf(office, studyID)).length
  // The board is read from this copy while the back office is down.
  await waitForCopy(page, place.locationID)

  await test.step('the connection drops: the acts that work offline stay enabled, every other act is disabled with the reason', async () => {
    await atrium.stopBackOffice()
    await expect(strip()).toContainText(/Offline\. Data as of/)
    const reason = /needs a connection\./
    await expect(actionButton(sectionOf(page, 'Checkin'), 'Check in')).not.toHaveAttribute('aria-disabled', 'true')
    for (const [section, words] of [
      ['Study Details', 'Mark consent signed'],
      ['Scan', 'Mark scanned'],
      ['Radiology', 'Urgent'],
      ['Radiology', 'Edit reason for scan'],
      ['Medical History', 'Download member agreement and consent'],
      ['NP Consult', 'Request consult'],
      ['NP Consult', 'Schedule NP Consult'],
      ['Provider follow-up', 'Change practitioners'],
      ['Booking', 'Resend booking confirmation'],
    ] as const) {
      const button = actionButton(sectionOf(page, section), words)
      await expect(button, words).toHaveAttribute('aria-disabled', 'true')
      await expect(button, words).toHaveAccessibleDescription(reason)
    }
  })

  await test.step('the workstation stores the check-in and the note', async () => {
    await actionButton(sectionOf(page, 'Checkin'), 'Check in').click()
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await dialog.getByRole('checkbox', { name: 'Check in anyway' }).press('Space')
    await dialog.getByRole('button', { name: new RegExp(`^Check in ${name}`) }).click()
    await expect(sectionOf(page, 'Checkin')).toContainText('Waiting to be sent')
    await expect(badgeOf(page, 'Checkin')).toContainText(/Waiting to be sent.*by Robin Frost/)
    const log = sectionOf(page, 'Activity log')
    await log.getByRole('textbox', { name: 'New note' }).fill(note)
    await actionButton(log, 'Add note').click()
    await expect(logLines(page).filter({ hasText: note })).toContainText('Waiting to be sent')
    await see('offline-01-page')
  })

  await test.step('the board shows the stored check-in', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click()
    await expect(row).toContainText('Waiting to be sent')
    await expect(row).toContainText(/Checked in \d\d:\d\d[ap]m by Robin Frost/)
    const next = row.getByRole('button', { name: new RegExp(`^Mark scanned: ${name}`) })
    await expect(next).toHaveAccessibleDescription(/^Marking as scanned needs a connection\./)
    await see('offline-02-board')
  })

  await test.step('a reload loses nothing', async () => {
    await page.reload()
    await expect(row).toContainText('Waiting to be sent')
    await openStudyPage(atrium, studyID)
    await expect(sectionOf(page, 'Checkin')).toContainText('Waiting to be sent')
    await expect(logLines(page).filter({ hasText: note })).toHaveCount(1)
  })

  await test.step('the connection returns: the check-in and the note are each recorded once, the check-in with its time and author', async () => {
    await atrium.startBackOffice()
    await expect(strip()).toContainText('Online', { timeout: 60_000 })
    await expect(sectionOf(page, 'Checkin').getByText('Waiting to be sent')).toHaveCount(0, { timeout: 30_000 })
    await expect(logLines(page).filter({ hasText: note }).getByText('Waiting to be sent')).toHaveCount(0)
    await expect(actionButton(sectionOf(page, 'Checkin'), 'Undo check-in')).toBeVisible()
    await expect(badgeOf(page, 'Checkin')).toContainText('Completed')
    const again = await enterOffice(atrium.backOfficeUrl, 'admin')
    const { status } = await studyNow(again, studyID)
    expect(status).toMatchObject({ checkin: true, checkinBy: 'Robin Frost' })
    expect(Date.parse(status.checkinTime ?? '')).toBeLessThan(Date.now())
    const log = await logOf(again, studyID)
    expect(log.filter(({ content }) => content === note)).toHaveLength(1)
    // The check-in and the note: two lines more, and no third.
    expect(log.length - linesBefore).toBe(2)
    await expect(logLines(page)).toHaveCount(log.length)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click()
    await expect(row).toContainText(/Checked in/)
    await expect(row.getByText('Waiting to be sent')).toHaveCount(0)
  })
  expect(study.status.checkin).toBe(false)
})
