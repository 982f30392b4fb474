import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Study } from '#domain/study/study.ts'
import { assistedWords } from '#renderer/booking/assisted/assisted-words.ts'
import { bookingWords } from '#renderer/booking/booking-words.ts'
import { calendarWords } from '#renderer/booking/calendar/calendar-words.ts'
import { frontDeskWords } from '#renderer/booking/front-desk/front-desk-words.ts'
import { selfServiceWords } from '#renderer/booking/self-service/self-service-words.ts'
import { someOf } from '#test/fixtures/deep.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page

/**
 * Opens a page over the fake bridge on Monday 23 November 2026, 07:00 in Los Angeles. The page's clock starts at that
 * time.
 */
async function open(path: string, { context, ...fake }: StartOptions = {}): Promise<Page> {
  page = await pages.open(
    path,
    { ...fake, context: { timezoneId: 'America/Los_Angeles', ...context } },
    '2026-11-23T15:00:00Z',
  )
  return page
}

// axe skips the live announcer: for a few seconds it refers to a pending button that has left the page.
const seriousFaults = (): Promise<string[]> => seriousFaultsOf(page, '[data-live-announcer]')

/** Takes a picture for a person to look at, if `ATRIUM_LOOK` names a folder. */
async function see(name: string): Promise<void> {
  const folder = process.env.ATRIUM_LOOK
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

type Controls = NonNullable<Window['fakeControls']>
const control = <Result, Given>(run: (controls: Controls, given: Given) => Result, given?: Given): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls, ${JSON.stringify(given ?? null)})`)
const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)
const freeSlots = () => page.locator('[role=gridcell].sg-cell--free')
const bookButton = () => page.locator('.sp__commit')
const unansweredWindow = () =>
  page.getByRole('dialog', { name: 'This member has not completed their mandatory safety questions' })
const safetyPanel = () => page.getByRole('region', { name: /^Safety questions/ })
const answer = (title: string | RegExp, option: string) =>
  safetyPanel().getByRole('radiogroup', { name: title }).getByText(option, { exact: true })

async function chooseMember(name: string): Promise<void> {
  await page.getByLabel('Find a member').fill(name)
  await page.getByRole('button', { name: new RegExp(`^${name}`, 'i') }).click()
}

/** Sets the safety state and the temporary hold of one of today's studies in Los Angeles; returns the study's id. */
const withTodaysSafety = (safety: Partial<Study['safety']>, temporaryHold = false): Promise<string> =>
  control(
    ({ clinic, emit }, given) => {
      const now = new Date().toISOString()
      const here = clinic.locations.find(({ address }) => address.name === 'Los Angeles')
      const index = clinic.studies.findIndex(
        (study) =>
          study.locationID === here?.locationID &&
          !study.status.cancelled &&
          !study.status.checkin &&
          study.booking !== null &&
          study.booking.utcStart.slice(0, 10) === '2026-11-23' &&
          study.booking.utcStart > now,
      )
      const study = clinic.studies[index]
      if (study === undefined) throw new Error('No member comes today.')
      clinic.studies[index] = {
        ...study,
        temporaryHold: given.temporaryHold,
        safety: { ...study.safety, ...given.safety },
      }
      emit('booking.studyChanged', { studyID: study.studyID })
      return study.studyID
    },
    { safety, temporaryHold },
  )

const sizes = someOf(
  [
    ['1024', { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' }],
    ['1440', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ] as const,
  2,
)

describe('safety questions on the booking pages', { timeout: 90_000 }, () => {
  describe.each(sizes)('at %s', (size, context) => {
    it('open below the columns without resizing them, and block a booking if an answer forbids the scan', async () => {
      await open('/admin/booking', { signedInAs: 'admin', context })
      await chooseMember('Ana Silva')
      await freeSlots().nth(4).click()
      await expectPage(bookButton()).toHaveAccessibleName(/^Book anyway: Ana Silva/)
      await expectPage(page.getByText('Safety questions: not answered')).toBeVisible()
      await see(`booking-folded-${size}`)
      const before = await page.locator('.bd__columns').boundingBox()
      await page.keyboard.press('Alt+q')
      await expectPage(safetyPanel().getByRole('radio').first()).toBeFocused()
      await expectPage(safetyPanel().locator('input:focus-visible')).toHaveCount(1)
      await see(`booking-open-${size}`)
      const after = await page.locator('.bd__columns').boundingBox()
      expect(after?.height).toBe(before?.height)
      expect(await seriousFaults()).toEqual([])
      expect(await width()).toBe(context.viewport.width)

      await answer(/Never had heart surgery/, 'Not Correct').click()
      await safetyPanel().getByText('Pacemaker', { exact: true }).click()
      await expectPage(bookButton()).toHaveAttribute('aria-disabled', 'true')
      const pacemaker = 'We cannot screen anyone with a pacemaker even if it is marked as MRI safe.'
      await expectPage(bookButton()).toHaveAccessibleDescription(pacemaker)
      const stop = page.locator('.sp__foot').getByRole('alert')
      await expectPage(stop).toContainText('This scan cannot be booked')
      await expectPage(stop).toContainText(pacemaker)
      expect(await seriousFaults()).toEqual([])
      await page.locator('.sp__commit').scrollIntoViewIfNeeded()
      await see(`booking-stopped-${size}`)
      await answer(/Never had heart surgery/, 'Correct').click()
      await expectPage(bookButton()).not.toHaveAttribute('aria-disabled', 'true')
      expect(await control(({ calls }) => calls.filter(({ command }) => command === 'booking.book').length)).toBe(0)
    })
  })

  it.each(sizes)(
    'require a tick and a reason to book while a notice is not settled, and show the first possible times, at %s',
    async (size, context) => {
      await open('/admin/booking', { signedInAs: 'admin', context })
      await chooseMember('Ana Silva')
      await page.getByRole('tab', { name: /30 Nov/ }).click()
      await freeSlots().nth(9).click()
      await expectPage(bookButton()).toHaveAccessibleName(/^Book anyway: Ana Silva/)
      await page.keyboard.press('Alt+q')
      await answer(/Not had surgery in the last 8 weeks/, 'Not Correct').click()
      await answer(/Never had an eye injury/, 'Not Correct').click()
      await answer(/Has an orbit x-ray been done/, 'No').click()
      const stop = safetyPanel().locator('.safety__aside').getByRole('region', { name: 'Settle before the scan' })
      await expectPage(stop).toContainText('Settle before the scan: 2 stops')
      await expectPage(stop).toContainText('Stop: Please wait until 8 weeks have passed since the surgery.')
      await expectPage(page.locator('.sp__head')).toContainText('2 stops')
      const settle = page.locator('.sp__body').getByRole('region', { name: 'Settle before the scan' })
      await expectPage(settle).toContainText('An orbit x-ray is required before the scan.')
      // Without the day of the surgery the first possible day is unknown.
      await expectPage(settle.getByRole('button', { name: /^Show times from / })).toHaveCount(0)
      const day = page.locator('[data-field="Surgery.Date"]')
      await day.getByLabel('Year').fill('2026')
      await day.getByLabel('Month').fill('11')
      await day.getByLabel('Day').fill('02')
      await expectPage(settle).toContainText('02 Nov 2026 + 8 weeks = 28 Dec 2026')
      await expectPage(bookButton()).toHaveAttribute('aria-disabled', 'true')
      await expectPage(bookButton()).toHaveAccessibleDescription(/^Tick “Book before the sign-off” and enter a reason/)
      const tick = settle.getByText('Book before the sign-off', { exact: true })
      await tick.click()
      const reason = settle.getByRole('textbox', { name: 'Reason' })
      await expectPage(bookButton()).toHaveAttribute('aria-disabled', 'true')
      await reason.fill('Her surgeon agrees')
      await expectPage(bookButton()).not.toHaveAttribute('aria-disabled', 'true')
      await page.evaluate(() => window.scrollTo(0, 0))
      await page
        .locator('.bd__desk')
        .first()
        .evaluate((desk) => desk.scrollIntoView({ block: 'start' }))
      await see(`booking-settle-${size}`)
      expect(await seriousFaults()).toEqual([])
      expect(await width()).toBe(context.viewport.width)

      // A new notice clears the tick, because the tick did not cover this notice. The typed reason is kept.
      await answer(/Is there a chance of pregnancy/, 'Yes').click()
      await expectPage(reason).toHaveCount(0)
      await expectPage(bookButton()).toHaveAttribute('aria-disabled', 'true')
      await tick.click()
      await expectPage(reason).toHaveValue('Her surgeon agrees')

      await settle.getByRole('button', { name: 'Show times from 28 Dec 2026' }).press('Enter')
      await expectPage(page.getByText('Showing times from 28 Dec 2026.')).toBeVisible()
      await expectPage(page.getByRole('tab', { name: /28 Dec/ })).toHaveAttribute('aria-selected', 'true')
      await expectPage(page.locator('.wk__body')).toBeFocused()
      await page.getByRole('tab', { name: /21 Dec/ }).click()
      const early = page.locator('[role=gridcell].sg-cell--early')
      await expectPage(early.first()).toHaveAttribute('aria-disabled', 'true')
      await expectPage(early.first()).toHaveAccessibleName(/, too early: before 28 Dec 2026, not available$/)
      await see(`booking-too-early-${size}`)
      expect(await seriousFaults()).toEqual([])
      await page.getByRole('tab', { name: /28 Dec/ }).click()
      await freeSlots().nth(4).click()
      await expectPage(settle).not.toContainText('Please wait until 8 weeks have passed')
      await expectPage(
        safetyPanel().locator('.safety__aside').getByRole('region', { name: 'All right' }),
      ).toContainText('8 weeks will have passed since the surgery by the appointment.')
      await expectPage(bookButton()).toHaveAttribute('aria-disabled', 'true')
      await tick.click()
      await reason.fill('X-ray is booked for Monday')
      await bookButton().click()
      await expectPage(unansweredWindow()).toBeVisible()
      const sent = await control(({ calls }) => calls.find(({ command }) => command === 'booking.book')?.input)
      expect(sent).toMatchObject({ settleReason: 'X-ray is booked for Monday' })
    },
  )

  it('keep the answers as a draft of the booked study, and the dialog after the booking asks for the missing answers', async () => {
    await open('/admin/booking', { signedInAs: 'admin' })
    await chooseMember('Ana Silva')
    await page.keyboard.press('Alt+q')
    await answer(/Never had heart surgery/, 'Correct').click()
    await answer(/Never had head surgery/, 'Correct').click()
    await expectPage(page.getByText(/^Safety questions: 2 of \d+$/)).toBeVisible()
    await freeSlots().nth(4).click()
    await bookButton().click()
    await expectPage(unansweredWindow()).toBeVisible()
    expect(await seriousFaults()).toEqual([])
    await see('booked-not-answered')
    await unansweredWindow().getByRole('button', { name: assistedWords.safetyModal.later }).click()
    await expectPage(page.getByRole('heading', { name: 'Booked' })).toBeFocused()
    await page.getByRole('link', { name: assistedWords.summary.answerSafety }).click()
    await expectPage(page).toHaveURL(/\/study\/s-\w+\/study-details\?answer=1$/)
    await expectPage(
      page
        .getByRole('radiogroup', { name: /Never had head surgery/ })
        .getByRole('radio')
        .first(),
    ).toBeChecked()
    const kept = await control(
      ({ calls }) =>
        calls.findLast(({ command, input }) => command === 'drafts.save' && JSON.stringify(input).includes('safety:'))
          ?.input,
    )
    expect(kept).toMatchObject({
      content: { answers: { 'MedicalMetal.Heart.Surgery': 'no', 'MedicalMetal.Head.Surgery': 'no' }, baseVersion: 0 },
    })
  })

  it('set the answers aside when the member is cleared, with a button back to that member', async () => {
    await open('/admin/booking', { signedInAs: 'admin' })
    await chooseMember('Ana Silva')
    await page.keyboard.press('Alt+q')
    await answer(/Never had heart surgery/, 'Correct').click()
    await page.keyboard.press('Control+Enter')
    await expectPage(bookButton()).toBeFocused()
    await page.getByRole('button', { name: assistedWords.member.clear }).click()
    await expectPage(page.getByText(assistedWords.safety.asideTitle('Ana Silva'))).toBeVisible()
    await expectPage(page.getByText('Safety questions: not answered')).toBeVisible()
    expect(await seriousFaults()).toEqual([])
    await page.getByRole('button', { name: 'Back to Ana Silva' }).click()
    await expectPage(page.getByText(/^Safety questions: 1 of \d+$/)).toBeVisible()
    await expectPage(page.getByText(assistedWords.safety.asideTitle('Ana Silva'))).toHaveCount(0)
  })
})

describe('the page for moving an appointment', { timeout: 90_000 }, () => {
  const aStudy = (): Promise<string> =>
    control(
      ({ clinic }) =>
        clinic.studies.find(
          (study) =>
            study.locationID === 'ca-ab-1' &&
            study.paymentAmount === 0 &&
            (study.booking?.utcStart ?? '') > '2026-11-24',
        )?.studyID ?? 'none',
    )

  it.each(sizes)(
    'shows the Move button without scrolling at %s, and lists the effects on the safety dates',
    async (size, context) => {
      await open('/admin/booking', { signedInAs: 'admin', context })
      await freeSlots().first().waitFor()
      const studyID = await aStudy()
      await page.goto(`${pages.url()}/admin/booking/study/${studyID}`)
      await freeSlots().first().waitFor()
      await control(({ safety }, { id, answers }) => safety.saveAs('Robin Frost', id, answers), {
        id: studyID,
        answers: {
          ...nothingToReport,
          'NonMedicalMetal.Eyes.Injury': 'yes',
          'NonMedicalMetal.Eyes.Removed': 'yes',
          'NonMedicalMetal.Eyes.MRISince': 'yes',
        },
      })
      await expectPage(page.locator('.mv').getByText('1 stop')).toBeVisible()
      await page.getByRole('tab', { name: /07 Dec/ }).click()
      await freeSlots().nth(9).click()
      await expectPage(
        page.getByText(/^Stop \(settle before the scan\) has a new date: The results of the orbit x-ray/),
      ).toBeInViewport({ ratio: 0.3 })
      await see(`move-${size}`)
      const box = await page.getByRole('button', { name: /^Move / }).boundingBox()
      const strip = await page.locator('.s-frame__foot').boundingBox()
      expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(strip?.y ?? 0)
      expect(await seriousFaults()).toEqual([])
      expect(await width()).toBe(context.viewport.width)
    },
  )

  it('needs a tick with a reason for an open stop, names the first day that fits, and sends the reason', async () => {
    await open('/admin/booking', { signedInAs: 'admin' })
    await freeSlots().first().waitFor()
    const studyID = await aStudy()
    await page.goto(`${pages.url()}/admin/booking/study/${studyID}`)
    await freeSlots().first().waitFor()
    await control(({ safety }, { id, answers }) => safety.saveAs('Robin Frost', id, answers), {
      id: studyID,
      answers: {
        ...nothingToReport,
        'Surgery.Recent': 'yes',
        'Surgery.Description': 'knee',
        'Surgery.Date': '2026-11-02',
      },
    })
    await page.getByRole('tab', { name: /07 Dec/ }).click()
    await freeSlots().nth(9).click()
    const settle = page.locator('.mv').getByRole('region', { name: 'Settle before the scan' })
    await expectPage(settle).toContainText('02 Nov 2026 + 8 weeks = 28 Dec 2026')
    const move = page.getByRole('button', { name: /^Move .+, to / })
    await expectPage(move).toHaveAccessibleDescription(bookingWords.settle.tickOrWait.move)
    await settle.getByText(bookingWords.settle.tick.move, { exact: true }).click()
    await settle.getByRole('textbox', { name: 'Reason' }).fill('Her surgeon agrees')
    await see('move-settle')
    expect(await seriousFaults()).toEqual([])
    await settle.getByRole('button', { name: 'Show times from 28 Dec 2026' }).click()
    await expectPage(page.getByText('Showing times from 28 Dec 2026.')).toBeVisible()
    // The calendar shortcut moves to a time that can be chosen.
    await page.keyboard.press('Alt+c')
    await expectPage(page.locator('[role=gridcell]:focus')).toHaveAccessibleName(/, free, /)
    await move.click()
    await expectPage(page.getByText(/^Moved to /)).toBeVisible()
    const sent = await control(({ calls }) => calls.find(({ command }) => command === 'booking.reschedule')?.input)
    expect(sent).toMatchObject({ settleReason: 'Her surgeon agrees' })
  })

  it('names the appointment that a refused manual time overlaps', async () => {
    await open('/admin/booking', { signedInAs: 'frontdesk' })
    await freeSlots().first().waitFor()
    await page.getByText('Day', { exact: true }).click()
    await page.getByRole('list').first().waitFor()
    // Other bookings now take the whole day, but the page has not received an event about them.
    const lastname = await control(({ clinic }) => {
      const location = clinic.locations.find(({ address }) => address.name === 'Los Angeles')
      const entry = clinic.machineTimes.find(
        ({ locationID, kind }) => locationID === location?.locationID && kind === 'study',
      )
      const study = clinic.studies.find(({ studyID }) => studyID === entry?.studyID)
      const member = clinic.members.find(({ patientID }) => patientID === study?.patientID)
      if (entry === undefined || location === undefined || member === undefined) throw new Error('No member is booked.')
      const day = { utcStart: '2026-11-23T08:00:00Z', utcEnd: '2026-11-24T08:00:00Z' }
      for (const { machineID } of location.machines) {
        clinic.machineTimes.push({ ...entry, ...day, machineID, eventID: `all-${machineID}` } as typeof entry)
      }
      return member.lastname
    })
    await page.locator('.dp__free').first().click()
    // The first free period of the day begins before the clinic opens.
    const question = page.getByRole('alertdialog', { name: calendarWords.manual.outsideTitle })
    await expectPage(question).toContainText(/Los Angeles is open .+ to .+\. Book .+ anyway\?/)
    await question.getByRole('button', { name: /^Hold \d\d:\d\d[ap]m$/ }).click()
    await expectPage(page.getByRole('alert')).toContainText('Unfortunately the time slot you selected is unavailable')
    await expectPage(page.locator('.mt__taken')).toContainText('overlaps with:')
    await expectPage(page.locator('.mt__taken')).toContainText(lastname)
    await see('manual-time-taken')
    expect(await seriousFaults()).toEqual([])
  })
})

describe('the Today page of the front desk', { timeout: 90_000 }, () => {
  const row = (studyID: string) => page.getByRole('row').filter({ has: page.locator(`a[href*="${studyID}"]`) })

  it.each(sizes)('shows the safety state of each appointment and fits at %s', async (size, context) => {
    await open('/admin/frontdesk', { signedInAs: 'frontdesk', context })
    await page.getByRole('table').waitFor()
    const studyID = await withTodaysSafety({
      version: 1,
      state: 'complete',
      unanswered: 0,
      red: 2,
      blue: 1,
      signOff: {
        by: 'Mara Holm',
        at: '2026-11-20T18:00:00Z' as Study['safety']['signOff'] extends { at: infer At } | null ? At : never,
      },
    })
    await expectPage(row(studyID)).toContainText('2 stops')
    await expectPage(row(studyID)).toContainText('Signed off by Mara Holm')
    await see(`today-${size}`)
    expect(await seriousFaults()).toEqual([])
    expect(await width()).toBe(context.viewport.width)
  })

  it('checks in despite an open point if the box is ticked, and shows the time and the user', async () => {
    await open('/admin/frontdesk', { signedInAs: 'frontdesk' })
    await page.getByRole('table').waitFor()
    const studyID = await withTodaysSafety({ version: 1, state: 'incomplete', unanswered: 3, red: 0 })
    await row(studyID)
      .getByRole('button', { name: /^Check in / })
      .click()
    const window = page.getByRole('alertdialog', { name: 'Check in' })
    await expectPage(window).toContainText('3 required safety questions are not answered')
    const commit = window.getByRole('button', { name: /^Check in .+, \d\d \w{3} \d{4}$/ })
    await expectPage(commit).toHaveAttribute('aria-disabled', 'true')
    await see('check-in-warned')
    expect(await seriousFaults()).toEqual([])
    await window.getByText(frontDeskWords.checkIn.tick, { exact: true }).click()
    await commit.click()
    await expectPage(window).toHaveCount(0)
    await expectPage(row(studyID)).toContainText(/Checked in \d\d:\d\d[ap]m by /)
    await expectPage(row(studyID).getByRole('button', { name: /^Check in/ })).toHaveCount(0)
    await expectPage(row(studyID).getByRole('link', { name: /open the study page$/ })).toBeFocused()
  })

  it('blocks the check-in until a stop is signed off, and links to the sign-off', async () => {
    await open('/admin/frontdesk', { signedInAs: 'frontdesk' })
    await page.getByRole('table').waitFor()
    const studyID = await withTodaysSafety({ version: 1, state: 'complete', unanswered: 0, red: 2 })
    await row(studyID)
      .getByRole('button', { name: /^Check in / })
      .click()
    const window = page.getByRole('alertdialog', { name: 'Check in' })
    await expectPage(window.getByRole('alert')).toContainText('Settle before the scan')
    await expectPage(window.getByRole('alert')).toContainText(
      '2 stops need a sign-off before the scan. A nurse practitioner, a radiologist or an administrator can sign off.',
    )
    await expectPage(window.getByText(frontDeskWords.checkIn.tick, { exact: true })).toHaveCount(0)
    const commit = window.getByRole('button', { name: /^Check in .+, \d\d \w{3} \d{4}$/ })
    await expectPage(commit).toHaveAttribute('aria-disabled', 'true')
    await expectPage(window.getByRole('link', { name: frontDeskWords.checkIn.toSignOff })).toHaveAttribute(
      'href',
      new RegExp(studyID),
    )
    await see('check-in-blocked')
    expect(await seriousFaults()).toEqual([])
  })

  it('warns before a temporary hold is checked in', async () => {
    await open('/admin/frontdesk', { signedInAs: 'frontdesk' })
    await page.getByRole('table').waitFor()
    const studyID = await withTodaysSafety({ version: 1, state: 'complete', unanswered: 0, red: 0 }, true)
    await row(studyID)
      .getByRole('button', { name: /^Check in / })
      .click()
    const window = page.getByRole('alertdialog', { name: 'Check in' })
    await expectPage(window).toContainText('This is a temporary hold')
    const commit = window.getByRole('button', { name: /^Check in .+, \d\d \w{3} \d{4}$/ })
    await expectPage(commit).toHaveAttribute('aria-disabled', 'true')
  })

  it('refuses to check in a member who cannot be scanned', async () => {
    await open('/admin/frontdesk', { signedInAs: 'frontdesk' })
    await page.getByRole('table').waitFor()
    const studyID = await withTodaysSafety({ version: 1, state: 'complete', unanswered: 0, red: 1, isProhibited: true })
    await expectPage(row(studyID)).toContainText('Cannot be scanned')
    await expectPage(row(studyID).getByRole('button', { name: /^Check in/ })).toHaveAttribute('aria-disabled', 'true')
    expect(await seriousFaults()).toEqual([])
  })
})

describe('the referral page', { timeout: 90_000 }, () => {
  const ola = { 'First name': 'Ola', 'Last name': 'Nordal', Email: 'ola.nordal@mail.example', Street: '1 Fjord Way' }
  async function signUp(gender: 'Female' | 'Male'): Promise<void> {
    const form = page.locator('.su')
    for (const [label, value] of Object.entries(ola)) await form.getByLabel(label).fill(value)
    await form.getByLabel('Phone number').fill('604-555-0101')
    await form.getByLabel('City').fill('Vancouver')
    await form.getByLabel(selfServiceWords.signUp.state).fill('BC')
    await form.getByLabel('Year').fill('1980')
    await form.getByLabel('Month').fill('02')
    await form.getByLabel('Day').fill('03')
    await form.getByText(gender, { exact: true }).click()
    await form.getByRole('button', { name: /Country/ }).click()
    await page.getByRole('option', { name: 'Canada' }).click()
  }

  it.each(sizes)(
    'asks for the referrer and the safety answers at %s, and lets the answers be completed after the booking',
    async (size, context) => {
      await open('/booking/referral', { context })
      await freeSlots().nth(3).click()
      await signUp('Female')
      await page.getByLabel(selfServiceWords.referral.referredBy).fill('Dr. Fjord')
      await answer(/Never had heart surgery/, 'Correct').click()
      await expectPage(safetyPanel().getByText('Pregnan', { exact: false }).first()).toBeVisible()
      await see(`referral-${size}`)
      expect(await seriousFaults()).toEqual([])
      expect(await width()).toBe(context.viewport.width)
      await page.getByRole('button', { name: /^Book / }).click()
      await expectPage(page.getByRole('heading', { name: selfServiceWords.confirmation.booked })).toBeVisible()
      await see(`referral-booked-${size}`)
      expect(await seriousFaults()).toEqual([])
      await page.getByRole('link', { name: 'Answer the safety questions' }).click()
      await expectPage(
        page.getByRole('heading', { level: 1, name: selfServiceWords.confirmation.safetyPage }),
      ).toBeVisible()
      await expectPage(
        page
          .getByRole('radiogroup', { name: /Never had heart surgery/ })
          .getByRole('radio')
          .first(),
      ).toBeChecked()
      await page.getByRole('button', { name: selfServiceWords.safety.send }).click()
      await expectPage(page.getByText('Missing some required fields', { exact: true }).first()).toBeVisible()
      await see(`referral-questions-${size}`)
      expect(await seriousFaults()).toEqual([])
      expect(await width()).toBe(context.viewport.width)
    },
  )

  it('fits a phone', async () => {
    await open('/booking/referral', { context: { viewport: { width: 400, height: 860 } } })
    await freeSlots().first().waitFor()
    await answer(/Never had heart surgery/, 'Not Correct').click()
    await see('referral-phone')
    expect(await width()).toBe(400)
    expect(await seriousFaults()).toEqual([])
  })

  it('shows the notice’s text and the support phone number when the scan is forbidden', async () => {
    await open('/booking/referral')
    await freeSlots().nth(3).click()
    await answer(/Never had heart surgery/, 'Not Correct').click()
    await safetyPanel().getByText('Defibrillator', { exact: true }).click()
    await expectPage(page.getByRole('alert').filter({ hasText: 'This scan cannot be booked' })).toContainText(
      'We cannot screen anyone with an implanted defibrillator even if it is marked as MRI safe.',
    )
    await expectPage(page.getByText(/^Please call \+1 800 555 0142/)).toBeVisible()
    await expectPage(page.getByRole('button', { name: /^Book / })).toHaveAttribute('aria-disabled', 'true')
    expect(await seriousFaults()).toEqual([])
  })
})
