import type { Locator, Page } from '@playwright/test'
import type { Practitioner } from '#domain/people/practitioner.ts'
import type { Study } from '#domain/study/study.ts'
import { directoryScreenWords } from '#renderer/people/directory-screen-words.ts'
import { practitionerContactWords } from '#renderer/people/practitioner-contact-words.ts'
import { practitionerWords } from '#renderer/people/practitioner-words.ts'
import { signIn, workAt } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { checkAxe, takePicture } from './look-closely.ts'
import { comingStudies, enterOffice, type Office } from './office.ts'
import { toast } from './payment-desk.ts'
import { actionButton, logOf, openStudyPage, sectionOf } from './study-desk.ts'

const rail = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' })

/** Returns a future study at Vancouver that meets the condition. */
const findComing = async (office: Office, fits: (study: Study) => boolean): Promise<Study> => {
  const found = (await comingStudies(office, 'ca-bc-1')).find(fits)
  if (found === undefined) throw new Error('No future study meets the condition')
  return found
}

test("a change to a practitioner's address is proposed at one desk, confirmed at another and announced", async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const look = async (at: Page, name: string): Promise<void> => {
    for (const [width, height] of [
      [1024, 768],
      [1440, 900],
    ] as const) {
      await at.setViewportSize({ width, height })
      await takePicture(at, `${name}-${width}`)
    }
    await checkAxe(at, name)
  }
  const office = await enterOffice(atrium.backOfficeUrl, 'hi')
  const study = await findComing(office, ({ details }) => details.practitioners.primary !== null)
  const id = study.details.practitioners.primary?.practitionerID
  const directory = (await office.read('/api/v1/practitioners')) as readonly Practitioner[]
  const practitioner = directory.find((each) => each.id === id)
  if (practitioner === undefined) throw new Error("The directory does not have the study's practitioner")
  const name = [practitioner.salutation, practitioner.firstName, practitioner.lastName].filter(Boolean).join(' ')
  const shortName = `${practitioner.firstName} ${practitioner.lastName}`

  await test.step('the nurse practitioner proposes an address', async () => {
    await signIn(page, 'np')
    await openStudyPage(atrium, study.studyID)
    await sectionOf(page, 'Provider follow-up')
      .getByRole('button', { name: practitionerWords.editContactOf(name) })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: practitionerContactWords.title })
    await expect(dialog.getByText(practitionerContactWords.willProposeTitle)).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('7 Proposal Road')
    await look(page, 'propose')
    await dialog.getByRole('button', { name: practitionerContactWords.propose }).click()
    await expect(dialog).toHaveCount(0)
    await expect(toast(page, practitionerContactWords.proposed(name))).toBeVisible()
  })

  const other = await atrium.openSecondDesk()
  await test.step('a user with the Health information role confirms the address at another desk', async () => {
    await signIn(other.page, 'hi')
    await rail(other.page)
      .getByRole('link', { name: /^Directory ?1 to review$/ })
      .click()
    const proposal = other.page
      .getByRole('list', { name: directoryScreenWords.proposals.decideList })
      .getByRole('listitem')
    await expect(proposal).toContainText(`Proposed by Kit Lowell, Vancouver`)
    await expect(proposal.getByRole('row', { name: /^Address/ })).toContainText('7 Proposal Road')
    await look(other.page, 'to-decide')
    await other.page
      .getByRole('button', { name: directoryScreenWords.proposals.confirmOf(shortName, 'Kit Lowell') })
      .click()
    await expect(toast(other.page, directoryScreenWords.proposals.confirmed(shortName))).toBeVisible()
    await expect(
      other.page.getByRole('list', { name: directoryScreenWords.announced.title('Vancouver') }),
    ).toContainText('Confirmed by Jo Marsh')
    await look(other.page, 'confirmed')
  })

  await test.step('the first desk sees that the change is confirmed, and marks it as seen', async () => {
    await atrium.goto('/admin/directory')
    const announced = page
      .getByRole('list', { name: directoryScreenWords.announced.title('Vancouver') })
      .getByRole('listitem')
    await expect(announced).toContainText('7 Proposal Road')
    await expect(announced).toContainText('Confirmed by Jo Marsh')
    await look(page, 'announced')
    await page.getByRole('button', { name: directoryScreenWords.announced.seenOf(shortName) }).click()
    await expect(announced).toHaveCount(0)
    const after = (await office.read('/api/v1/practitioners')) as readonly Practitioner[]
    expect(after.find((each) => each.id === id)?.contact.address).toBe('7 Proposal Road')
  })
})

test('Vancouver must confirm an email address that was changed at New York before the booking confirmation is sent', async ({
  atrium,
}) => {
  test.setTimeout(180_000)
  const { page } = atrium
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const { studyID, patientID } = await findComing(
    office,
    ({ status, temporaryHold }) => status.customerEmailAvailable === true && !temporaryHold,
  )
  await office.send('PATCH', `/api/v1/userV2/${patientID}`, {
    changes: { email: 'changed.elsewhere@mail.example' },
    locationID: 'us-ny-1',
  })
  await signIn(page, 'frontdesk')
  await workAt(page, 'Vancouver')
  await openStudyPage(atrium, studyID)
  await actionButton(page, 'Resend booking confirmation').click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm the email address' })
  await expect(dialog).toContainText('This address was changed at New York.')
  await expect(dialog).toContainText('changed.elsewhere@mail.example')
  await expect(dialog).toContainText('Alex Finch')
  await dialog.getByRole('checkbox').press('Space')
  await dialog.getByRole('button', { name: 'Confirm and send' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Booking confirmation sent')).toBeVisible({ timeout: 60_000 })
  const lines = (await logOf(office, studyID)).map(({ content }) => content)
  expect(lines).toContain('Email address confirmed with the member')
  expect(lines).toContain('Booking confirmation emailed to the member')
})

test('finance starts on the Finance screen and can close the day, but cannot take payments', async ({ atrium }) => {
  const { page } = atrium
  await signIn(page, 'finance')
  await expect(page.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close the day' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save as CSV' })).toBeVisible()
  await checkAxe(page, 'directory')
  const office = await enterOffice(atrium.backOfficeUrl, 'finance')
  const { studyID } = await findComing(office, () => true)
  await atrium.goto(`/admin/study/${studyID}/payment`)
  await expect(page.getByText('Only the front desk, sales and administrators can take payments.')).toBeVisible()
})
