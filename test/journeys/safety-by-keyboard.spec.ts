import { safetySectionWords } from '#renderer/safety/section/safety-section-words.ts'
import { workAt } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { createKeyboard } from './keyboard.ts'
import { lookClosely } from './look-closely.ts'
import { enterOffice } from './office.ts'
import {
  dayFromToday,
  moveToToday,
  placeWithTimeLeft,
  questionAt,
  saveButton,
  stops,
  unansweredStudies,
} from './safety-desk.ts'

test('answers the whole questionnaire from today’s list, and reads its history, by keyboard alone', async ({
  atrium,
}, testInfo) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const keyboard = createKeyboard(page)
  const see = (state: string): Promise<void> => lookClosely(page, state)
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const place = placeWithTimeLeft()
  const [first] = await unansweredStudies(office, place.locationID)
  if (first === undefined) throw new Error('The demo has no study without answers')
  const study = await moveToToday(office, first, place)
  const surgery = dayFromToday(place.zone, -20).split('-')
  const focused = (field: string, role: 'radio' | 'textbox') => questionAt(page, field).getByRole(role).first()

  await test.step('signs in, and opens the questions from today’s list', async () => {
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await keyboard.type('frontdesk@demo.atrium')
    await keyboard.press('Tab')
    await keyboard.type('atrium-demo')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Today at / })).toBeVisible()
    // Does not use the keyboard, because the journey works at another location only at some hours of the day.
    await workAt(page, place.name)
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="/study/${study.studyID}/study-details"]`) })
    await expect(row).toContainText('Safety: not answered')
    await see('01-today')
    await page.setViewportSize({ width: 1024, height: 768 })
    // The list may be long, so the page scrolls to the row. Then the end of the row must not be cut off.
    const checkIn = row.getByRole('button', { name: /^Check in / })
    await checkIn.scrollIntoViewIfNeeded()
    await expect(checkIn).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await keyboard.arrowDownTo(row)
    await keyboard.enterOn(row.getByRole('link', { name: /^Safety questions of / }))
    const answerQuestions = page.getByRole('button', { name: 'Answer Questions' })
    await expect(answerQuestions).toBeVisible()
    await see('02-nothing-answered')
    await keyboard.enterOn(answerQuestions)
    await expect(focused('MedicalMetal.Heart.Surgery', 'radio')).toBeFocused()
    await see('03-empty')
  })

  await test.step('metal and surgery: a digit key answers each question, and the day of the surgery is typed', async () => {
    for (const field of [
      'MedicalMetal.Head.Surgery',
      'MedicalMetal.Spine.Surgery',
      'OtherMetal.Implants',
      'NonMedicalMetal.Eyes.Injury',
      'Surgery.Recent',
    ]) {
      await keyboard.press('1')
      await expect(focused(field, 'radio')).toBeFocused()
    }
    await keyboard.press('2')
    await expect(focused('Surgery.Description', 'textbox')).toBeFocused()
    await keyboard.type('Gallbladder removed')
    for (const part of surgery) {
      await keyboard.press('Tab')
      await keyboard.type(part)
    }
    await keyboard.press('F8')
    await expect(focused('Claustrophobic.Status', 'radio')).toBeFocused()
    await expect(stops(page)).toContainText('Please wait until 8 weeks have passed since the surgery.')
    await see('04-half')
  })

  await test.step('saved too early: missing answers are listed, marked and counted, and the next unanswered question has the focus', async () => {
    await keyboard.press('Control+Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Missing some required fields' })).toBeVisible()
    await expect(page.getByText(/^\d required questions are not answered$/)).toBeVisible()
    await expect(questionAt(page, 'Allergies.Status')).toContainText('Please answer this question.')
    await expect(focused('Claustrophobic.Status', 'radio')).toBeFocused()
    // The new banner must not cover the focused element.
    const open = await questionAt(page, 'Claustrophobic.Status').boundingBox()
    const banner = await page.getByRole('alert').filter({ hasText: 'Missing some required fields' }).boundingBox()
    expect((open?.y ?? 0) + (open?.height ?? 0)).toBeLessThanOrEqual(banner?.y ?? 0)
    await see('05-missing')
  })

  await test.step('claustrophobia with a sedative, its prescription, pharmacy and health number', async () => {
    await keyboard.press('2')
    await expect(focused('Claustrophobic.OralSedative', 'radio')).toBeFocused()
    await keyboard.press('y')
    await expect(focused('Claustrophobic.OralSedativePrescription', 'radio')).toBeFocused()
    await keyboard.press('y')
    await expect(focused('Medications.Current', 'radio')).toBeFocused()
    await keyboard.tabTo(focused('Prescription.PatientHealthNumber', 'textbox'))
    await keyboard.type('9000 000 142')
    await keyboard.tabTo(focused('Prescription.PreferredPharmacyName', 'textbox'))
    await keyboard.type('Harbour Pharmacy')
    await keyboard.press('F8')
    await expect(focused('Medications.Current', 'radio')).toBeFocused()
  })

  await test.step('the remaining questions', async () => {
    await keyboard.press('2')
    await expect(focused('Medications.Types', 'textbox')).toBeFocused()
    await keyboard.type('Levothyroxine')
    await keyboard.press('F8')
    await expect(focused('Allergies.Status', 'radio')).toBeFocused()
    await keyboard.press('1')
    await keyboard.press('n')
    await keyboard.press('n')
    // Asked only of women; its first option is No.
    if ((await questionAt(page, 'Female.Pregnancy.Status').count()) > 0) {
      await expect(focused('Female.Pregnancy.Status', 'radio')).toBeFocused()
      await keyboard.press('1')
    }
    await expect(focused('ReasonType', 'radio')).toBeFocused()
    await keyboard.press('1')
    await expect(page.getByRole('button', { name: /^Next unanswered/ })).toHaveAccessibleDescription(
      'Every required question is answered.',
    )
    await see('06-complete')
  })

  await test.step('saves, and reads the saved answers', async () => {
    await keyboard.press('Control+Enter')
    await expect(saveButton(page)).toHaveCount(0)
    await expect(page.getByText(new RegExp(safetySectionWords.edit.saved('.+')))).toBeVisible()
    await expect(page.getByText(/^Saved by Robin Frost/)).toBeVisible()
    await expect(page.getByText('Update Failed')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Sedative', exact: true })).toContainText('Pending')
    await expect(page.getByRole('region', { name: 'Sedative', exact: true })).toContainText('Harbour Pharmacy')
    await expect(page.getByRole('region', { name: 'Sign-off' })).toContainText('1 stop not signed off')
    await see('07-saved')
    const history = page.getByRole('button', { name: 'History', exact: true })
    await keyboard.enterOn(history)
    await expect(page.getByRole('region', { name: 'Version 1' })).toContainText(/First saved answers: \d+ fields/)
    await page.setViewportSize({ width: 1024, height: 768 })
    await history.evaluate((button) => button.scrollIntoView({ block: 'start' }))
    await see('08-history')
  })

  console.log(`${atrium.shell}: ${keyboard.presses()} key presses from sign-in to the saved questionnaire's history`)
  await testInfo.attach('key presses', { body: String(keyboard.presses()), contentType: 'text/plain' })
})
