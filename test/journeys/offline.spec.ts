import {
  answerLater,
  chooseMember,
  freeSlots,
  heldSlot,
  showNextWeek,
  signIn,
  slotTable,
  summary,
  waitForCopy,
} from './desk.ts'
import { expect, test } from './fixtures.ts'
import { createMember, enterOffice } from './office.ts'

test('without the back office, weeks can be read, nothing can be booked and typed text is kept', async ({ atrium }) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const strip = (): ReturnType<typeof page.getByRole> => atrium.page.getByRole('contentinfo')
  const commit = summary(page).getByRole('button', { name: /^Book / })

  await signIn(page, 'frontdesk')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Booking' }).click()
  // Uses a new member, because the Book button has a longer text for a member who already has an appointment.
  const who = await createMember(await enterOffice(atrium.backOfficeUrl, 'frontdesk'), 'Tideway')
  await chooseMember(page, who)
  await showNextWeek(page)
  await freeSlots(page).first().click()
  await expect(heldSlot(page)).toBeVisible()
  await summary(page).getByRole('textbox', { name: 'Referrer' }).fill('Dr. Juniper')
  await expect(commit).toBeEnabled()
  await expect(page.getByText(/^Updated /)).toBeVisible()

  await test.step('the back office stops', async () => {
    await waitForCopy(page, 'ca-bc-1')
    await atrium.stopBackOffice()
    await expect(strip()).toContainText(/Offline\. Data as of \d\d:\d\d[ap]m/)
    await expect(page.getByText(/^Offline\. Last updated (?:\d\d \w{3} \d{4} )?\d\d:\d\d[ap]m/)).toBeVisible()
    await expect(commit).toHaveAttribute('aria-disabled', 'true')
    await expect(commit).toHaveAccessibleDescription('Booking needs a connection. What you entered is kept.')
    await expect(
      summary(page)
        .getByText(/What you entered is kept/)
        .last(),
    ).toBeVisible()
  })

  await test.step('other weeks can still be read, and all entries are kept', async () => {
    await page
      .getByRole('tab', { name: /^Week of / })
      .nth(2)
      .click()
    await expect(freeSlots(page).first()).toBeVisible()
    await expect(slotTable(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByText('Holding a time needs a connection.')).toHaveCount(1)
    await freeSlots(page).first().click({ force: true })
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('tab', { name: 'Current Week' }).click()
    await expect(slotTable(page)).toBeVisible()
    await expect(summary(page).getByRole('textbox', { name: 'Referrer' })).toHaveValue('Dr. Juniper')
    await expect(commit).toHaveAccessibleName(new RegExp(who))
  })

  await test.step('the same person unlocks a locked desk, and sees the week', async () => {
    await page.keyboard.press('F9')
    await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
    await expect(page.getByText(who)).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Password' }).fill('atrium-demo')
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(slotTable(page)).toBeVisible()
    await expect(summary(page).getByRole('textbox', { name: 'Referrer' })).toHaveValue('Dr. Juniper')
  })

  await test.step('Atrium starts without the back office: the week and the draft are there', async () => {
    await atrium.restart()
    const { page: opened } = atrium
    await signIn(opened, 'frontdesk')
    await atrium.load('/admin/booking')
    await expect(slotTable(opened)).toBeVisible()
    await expect(opened.getByText(/^Offline\. Last updated /)).toBeVisible()
    await expect(opened.getByText(/^Draft restored from \d\d:\d\d[ap]m P[DS]T$/)).toBeVisible()
    await expect(summary(opened).getByRole('textbox', { name: 'Referrer' })).toHaveValue('Dr. Juniper')
  })

  await test.step('the back office starts again: the unfinished booking can be completed', async () => {
    const { page: opened } = atrium
    await atrium.startBackOffice()
    await expect(strip()).toContainText('Online', { timeout: 60_000 })
    const book = summary(opened).getByRole('button', { name: `Book ${who}` })
    if ((await heldSlot(opened).count()) === 0) {
      await showNextWeek(opened)
      if ((await heldSlot(opened).count()) === 0) await freeSlots(opened).first().click()
    }
    await expect(book).toHaveAccessibleName(new RegExp(who))
    await expect(book).not.toHaveAttribute('aria-disabled', 'true')
    await book.click()
    await answerLater(opened)
    await expect(opened.getByRole('heading', { name: 'Booked', exact: true })).toBeVisible()
  })
})
