import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { forbiddenReason } from '#domain/safety/check-in-rule.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { bookingWords } from '#renderer/booking/booking-words.ts'
import { frontDeskWords } from '#renderer/booking/front-desk/front-desk-words.ts'
import { someOf } from '#test/fixtures/deep.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../../harness/harness-pages.ts'
import { waitForWholeBoard } from './whole-board.ts'

const pages = startHarnessPages()
let page: Page

type Controls = NonNullable<Window['fakeControls']>
const control = <Result, Given>(run: (controls: Controls, given: Given) => Result, given?: Given): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls, ${JSON.stringify(given ?? null)})`)

/**
 * Opens the board on Monday 23 November 2026, by default at 07:00 in Los Angeles; returns the studies of that day by
 * time.
 */
const open = async (start: StartOptions = {}, at = '2026-11-23T15:00:00Z'): Promise<readonly string[]> => {
  page = await pages.open(
    '/admin/frontdesk',
    { signedInAs: 'frontdesk', ...start, context: { timezoneId: 'America/Los_Angeles', ...start.context } },
    at,
  )
  await waitForWholeBoard(page)
  return page
    .locator('tbody .fd__name')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''))
}

const row = (studyID: string) =>
  page.getByRole('row').filter({ has: page.locator(`a[href="/admin/study/${studyID}"]`) })
const name = (studyID: string) => row(studyID).getByRole('link', { name: /open the study page$/ })
const toasts = () => page.locator('.w-toast')
/** Removes everything that blocks the member's check-in or scan. */
const makeReady = (studyID: string, given: Partial<Study> = {}) =>
  control(
    ({ study, clinic }, input) => {
      const before = clinic.studies.find((each) => each.studyID === input.studyID)
      if (before === undefined) throw new Error('There is no such study.')
      study.change(input.studyID, {
        balance: 0,
        temporaryHold: false,
        // The appointment has begun, so that marking the scan asks for no confirmation.
        booking: before.booking === null ? null : { ...before.booking, utcStart: '2026-11-23T14:30:00Z' as never },
        status: { ...before.status, consent: true, referred: true, checkin: false, scanned: false },
        safety: {
          ...before.safety,
          version: 1,
          state: 'complete',
          unanswered: 0,
          red: 0,
          blue: 0,
          isProhibited: false,
        },
        ...input.given,
      })
    },
    { studyID, given },
  )
const see = async (picture: string): Promise<void> => {
  const folder = process.env.ATRIUM_LOOK
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${picture}.png` })
}
const sizes = someOf(
  [
    ['1024', { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' }],
    ['1440', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ] as const,
  2,
)

describe('the board of the day', { timeout: 60_000 }, () => {
  it.each(sizes)('has rows of equal height, however many facts they show, and fits at %s', async (_, context) => {
    const [first = ''] = await open({ context })
    await control(({ study, clinic }, studyID) => {
      const before = clinic.studies.find((each) => each.studyID === studyID)
      if (before === undefined) throw new Error('There is no such study.')
      study.change(studyID, {
        balance: 2495,
        temporaryHold: true,
        invoiceStep: 'not-issued',
        sedative: { ...before.sedative, status: 'ready-for-pharmacy' },
        status: { ...before.status, consent: false, referred: false },
        safety: { ...before.safety, state: 'incomplete', unanswered: 12, red: 3, blue: 2, isProhibited: false },
      })
    }, first)
    await expectPage(row(first)).toContainText('Billed, invoice outstanding')
    const tall = await page
      .locator('.fd__table tbody tr')
      .evaluateAll((rows) => rows.map((each) => Math.round(each.getBoundingClientRect().height)))
    expect([...new Set(tall)]).toHaveLength(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(context.viewport.width)
    const isCut = await row(first)
      .locator('.fd__chips')
      .evaluate((chips) => chips.scrollHeight > (chips.closest('td')?.clientHeight ?? 0))
    expect(isCut).toBe(false)
    expect(await seriousFaultsOf(page)).toEqual([])
  })

  it.each(someOf([1024, 1440, 1920], 2))(
    'has filled buttons only for the next arrivals, cuts no name, and has rows of 40 px in compact, at %s',
    async (width) => {
      const [first = '', second = '', third = ''] = await open({ context: { viewport: { width, height: 900 } } })
      const filled = page.locator('tbody .w-button--primary')
      // Two members come at 09:00am, one to each machine.
      await expectPage(filled).toHaveCount(2)
      await expectPage(row(first).locator('.w-button--primary')).toHaveCount(1)
      await expectPage(row(second).locator('.w-button--primary')).toHaveCount(1)
      const names = page.locator('tbody .fd__name')
      expect(await names.allTextContents()).toContain('Tobias von der Heidenberg-Lautenschläger')
      const cut = await names.evaluateAll((all) =>
        all
          .filter((each) =>
            [each, ...each.querySelectorAll('*')].some(
              (part) => part.scrollWidth > part.clientWidth + 1 || getComputedStyle(part).textOverflow === 'ellipsis',
            ),
          )
          .map((each) => each.textContent),
      )
      expect(cut).toEqual([])
      const lines = await names.evaluateAll((all) =>
        all.map((each) => {
          const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT).nextNode()
          const words = document.createRange()
          words.selectNodeContents(text ?? each)
          return words.getClientRects().length
        }),
      )
      expect(Math.max(...lines)).toBeLessThanOrEqual(2)
      if (process.env.SHOTS !== undefined) await page.screenshot({ path: `${process.env.SHOTS}/today-${width}.png` })
      await page.evaluate(() => {
        document.documentElement.dataset.density = 'compact'
      })
      const heights = await page
        .locator('.fd__table tbody tr')
        .evaluateAll((rows) => rows.map((each) => Math.round(each.getBoundingClientRect().height)))
      for (const height of heights) expect(height).toBeGreaterThanOrEqual(39)
      // Only the long name may make its row higher. One pixel is the line between two rows.
      const higher = heights.filter((height) => height > 41)
      expect(higher.length).toBeLessThanOrEqual(1)
      for (const height of higher) expect(height).toBeLessThanOrEqual(50)
      if (process.env.SHOTS !== undefined)
        await page.screenshot({ path: `${process.env.SHOTS}/today-compact-${width}.png` })
      expect(await seriousFaultsOf(page)).toEqual([])
      await makeReady(first)
      await control(({ study }, studyID) => study.setFlags(studyID, { checkin: true }), first)
      await control(({ study }, studyID) => study.setFlags(studyID, { checkin: true }), second)
      await expectPage(row(first).locator('.w-button--primary')).toHaveCount(0)
      await expectPage(row(third).locator('.w-button--primary')).toHaveCount(1)
    },
  )

  it('works by keyboard: arrows, N for the next action, U to undo it, Enter for the study', async () => {
    const [first = '', second = ''] = await open()
    await makeReady(second)
    await page.locator('#main').focus()
    await page.keyboard.press('ArrowDown')
    await expectPage(name(first)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expectPage(name(second)).toBeFocused()
    await page.keyboard.press('n')
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await expectPage(dialog.getByRole('button', { name: /^Check in .+, \d\d \w{3} \d{4}$/ })).toBeFocused()
    await expectPage(dialog).toContainText(/, 23 Nov 2026 \d\d:\d\d[ap]m PST, /)
    await page.keyboard.press('Enter')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(row(second)).toContainText(/Checked in \d\d:\d\d[ap]m by /)
    await expectPage(name(second)).toBeFocused()
    await page.keyboard.press('n')
    await expectPage(row(second)).toContainText('Scanned')
    await expectPage(toasts().filter({ hasText: frontDeskWords.marks.scanned })).toBeVisible()
    await page.keyboard.press('u')
    await expectPage(row(second).getByRole('button', { name: /^Mark scanned: / })).toBeVisible()
    await expectPage(toasts().filter({ hasText: frontDeskWords.marks.scanUndone })).toBeVisible()
    await expectPage(name(second)).toBeFocused()
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(new RegExp(`/admin/study/${second}$`))
  })

  it('checks in with C wherever the row offers a check-in, and gives the reason where it offers none', async () => {
    const [owing = '', ready = '', forbidden = ''] = await open()
    await makeReady(owing, { balance: 100 })
    await makeReady(ready)
    await makeReady(forbidden)
    await control(({ study, clinic }, studyID) => {
      const before = clinic.studies.find((each) => each.studyID === studyID)
      if (before === undefined) throw new Error('There is no such study.')
      study.change(studyID, { safety: { ...before.safety, red: 1, isProhibited: true } })
    }, forbidden)
    const checkIn = (studyID: string) => row(studyID).getByRole('button', { name: /^Check in / })
    await expectPage(checkIn(owing)).toHaveAttribute('aria-keyshortcuts', 'C')
    await expectPage(checkIn(ready)).toHaveAttribute('aria-keyshortcuts', 'N C')
    await expectPage(checkIn(forbidden)).toHaveAccessibleDescription(forbiddenReason)
    const dialog = page.getByRole('alertdialog', { name: frontDeskWords.checkIn.title, exact: true })
    const refusal = toasts().filter({ hasText: frontDeskWords.board.notNow(frontDeskWords.board.checkIn) })

    await page.locator('#main').focus()
    await page.keyboard.press('c')
    await page.keyboard.press('ArrowDown')
    await expectPage(name(owing)).toBeFocused()
    await expectPage(dialog).toHaveCount(0)
    await page.keyboard.press('c')
    await expectPage(dialog).toContainText(frontDeskWords.checkIn.openTitle)
    await expectPage(dialog.getByRole('button', { name: bookingWords.cancel })).toBeFocused()
    // C does nothing inside the dialog, and Enter presses Cancel: the member is not checked in.
    await page.keyboard.press('c')
    await page.keyboard.press('Enter')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(row(owing)).not.toContainText('Checked in')
    await name(owing).focus()
    await page.keyboard.press('c')
    await dialog.getByText(frontDeskWords.checkIn.tick, { exact: true }).click()
    await dialog.getByRole('button', { name: /^Check in .+, \d\d \w{3} \d{4}$/ }).click()
    await expectPage(row(owing)).toContainText(/Checked in \d\d:\d\d[ap]m by /)
    await expectPage(name(owing)).toBeFocused()
    await page.keyboard.press('c')
    await expectPage(refusal.filter({ hasText: 'This member is already checked in.' })).toBeVisible()

    await name(forbidden).focus()
    await page.keyboard.press('c')
    await expectPage(refusal.filter({ hasText: forbiddenReason })).toBeVisible()
    await expectPage(dialog).toHaveCount(0)

    await name(ready).focus()
    await page.keyboard.press('c')
    await expectPage(dialog.getByRole('button', { name: /^Check in .+, \d\d \w{3} \d{4}$/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectPage(row(ready)).toContainText(/Checked in \d\d:\d\d[ap]m by /)
    expect(
      await control(({ calls }) => calls.filter(({ command }) => command === 'study.mark').map(({ input }) => input)),
    ).toMatchObject([
      { studyID: owing, act: 'checkin', value: true },
      { studyID: ready, act: 'checkin', value: true },
    ])
  })

  it.each(sizes)('shows how late a member is, and moves nothing for it, at %s', async (_, context) => {
    const [first = '', second = '', third = ''] = await open({ context }, '2026-11-23T17:12:00Z')
    const { board } = frontDeskWords
    const words = context.viewport.width === 1024 ? board.lateShort : board.late
    const chip = (studyID: string) => row(studyID).locator('.fd__late')
    const places = (): Promise<readonly string[]> =>
      page
        .locator('.fd__table :is(tbody tr, thead th)')
        .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())))
    // Two members should have come at 09:00am. The first one has more to do than the check-in, so both are in one line.
    await makeReady(first, { balance: 100 })
    const checkIn = row(first).getByRole('button', { name: /^Check in / })
    await expectPage(checkIn).toHaveText(board.checkIn)
    for (const studyID of [first, second]) {
      await expectPage(chip(studyID).getByText(words(12), { exact: true })).toBeVisible()
    }
    await expectPage(chip(first).locator('svg')).toBeVisible()
    await expectPage(chip(first)).toHaveAttribute('title', board.lateText('Booked', 12))
    await expectPage(chip(third)).toHaveCount(0)
    const isCut = await chip(first)
      .locator('.fd__short')
      .evaluate((text) => text.scrollWidth > text.clientWidth)
    expect(isCut).toBe(false)
    const cell = await row(first)
      .locator('td')
      .filter({ has: page.getByRole('button', { name: /^Check in / }) })
      .boundingBox()
    const button = await checkIn.boundingBox()
    expect((button?.x ?? 9999) + (button?.width ?? 0)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0))
    expect(await seriousFaultsOf(page)).toEqual([])
    await see(`late-${context.viewport.width}`)
    const late = await places()

    // The board follows the minutes of the clock.
    await page.clock.runFor(60_000)
    await expectPage(chip(first).getByText(words(13), { exact: true })).toBeVisible()
    for (const studyID of [first, second]) {
      await control(({ study }, id) => study.setFlags(id, { checkin: true }), studyID)
      await expectPage(chip(studyID)).toHaveCount(0)
      await expectPage(row(studyID)).toContainText('Checked in')
    }
    expect(await places()).toEqual(late)
  })

  it('calls no member late whose check-in a colleague has made', async () => {
    const [first = ''] = await open({}, '2026-11-23T17:12:00Z')
    await makeReady(first)
    await expectPage(row(first).locator('.fd__late')).toBeVisible()
    await control(({ study }, studyID) => study.waitForColleague(studyID, 'Nell Prescott', null), first)
    await expectPage(row(first)).toContainText(frontDeskWords.board.notSent)
    await expectPage(row(first).locator('.fd__late')).toHaveCount(0)
  })

  it('undoes with Ctrl+Z the mark of the newest notice or, if there is none, the mark of the focused row', async () => {
    const [first = '', second = ''] = await open()
    await makeReady(second)
    await control(({ study }, studyID) => study.setFlags(studyID, { checkin: true }), second)
    await name(second).focus()
    await page.keyboard.press('n')
    await expectPage(row(second)).toContainText('Scanned')
    await name(first).focus()
    await page.keyboard.press('Control+z')
    await expectPage(row(second).getByRole('button', { name: /^Mark scanned: / })).toBeVisible()
    await expectPage(toasts().filter({ hasText: frontDeskWords.marks.scanUndone })).toBeVisible()
    await expectPage(name(first)).toBeFocused()

    await makeReady(first)
    await control(({ study, clinic }, studyID) => {
      const before = clinic.studies.find((each) => each.studyID === studyID)
      if (before === undefined) throw new Error('There is no such study.')
      const checkin = { checkin: true, checkinTime: '2026-11-23T14:59:00Z' as never, checkinBy: 'Frankie Desker' }
      study.change(studyID, { status: { ...before.status, ...checkin } })
    }, first)
    await expectPage(row(first)).toContainText('Checked in')
    await page.keyboard.press('Control+z')
    await expectPage(row(first)).toContainText('Booked')
    await expectPage(toasts().filter({ hasText: frontDeskWords.marks.checkInUndone })).toBeVisible()
  })

  it('asks before a scan with open points is marked, focuses Cancel, and records what was confirmed', async () => {
    const [first = ''] = await open()
    await makeReady(first, { balance: 2495 })
    await control(({ study, clinic }, studyID) => {
      const { booking } = clinic.studies.find((each) => each.studyID === studyID) ?? {}
      study.setFlags(studyID, { checkin: true, consent: false })
      if (booking) study.change(studyID, { booking: { ...booking, utcStart: '2026-11-23T22:00:00Z' as never } })
    }, first)
    await name(first).focus()
    await page.keyboard.press('n')
    const dialog = page.getByRole('alertdialog', { name: frontDeskWords.scan.title })
    await expectPage(dialog.getByRole('button', { name: bookingWords.cancel })).toBeFocused()
    await expectPage(dialog).toContainText(/, \d\d \w{3} \d{4}, 23 Nov 2026 \d\d:\d\d[ap]m PST, /)
    await expectPage(dialog.getByRole('listitem')).toHaveText([
      'The appointment starts at 23 Nov 2026 02:00pm PST, 7 hours from now',
      'The member has not signed the consent',
      'US$2,495.00 is still owed',
    ])
    expect(await seriousFaultsOf(page, '[data-live-announcer]')).toEqual([])
    // Pressing N again, and then Enter while Cancel has the focus, marks nothing.
    await page.keyboard.press('n')
    await page.keyboard.press('Enter')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(row(first)).not.toContainText('Scanned')
    await expectPage(name(first)).toBeFocused()
    await row(first)
      .getByRole('button', { name: /^Mark scanned: / })
      .click()
    // Another workstation takes the payment in the meantime, and the dialog no longer lists the amount as owed.
    await control(({ study }, studyID) => study.change(studyID, { balance: 0 }), first)
    await expectPage(dialog.getByRole('listitem')).toHaveCount(2)
    await dialog.getByRole('button', { name: /^Mark scanned anyway: .+, \d\d \w{3} \d{4}$/ }).click()
    await expectPage(row(first)).toContainText(/Scanned \d\d:\d\d[ap]m/)
    // The button that opened the dialog is gone.
    await expectPage(name(first)).toBeFocused()
    expect(
      await control(({ calls }) => calls.filter(({ command }) => command === 'study.mark').map(({ input }) => input)),
    ).toMatchObject([{ act: 'scanned', value: true, confirmed: ['early', 'no-consent'] }])
  })

  it('asks for a confirmation if a scan is marked before the appointment starts: one key press marks no scan', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ study, clinic }, studyID) => {
      const { booking } = clinic.studies.find((each) => each.studyID === studyID) ?? {}
      study.setFlags(studyID, { checkin: true })
      if (booking) study.change(studyID, { booking: { ...booking, utcStart: '2026-11-23T15:05:00Z' as never } })
    }, first)
    await name(first).focus()
    await page.keyboard.press('n')
    const dialog = page.getByRole('alertdialog', { name: frontDeskWords.scan.title })
    await expectPage(dialog.getByRole('listitem')).toHaveText([
      'The appointment starts at 23 Nov 2026 07:05am PST, 5 minutes from now',
    ])
    await page.keyboard.press('n')
    await page.keyboard.press('Enter')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(row(first)).not.toContainText('Scanned')
  })

  it("shows the stops of the member's other booking, and asks for a reason at the check-in and the scan", async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ study, clinic }, studyID) => {
      const before = clinic.studies.find((each) => each.studyID === studyID)
      if (before === undefined) throw new Error('There is no such study.')
      const other = {
        studyID: 's-other' as never,
        locationID: before.locationID,
        place: 'Vancouver',
        utcStart: '2026-11-29T18:00:00Z' as never,
        timezone: 'America/Vancouver' as never,
        stops: 1,
        notes: 0,
        isProhibited: false,
      }
      study.change(studyID, { safety: { ...before.safety, others: [other] } })
    }, first)
    await expectPage(row(first)).toContainText('1 stop in another booking')
    await expectPage(row(first)).not.toContainText('Safety answered')
    await name(first).focus()
    await page.keyboard.press('n')
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await expectPage(dialog).toContainText('Another booking of this member has 1 stop (29 Nov 2026, Vancouver).')
    await expectPage(dialog.getByRole('link', { name: 'Open the other booking' })).toHaveAttribute(
      'href',
      '/admin/study/s-other#study-safety',
    )
    const commit = dialog.getByRole('button', { name: /^Check in .+, \d\d/ })
    await expectPage(commit).toHaveAccessibleDescription(/Enter a reason/)
    const field = dialog.getByLabel(/^Why check in the member/)
    await field.fill('Her surgeon agrees')
    expect(await seriousFaultsOf(page, '[data-live-announcer]')).toEqual([])
    await commit.click()
    await expectPage(row(first)).toContainText(/Checked in/)
    await name(first).focus()
    await page.keyboard.press('n')
    const scan = page.getByRole('alertdialog', { name: frontDeskWords.scan.title })
    await expectPage(scan).toContainText('Another booking of this member has 1 stop')
    await scan.getByLabel(/^Why mark as scanned/).fill('Her surgeon agrees')
    await scan.getByRole('button', { name: /^Mark scanned anyway/ }).click()
    await expectPage(row(first)).toContainText(/Scanned \d\d:\d\d[ap]m/)
    expect(
      await control(({ calls }) => calls.filter(({ command }) => command === 'study.mark').map(({ input }) => input)),
    ).toMatchObject([
      { act: 'checkin', settleReason: 'Her surgeon agrees', utcStart: expect.stringMatching(/^2026-11-23T/) },
      { act: 'scanned', confirmed: ['other-booking-stops'], settleReason: 'Her surgeon agrees' },
    ])
  })

  it('marks once when N is pressed twice, and shows in the dialog that no point is open any more', async () => {
    const [first = '', second = ''] = await open()
    await makeReady(first)
    await control(({ study }, studyID) => study.setFlags(studyID, { checkin: true }), first)
    await name(first).focus()
    await page.keyboard.press('n')
    await page.keyboard.press('n')
    await expectPage(row(first)).toContainText('Scanned')
    expect(await control(({ calls }) => calls.filter(({ command }) => command === 'study.mark').length)).toBe(1)
    await makeReady(second, { balance: 10 })
    await control(({ study }, studyID) => study.setFlags(studyID, { checkin: true }), second)
    await row(second)
      .getByRole('button', { name: /^Mark scanned: / })
      .click()
    const dialog = page.getByRole('alertdialog', { name: frontDeskWords.scan.title })
    await expectPage(dialog.getByRole('listitem')).toHaveCount(1)
    await control(({ study }, studyID) => study.change(studyID, { balance: 0 }), second)
    await expectPage(dialog).toContainText(frontDeskWords.scan.nothingOpen)
    await dialog.getByRole('button', { name: /^Mark scanned: / }).click()
    await expectPage(row(second)).toContainText('Scanned')
  })

  it('ends above the toast, which would otherwise cover the buttons of the last rows', async () => {
    const [first = ''] = await open({ context: { viewport: { width: 1024, height: 768 } } })
    await makeReady(first)
    await control(({ study }, studyID) => study.setFlags(studyID, { checkin: true }), first)
    await name(first).focus()
    await page.keyboard.press('n')
    const toast = toasts().filter({ hasText: frontDeskWords.marks.scanned })
    await expectPage(toast).toBeVisible()
    const board = await page.locator('#main').boundingBox()
    const above = await toast.boundingBox()
    expect((board?.y ?? 9999) + (board?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0)
  })

  it('closes the check-in dialog of an appointment that another desk cancelled', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await row(first)
      .getByRole('button', { name: /^Check in / })
      .click()
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await expectPage(dialog).toBeVisible()
    await control(({ study }, studyID) => study.setFlags(studyID, { cancelled: true }), first)
    await expectPage(dialog).toHaveCount(0)
    await expectPage(toasts()).toContainText(frontDeskWords.board.goneTitle)
  })

  it('asks about open points that only the back office knows', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ study }, studyID) => study.setFlags(studyID, { checkin: true }), first)
    await control(({ failNext }) =>
      failNext('study.mark', {
        ok: false,
        failure: {
          code: 'scan-not-confirmed',
          message: 'Something is open.',
          details: { fields: { unpaid: 'CA$10.00 is still owed' } },
        },
      }),
    )
    await row(first)
      .getByRole('button', { name: /^Mark scanned: / })
      .click()
    const dialog = page.getByRole('alertdialog', { name: frontDeskWords.scan.title })
    await expectPage(dialog.getByRole('listitem')).toHaveText(['CA$10.00 is still owed'])
    await dialog.getByRole('button', { name: /^Mark scanned anyway/ }).click()
    await expectPage(row(first)).toContainText(/Scanned \d\d:\d\d[ap]m/)
  })

  it("undoes the user's own last mark on the row, also after a reload, or gives the reason why a mark cannot be undone", async () => {
    const [first = '', second = ''] = await open()
    const mine = { checkin: true, checkinTime: '2026-11-23T14:59:00Z', checkinBy: 'Frankie Desker', consent: true }
    const set = (studyID: string, flags: object) =>
      control(
        ({ study, clinic }, given) => {
          const before = clinic.studies.find((each) => each.studyID === given.studyID)
          if (before === undefined) throw new Error('There is no such study.')
          study.change(given.studyID, { balance: 5, status: { ...before.status, ...given.flags } })
        },
        { studyID, flags },
      )
    // Sets the marks in the data, so that this window has marked nothing itself, as after a reload.
    await set(first, { ...mine, scanned: true, scannedTime: '2026-11-23T14:59:30Z', scannedBy: 'Frankie Desker' })
    await set(second, { ...mine, checkinBy: 'Ben Ortiz' })
    await expectPage(row(first).getByRole('link', { name: /^Take payment: / })).toBeVisible()
    await expectPage(
      row(first).getByRole('button', { name: /^Undo the scan mark: .+, \d\d \w{3} \d{4}$/ }),
    ).toBeVisible()
    await expectPage(row(second).getByRole('button', { name: /^Undo/ })).toHaveCount(0)
    await name(first).focus()
    await page.keyboard.press('u')
    await expectPage(row(first)).toContainText('Checked in')
    await expectPage(toasts().filter({ hasText: frontDeskWords.marks.scanUndone })).toBeVisible()
    await row(first)
      .getByRole('button', { name: /^Undo the check-in: / })
      .click()
    await expectPage(row(first)).toContainText('Booked')
    await expectPage(row(first).locator(':focus')).toHaveCount(1)
    await name(second).focus()
    await page.keyboard.press('u')
    await expectPage(toasts().filter({ hasText: frontDeskWords.board.nothingUndone })).toContainText(
      'Ben Ortiz checked the member in. Undo the check-in on the study page.',
    )
    await name(first).focus()
    await page.keyboard.press('u')
    await expectPage(toasts().filter({ hasText: 'Nothing is marked on this row yet.' })).toBeVisible()
  })

  it('asks before an older mark is undone', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ study, clinic }, studyID) => {
      const before = clinic.studies.find((each) => each.studyID === studyID)
      if (before === undefined) throw new Error('There is no such study.')
      const checkin = { checkin: true, checkinTime: '2026-11-23T12:00:00Z' as never, checkinBy: 'Frankie Desker' }
      study.change(studyID, { status: { ...before.status, ...checkin } })
    }, first)
    await name(first).focus()
    await page.keyboard.press('u')
    const dialog = page.getByRole('alertdialog', { name: frontDeskWords.undo.checkInTitle })
    await expectPage(dialog).toContainText('You checked this member in on 23 Nov 2026 04:00am PST.')
    await page.keyboard.press('Enter')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(row(first)).toContainText('Checked in')
    await page.keyboard.press('u')
    await dialog.getByRole('button', { name: /^Undo the check-in: / }).click()
    await expectPage(row(first)).toContainText('Booked')
  })

  it('opens the payment page of a member who owes, and lists the board’s shortcuts in the shortcuts dialog', async () => {
    const [first = ''] = await open()
    await makeReady(first, { balance: 100 })
    await expectPage(row(first).getByRole('link', { name: /^Take payment: .+, \d\d \w{3} \d{4}$/ })).toBeVisible()
    await name(first).focus()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expectPage(sheet).toContainText(frontDeskWords.shortcuts.nextAction)
    await expectPage(sheet).toContainText(frontDeskWords.shortcuts.checkIn)
    await sheet.press('Escape')
    // A dialog that is closing still receives the keys.
    await expectPage(sheet).toHaveCount(0)
    await name(first).focus()
    await page.keyboard.press('n')
    await expectPage(page).toHaveURL(new RegExp(`/admin/frontdesk/study/${first}$`))
  })

  it('shows only the members of the chosen machine', async () => {
    const all = await open()
    const filter = page.getByRole('group', { name: frontDeskWords.board.machine }).getByRole('button')
    await expectPage(filter.first()).toHaveAttribute('aria-pressed', 'true')
    const one = filter.nth(1)
    const [, machine = '', count = ''] = /^(.*) (\d+)$/.exec((await one.textContent()) ?? '') ?? []
    await one.click()
    await expectPage(page.locator('tbody .fd__name')).toHaveCount(Number(count))
    expect(Number(count)).toBeLessThan(all.length)
    for (const cell of await page.locator('tbody tr td:first-child').allTextContents()) expect(cell).toContain(machine)
    await filter.first().click()
    await expectPage(page.locator('tbody .fd__name')).toHaveCount(all.length)
  })

  it("shows another workstation's change immediately, and keeps the focus in the changed row", async () => {
    const [first = ''] = await open()
    await makeReady(first)
    const checkIn = row(first).getByRole('button', { name: /^Check in / })
    await checkIn.focus()
    await control(
      ({ study }, studyID) => study.setFlags(studyID, { checkin: true, checkinTime: '2026-11-23T14:58:00Z' }),
      first,
    )
    await expectPage(row(first)).toContainText(/Checked in \d\d:\d\d[ap]m by Ben Ortiz/)
    await expectPage(row(first).locator(':focus')).toHaveCount(1)
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  })

  it('checks in offline, shows that the check-in waits, and offers no other mark', async () => {
    const [first = '', second = ''] = await open()
    await makeReady(first)
    await makeReady(second)
    await control(
      ({ study }, studyID) => study.setFlags(studyID, { checkin: true, checkinTime: '2026-11-23T14:58:00Z' }),
      second,
    )
    await control(({ setConnectivity }) => setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(/^Offline: last updated (?:\d\d \w{3} \d{4} )?\d\d:\d\d[ap]m PST$/)).toBeVisible()
    const scanned = row(second).getByRole('button', { name: /^Mark scanned: / })
    await expectPage(scanned).toHaveAttribute('aria-disabled', 'true')
    await expectPage(scanned).toHaveAccessibleDescription('Marking as scanned needs a connection.')
    await row(first)
      .getByRole('button', { name: /^Check in / })
      .click()
    await page
      .getByRole('alertdialog', { name: 'Check in' })
      .getByRole('button', { name: /^Check in / })
      .click()
    await expectPage(row(first)).toContainText(/Waiting to be sent.*Checked in/)
    await expectPage(toasts()).toContainText("will sync when you're back online")
    expect(await seriousFaultsOf(page, '[data-live-announcer]')).toEqual([])
    await control(({ setConnectivity }) => setConnectivity({ state: 'online' }))
    await expectPage(row(first)).toContainText(/Checked in/)
    await expectPage(row(first)).not.toContainText('Waiting to be sent')
  })

  it('still offers the check-in beside a colleague’s check-in that waits', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ study }, studyID) => study.waitForColleague(studyID, 'Nell Prescott', null), first)
    await expectPage(row(first)).toContainText(/Nell Prescott checked in .+ on this computer while offline/)
    expect(await seriousFaultsOf(page, '[data-live-announcer]')).toEqual([])
    await row(first)
      .getByRole('button', { name: /^Check in / })
      .click()
    await page
      .getByRole('alertdialog', { name: 'Check in' })
      .getByRole('button', { name: /^Check in / })
      .click()
    await expectPage(row(first)).toContainText(/Checked in/)
  })

  it('shows a refused check-in on every page until it is dismissed', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ setConnectivity }) => setConnectivity({ state: 'offline' }))
    await row(first)
      .getByRole('button', { name: /^Check in / })
      .click()
    await page
      .getByRole('alertdialog', { name: 'Check in' })
      .getByRole('button', { name: /^Check in / })
      .click()
    await expectPage(row(first)).toContainText('Waiting to be sent')
    await control(({ study }) =>
      study.refuseWaiting({ code: 'already-cancelled', message: 'This appointment has been cancelled.' }),
    )
    const refusal = page.getByRole('region', { name: 'Check-ins and notes that are not saved yet' })
    await expectPage(refusal).toContainText('Your check-in could not be saved')
    await expectPage(refusal).toContainText('This appointment has been cancelled.')
    await expectPage(row(first)).not.toContainText('Checked in')
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await expectPage(refusal.getByRole('link', { name: `Open study ${first}` })).toBeVisible()
    await refusal.getByRole('button', { name: 'Dismiss' }).click()
    await expectPage(refusal).toHaveCount(0)
  })

  it('shows why a mark was refused, and that the day could not be read', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ study }, studyID) => study.setFlags(studyID, { checkin: true }), first)
    await control(({ failNext }) =>
      failNext('study.mark', { ok: false, failure: { code: 'act-not-allowed', message: 'Not any more.' } }),
    )
    await row(first)
      .getByRole('button', { name: /^Mark scanned: / })
      .click()
    await expectPage(toasts()).toContainText('Not marked as scanned')
    await expectPage(toasts()).toContainText('Not any more.')
    await control(({ failNext, emit }) => {
      failNext('booking.readDay', { ok: false, failure: { code: 'unexpected', message: 'No.' } })
      emit('bridge.gap', {})
    })
    const again = page.getByRole('button', { name: bookingWords.tryAgain })
    await expectPage(
      page.getByText(/^May be out of date: last updated (?:\d\d \w{3} \d{4} )?\d\d:\d\d[ap]m PST$/),
    ).toBeVisible()
    await again.click()
    await expectPage(again).toHaveCount(0)
    // The user leaves and returns, and the new page's first reading fails, so there is no earlier data to show.
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    await control(({ failNext }) =>
      failNext('booking.readDay', { ok: false, failure: { code: 'unexpected', message: 'No.' } }),
    )
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Today' }).click()
    await expectPage(page.getByText(studyMessages.studiesFailed)).toBeVisible()
    await again.click()
    await page.getByRole('table').waitFor()
  })

  it.each(sizes)('asks a member of today the safety questions in the second tab, at %s', async (_, context) => {
    const [first = ''] = await open({ context })
    await makeReady(first)
    await page.getByRole('tab', { name: frontDeskWords.today.safety }).click()
    await expectPage(page.getByText(frontDeskWords.safety.none)).toBeVisible()
    expect(await seriousFaultsOf(page)).toEqual([])
    await page.getByRole('combobox', { name: frontDeskWords.safety.member }).press('ArrowDown')
    await page.getByRole('option').first().click()
    const form = page.getByRole('region', { name: /^Safety questions of / })
    // The form opens for answering without a click, because answers are missing.
    await form.getByRole('radio', { name: 'Not Correct' }).nth(4).click()
    const stop = form.getByRole('region', { name: 'Surgery and metal' }).getByText('An orbit x-ray is required')
    await expectPage(stop).toBeVisible()
    await expectPage(form.getByText('Has there been an MRI since the eye injury? (optional)')).toBeVisible()
    expect(await seriousFaultsOf(page)).toEqual([])
    await stop.scrollIntoViewIfNeeded()
    await see(`front-desk-safety-${context.viewport.width}`)
    await page.getByRole('tab', { name: frontDeskWords.today.appointments }).click()
    await expectPage(row(first)).toBeVisible()
    await see(`front-desk-${context.viewport.width}`)
  })

  it('says in both tabs that a day has no appointments', async () => {
    // A Sunday, on which the fake clinics are closed.
    page = await pages.open('/admin/frontdesk', { signedInAs: 'frontdesk' }, '2026-11-22T18:00:00Z')
    await expectPage(page.getByText(frontDeskWords.emptyDay.titleToday)).toBeVisible()
    await page.getByRole('tab', { name: frontDeskWords.today.safety }).click()
    await expectPage(page.getByRole('tabpanel').getByText(frontDeskWords.emptyDay.titleToday)).toBeVisible()
    await expectPage(page.getByRole('combobox', { name: frontDeskWords.safety.member })).toHaveCount(0)
  })

  it('opens the study’s page at the missing part', async () => {
    const [first = ''] = await open()
    await makeReady(first)
    await control(({ study }, studyID) => study.setFlags(studyID, { consent: false }), first)
    await expectPage(row(first).getByRole('link', { name: /^Check consent: / })).toBeVisible()
    await name(first).focus()
    await page.keyboard.press('n')
    await expectPage(page.locator('#study-medical-history')).toBeFocused()
    await expectPage(page.locator('#study-medical-history')).toBeInViewport()
  })
})
