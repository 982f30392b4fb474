import type { Page } from '@playwright/test'
import type { ZoneId } from '#domain/values/location-clock.ts'
import {
  fillMember,
  freeSlots,
  heldSlot,
  newMember,
  showNextWeek,
  signIn,
  summary,
  unansweredWindow,
  workAt,
} from './desk.ts'
import { expect, test } from './fixtures.ts'
import { lookClosely } from './look-closely.ts'
import { enterOffice } from './office.ts'
import { answer, expectAnswer, recentSurgery } from './safety-desk.ts'

const openQuestions = async (page: Page): Promise<void> => {
  const toggle = page.getByRole('button', { name: /^Safety questions: / })
  if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
}

const aMember = {
  firstname: 'Orlaith',
  lastname: 'Vexhollow',
  email: 'orlaith.vexhollow@example.org',
  dob: '1981-04-09',
  gender: 'female',
  phone_number: '604 555 0142',
  address: '12 Harbour Road',
  city: 'Vancouver',
  state: 'BC',
  postalCode: 'V5K 0A1',
  country: 'Canada',
}
const vancouver = 'Vancouver'

test('answers from one booking page are offered and adopted at another desk, and move to the study', async ({
  atrium,
}) => {
  test.setTimeout(300_000)
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const made = (await office.send('POST', '/api/v1/userV2/', aMember)) as { member: { patientID: string } }
  const { patientID } = made.member
  const bookingPage = `/admin/booking?memberID=${patientID}`
  const memberPage = `/admin/members?memberID=${patientID}`
  const given = { ...recentSurgery('America/Vancouver' as ZoneId, 20), 'Allergies.Status': 'no' }
  const who = /Orlaith Vexhollow · born 09 Apr 1981/
  const { page } = atrium

  await test.step('one desk answers some questions, and a reload keeps them', async () => {
    await signIn(page, 'frontdesk')
    await atrium.goto(bookingPage)
    await workAt(page, vancouver)
    await openQuestions(page)
    for (const [field, value] of Object.entries(given)) await answer(page, field, value)
    await page.reload()
    await openQuestions(page)
    await expectAnswer(page, 'Allergies.Status', 'no')
  })

  const desk = await atrium.openSecondDesk()
  const other = desk.page
  const words = /answered 3 of \d+ at \d\d:\d\d[ap]m P[DS]T, 1 stop/
  const note = other.getByRole('status').filter({ hasText: words })
  await test.step('the member page and the booking page of another desk show the number of answers', async () => {
    await signIn(other, 'admin')
    await expect(async () => {
      await desk.load(memberPage)
      await expect(other.getByText(/answered 3 of \d+ at \d\d:\d\d[ap]m/)).toBeVisible({ timeout: 4000 })
    }).toPass({ timeout: 60_000 })
    await lookClosely(other, 'member')
    await other.getByRole('link', { name: 'Book with these answers' }).click()
    await expect(note).toBeVisible()
    await expect(note).toContainText(who)
    await lookClosely(other, 'offer')
  })

  await test.step('when a question has two different answers, a dialog asks which one to use before either is overwritten', async () => {
    await workAt(other, vancouver)
    await openQuestions(other)
    await answer(other, 'Allergies.Status', 'yes')
    await note.getByRole('button', { name: 'Use these answers' }).click()
    const dialog = other.getByRole('dialog', { name: '1 question has two answers' })
    await expect(dialog).toContainText(who)
    await lookClosely(other, 'two-answers')
    await dialog.getByRole('radio', { name: /No allergies/ }).press('Space')
    await dialog.getByRole('button', { name: 'Use these answers' }).click()
    await expect(note).toHaveCount(0)
    await expectAnswer(other, 'Surgery.Recent', 'yes')
    await expectAnswer(other, 'Allergies.Status', 'no')
  })

  await test.step('the booking moves the answers to the study; no answers without a booking remain', async () => {
    await freeSlots(other).first().click()
    await expect(heldSlot(other)).toBeVisible()
    await summary(other)
      .getByRole('checkbox', { name: /before the sign-off/ })
      .press('Space')
    await summary(other)
      .getByRole('textbox', { name: /reason/i })
      .fill('The surgeon agrees')
    await summary(other)
      .getByRole('button', { name: /^Book / })
      .click()
    await expect(unansweredWindow(other)).toBeVisible()
    await desk.goto(memberPage)
    await expect(other.getByRole('heading', { name: 'Orlaith Vexhollow' })).toBeVisible()
    await expect(other.getByText(/3 of \d+ answered/).first()).toBeVisible()
    await expect(other.getByText('Safety answers without a booking')).toHaveCount(0)
  })

  await test.step('the record names the stops that the reason was given for', async () => {
    const studies = (await office.read(`/api/v1/members/${patientID}/studies`)) as readonly { studyID: string }[]
    const record = await office.read(`/api/booking/safety-questions?studyID=${studies[0]?.studyID}`)
    expect(record).toMatchObject({
      settleReasons: [
        { reason: 'The surgeon agrees', notices: [{ text: expect.stringContaining('until 8 weeks have passed') }] },
      ],
    })
  })
})

test('a member’s own answers reach the desk while the member answers, and survive a reload', async ({ atrium }) => {
  test.setTimeout(240_000)
  const { page } = atrium
  await atrium.load('/booking/referral?locationID=ca-bc-1&skuID=300')
  await showNextWeek(page)
  await freeSlots(page).first().click()
  await expect(heldSlot(page)).toBeVisible()
  await fillMember(page, newMember())
  await answer(page, 'Allergies.Status', 'no')
  await page.getByRole('button', { name: /^Book / }).click()
  await expect(page.getByRole('heading', { name: 'You are booked' })).toBeVisible()
  const studyID = page.url().split('/').at(-1)

  const desk = await atrium.openSecondDesk()
  const other = desk.page
  await signIn(other, 'frontdesk')
  const note = other.getByRole('status').filter({ hasText: /^Answered by the member: 1 of \d+ at / })
  await desk.goto(`/study/${studyID}/study-details`)
  await expect(note).toBeVisible()
  await lookClosely(other, 'by-member')

  await page.getByRole('link', { name: 'Answer the safety questions' }).click()
  await expectAnswer(page, 'Allergies.Status', 'no')
  await answer(page, 'Medications.Current', 'no')
  await lookClosely(page, 'own-questions')
  await expect(other.getByText(/^Answered by the member: 2 of \d+ at /)).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await expectAnswer(page, 'Medications.Current', 'no')
})

test('answers that forbid the scan prevent a booking at another desk, and are deleted when the draft is discarded', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const made = (await office.send('POST', '/api/v1/userV2/', aMember)) as { member: { patientID: string } }
  const { patientID } = made.member
  const recordsOf = async () =>
    (
      (await office.read(`/api/booking/safety-questions/booking-drafts?patientID=${patientID}`)) as {
        drafts: readonly { SafetyQuestions: object }[]
      }
    ).drafts
  const { page } = atrium
  await signIn(page, 'frontdesk')
  await atrium.goto(`/admin/booking?memberID=${patientID}`)
  await openQuestions(page)
  await answer(page, 'MedicalMetal.Heart.Surgery', 'yes')
  await answer(page, 'MedicalMetal.Heart.Type', ['Pacemaker'])
  await expect.poll(async () => (await recordsOf()).length).toBe(1)

  await test.step('the answers forbid the scan also at another desk that has not adopted them', async () => {
    const desk = await atrium.openSecondDesk()
    const other = desk.page
    await signIn(other, 'admin')
    await desk.goto(`/admin/booking?memberID=${patientID}`)
    const note = other.getByRole('status').filter({ hasText: /answered \d+ of \d+ at .*\. Cannot be scanned/ })
    await expect(note).toBeVisible()
    await freeSlots(other).first().click()
    await expect(heldSlot(other)).toBeVisible()
    const book = summary(other).getByRole('button', { name: /^Book / })
    await expect(book).toHaveAccessibleDescription(/Check them with the member\. Dismiss them only if they are wrong\./)
    await lookClosely(other, 'ruled-out')
    await note.getByRole('button', { name: 'Dismiss' }).click()
    await expect(book).not.toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('Discard deletes the draft from the back office', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect.poll(async () => (await recordsOf()).length).toBe(0)
  })
})
