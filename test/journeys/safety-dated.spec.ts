import { toInstant } from '#domain/values/instant.ts'
import { freeSlots, heldSlot, signIn, slotTable, workAt } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice } from './office.ts'
import {
  completeAnswers,
  genderOf,
  moveElsewhere,
  moveToToday,
  openStudy,
  placeWithTimeLeft,
  recentSurgery,
  saveElsewhere,
  stops,
  unansweredStudies,
} from './safety-desk.ts'

const wait = 'Please wait until 8 weeks have passed since the surgery.'
const day = 86_400_000

test('a notice that depends on the date follows each move, and check-in requires its sign-off', async ({ atrium }) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const place = placeWithTimeLeft()
  const soon = (await unansweredStudies(office, place.locationID)).find(
    ({ booking }) => Date.parse(booking?.utcStart ?? '') < Date.now() + 9 * day,
  )
  if (soon === undefined) throw new Error('The demo has no study without answers in the coming days')
  // The surgery was 42 days ago, so its 8 weeks end two weeks from now.
  const answers = completeAnswers(await genderOf(office, soon), recentSurgery(place.zone, 42))
  const { study } = await saveElsewhere(office, soon, answers, 0)
  const { studyID } = study
  const signOff = page.getByRole('region', { name: 'Sign-off' })
  await signIn(page, 'frontdesk')

  await test.step('the notice is red and shows its calculation; the front desk cannot sign the notice off', async () => {
    await openStudy(atrium, studyID)
    await expect(stops(page)).toContainText(wait)
    await expect(stops(page)).toContainText(/ \+ 8 weeks = .*; the appointment is on /)
    await expect(signOff).toContainText(
      'Only a nurse practitioner, a radiologist or an administrator can sign off stops.',
    )
    await expect(signOff.getByRole('button', { name: 'Sign off', exact: true })).toHaveCount(0)
  })

  await test.step('a nurse practitioner signs the notice off with a reason; the front desk sees the sign-off immediately', async () => {
    const second = await atrium.openSecondDesk()
    await signIn(second.page, 'np')
    await openStudy(second, studyID)
    await second.page.getByRole('button', { name: 'Sign off', exact: true }).click()
    const dialog = second.page.getByRole('dialog', { name: 'Sign off 1 stop' })
    const commit = dialog.getByRole('button', { name: /^Sign off for / })
    await commit.click()
    await expect(dialog.getByText('Enter a reason.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Spoke with the surgeon, laparoscopic')
    await commit.click()
    await expect(dialog).toHaveCount(0)
    await expect(signOff).toContainText('1 stop signed off')
    await expect(signOff).toContainText('Kit Lowell')
    await expect(signOff).toContainText('Spoke with the surgeon, laparoscopic')
  })

  await test.step('a move past the 8 weeks shows its effects before it is saved; after the move the notice is green and the sign-off is withdrawn', async () => {
    await atrium.goto(`/admin/booking/study/${studyID}`)
    await expect(slotTable(page)).toBeVisible()
    await page
      .getByRole('tab', { name: /^Week of / })
      .nth(2)
      .click()
    await freeSlots(page).first().click()
    await expect(heldSlot(page)).toBeVisible()
    const move = page.getByRole('region', { name: 'Move the appointment' })
    await expect(move.getByRole('listitem').filter({ hasText: 'All right: 8 weeks' })).toBeVisible()
    await expect(move.getByText('The safety sign-off of Kit Lowell is withdrawn: No stop is left')).toBeVisible()
    await move.getByRole('button', { name: /^Move .*, to / }).click()
    await expect(move.getByText(/^Moved to /)).toBeVisible()
    await openStudy(atrium, studyID)
    await expect(page.getByRole('region', { name: 'All right' })).toContainText(
      '8 weeks will have passed since the surgery by the appointment.',
    )
    await expect(signOff).toContainText('There are no stops to sign off.')
    await expect(signOff).toContainText('1 withdrawn sign-off')
  })

  const np = await enterOffice(atrium.backOfficeUrl, 'np')
  await test.step('after a move back, a new sign-off stays valid for a later day within the 8 weeks, but not for an earlier day', async () => {
    const latest = async () => {
      const all = await office.changesOf(place.locationID)
      const found = all.filter((change) => change.kind === 'study' && change.id === studyID).at(-1)
      if (found?.kind !== 'study' || found.value === null) throw new Error(`Study ${studyID} is missing`)
      return found.value
    }
    const moveTo = async (fromNow: number) => {
      for (let step = 0; step < 100; step += 1) {
        const utcStart = toInstant(Math.ceil((Date.now() + fromNow) / 300_000 + step) * 300_000)
        if ((await moveElsewhere(office, await latest(), utcStart)) !== null) return
      }
      throw new Error('The machine has no free time that day')
    }
    await moveTo(4 * day)
    await np.send('POST', '/api/booking/safety-questions/sign-off', { studyID, version: 1, reason: 'Seen once more' })
    await expect(signOff).toContainText('Seen once more')
    await moveTo(6 * day)
    await expect(signOff).toContainText('1 stop signed off')
    await expect.poll(async () => (await latest()).safety.signOff?.by).toBe('Kit Lowell')
    await moveToToday(office, await latest(), place)
    await expect(signOff).toContainText('1 stop not signed off')
    await signOff.getByText('2 withdrawn sign-offs').click()
    await expect(signOff).toContainText('The sign-off was for a later appointment or for no appointment')
  })

  await test.step('today’s list shows the notice, and the check-in waits for the sign-off', async () => {
    await atrium.goto('/admin/frontdesk')
    await workAt(page, place.name)
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/study/${studyID}/study-details"]`) })
    await expect(row).toContainText('1 stop')
    await expect(row).not.toContainText('Signed off')
    await row.getByRole('button', { name: /^Check in / }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    const commit = dialog.getByRole('button', { name: /^Check in / })
    await expect(dialog).toContainText('1 stop needs a sign-off before the scan.')
    await expect(commit).toHaveAttribute('aria-disabled', 'true')
    await expect(dialog.getByText('Check in anyway', { exact: true })).toHaveCount(0)
    await dialog.getByRole('link', { name: 'Go to the sign-off' }).click()
    await expect(signOff).toContainText('1 stop not signed off')
    // A role with permission signs the stop off at another desk; then the member is checked in.
    await np.send('POST', '/api/booking/safety-questions/sign-off', { studyID, version: 1, reason: 'Surgeon called' })
    await expect(signOff).toContainText('Surgeon called')
    await atrium.goto('/admin/frontdesk')
    await workAt(page, place.name)
    await expect(row).toContainText('Signed off')
    await row.getByRole('button', { name: /^Check in / }).click()
    await expect(dialog).toBeVisible()
    // A balance due or a missing consent is a warning that needs the tick Check in anyway.
    const anyway = dialog.getByText('Check in anyway', { exact: true })
    if (await anyway.isVisible()) await anyway.click()
    await commit.click()
    await expect(dialog).toHaveCount(0)
    await expect(row).toContainText(/Checked in \d\d:\d\d[ap]m by Robin Frost/)
  })
})
