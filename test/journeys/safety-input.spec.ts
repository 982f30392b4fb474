import { signIn } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice } from './office.ts'
import {
  answer,
  completeAnswers,
  dayFromToday,
  expectAnswer,
  expectKept,
  genderOf,
  health,
  keptAnswers,
  openStudy,
  questionAt,
  saveButton,
  unansweredStudies,
  vancouver,
} from './safety-desk.ts'

test('handles bad input: too long, unusual characters, a future day, and missing answers', async ({ atrium }) => {
  test.setTimeout(180_000)
  const { page } = atrium
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const [study] = await unansweredStudies(office, 'ca-bc-1')
  if (study === undefined) throw new Error('The demo has no study without answers')
  const answers = completeAnswers(await genderOf(office, study), {
    'Medications.Current': 'yes',
    'Medications.Types': 'Aspirin',
    'COVIDVaccine.Status': 'yes',
    'COVIDVaccine.DoseNum': '2',
    'COVIDVaccine.Recent': dayFromToday(vancouver, -30),
    'COVIDVaccine.InjectionArm': 'left',
  })
  await signIn(page, 'frontdesk')
  await openStudy(atrium, study.studyID, true)

  await test.step('saved without answers: each missing answer is marked, counted and reached in turn', async () => {
    await saveButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Missing some required fields' })).toBeVisible()
    const missing = page.getByText('Please answer this question.')
    const count = await missing.count()
    expect(count).toBe(study.safety.unanswered)
    await expect(page.getByText(`${count} required questions are not answered`, { exact: true })).toBeVisible()
    const reached = new Set<string>()
    for (let press = 0; press < count; press += 1) {
      reached.add(
        await page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ?? ''),
      )
      await page.keyboard.press('F8')
    }
    expect(reached.size).toBe(count)
    expect(reached).toContain('ReasonType')
  })

  await test.step('100 kB pasted: flagged, kept and refused, without being cut', async () => {
    const long = 'å'.repeat(50_000)
    for (const [field, value] of Object.entries(answers)) await answer(page, field, value)
    await answer(page, 'Medications.Types', long)
    await expect(questionAt(page, 'Medications.Types')).toContainText('50000 of 2000 characters')
    await expect(questionAt(page, 'Medications.Types').getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
    await expectKept(page)
    await saveButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Some answers are not valid' })).toContainText(
      'Which medications?',
    )
    await expectAnswer(page, 'Medications.Types', long)
    expect((await keptAnswers(atrium, study.studyID))['Medications.Types']).toBe(long)
  })

  await test.step('a dose in the future is refused, and the message names the question', async () => {
    await answer(page, 'COVIDVaccine.Recent', dayFromToday(vancouver, 3))
    await expect(questionAt(page, 'COVIDVaccine.Recent')).toContainText('must not be in the future')
    await answer(page, 'Medications.Types', 'x')
    await saveButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Some answers are not valid' })).toContainText(
      'When was the most recent dose?',
    )
    await answer(page, 'COVIDVaccine.Recent', dayFromToday(vancouver, -30))
    await expect(questionAt(page, 'COVIDVaccine.Recent')).not.toContainText('must not be in the future')
  })

  await test.step('emoji and right-to-left text are saved and shown as typed', async () => {
    const text = '👩🏽‍⚕️ أسبرين يوميًا <b>50 mg</b> אקמול'
    await answer(page, 'Medications.Types', text)
    await saveButton(page).click()
    await expect(saveButton(page)).toHaveCount(0)
    await expect(health(page).getByText(text, { exact: true })).toBeVisible()
    await page.reload()
    await expect(health(page).getByText(text, { exact: true })).toBeVisible()
  })
})
