import type { Page } from '@playwright/test'
import { answerLater, chooseMember, freeSlots, heldSlot, memberSide, showNextWeek, signIn, summary } from './desk.ts'
import { type Atrium, expect, test } from './fixtures.ts'

const failed = 'Failed to retrieve member information; complete the booking manually or refresh.'

const open = (atrium: Atrium, personID: string, opportunityID: string): Promise<void> =>
  atrium.load(`/admin/booking/salesforce?personID=${personID}&opportunityID=${opportunityID}`)

const holdAndBook = async (page: Page): Promise<void> => {
  await showNextWeek(page)
  await freeSlots(page).first().click()
  await expect(heldSlot(page)).toBeVisible()
  await summary(page)
    .getByRole('button', { name: /^Book \w/ })
    .click()
  await answerLater(page)
  await expect(page.getByRole('heading', { name: 'Booked', exact: true })).toBeVisible()
}

test('books from the CRM for a new person and for a member, and handles unknown ids', async ({ atrium }) => {
  test.setTimeout(240_000)
  const { page } = atrium
  await signIn(page, 'sales')

  await test.step("a person who is not a member: the form starts with the CRM's data", async () => {
    await open(atrium, '003DEMO0001', '006DEMO0001')
    await expect(page.getByText(/^From the CRM: Marta Lindqvist, /)).toBeVisible()
    await expect(
      page.getByText(
        "This person is not a member yet. When you create the member, the form is filled with the CRM's data.",
      ),
    ).toBeVisible()
    await expect(page.getByRole('radiogroup', { name: 'Member type' })).toHaveCount(0)
    await memberSide(page).getByRole('button', { name: 'Create a member' }).click()
    const form = page.getByRole('dialog', { name: 'Create a member' })
    await expect(form.getByRole('textbox', { name: 'First name' })).toHaveValue('Marta')
    await expect(form.getByRole('textbox', { name: 'Last name' })).toHaveValue('Lindqvist')
    await form.getByRole('button', { name: 'Create member' }).click()
    await expect(form).toBeHidden()
    await expect(memberSide(page).getByRole('heading', { name: 'Marta Lindqvist' })).toBeVisible()
    await holdAndBook(page)
  })

  await test.step('the same link from the CRM again: the person is now a member', async () => {
    await open(atrium, '003DEMO0001', '006DEMO0001')
    await expect(memberSide(page).getByRole('heading', { name: 'Marta Lindqvist' })).toBeVisible()
  })

  await test.step('a person who is already a member', async () => {
    await open(atrium, '003DEMO0002', '006DEMO0002')
    await expect(page.getByText(/^From the CRM: /)).toBeVisible()
    await expect(memberSide(page).getByRole('button', { name: 'Change details' })).toBeVisible()
    await holdAndBook(page)
  })

  for (const [personID, opportunityID] of [
    ['003NOBODY001', '006DEMO0001'],
    ['003DEMO0001', '006NOTHING01'],
    ['%3Cscript%3E', "';--"],
    ['', ''],
  ] as const) {
    await test.step(`unknown: ${personID} ${opportunityID}`, async () => {
      await open(atrium, personID, opportunityID)
      await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
    })
  }

  await test.step('the booking is completed manually', async () => {
    await page.getByRole('button', { name: 'Continue manually' }).click()
    await expect(page.getByText('Booking without the CRM. Find or create the member yourself.')).toBeVisible()
    await chooseMember(page, 'Ana')
    await holdAndBook(page)
  })
})
