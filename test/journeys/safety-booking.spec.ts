import {
  answerLater,
  chooseMember,
  fillMember,
  freeSlots,
  heldSlot,
  memberSide,
  newMember,
  showNextWeek,
  signIn,
  summary,
  unansweredWindow,
} from './desk.ts'
import { expect, test } from './fixtures.ts'
import { lookClosely } from './look-closely.ts'
import { enterOffice, studiesOf } from './office.ts'
import { answer, completeAnswers, expectAnswer, expectKept, questionAt, saveButton, stops } from './safety-desk.ts'

const pacemaker = 'We cannot screen anyone with a pacemaker even if it is marked as MRI safe.'

test('a pacemaker blocks the booking, and incomplete answers can be continued on the study page', async ({
  atrium,
}) => {
  test.setTimeout(180_000)
  const { page } = atrium
  const book = summary(page).getByRole('button', { name: /^Book / })
  await signIn(page, 'frontdesk')
  await atrium.goto('/admin/booking')
  await chooseMember(page, 'Ana')
  const who = (await memberSide(page).getByRole('heading', { level: 3 }).textContent()) ?? ''
  await showNextWeek(page)
  await freeSlots(page).first().click()
  await expect(heldSlot(page)).toBeVisible()
  await expect(book).not.toHaveAttribute('aria-disabled', 'true')

  await test.step('Alt+Q opens the questions; the pacemaker shows a red notice and blocks the booking', async () => {
    await expect(summary(page)).toContainText('Safety questions: not answered')
    await page.keyboard.press('Alt+KeyQ')
    await expect(questionAt(page, 'MedicalMetal.Heart.Surgery').getByRole('radio').first()).toBeFocused()
    await answer(page, 'MedicalMetal.Heart.Surgery', 'yes')
    await answer(page, 'MedicalMetal.Heart.Type', ['Pacemaker'])
    await expect(stops(page).getByText(pacemaker, { exact: true })).toBeVisible()
    await expect(summary(page).getByRole('alert').filter({ hasText: 'This scan cannot be booked' })).toContainText(
      pacemaker,
    )
    await expect(book).toHaveAttribute('aria-disabled', 'true')
    await expect(book).toHaveAccessibleDescription(pacemaker)
    await book.click({ force: true })
    await expect(page.getByRole('heading', { name: 'Booked', exact: true })).toHaveCount(0)
    await lookClosely(page, 'pacemaker')
  })

  await test.step('the answer “Correct” clears the follow-ups, and the scan can be booked', async () => {
    await answer(page, 'MedicalMetal.Heart.Surgery', 'no')
    await expect(questionAt(page, 'MedicalMetal.Heart.Type')).toHaveCount(0)
    await expect(page.getByText(pacemaker)).toHaveCount(0)
    await expect(
      page.getByText(/^Answers cleared because these questions are no longer asked: What was implanted\?/),
    ).toBeVisible()
    await expect(book).not.toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('booked with incomplete answers: the dialog opens the study page, which shows the answers so far', async () => {
    await answer(page, 'Medications.Current', 'yes')
    await answer(page, 'Medications.Types', 'Metformin 500 mg')
    await expect(summary(page)).toContainText(/Safety questions: 3 of \d+/)
    await book.click()
    await expect(unansweredWindow(page)).toBeVisible()
    await unansweredWindow(page).getByRole('button', { name: 'Answer Questions' }).click()
    await expect(page).toHaveURL(/\/study\/[^/]+\/study-details$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(who)
    await expect(page.getByRole('button', { name: `Save Changes: ${who}` })).toBeVisible()
    await expectAnswer(page, 'MedicalMetal.Heart.Surgery', 'no')
    await expectAnswer(page, 'Medications.Types', 'Metformin 500 mg')
    await expectKept(page)
  })
})

test('a member books from a referral with safety answers; only women are asked about pregnancy', async ({ atrium }) => {
  test.setTimeout(180_000)
  const { page } = atrium
  const pregnancy = page.getByRole('radiogroup', { name: /chance of pregnancy/ })
  const sex = (name: string) => page.getByRole('radio', { name, exact: true })
  await atrium.goto('/booking/referral?locationID=ca-bc-1&skuID=300')
  await expect(page.getByRole('heading', { name: 'Book the scan you were referred for' })).toBeVisible()
  await showNextWeek(page)
  await freeSlots(page).first().click()
  await expect(heldSlot(page)).toBeVisible()
  await fillMember(page, newMember())
  await page.getByRole('textbox', { name: 'Referred by' }).fill('Dr. Juniper')
  await expect(pregnancy).toBeVisible()
  await sex('Male').press('Space')
  await expect(pregnancy).toHaveCount(0)
  await sex('Female').press('Space')
  await expect(pregnancy).toBeVisible()

  const answers = completeAnswers('female', {
    'Allergies.Status': 'yes',
    'Allergies.Types': 'Penicillin',
    'Female.Pregnancy.Status': 'unsure',
  })
  for (const [field, value] of Object.entries(answers)) await answer(page, field, value)
  await expect(page.getByText('Please take a pregnancy test before the scan.').first()).toBeVisible()
  await lookClosely(page, 'referral')
  await page.getByRole('button', { name: /^Book / }).click()
  await expect(page.getByRole('heading', { name: 'You are booked' })).toBeVisible()
  await expect(page.getByText('You have answered your safety questions.')).toBeVisible()

  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const studyID = page.url().split('/').at(-1)
  const study = (await studiesOf(office, 'ca-bc-1')).find((each) => each.studyID === studyID)
  expect(study?.safety).toMatchObject({ state: 'complete', red: 0, blue: 1 })
  expect(study?.referrer).toBe('Dr. Juniper')
})

test('“Later” closes the dialog, and a link opens the questions afterwards', async ({ atrium }) => {
  const { page } = atrium
  await signIn(page, 'frontdesk')
  await atrium.goto('/admin/booking')
  await chooseMember(page, 'Ana')
  await showNextWeek(page)
  await freeSlots(page).first().click()
  await expect(heldSlot(page)).toBeVisible()
  await summary(page)
    .getByRole('button', { name: /^Book / })
    .click()
  await answerLater(page)
  await expect(page.getByRole('heading', { name: 'Booked', exact: true })).toBeFocused()
  await page.getByRole('region', { name: 'Booked' }).getByRole('link', { name: 'Answer safety questions' }).click()
  await expect(saveButton(page)).toBeVisible()
})
