import { signIn } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice } from './office.ts'
import { answer, expectAnswer, expectKept, keptAnswers, saveButton, unansweredStudies } from './safety-desk.ts'

test('every answer survives a refused save and repeated visits to the booking', async ({ atrium }) => {
  test.setTimeout(180_000)
  const { page } = atrium
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const [study] = await unansweredStudies(office, 'ca-bc-1')
  const studyID = study?.studyID ?? ''
  const given = {
    'MedicalMetal.Heart.Surgery': 'no',
    'Medications.Current': 'yes',
    'Medications.Types': 'Metformin 500 mg',
  }
  await signIn(page, 'frontdesk')
  await atrium.goto(`/admin/booking/study/${studyID}`)
  await page.getByRole('link', { name: 'Answer', exact: true }).click()
  await expect(saveButton(page)).toBeVisible()
  for (const [field, value] of Object.entries(given)) await answer(page, field, value)
  await expectKept(page)
  await saveButton(page).click()
  await expect(page.getByText('Missing some required fields').first()).toBeVisible()
  for (const visit of [1, 2, 3]) {
    await test.step(`visit ${visit}`, async () => {
      await page.getByRole('link', { name: 'Move or cancel' }).click()
      await page.getByRole('link', { name: 'Answer', exact: true }).click()
      await expect(saveButton(page)).toBeVisible()
      for (const [field, value] of Object.entries(given)) await expectAnswer(page, field, value)
      await expectKept(page)
      expect(await keptAnswers(atrium, studyID)).toEqual(given)
    })
  }
})
