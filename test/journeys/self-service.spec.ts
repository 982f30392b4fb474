import {
  fillMember,
  freeSlots,
  heldSlot,
  newMember,
  showNextWeek,
  signIn,
  slotTable,
  spokenTime,
  workAt,
} from './desk.ts'
import { expect, test } from './fixtures.ts'
import { lookClosely } from './look-closely.ts'

test('Book Now begins at the desk’s clinic, and leads back to the desk', async ({ atrium }) => {
  const { page } = atrium
  await signIn(page, 'frontdesk')
  await workAt(page, 'Victoria')
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Book Now' }).click()
  await expect(page.getByRole('heading', { name: 'Book your scan' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Victoria')
  await expect(freeSlots(page).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'What the colours mean' })).toHaveText(
    /free.*your choice.*not available/s,
  )
  await freeSlots(page).first().click()
  await expect(heldSlot(page)).toBeVisible()
  await lookClosely(page, 'book-now-from-the-desk')
  const back = page.getByRole('button', { name: 'Back to front desk' })
  await back.click()
  const question = page.getByRole('alertdialog', { name: 'Leave this booking?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(heldSlot(page)).toBeVisible()
  await back.click()
  await question.getByRole('button', { name: 'Leave without booking' }).click()
  await expect(page.getByRole('heading', { name: /^Today at Victoria/ })).toBeVisible()
})

test('a member books alone: slot, sign-up, confirmation, and an email address that is already used', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const book = page.getByRole('button', { name: /^Book/ })

  await test.step('the link preselects location and scan type', async () => {
    await atrium.load('/booking/slot?locationID=ca-bc-1&skuID=300')
    await expect(page.getByRole('heading', { name: 'Book your scan' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Vancouver')
    await expect(page.getByRole('button', { name: /Scan type/ })).toContainText('Whole Body MRI')
    await expect(page.getByRole('button', { name: 'Lock' })).toHaveCount(0)
    await expect(book).toHaveAccessibleDescription(
      'Please select the appointment location, scan type and date & time first.',
    )
    await lookClosely(page, 'self-service-slot')
  })

  let when = ''
  await test.step('a slot is held, and missing fields are listed', async () => {
    await showNextWeek(page)
    await freeSlots(page).first().click()
    await expect(heldSlot(page)).toBeVisible()
    when = await spokenTime(heldSlot(page))
    await book.click()
    await expect(page.getByRole('alert')).toContainText('Please Enter First Name, Last Name, Email')
  })

  await test.step('the sign-up makes the booking, and the confirmation can be opened again', async () => {
    await fillMember(page, newMember())
    await book.click()
    await expect(page.getByRole('heading', { name: 'You are booked' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Booking confirmed' })).toContainText(when.split(' ')[1] ?? '')
    await expect(page).toHaveURL(/\/booking\/confirmation\//)
    await lookClosely(page, 'self-service-confirmation')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'You are booked' })).toBeVisible()
  })

  await test.step('the same email address again: refused, and all input is kept', async () => {
    await atrium.load('/booking/slot?locationID=ca-bc-1&skuID=300')
    await showNextWeek(page)
    await freeSlots(page).first().click()
    await expect(heldSlot(page)).toBeVisible()
    await fillMember(page, newMember())
    await book.click()
    await expect(page.getByRole('alert').filter({ hasText: 'A member already uses this email address' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'First name', exact: true })).toHaveValue('Orlaith')
    await expect(heldSlot(page)).toBeVisible()
  })

  await test.step('the page of an unknown booking offers a link to book a scan', async () => {
    await atrium.load('/booking/confirmation/00000000-0000-4000-8000-000000000000')
    await expect(page.getByText('We cannot show this booking here')).toBeVisible()
    await page.getByRole('link', { name: 'Book your scan' }).click()
    await expect(slotTable(page)).toBeVisible()
  })

  await test.step('staff find the new member by search', async () => {
    await atrium.load('/admin/booking')
    await signIn(page, 'frontdesk')
    await workAt(page, 'Vancouver')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search members and studies' }).fill('Vexhollow')
    await expect(page.getByRole('option', { name: /Orlaith Vexhollow/ }).first()).toBeVisible()
  })
})
