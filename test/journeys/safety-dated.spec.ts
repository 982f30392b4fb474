import { toInstant } from '#domain/time/instant.ts'
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
  redNotices,
  saveElsewhere,
  unansweredStudies,
} from './safety-desk.ts'

const wait = 'Please wait until 8 weeks have passed since the surgery.'
const day = 86_400_000

test('a dated notice through sign-off, moves and check-in', async ({ atrium }) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const place = placeWithTimeLeft()
  const soon = (await unansweredStudies(office, place.locationID)).find(
    ({ booking }) => Date.parse(booking?.utcStart ?? '') < Date.now() + 9 * day,
  )
  if (soon === undefined) throw new Error('The demo has no study without answers in the coming days')
  // 8 weeks are over in two weeks from now.
  const answers = completeAnswers(await genderOf(office, soon), recentSurgery(place.zone, 42))
  const { study } = await saveElsewhere(office, soon, answers, 0)
  const { studyID } = study
  const signOff = page.getByRole('region', { name: 'Sign-off' })
  await signIn(page, 'frontdesk')

  await test.step('red with its sum; the front desk cannot sign it off', async () => {
    await openStudy(atrium, studyID)
    await expect(redNotices(page)).toContainText(wait)
    await expect(redNotices(page)).toContainText(/ \+ 8 weeks = .*; the appointment is on /)
    const button = signOff.getByRole('button', { name: 'Sign off', exact: true })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button).toHaveAccessibleDescription(
      'A nurse practitioner, a radiologist or an administrator signs red notices off.',
    )
  })

  await test.step('a nurse practitioner signs it off, with a reason; the front desk sees it at once', async () => {
    const second = await atrium.openSecondDesk()
    await signIn(second.page, 'np')
    await openStudy(second, studyID)
    await second.page.getByRole('button', { name: 'Sign off', exact: true }).click()
    const dialog = second.page.getByRole('dialog', { name: 'Sign off 1 red notice' })
    const commit = dialog.getByRole('button', { name: /^Sign off for / })
    await commit.click()
    await expect(dialog.getByText('Please give the reason.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Spoke with the surgeon, laparoscopic')
    await commit.click()
    await expect(dialog).toHaveCount(0)
    await expect(signOff).toContainText('1 red notice signed off')
    await expect(signOff).toContainText('Kit Lowell')
    await expect(signOff).toContainText('Spoke with the surgeon, laparoscopic')
  })

  await test.step('moved past the 8 weeks: said before, green after, and the sign-off has nothing left to stand on', async () => {
    await atrium.goto(`/admin/booking/study/${studyID}`)
    await expect(slotTable(page)).toBeVisible()
    await page
      .getByRole('tab', { name: /^Week of / })
      .nth(2)
      .click()
    await freeSlots(page).first().click()
    await expect(heldSlot(page)).toBeVisible()
    const move = page.getByRole('region', { name: 'Move the appointment' })
    await expect(move.getByRole('listitem').filter({ hasText: 'Green safety notice' })).toBeVisible()
    await expect(move.getByText('The safety sign-off of Kit Lowell is withdrawn: No red notice is left')).toBeVisible()
    await move.getByRole('button', { name: /^Move .*, to / }).click()
    await expect(move.getByText(/^Moved to /)).toBeVisible()
    await openStudy(atrium, studyID)
    await expect(page.getByRole('region', { name: 'Green notices' })).toContainText(
      '8 weeks will have passed since the surgery by the appointment.',
    )
    await expect(signOff).toContainText('No red notice is left to sign off.')
    await expect(signOff).toContainText('1 earlier sign-off, withdrawn')
  })

  await test.step('signed off anew after a move back: a later day that is still red keeps it, an earlier one does not', async () => {
    const np = await enterOffice(atrium.backOfficeUrl, 'np')
    const latest = async () => {
      const all = await office.changesOf(place.locationID)
      const found = all.filter((change) => change.kind === 'study' && change.id === studyID).at(-1)
      if (found?.kind !== 'study' || found.value === null) throw new Error(`${studyID} is gone`)
      return found.value
    }
    const moveTo = async (fromNow: number) => {
      for (let step = 0; step < 100; step += 1) {
        const utcStart = toInstant(Math.ceil((Date.now() + fromNow) / 300_000 + step) * 300_000)
        if ((await moveElsewhere(office, await latest(), utcStart)) !== null) return
      }
      throw new Error('The machine is taken all day')
    }
    await moveTo(4 * day)
    await np.send('POST', '/api/booking/safety-questions/sign-off', { studyID, version: 1, reason: 'Seen once more' })
    await expect(signOff).toContainText('Seen once more')
    await moveTo(6 * day)
    await expect(signOff).toContainText('1 red notice signed off')
    await expect.poll(async () => (await latest()).safety.signOff?.by).toBe('Kit Lowell')
    await moveToToday(office, await latest(), place)
    await expect(signOff).toContainText('1 red notice not signed off')
    await signOff.getByText('2 earlier sign-offs, withdrawn').click()
    await expect(signOff).toContainText('The appointment is earlier than the one signed off')
  })

  await test.step('today’s list shows it, and check-in warns before', async () => {
    await atrium.goto('/admin/frontdesk')
    await workAt(page, place.name)
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/study/${studyID}/study-details"]`) })
    await expect(row).toContainText('1 red')
    await expect(row).not.toContainText('Signed off')
    await row.getByRole('button', { name: /^Check in / }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    const commit = dialog.getByRole('button', { name: /^Check in / })
    await expect(dialog).toContainText('1 red safety notice is not signed off')
    await expect(commit).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByText('Check in all the same', { exact: true }).click()
    await commit.click()
    await expect(dialog).toHaveCount(0)
    await expect(row).toContainText(/Checked in \d\d:\d\d[ap]m by Robin Frost/)
  })
})
