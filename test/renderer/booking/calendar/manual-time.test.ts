import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { slotUnavailableMessage } from '#domain/booking/booking-form.ts'
import { assistedWords } from '#renderer/booking/assisted/assisted-words.ts'
import { calendarWords } from '#renderer/booking/calendar/calendar-words.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page

type Controls = NonNullable<Window['fakeControls']>
const control = <Result, Given>(run: (controls: Controls, given: Given) => Result, given?: Given): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls, ${JSON.stringify(given ?? null)})`)
const sent = (command: string): Promise<unknown[]> =>
  control((controls, name) => controls.calls.filter((call) => call.command === name).map(({ input }) => input), command)

/**
 * Opens assisted booking on Monday 23 November 2026, 07:00 in Los Angeles, and enters the next day as the day of a
 * manual time.
 */
const open = async (
  context: StartOptions['context'],
  signedInAs: StartOptions['signedInAs'] = 'frontdesk',
): Promise<void> => {
  page = await pages.open(
    '/admin/booking',
    { signedInAs, context: { timezoneId: 'America/Los_Angeles', ...context } },
    '2026-11-23T15:00:00Z',
  )
  await page.getByRole('grid').waitFor()
  await page.getByRole('searchbox', { name: 'Find a member' }).fill('ana silva')
  await page.getByRole('button', { name: /^Ana Silva/ }).click()
  await page.getByRole('button', { name: 'Add a Manual Time' }).click()
  const fields = page.locator('.mt__fields')
  for (const [name, text] of [
    ['Year', '2026'],
    ['Month', '11'],
    ['Day', '24'],
  ] as const) {
    await fields.getByRole('spinbutton', { name: new RegExp(name, 'i') }).fill(text)
  }
}
const time = () => page.getByRole('combobox', { name: 'Time' })
const question = () => page.getByRole('alertdialog', { name: calendarWords.manual.outsideTitle })

async function see(name: string): Promise<void> {
  const folder = process.env.ATRIUM_LOOK
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

describe('a manual time', { timeout: 60_000 }, () => {
  it.each([
    ['1440', { viewport: { width: 1440, height: 900 } }],
    ['1024', { viewport: { width: 1024, height: 768 } }],
  ] as const)('outside opening hours is held and booked only with a confirmation, at %s', async (_, context) => {
    await open(context)
    await time().click()
    await page.keyboard.press('ArrowDown')
    // The list opens at the opening time. The other times of the day are above and below it.
    await expectPage(page.locator('[role=option][data-focused]')).toHaveText(/^0[678]:00am/)
    await time().fill('1225a')
    await page.getByRole('option', { name: '12:25am' }).click()
    await page
      .locator('.mt__fields')
      .getByRole('button', { name: /Machine/ })
      .click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await page.getByRole('button', { name: calendarWords.manual.hold }).click()
    await expectPage(question()).toContainText(/^.*is open \d\d:\d\dam to \d\d:\d\dpm\. Book 12:25am anyway\?/)
    await expectPage(question()).toContainText('Ana Silva · born 03 Feb 1980 · Tue 24 Nov 2026 12:25am PST')
    expect(await sent('booking.holdSlot')).toEqual([])
    expect(await seriousFaultsOf(page)).toEqual([])
    await see(`manual-time-outside-${context.viewport.width}`)
    await page.keyboard.press('Escape')
    await expectPage(question()).toHaveCount(0)
    expect(await sent('booking.holdSlot')).toEqual([])
    await page.getByRole('button', { name: calendarWords.manual.hold }).click()
    await question().getByRole('button', { name: 'Hold 12:25am for Ana Silva' }).click()
    await expectPage(page.getByRole('timer')).toBeVisible()
    await page.locator('.sp__commit').click()
    await page.getByRole('button', { name: assistedWords.safetyModal.later }).click()
    expect(await sent('booking.book')).toMatchObject([{ outsideHoursConfirmed: true, slotSelectionType: 'manual' }])
    await page.getByRole('button', { name: assistedWords.summary.bookAnother }).click()
    await expectPage(page.getByRole('searchbox', { name: 'Find a member' })).toBeFocused()
    await expectPage(page.getByText('This field is required')).toHaveCount(0)
    await expectPage(page.locator('.mt__fields')).toHaveCount(0)
    await page.getByRole('button', { name: 'Add a Manual Time' }).click()
    await expectPage(page.getByText('This field is required')).toHaveCount(0)
  })

  it('that overlaps another booking can be booked only by an administrator, with a reason', async () => {
    const reason = () => page.getByRole('textbox', { name: calendarWords.manual.overrideReason })
    for (const user of ['frontdesk', 'admin'] as const) {
      await open({ viewport: { width: 1440, height: 900 } }, user)
      const fields = page.locator('.mt__fields')
      await expectPage(reason()).toHaveCount(0)
      await time().fill('900a')
      await page.getByRole('option', { name: '09:00am' }).click()
      await fields.getByRole('button', { name: /Machine/ }).click()
      await page.getByRole('listbox').getByRole('option').first().click()
      await control(({ failNext }) =>
        failNext('booking.holdSlot', { ok: false, failure: { code: 'slot-taken', message: 'Taken.' } }),
      )
      await page.getByRole('button', { name: calendarWords.manual.hold }).click()
      await expectPage(page.getByText(slotUnavailableMessage).first()).toBeVisible()
      await expectPage(reason()).toHaveCount(user === 'admin' ? 1 : 0)
    }
    await expectPage(reason()).toHaveAccessibleDescription(calendarWords.manual.overrideHint)
    const book = page.locator('.sp__commit')
    await expectPage(book).toHaveAttribute('aria-disabled', 'true')
    await reason().fill('Doctor asked for it')
    expect(await seriousFaultsOf(page)).toEqual([])
    await see('manual-time-override')
    await book.click()
    await page.getByRole('button', { name: assistedWords.safetyModal.later }).click()
    expect(await sent('booking.book')).toMatchObject([
      { slotSelectionType: 'manual', hold: null, override: { reason: 'Doctor asked for it' } },
    ])
  })

  it('shows why the typed day cannot be booked, for example because the year is mistyped', async () => {
    await open({ viewport: { width: 1440, height: 900 } })
    const fields = page.locator('.mt__fields')
    await fields.getByRole('spinbutton', { name: /Year/i }).fill('1129')
    await expectPage(fields).toContainText('This day has passed. Choose a day from 23 Nov 2026 to 31 Dec 2028.')
    await expectPage(fields).not.toContainText(/open \d\d:00am/)
    await fields.getByRole('button', { name: calendarWords.manual.hold }).click()
    await expectPage(fields.getByRole('spinbutton').first()).toBeFocused()
    expect(await sent('booking.holdSlot')).toEqual([])
  })

  it('has fields that can be clicked in a window 1024 pixels wide, with two notices above the columns', async () => {
    await open({ viewport: { width: 1024, height: 768 } })
    await page.keyboard.press('Alt+q')
    await page
      .getByRole('radiogroup', { name: /Never had heart surgery/ })
      .getByText('Correct', { exact: true })
      .click()
    // The answers of two members are set aside, which shows two notices.
    await page.getByRole('button', { name: assistedWords.member.clear }).click()
    const other = await control(({ clinic }) => clinic.members.find(({ lastname }) => lastname !== 'Silva'))
    const search = page.getByRole('searchbox', { name: 'Find a member' })
    await search.fill(`${other?.firstname} ${other?.lastname}`)
    await page
      .getByRole('button', { name: new RegExp(`^${other?.firstname}`) })
      .first()
      .click()
    await page
      .getByRole('radiogroup', { name: /Never had heart surgery/ })
      .getByText('Correct', { exact: true })
      .click()
    await page.getByRole('button', { name: assistedWords.member.clear }).click()
    await expectPage(page.locator('.bd__news .w-banner')).toHaveCount(2)
    if ((await page.locator('.mt__fields').count()) === 0)
      await page.getByRole('button', { name: 'Add a Manual Time' }).click()
    await see('manual-time-two-notices-1024')
    const fields = page.locator('.mt__fields')
    // A click on an element that another element covers fails.
    await fields.getByRole('spinbutton', { name: /Year/i }).click({ timeout: 5_000 })
    await fields.getByRole('button', { name: /Machine/ }).click({ timeout: 5_000 })
    await page.keyboard.press('Escape')
    await fields.getByRole('button', { name: calendarWords.manual.hold }).click({ timeout: 5_000 })
  })

  it("has fields that can be clicked in a window 1024 pixels wide, above the payment on a booking's page", async () => {
    await open({ viewport: { width: 1024, height: 768 } })
    const studyID = await control(
      ({ clinic }) =>
        clinic.studies.find(
          ({ locationID, booking }) => locationID === 'ca-ab-1' && (booking?.utcStart ?? '') > '2026-11-24',
        )?.studyID ?? 'none',
    )
    await page.goto(`${pages.url()}/admin/booking/study/${studyID}`)
    await page.getByRole('grid').waitFor()
    await page.getByRole('button', { name: 'Add a Manual Time' }).click()
    await see('manual-time-of-booking-1024')
    const fields = page.locator('.mt__fields')
    await fields.getByRole('spinbutton', { name: /Year/i }).click({ timeout: 5_000 })
    await fields.getByRole('button', { name: calendarWords.manual.hold }).click({ timeout: 5_000 })
  })
})
