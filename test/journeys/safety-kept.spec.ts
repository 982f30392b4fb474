import type { AnswerValue } from '#domain/safety/question.ts'
import { browserOnly } from '#scripts/browser-only.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { signIn } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice } from './office.ts'
import {
  answer,
  completeAnswers,
  expectAnswer,
  expectKept,
  genderOf,
  health,
  keptAnswers,
  openStudy,
  saveButton,
  saveElsewhere,
  unansweredStudies,
} from './safety-desk.ts'

const thirty: readonly (readonly [string, AnswerValue])[] = [
  ['MedicalMetal.Heart.Surgery', 'yes'],
  ['MedicalMetal.Heart.Type', ['Stent']],
  ['MedicalMetal.Heart.Stent.Recent', 'no'],
  ['MedicalMetal.Heart.Stent.Details', 'Two, in 1996, left side'],
  ['MedicalMetal.Head.Surgery', 'yes'],
  ['MedicalMetal.Head.Type', ['Other']],
  ['MedicalMetal.Head.Other', 'Plate after a fall; größer als erwartet'],
  ['MedicalMetal.Spine.Surgery', 'yes'],
  ['MedicalMetal.Spine.Type', ['Other']],
  ['MedicalMetal.Spine.Other.Implanted', 'yes'],
  ['MedicalMetal.Spine.Other.Details', 'A spacer at L4'],
  ['OtherMetal.Implants', 'yes'],
  ['OtherMetal.Details', 'Hip, left, 2019'],
  ['NonMedicalMetal.Eyes.Injury', 'yes'],
  ['NonMedicalMetal.Eyes.Removed', 'yes'],
  ['NonMedicalMetal.Eyes.MRISince', 'no'],
  ['Surgery.Recent', 'yes'],
  ['Surgery.Description', 'Shoulder repair, right'],
  ['Surgery.Date', '2025-01-31'],
  ['Claustrophobic.Status', 'yes'],
  ['Claustrophobic.OralSedative', 'yes'],
  ['Claustrophobic.OralSedativePrescription', 'yes'],
  ['Prescription.PreferredPharmacyName', 'Harbour Pharmacy'],
  ['Prescription.PatientHealthNumber', '9000 000 142'],
  ['Medications.Current', 'yes'],
  ['Medications.Types', 'Levothyroxine 75 µg'],
  ['Allergies.Status', 'no'],
  ['GlucoseMonitor.Status', 'no'],
  ['COVIDVaccine.Status', 'no'],
  ['ReasonType', 'Worried'],
]

/**
 * How many answers are given before each kill. `kill-nine-answers.test.ts` kills a workstation without a window after
 * each answer.
 */
const answersAKill = isDeep || process.env.ATRIUM_JOURNEYS === 'all' ? 1 : 15

// Browser shell only. In a run of every journey, thirty starts of the stand-in for Electron would take longer than all
// other journeys. The main process stores the answers in the same way in both shells.
test('thirty answers survive repeated kills', { tag: browserOnly }, async ({ atrium }, testInfo) => {
  test.setTimeout(420_000)
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const [study] = await unansweredStudies(office, 'ca-bc-1')
  const studyID = study?.studyID ?? ''
  await signIn(atrium.page, 'frontdesk')
  for (const [place, [field, value]] of thirty.entries()) {
    if (place % answersAKill === 0) {
      await openStudy(atrium, studyID, true)
      await expect(saveButton(atrium.page)).toBeVisible()
    }
    await answer(atrium.page, field, value)
    await expectKept(atrium.page)
    if ((place + 1) % answersAKill !== 0) continue
    await atrium.kill9()
    await signIn(atrium.page, 'frontdesk')
    expect(await keptAnswers(atrium, studyID), `after ${field}`).toEqual(Object.fromEntries(thirty.slice(0, place + 1)))
    await openStudy(atrium, studyID)
    await expect(atrium.page.getByText(/^Draft restored from \d\d:\d\d[ap]m [A-Z]{2,5}$/)).toBeVisible()
    await expectAnswer(atrium.page, field, value)
  }
  for (const [field, value] of thirty) await expectAnswer(atrium.page, field, value)
  await testInfo.attach('answers', { body: String(thirty.length), contentType: 'text/plain' })
})

test('without the back office the answers can be read and changed, and the user can save them after the back office returns', async ({
  atrium,
}) => {
  test.setTimeout(180_000)
  const { page } = atrium
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const [study] = await unansweredStudies(office, 'ca-bc-1')
  if (study === undefined) throw new Error('The demo has no study without answers')
  await saveElsewhere(office, study, completeAnswers(await genderOf(office, study)), 0)
  await signIn(page, 'frontdesk')
  await openStudy(atrium, study.studyID)
  await expect(health(page).getByText('No allergies', { exact: true })).toBeVisible()

  await test.step("the answers are read from the workstation's copy, and marked as old", async () => {
    await atrium.stopBackOffice()
    await expect(page.getByRole('contentinfo')).toContainText(/Offline\. Data as of /)
    await atrium.load('/admin/settings')
    await openStudy(atrium, study.studyID)
    await expect(health(page).getByText('No allergies', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Offline: data as of \d\d:\d\d[ap]m/)).toBeVisible()
  })

  await test.step('answers are kept, and the page says that they were not sent', async () => {
    await page.getByRole('button', { name: 'Change answers' }).click()
    await answer(page, 'Allergies.Status', 'yes')
    await answer(page, 'Allergies.Types', 'Penicillin')
    await expectKept(page)
    await saveButton(page).click()
    await expect(page.getByText('Kept on this computer, not confirmed by the server')).toBeVisible()
    await expect(page.getByText(/You're offline\. The answers are a draft/)).toBeVisible()
    await expectAnswer(page, 'Allergies.Types', 'Penicillin')
  })

  await test.step('the back office returns: nothing was sent automatically, and saving works', async () => {
    await atrium.startBackOffice()
    await expect(page.getByRole('contentinfo')).toContainText('Online', { timeout: 60_000 })
    await expect(page.getByText(/You're back online\. The answers are a draft/)).toBeVisible()
    await saveButton(page).click()
    await expect(saveButton(page)).toHaveCount(0)
    await expect(health(page).getByText('Penicillin', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Offline: data as of/)).toHaveCount(0)
    expect(await keptAnswers(atrium, study.studyID)).toEqual({})
  })
})
