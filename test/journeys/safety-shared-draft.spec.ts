import { signIn } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { lookClosely } from './look-closely.ts'
import { enterOffice } from './office.ts'
import {
  answer,
  completeAnswers,
  expectKept,
  genderOf,
  moveToToday,
  placeWithTimeLeft,
  recentSurgery,
  saveButton,
  unansweredStudies,
} from './safety-desk.ts'

test('one desk leaves a draft with one unanswered question and two stops; another desk sees the draft and continues', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const place = placeWithTimeLeft()
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const [unanswered] = await unansweredStudies(office, place.locationID)
  if (unanswered === undefined) throw new Error('The demo has no study without answers')
  const study = await moveToToday(office, unanswered, place)
  const { studyID } = study
  const noXRay = {
    'NonMedicalMetal.Eyes.Injury': 'yes',
    'NonMedicalMetal.Eyes.Removed': 'no',
    'NonMedicalMetal.Eyes.MRISince': 'no',
  }
  const all = completeAnswers(await genderOf(office, study), { ...recentSurgery(place.zone, 20), ...noXRay })
  const { ReasonType: _open, ...given } = all
  const { page } = atrium
  await signIn(page, 'frontdesk')
  await atrium.goto(`/study/${studyID}/study-details?answer=1`)
  await expect(saveButton(page)).toBeVisible()
  for (const [field, value] of Object.entries(given)) await answer(page, field, value)
  await expectKept(page)
  await atrium.goto('/admin/settings')

  const desk = await atrium.openSecondDesk()
  const other = desk.page
  await signIn(other, 'admin')
  await test.step('the other desk sees the progress and the stops on the study’s page and on the page that moves the study', async () => {
    await desk.goto(`/study/${studyID}/study-details`)
    const counts = /\d+ of \d+ answered/
    await expect(other.getByText(/^Safety questions: \d+ of \d+ answered$/)).toBeVisible()
    await expect(other.getByText('2 stops, not signed off')).toBeVisible()
    await expect(other.getByText(/answered \d+ of \d+ at .* on another desk: 2 stops$/)).toBeVisible()
    await lookClosely(other, 'study')
    await desk.goto(`/admin/booking/study/${studyID}`)
    await expect(other.locator('.mv').getByText('2 stops')).toBeVisible()
    await expect(other.locator('.mv').getByText(counts)).toBeVisible()
    await lookClosely(other, 'move')
  })
  await test.step('the other desk continues from the draft', async () => {
    await other.getByRole('link', { name: 'Answer', exact: true }).click()
    await expect(saveButton(other)).toBeVisible()
    await answer(other, 'ReasonType', all.ReasonType ?? '')
    await saveButton(other).click()
    await expect(saveButton(other)).toHaveCount(0)
    // The page shows this text in the header and in the section.
    await expect(other.getByText('Safety questions answered').filter({ visible: true })).toHaveCount(2)
  })
})
