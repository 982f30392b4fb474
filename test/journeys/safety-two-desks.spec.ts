import { signIn } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice } from './office.ts'
import {
  answer,
  completeAnswers,
  expectAnswer,
  genderOf,
  health,
  openStudy,
  saveButton,
  saveElsewhere,
  unansweredStudies,
} from './safety-desk.ts'

test('two desks at one study see each other, and neither loses an answer', async ({ atrium }) => {
  test.setTimeout(180_000)
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const [study] = await unansweredStudies(office, 'ca-bc-1')
  if (study === undefined) throw new Error('The demo has no study without answers')
  const before = completeAnswers(await genderOf(office, study))
  await saveElsewhere(office, study, before, 0)
  const second = await atrium.openSecondDesk()
  const a = atrium.page
  const b = second.page
  await signIn(a, 'frontdesk')
  await signIn(b, 'onelocation')

  await test.step('each sees that the other has the questions open', async () => {
    await openStudy(atrium, study.studyID, true)
    await openStudy(second, study.studyID, true)
    await expect(
      b.getByText(/^Robin Frost also has these questions open, since \d\d:\d\d[ap]m [A-Z]{2,5}$/),
    ).toBeVisible()
    await expect(
      a.getByText(/^Nico Vale also has these questions open, since \d\d:\d\d[ap]m [A-Z]{2,5}$/),
    ).toBeVisible()
  })

  await test.step('A saves: B keeps the answers typed at B and receives A’s other answers', async () => {
    await answer(b, 'Allergies.Status', 'yes')
    await answer(b, 'Allergies.Types', 'Latex')
    await answer(b, 'Medications.Current', 'yes')
    await answer(b, 'Medications.Types', 'Metformin')
    await answer(a, 'ReasonType', 'Worried')
    await answer(a, 'Medications.Current', 'yes')
    await answer(a, 'Medications.Types', 'Metformin and insulin')
    await saveButton(a).click()
    await expect(saveButton(a)).toHaveCount(0)
    await expect(
      b.getByText(/^Robin Frost changed 1 answer at \d\d:\d\d[ap]m [A-Z]{2,5}\. Your form is updated\.$/),
    ).toBeVisible()
    await expectAnswer(b, 'ReasonType', 'Worried')
    await expectAnswer(b, 'Allergies.Types', 'Latex')
  })

  await test.step('different answers to one question are shown, and saved only after a decision', async () => {
    const conflict = b.getByRole('alert', { name: 'Two desks answered one question differently' })
    await expect(conflict).toContainText('Which medications?')
    await expect(conflict).toContainText('Saved by Robin Frost')
    await expect(saveButton(b)).toHaveAttribute('aria-disabled', 'true')
    await expect(saveButton(b)).toHaveAccessibleDescription(/First choose which of the two different answers to keep\./)
    await expect(conflict.getByRole('button', { name: 'Take theirs: Metformin and insulin' })).toBeVisible()
    await conflict.getByRole('button', { name: 'Keep mine: Metformin' }).click()
    await expect(conflict).toHaveCount(0)
    await saveButton(b).click()
    await expect(saveButton(b)).toHaveCount(0)
  })

  await test.step('both desks show the same answers, and the history has the answers of each desk', async () => {
    for (const page of [a, b]) {
      await expect(page.getByText(/^Saved by Nico Vale/)).toBeVisible()
      await expect(health(page).getByText('Metformin', { exact: true })).toBeVisible()
      await expect(health(page).getByText('Latex', { exact: true })).toBeVisible()
      await expect(page.getByRole('region', { name: 'The scan' }).getByText('Worried', { exact: true })).toBeVisible()
    }
    await a.getByRole('button', { name: 'History', exact: true }).click()
    await expect(a.getByRole('region', { name: 'Version 2' })).toContainText('Metformin and insulin')
    await expect(a.getByRole('region', { name: 'Version 3' })).toContainText(/Metformin and insulin.*Metformin/)
  })
})
