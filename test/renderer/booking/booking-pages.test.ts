import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { MessageView } from '#domain/messages/message-view.ts'
import { assistedWords } from '#renderer/booking/assisted/assisted-words.ts'
import { bookingWords } from '#renderer/booking/booking-words.ts'
import { calendarWords } from '#renderer/booking/calendar/calendar-words.ts'
import { movingWords } from '#renderer/booking/moving/moving-words.ts'
import { selfServiceWords } from '#renderer/booking/self-service/self-service-words.ts'
import { crmBookingWords } from '#renderer/crm/crm-booking-words.ts'
import { memberFormWords } from '#renderer/members/member-form-words.ts'
import { someOf } from '#test/fixtures/deep.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page

/** Opens a page over the fake bridge. The page's clock starts on Monday 23 November 2026, 08:00 in Vancouver. */
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

type Controls = NonNullable<Window['fakeControls']>
const control = <Result>(run: (controls: Controls) => Result): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls)`)
const grid = () => page.getByRole('grid')
const freeSlots = () => page.locator('[role=gridcell].sg-cell--free')
const unansweredWindow = () =>
  page.getByRole('dialog', { name: 'This member has not completed their mandatory safety questions' })
const bookButton = () => page.locator('.sp__commit')
const focused = (): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

/** Presses Tab until an element of this name has the focus, as a user without a mouse does. */
async function tabTo(name: RegExp, most = 60): Promise<void> {
  for (let press = 0; press < most; press += 1) {
    if (name.test(await focused())) return
    await page.keyboard.press('Tab')
  }
  expect.fail(`Tab never reached ${name}; the last was ${await focused()}`)
}

async function chooseAna(): Promise<void> {
  await page.getByLabel('Find a member').fill('ana silva')
  await page.getByRole('button', { name: /^Ana Silva/ }).click()
  await expectPage(page.getByRole('heading', { level: 3, name: 'Ana Silva' })).toBeVisible()
}

const aStudyID = (): Promise<string> =>
  control(
    (controls) =>
      controls.clinic.studies.find(
        (study) =>
          study.locationID === 'ca-ab-1' && study.paymentAmount === 0 && (study.booking?.utcStart ?? '') > '2026-11-24',
      )?.studyID ?? 'none',
  )

async function see(name: string): Promise<void> {
  const folder = process.env.ATRIUM_LOOK
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

describe('the booking page', { timeout: 90_000 }, () => {
  const sizes = [
    ['1440 x 900, light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
    ['1024 x 768, dark', { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' }],
  ] as const
  describe.each(someOf(sizes, 2))('at %s', (_, context) => {
    it('has no serious axe violation and no sideways scroll from the empty form to the booked study', async () => {
      await open('/admin/booking', { signedInAs: 'admin', context })
      await grid().waitFor()
      expect(await seriousFaults()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(context.viewport.width)
      await chooseAna()
      await freeSlots().nth(4).click()
      await expectPage(bookButton()).toHaveAccessibleName(
        /^Book anyway: Ana Silva, 03 Feb 1980, \w{3} \d\d \w{3} \d{4} \d\d:\d\d[ap]m [A-Z]{3,4}$/,
      )
      expect(await seriousFaults()).toEqual([])
      await page.getByRole('button', { name: 'Add a Manual Time' }).click()
      await page.getByText('Day', { exact: true }).click()
      await page.getByRole('list').first().waitFor()
      expect(await seriousFaults()).toEqual([])
      await bookButton().click()
      await expectPage(unansweredWindow()).toBeVisible()
      expect(await seriousFaults()).toEqual([])
      await page.getByRole('button', { name: assistedWords.safetyModal.later }).click()
      await expectPage(page.getByRole('heading', { name: 'Booked' })).toBeFocused()
      expect(await seriousFaults()).toEqual([])
      await page.getByRole('button', { name: assistedWords.summary.takePayment }).click()
      await expectPage(page.getByRole('heading', { name: assistedWords.desk.payment, exact: true })).toBeFocused()
      await page.getByText('No recorded transactions').waitFor()
      expect(await seriousFaults()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(context.viewport.width)
      await see(`booked-payment-${context.viewport.width}`)
    })

    it('has no serious axe violation on an existing booking, on its cancellation and on the Today page', async () => {
      await open('/admin/booking', { signedInAs: 'admin', context })
      await grid().waitFor()
      const studyID = await aStudyID()
      await page.goto(`${pages.url()}/admin/booking/study/${studyID}`)
      await grid().waitFor()
      await freeSlots().nth(9).click()
      await expectPage(page.getByText(movingWords.move.changes)).toBeVisible()
      expect(await seriousFaults()).toEqual([])
      await page.getByRole('button', { name: 'Cancel Appointment' }).click()
      await page.getByRole('button', { name: /^Cancel the appointment of/ }).click()
      await expectPage(page.getByText('This field is required')).toHaveCount(2)
      expect(await seriousFaults()).toEqual([])
      await page.goto(`${pages.url()}/admin/frontdesk`)
      await page.getByRole('heading', { level: 1, name: /^Today at/ }).waitFor()
      await page.locator('table, .w-empty-state').first().waitFor()
      expect(await seriousFaults()).toEqual([])
    })
  })

  it('books, moves and cancels by keyboard alone', async () => {
    await open('/admin/booking', { signedInAs: 'admin' })
    await grid().waitFor()
    await page.locator('main').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.type('ana silva')
    await page.getByRole('button', { name: /^Ana Silva/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(/, free, \d free of \d machines$/)
    const first = await focused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('PageDown')
    expect(await focused()).not.toBe(first)
    await expectPage(page.getByRole('tab', { selected: true })).toHaveText(/30 Nov/)
    await page.keyboard.press('Enter')
    await expectPage(bookButton()).toHaveAccessibleName(/^Book anyway: Ana Silva/)
    await tabTo(/^Book anyway: Ana Silva/)
    await page.keyboard.press('Enter')
    await expectPage(unansweredWindow()).toBeVisible()
    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('heading', { name: 'Booked' })).toBeFocused()
    await tabTo(/^Open booking$/)
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible()
    await tabTo(/, free, \d free of \d machines$/)
    await page.keyboard.press('End')
    await page.keyboard.press('Space')
    await tabTo(/^Move Ana Silva, 03 Feb 1980, to /)
    await page.keyboard.press('Enter')
    await expectPage(page.getByText(/^Moved to /)).toBeVisible()
    await page.locator('main').focus()
    await tabTo(/^Cancel Appointment$/)
    await page.keyboard.press('Enter')
    await tabTo(/^Choose a reason/)
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Illness' }).waitFor()
    await page.keyboard.type('Illn')
    await page.keyboard.press('Enter')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await tabTo(/^Illness/)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Called this morning')
    await tabTo(/^Cancel the appointment of Ana Silva, 03 Feb 1980$/)
    await page.keyboard.press('Enter')
    await expectPage(page.getByText(movingWords.cancelled.title, { exact: true })).toBeVisible()
    await expectPage(page.getByText('Medical: Illness. Called this morning')).toBeVisible()
    await expectPage(page.getByText(/^\d\d \w{3} \d{4} \d\d:\d\d[ap]m \w+ by /)).toBeVisible()
    await expectPage(page.getByText('No refund is due').first()).toBeVisible()
    await expectPage(page.getByText(/^Payments are closed for cancelled appointments/).first()).toBeVisible()
    await expectPage(page.getByRole('heading', { name: 'Payments for the cancelled appointment' })).toBeVisible()
    await expectPage(page.getByText('not collected (cancelled)')).toBeVisible()
    for (const gone of ['Make a Payment', 'Credits and Discounts']) {
      await expectPage(page.getByRole('heading', { name: gone })).toHaveCount(0)
    }
    await expectPage(page.getByRole('button', { name: 'Cancel Appointment' })).toHaveCount(0)
    await expectPage(page.getByRole('link', { name: assistedWords.summary.openBooking })).toHaveCount(0)
    await page.getByRole('link', { name: /^Book again: Ana Silva/ }).click()
    await expectPage(page.getByRole('region', { name: 'Member', exact: true })).toContainText('Ana Silva')
  })

  it('lists the member’s appointments, and warns of the next appointment before a second booking', async () => {
    await open('/admin/booking', { signedInAs: 'frontdesk', context: { viewport: { width: 1024, height: 768 } } })
    // Moves the member's first appointment into the future and the others into the past.
    await control(({ clinic, study }) => {
      const own = clinic.studies.filter(({ patientID, booking }) => patientID === 'm-000001' && booking !== null)
      const booking = own[0]?.booking
      own.forEach(({ studyID, status }, index) => {
        if (booking === null || booking === undefined) return
        const utcStart = index === 0 ? '2026-12-07T19:25:00Z' : `2026-10-0${(index % 8) + 1}T19:25:00Z`
        const times = { utcStart, utcEnd: utcStart.replace('19:25', '20:25') }
        study.change(studyID, {
          locationID: 'ca-bc-1',
          skuID: 300,
          temporaryHold: false,
          booking: { ...booking, ...times, timezone: 'America/Vancouver' },
          status: { ...status, cancelled: false, checkin: false, scanned: false },
        } as never)
      })
    })
    await chooseAna()
    const card = page.getByRole('region', { name: assistedWords.appointments.label })
    await expectPage(card.getByRole('listitem').first()).toContainText('Vancouver, Whole Body Booked')
    await expectPage(card.getByRole('listitem').first()).toContainText(/^07 Dec 2026 12:25pm P[DS]T/)
    expect(await card.getByRole('listitem').count()).toBeLessThanOrEqual(3)
    expect(await card.evaluate((box) => box.scrollHeight <= box.clientHeight)).toBe(true)
    const warning = page
      .getByRole('region', { name: assistedWords.member.title, exact: true })
      .getByText(/^Already booked: Mon 07 Dec 2026 12:25pm P[DS]T at Vancouver, Whole Body$/)
    await expectPage(warning).toBeVisible()
    await freeSlots().nth(2).click()
    await expectPage(bookButton()).toHaveAccessibleName(/^Book anyway: Ana Silva/)
    expect(await seriousFaults()).toEqual([])
    const studyID = await control(
      ({ clinic }) => clinic.studies.find(({ booking }) => booking?.utcStart === '2026-12-07T19:25:00Z')?.studyID,
    )
    await page.getByRole('link', { name: /^Move the booking of \w{3} \d\d \w{3} \d{4} / }).click()
    await expectPage(page).toHaveURL(new RegExp(`/admin/booking/study/${studyID}$`))
    await expectPage(page.getByRole('region', { name: movingWords.move.label })).toBeVisible()
  })

  it('shows the alerts of the chosen member in the member column, each with the page that settles it', async () => {
    await open('/admin/booking', { signedInAs: 'frontdesk' })
    // The member has an appointment with stops that are not signed off, and owes money for a past scan.
    const [withStops, owing] = await control(({ clinic, study }) => {
      const own = clinic.studies.filter(({ patientID, booking }) => patientID === 'm-000001' && booking !== null)
      own.forEach(({ studyID, booking, status, safety }, index) => {
        const day = index === 0 ? '2026-12-07' : `2026-10-0${(index % 8) + 1}`
        study.change(studyID, {
          temporaryHold: false,
          booking: { ...booking, utcStart: `${day}T19:25:00Z`, utcEnd: `${day}T20:25:00Z` },
          status: { ...status, cancelled: false, checkin: false, scanned: index === 1 },
          safety: { ...safety, red: index === 0 ? 2 : 0, isProhibited: false, signOff: null },
          balance: index === 1 ? 125 : 0,
        } as never)
      })
      return own.map(({ studyID }) => studyID)
    })
    await chooseAna()
    const { appointments: words } = assistedWords
    const alerts = page.getByRole('region', { name: words.label }).getByRole('list', { name: words.alerts })
    await expectPage(alerts.getByRole('listitem')).toHaveText([words.stops, words.owed])
    await expectPage(alerts.getByRole('link', { name: words.stops })).toHaveAttribute(
      'href',
      new RegExp(`/admin/study/${withStops}$`),
    )
    await expectPage(alerts.getByRole('link', { name: words.owed })).toHaveAttribute(
      'href',
      new RegExp(`/admin/frontdesk/study/${owing}$`),
    )
  })

  it('shows that the member’s appointments could not be read, and reads them again', async () => {
    await open('/admin/booking', { signedInAs: 'frontdesk' })
    await control(({ failNext }) =>
      failNext('members.readAppointments', { ok: false, failure: { code: 'unexpected', message: 'No.' } }),
    )
    await chooseAna()
    const card = page.getByRole('region', { name: assistedWords.appointments.label })
    await expectPage(card).toContainText(assistedWords.appointments.failed)
    await expectPage(page.getByText(assistedWords.secondBooking.notChecked)).toBeVisible()
    await card.getByRole('button', { name: bookingWords.tryAgain }).click()
    await expectPage(card.getByRole('listitem').first()).toBeVisible()
    await control(({ setConnectivity }) => setConnectivity({ state: 'offline' }))
    await expectPage(card).toContainText(assistedWords.appointments.fromCopy)
  })

  it('shows the state of the confirmation after the booking, and sends a failed one again', async () => {
    await open('/admin/booking', { signedInAs: 'admin' })
    await chooseAna()
    await freeSlots().nth(4).click()
    await bookButton().click()
    await page.getByRole('button', { name: assistedWords.safetyModal.later }).click()
    const { confirmation: words, summary } = assistedWords
    const panel = page.getByRole('region', { name: summary.booked, exact: true })
    await expectPage(panel).toContainText(words.none)
    // The first fact of the panel is the study's id.
    const studyID = (await panel.locator('dd').first().textContent()) ?? ''
    const show = (...messages: Pick<MessageView, 'channel' | 'state' | 'failure'>[]): Promise<void> =>
      page.evaluate(
        ({ id, given }) => {
          const { setMessages, emit } = window.fakeControls as Controls
          const times = { dueAt: '2026-11-23T15:00:00Z', stateAt: '2026-11-23T15:00:00Z', appointment: null }
          const people = { recipient: null, by: null, decidedBy: null }
          const rest = { kind: 'confirmation', delivery: null, attempts: 1, ...times, ...people }
          setMessages(
            id,
            given.map((message, index) => ({ ...rest, ...message, messageID: `message-000${index}` }) as never),
          )
          emit('booking.studyChanged', { studyID: id } as never)
        },
        { id: studyID, given: messages },
      )
    const email = (state: MessageView['state'], failure: string | null = null) =>
      ({ channel: 'email', state, failure }) as const
    await show(email('planned'))
    await expectPage(panel).toContainText(words.line('email', 'planned'))
    await expectPage(panel.getByRole('button', { name: words.sendAgain })).toHaveCount(0)
    await show(email('sent'), { channel: 'sms', state: 'uncertain', failure: 'no-answer' })
    await expectPage(panel).toContainText(words.line('email', 'sent'))
    await expectPage(panel).toContainText(words.line('sms', 'uncertain'))
    await expectPage(panel.getByRole('button', { name: words.sendAgain })).toHaveCount(0)
    await show(email('failed', 'refused'))
    await expectPage(panel).toContainText(words.line('email', 'failed'))
    await expectPage(panel.getByRole('link', { name: words.seeWhy })).toBeVisible()
    expect(await seriousFaults()).toEqual([])
    await panel.getByRole('button', { name: words.sendAgainTo('email', 'Ana Silva') }).click()
    await expectPage(panel).toContainText(words.line('email', 'planned'))
    const sent = await control(({ calls }) => calls.findLast(({ command }) => command === 'messages.decide')?.input)
    expect(sent).toMatchObject({ messageID: 'message-0000', decision: 'send-again', attempts: 1 })
    await control(({ setConnectivity }) => setConnectivity({ state: 'offline' }))
    await expectPage(panel).toContainText(words.notRead)
  })

  it('offers the check-in after a booking for today, and not after one for another day', async () => {
    const { summary, safetyModal } = assistedWords
    const checkIn = () => page.getByRole('link', { name: summary.checkIn, exact: true })
    const freeOn = (day: string) => page.locator(`[role=gridcell].sg-cell--free[aria-label*="${day}"]`)
    const bookOn = async (day: string): Promise<void> => {
      await open('/admin/booking', { signedInAs: 'frontdesk', context: { viewport: { width: 1024, height: 768 } } })
      await chooseAna()
      await freeOn(day).last().click()
      await bookButton().click()
      await page.getByRole('button', { name: safetyModal.later }).click()
      await expectPage(page.getByRole('heading', { name: summary.booked, exact: true })).toBeFocused()
    }
    await bookOn('24 November')
    await expectPage(checkIn()).toHaveCount(0)
    await bookOn('23 November')
    await expectPage(checkIn()).toBeVisible()
    const next = page.locator('.sp__next')
    await expectPage(next.locator('> *')).toHaveText([
      summary.takePayment,
      summary.checkIn,
      summary.openBooking,
      summary.bookAnother,
    ])
    await expectPage(next.locator('.w-button--primary')).toHaveText([summary.takePayment])
    // The buttons share two lines and stay inside the panel.
    const tops = await next.locator('> *').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(2)
    expect(await next.evaluate((row) => row.scrollWidth <= row.clientWidth)).toBe(true)
    await see('booked-today-1024')
    expect(await seriousFaults()).toEqual([])
    await tabTo(new RegExp(`^${summary.checkIn}$`))
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(/\/admin\/study\/[^/]+#study-checkin$/)
    await expectPage(page.locator('#study-checkin')).toBeFocused()
  })

  it('warns of a duplicate while a new member is typed, and books that member instead', async () => {
    await open('/admin/booking', { signedInAs: 'frontdesk' })
    await page.getByRole('button', { name: assistedWords.member.create }).click()
    const form = page.getByRole('dialog', { name: assistedWords.member.createTitle })
    const typed = { 'First name': 'Ana', 'Last name': 'Silva', Year: '1980', Month: '02', Day: '03' }
    for (const [name, text] of Object.entries(typed)) await form.getByRole('textbox', { name, exact: true }).fill(text)
    const { chooseLabel } = memberFormWords.duplicates
    await form.getByRole('button', { name: chooseLabel('Ana Silva', '03 Feb 1980') }).click()
    await expectPage(form).toHaveCount(0)
    await expectPage(page.getByRole('heading', { level: 3, name: 'Ana Silva' })).toBeVisible()
  })

  it('opens the day view at the day of the new booking', async () => {
    await open('/admin/booking', { signedInAs: 'admin' })
    await chooseAna()
    await page.getByRole('tab', { name: /30 Nov/ }).click()
    await freeSlots().first().click()
    const chosen = /(\w{3} \d\d \w{3})/.exec((await bookButton().getAttribute('aria-label')) ?? '')?.[1] ?? ''
    await bookButton().click()
    await expectPage(unansweredWindow()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByText('Day', { exact: true }).click()
    const day = page.getByRole('region', { name: calendarWords.day.label })
    await expectPage(day).toBeVisible()
    expect(chosen).not.toBe('')
    await expectPage(day).toContainText('Ana Silva')
  })

  it('moves the hold to another slot, and releases it on the second click on that slot', async () => {
    await open('/admin/booking', { signedInAs: 'admin' })
    await freeSlots().nth(2).click()
    const mine = page.locator('[role=gridcell].sg-cell--mine')
    await expectPage(mine).toHaveCount(1)
    await freeSlots().nth(8).click()
    await expectPage(mine).toHaveCount(1)
    expect(await control(({ clinic }) => clinic.machineTimes.filter(({ kind }) => kind === 'slot-hold').length)).toBe(1)
    await mine.click()
    await expectPage(mine).toHaveCount(0)
    await expectPage
      .poll(() => control(({ clinic }) => clinic.machineTimes.filter(({ kind }) => kind === 'slot-hold').length))
      .toBe(0)
  })

  it('reports a taken slot in the words of the specification, and holds the earlier slot again on request', async () => {
    await open('/admin/booking', { signedInAs: 'admin' })
    await freeSlots().nth(2).click()
    const mine = page.locator('[role=gridcell].sg-cell--mine')
    const earlier = await mine.getAttribute('aria-label')
    await control((controls) =>
      controls.failNext('booking.holdSlot', {
        ok: false,
        failure: { code: 'slot-taken', message: '', details: { previousSlotFree: true } },
      }),
    )
    await freeSlots().nth(8).click()
    await expectPage(page.getByRole('alert')).toContainText(
      'Unfortunately the time slot you selected is unavailable. Please select a different time slot.',
    )
    await expectPage(mine).toHaveCount(0)
    await page.getByRole('button', { name: /^Hold \d\d:\d\d[ap]m again$/ }).click()
    await expectPage(mine).toHaveCount(1)
    expect((await mine.getAttribute('aria-label'))?.slice(0, 26)).toBe(earlier?.slice(0, 26))
  })

  it("locks the form until the booking's result is known", async () => {
    await open('/admin/booking', { signedInAs: 'admin' })
    await chooseAna()
    await page.getByRole('tab', { name: /30 Nov/ }).click()
    await freeSlots().first().click()
    const summary = page.getByRole('region', { name: assistedWords.summary.label })
    await summary.getByRole('textbox', { name: assistedWords.summary.referrer }).fill('Dr. Fjord')
    await control((controls) =>
      controls.failNext('booking.book', { ok: false, failure: { code: 'timed-out', message: 'No answer.' } }),
    )
    await bookButton().click()
    await expectPage(summary.getByText(assistedWords.summary.unknownTitle)).toBeVisible()
    await expectPage(summary.getByRole('textbox', { name: assistedWords.summary.referrer })).toHaveValue('Dr. Fjord')
    await expectPage(summary.getByRole('textbox', { name: assistedWords.summary.referrer })).toBeDisabled()
    await expectPage(summary.getByRole('button', { name: /Referral$/ })).toBeDisabled()
    await expectPage(summary.getByRole('checkbox', { name: /^Temporary hold/ })).toBeDisabled()
    await expectPage(summary.getByRole('radio', { name: 'Priority Access' })).toBeDisabled()
    expect(await seriousFaults()).toEqual([])
    await see('booking-unknown')
    await bookButton().click()
    await expectPage(page.getByRole('region', { name: 'Booked' })).toHaveCount(1)
  })

  it('covers the page during a slow booking, and lets the user close the overlay after a refusal', async () => {
    await open('/admin/booking', { signedInAs: 'admin', latencyMs: 900 })
    await chooseAna()
    await freeSlots().nth(4).click()
    await expectPage(bookButton()).toBeEnabled()
    await control((controls) =>
      controls.failNext('booking.book', {
        ok: false,
        failure: { code: 'too-many-requests', message: 'Wait a little.' },
      }),
    )
    const overlay = page.locator('.w-loading-dialog')
    await bookButton().click()
    await expectPage(overlay).toContainText(assistedWords.overlay.processing)
    expect(await seriousFaults()).toEqual([])
    await see('booking-overlay')
    await expectPage(overlay).toContainText(assistedWords.overlay.failed(''))
    await see('booking-overlay-failed')
    await overlay.getByRole('button', { name: 'Close' }).click()
    await expectPage(overlay).toHaveCount(0)
    await bookButton().click()
    await expectPage(overlay).toContainText(assistedWords.overlay.processing)
    await expectPage(page.getByRole('region', { name: 'Booked' })).toHaveCount(1)
    await expectPage(overlay).toHaveCount(0)
  })

  it("shows in the specification's words that a booking's location is not allowed", async () => {
    await open('/admin/booking', { signedInAs: 'onelocation' })
    await grid().waitFor()
    const studyID = await aStudyID()
    await page.goto(`${pages.url()}/admin/booking/study/${studyID}`)
    await expectPage(page.getByText('Location not allowed', { exact: true })).toBeVisible()
    await expectPage(page.getByText('The location is not allowed to your account.', { exact: true })).toBeVisible()
  })

  it('shows the week and why nothing can be booked when the back office is unreachable', async () => {
    await open('/admin/booking', { signedInAs: 'admin' })
    await chooseAna()
    await freeSlots().nth(2).click()
    await control((controls) => controls.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(/^Offline\. Last updated /)).toBeVisible()
    await expectPage(grid()).toBeVisible()
    await expectPage(bookButton()).toHaveAttribute('aria-disabled', 'true')
    await expectPage(page.locator('.sp__reason')).toContainText('Booking needs a connection')
    await expectPage(grid()).toHaveAttribute('aria-disabled', 'true')
    await expectPage(freeSlots().first()).toHaveAttribute('aria-disabled', 'true')
    await expectPage(
      page.getByText(/^You can view the calendar, search the bookings and members saved on this computer/),
    ).toBeVisible()
    await expectPage(page.getByText('Holding a time needs a connection.')).toHaveCount(1)
    await see('booking-offline')
    const held = await control(
      (controls) => controls.calls.filter(({ command }) => command === 'booking.holdSlot').length,
    )
    await freeSlots().nth(5).click({ force: true })
    await page.getByText('Day', { exact: true }).click()
    await expectPage(page.locator('.dp__free').first()).toBeDisabled()
    await expectPage(page.getByText('Holding a time needs a connection.')).toHaveCount(1)
    const after = await control(
      (controls) => controls.calls.filter(({ command }) => command === 'booking.holdSlot').length,
    )
    expect(after).toBe(held)
    await expectPage(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: assistedWords.member.clear }).click()
    await expectPage(page.getByRole('button', { name: 'Create a member' })).toHaveAccessibleDescription(
      'Creating a member needs a connection. What you entered is kept.',
    )
    expect(await seriousFaults()).toEqual([])
  })

  it('shows in the words of the specification that the CRM did not answer, and continues without it', async () => {
    await open('/user/profile', { signedInAs: 'admin' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.evaluate(() => {
      const failure = { code: 'crm-unavailable', message: 'The CRM did not answer.' } as const
      window.fakeControls?.failNext('crm.readBooking', { ok: false, failure })
      history.pushState(null, '', '/admin/booking/salesforce?personID=003DEMO0001&opportunityID=006DEMO0001')
    })
    await expectPage(page.getByRole('alert')).toContainText(
      'Failed to retrieve member information; complete the booking manually or refresh.',
    )
    expect(await seriousFaults()).toEqual([])
    await page.evaluate(() => {
      const failure = { code: 'invalid-input', message: 'Check what you entered.' } as const
      window.fakeControls?.failNext('crm.readBooking', { ok: false, failure })
    })
    await page.getByRole('button', { name: crmBookingWords.refresh }).click()
    await expectPage(page.getByRole('alert')).toContainText(crmBookingWords.badLink)
    await page.getByRole('button', { name: crmBookingWords.continueManually }).click()
    await expectPage(page.getByRole('alert')).toHaveCount(0)
    await expectPage(page.getByLabel('Find a member')).toBeVisible()
    await expectPage(page.getByText('Member type')).toHaveCount(0)
  })

  it('warns when the chosen member differs from the person of the CRM, and can detach the opportunity', async () => {
    const { opportunity: words } = assistedWords
    await open('/admin/booking/salesforce?personID=003DEMO0001&opportunityID=006DEMO0001', { signedInAs: 'admin' })
    await chooseAna()
    const attached = page.getByRole('region', { name: words.label })
    await expectPage(page.getByText(words.differsFromChosen(['name', 'birth date', 'email address']))).toBeVisible()
    await expectPage(attached).toContainText('006DEMO0001')
    expect(await seriousFaults()).toEqual([])
    await page.getByRole('button', { name: words.bookWithout }).click()
    await expectPage(page.getByText(words.differsFromChosen(['name', 'birth date', 'email address']))).toHaveCount(0)
    await expectPage(attached).toHaveCount(0)
  })

  it('books with an opportunity, an add-on and the proactive mark, and shows the add-on and the mark on the booking', async () => {
    const { opportunity: words, summary } = assistedWords
    await open('/admin/booking', { signedInAs: 'admin' })
    await grid().waitFor()
    const panel = page.getByRole('region', { name: summary.label })
    await panel.getByRole('combobox', { name: 'Location' }).fill('Toronto')
    await page.getByRole('option', { name: /Toronto Yorkville/ }).click()
    await page.getByText('Images on disc').click()
    await expectPage(page.locator('.ad__total')).toHaveText('TotalCA$2,524.00')
    await page.getByRole('button', { name: words.add }).click()
    await page.getByLabel(words.id).fill('006NOTHING')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText('The CRM has no such person.')).toBeVisible()
    await page.getByLabel(words.id).fill('006DEMO0001')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText(words.notMember)).toBeVisible()
    await expectPage(page.getByRole('link', { name: words.openCrm })).toHaveAttribute(
      'href',
      '/admin/booking/salesforce?personID=003DEMO0001&opportunityID=006DEMO0001',
    )
    await see('opportunity-1440')
    await chooseAna()
    await expectPage(page.getByText(/^The CRM has a different /)).toBeVisible()
    await see('opportunity-member-1440')
    await page.setViewportSize({ width: 1024, height: 768 })
    await see('opportunity-member-1024')
    await page.getByRole('button', { name: words.attachAnyway }).click()
    await expectPage(page.getByRole('button', { name: words.remove })).toBeVisible()
    await page.getByText(summary.proactive, { exact: true }).click()
    expect(await seriousFaults()).toEqual([])
    await see('booking-extras-1024')
    await page.setViewportSize({ width: 1440, height: 900 })
    await see('booking-extras-1440')
    await freeSlots().nth(4).click()
    await bookButton().click()
    await page.getByRole('button', { name: assistedWords.safetyModal.later }).click()
    const sent = await control(
      (controls) => controls.calls.findLast(({ command }) => command === 'booking.book')?.input,
    )
    expect(sent).toMatchObject({ addons: [910], opportunityID: '006DEMO0001', proactiveBooking: true })
    await expectPage(page.getByRole('region', { name: summary.booked }).getByText('Images on disc')).toBeVisible()
    await see('booked-addons-1440')
    await page.getByRole('link', { name: summary.openBooking }).click()
    await expectPage(page.getByRole('checkbox', { name: movingWords.page.proactive })).toBeChecked()
    await expectPage(page.getByText('Images on disc').first()).toBeVisible()
    expect(await seriousFaults()).toEqual([])
    await see('study-booking-1440')
    await page.getByText(movingWords.page.proactive, { exact: true }).click()
    await expectPage(page.getByRole('checkbox', { name: movingWords.page.proactive })).not.toBeChecked()
    await page.setViewportSize({ width: 1024, height: 768 })
    await see('study-booking-1024')
  })

  it("starts a new member with the CRM's data", async () => {
    await open('/admin/booking/salesforce?personID=003DEMO0001&opportunityID=006DEMO0001', { signedInAs: 'admin' })
    await page.getByRole('button', { name: 'Create a member' }).click()
    await expectPage(page.getByRole('dialog').getByLabel(/Last name/i)).toHaveValue('Vasquez-Holm')
  })

  it('shows the member types only on the admin page and the sedative only to the front desk', async () => {
    await open('/admin/booking', { signedInAs: 'sales' })
    await grid().waitFor()
    await expectPage(page.getByText('Member type')).toBeVisible()
    await expectPage(page.getByText('Sedative Taken', { exact: true })).toHaveCount(0)
    await page.context().close()
    await open('/admin/frontdesk?book=1', { signedInAs: 'frontdesk' })
    await grid().waitFor()
    await expectPage(page.getByText('Member type')).toHaveCount(0)
    await expectPage(page.getByText('Sedative Taken', { exact: true })).toBeVisible()
    await expectPage(page.getByText('A member who takes a sedative must not drive home.')).toBeVisible()
  })

  it('lets a member book on a phone, with the same rules and texts as for staff', async () => {
    await open('/booking/slot?locationID=ca-bc-1', { context: { viewport: { width: 400, height: 860 } } })
    await freeSlots().nth(3).click()
    await expectPage(page.locator('[role=gridcell].sg-cell--mine')).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400)
    await page.getByRole('button', { name: /^Book / }).click()
    await expectPage(page.getByRole('alert')).toContainText(
      'Please Enter First Name, Last Name, Email, Date of Birth, Biological Sex, Phone Number, Street, City, State and Country',
    )
    expect(await seriousFaults()).toEqual([])
    const form = page.locator('.su')
    const typed = {
      'First name': 'Ola',
      'Last name': 'Nordal',
      Email: 'ola.nordal@mail.example',
      Street: '1 Fjord Way',
    }
    for (const [label, value] of Object.entries(typed)) await form.getByLabel(label).fill(value)
    await form.getByLabel('Phone number').fill('604-555-0101')
    await form.getByLabel('City').fill('Vancouver')
    await form.getByLabel(selfServiceWords.signUp.state).fill('BC')
    for (const [label, value] of [
      ['Year', '1980'],
      ['Month', '13'],
      ['Day', '03'],
    ] as const) {
      await form.getByLabel(label).fill(value)
    }
    await form.getByText('Female').click()
    await form.getByRole('button', { name: /Country/ }).click()
    await page.getByRole('option', { name: 'Canada' }).click()
    await expectPage(page.getByRole('alert')).toContainText('Please Enter a Valid Date of Birth')
    await form.getByLabel('Month').fill('02')
    await page.getByRole('button', { name: /^Book / }).click()
    await expectPage(page.getByRole('heading', { name: selfServiceWords.confirmation.booked })).toBeVisible()
    expect(await seriousFaults()).toEqual([])
  })

  it("preselects the location and the scan type that the address of a member's page names", async () => {
    await open('/booking/slot?locationID=ca-ab-1&skuID=301')
    await expectPage(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Calgary')
    await expectPage(page.getByRole('button', { name: /Scan type/ })).toContainText('Head and Torso')
  })

  it('passes location and scan type to the referral page, and hides the link to it while a time is held', async () => {
    await open('/booking/slot?locationID=ca-bc-1')
    const toReferral = page.getByRole('link', { name: 'Referred by a doctor? Book with your referral' })
    await page.getByRole('combobox', { name: 'Location' }).fill('Calgary')
    await page.getByRole('option', { name: /Calgary/ }).click()
    await page.getByRole('button', { name: /Scan type/ }).click()
    await page.getByRole('option', { name: /^Torso/ }).click()
    await expectPage(toReferral).toBeVisible()
    await freeSlots().nth(3).click()
    await expectPage(page.locator('[role=gridcell].sg-cell--mine')).toHaveCount(1)
    await expectPage(toReferral).toHaveCount(0)
    await page.getByRole('button', { name: 'Choose another time' }).click()
    await toReferral.click()
    await expectPage(page).toHaveURL(/\/booking\/referral\?locationID=ca-ab-1&skuID=302$/)
    await expectPage(page.getByRole('heading', { name: 'Book the scan you were referred for' })).toBeVisible()
    await expectPage(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Calgary')
    await expectPage(page.getByRole('button', { name: /Scan type/ })).toContainText('Torso')
  })

  it("says that an unknown page of a member's booking does not exist", async () => {
    await open('/booking/other/s-000001')
    await expectPage(page.getByText('We could not find this page', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Book your scan' }).click()
    await expectPage(page).toHaveURL(/\/booking\/slot$/)
  })

  it('opens on a phone with the first free time in view, also at the end of a week', async () => {
    const context = { timezoneId: 'America/Los_Angeles', viewport: { width: 390, height: 844 } }
    page = await pages.open('/booking/slot?locationID=ca-bc-1', { context }, '2026-11-27T15:00:00Z')
    await freeSlots().first().waitFor()
    const sees = () =>
      page.evaluate(() => {
        const frame = document.querySelector('[role=grid]')?.parentElement?.getBoundingClientRect()
        return [...document.querySelectorAll('[role=gridcell].sg-cell--free')].some((cell) => {
          const place = cell.getBoundingClientRect()
          return frame !== undefined && place.left >= frame.left && place.right <= frame.right
        })
      })
    await expectPage.poll(sees).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await see('phone-end-of-week')
  })
})
