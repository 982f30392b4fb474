import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { slotUnavailableMessage } from '#domain/booking/booking-form.ts'
import { calendarWords } from '#renderer/booking/calendar/calendar-words.ts'
import { movingWords } from '#renderer/booking/moving/moving-words.ts'
import { seriousFaultsOf, startHarnessPages, takePictures } from '../harness/harness-pages.ts'

const pages = startHarnessPages()
let page: Page

type Controls = NonNullable<Window['fakeControls']>
const control = <Result>(run: (controls: Controls) => Result): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls)`)
const callsOf = (command: string): Promise<number> =>
  page.evaluate((name) => window.fakeControls?.calls.filter((call) => call.command === name).length ?? 0, command)

const words = movingWords.move
const dialog = () => page.getByRole('dialog', { name: words.title })
const block = (name: string): Locator =>
  page.locator('.dp__block--movable').filter({ has: page.getByRole('link', { name: new RegExp(`^${name}`) }) })
/** Returns the height of one hour in the day view, in pixels. */
const hour = async (): Promise<number> =>
  page
    .locator('.dp__lane')
    .first()
    .evaluate((lane) => {
      const minutes = Number(getComputedStyle(lane).getPropertyValue('--dp-minutes'))
      return (lane.getBoundingClientRect().height / minutes) * 60
    })

/**
 * Opens the day view of Tuesday 24 November 2026 in Vancouver. On Machine 1 are Ana Silva from 09:40am and Noah
 * Fjeldstad from 12:00pm; everything else is free. It is Monday 07:00.
 */
const openDay = async (): Promise<void> => {
  page = await pages.open(
    '/admin/booking',
    { signedInAs: 'admin', context: { timezoneId: 'America/Vancouver' } },
    '2026-11-23T15:00:00Z',
  )
  await page.getByRole('grid').waitFor()
  await control(({ clinic, study, emit }) => {
    const isThatDay = (time: string) => time >= '2026-11-24T08:00' && time < '2026-11-25T08:00'
    const rest = clinic.machineTimes.filter((time) => time.locationID !== 'ca-bc-1' || !isThatDay(time.utcStart))
    clinic.machineTimes.length = 0
    clinic.machineTimes.push(...rest)
    const [ana, noah] = clinic.studies.filter(
      ({ locationID, status, booking, skuID, paymentAmount }) =>
        locationID === 'ca-bc-1' &&
        skuID === 300 &&
        paymentAmount === 0 &&
        booking !== null &&
        booking.utcStart > '2026-11-25' &&
        !status.cancelled &&
        !status.scanned,
    )
    const place = (one: typeof ana, patientID: string, utcStart: string, utcEnd: string) => {
      if (one?.booking == null) throw new Error('No such study')
      const machineID = 'ca-bc-1-m1'
      const booking = { ...one.booking, utcStart, utcEnd, machineID, calendarID: 'cal-ca-bc-1-m1' }
      study.change(one.studyID, { patientID, booking, temporaryHold: false } as never)
      const time = { ...rest[0], eventID: booking.eventID, locationID: 'ca-bc-1', machineID, utcStart, utcEnd }
      const more = { calendarID: booking.calendarID, kind: 'study', studyID: one.studyID, owner: null, expiresAt: null }
      clinic.machineTimes.splice(
        0,
        clinic.machineTimes.length,
        ...clinic.machineTimes.filter(({ studyID }) => studyID !== one.studyID),
        { ...time, ...more } as never,
      )
    }
    place(ana, 'm-000001', '2026-11-24T16:40:00Z', '2026-11-24T17:40:00Z')
    place(noah, 'm-000003', '2026-11-24T19:00:00Z', '2026-11-24T20:00:00Z')
    emit('booking.calendarChanged', { locationID: 'ca-bc-1', dates: ['2026-11-24'] } as never)
  })
  await page.getByText('Day', { exact: true }).click()
  await page.getByRole('button', { name: calendarWords.day.next }).click()
  await block('Ana Silva').waitFor()
}

/** Drags a block by its name: `down` and `right` in pixels. */
const drag = async (name: string, down: number, right = 0): Promise<void> => {
  const link = block(name).getByRole('link')
  await link.scrollIntoViewIfNeeded()
  const box = await link.boundingBox()
  if (box === null) throw new Error('The block is not visible')
  const [x, y] = [box.x + 8, box.y + 6]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + right / 2, y + down / 2)
  await page.mouse.move(x + right, y + down, { steps: 3 })
}

/** Moves Ana Silva from 09:40am to 10:40am by drag. */
const moveAnHourLater = async (): Promise<void> => {
  await drag('Ana Silva', await hour())
  await page.mouse.up()
  await dialog()
    .getByRole('button', { name: /^Move Ana Silva, 03 Feb 1980, to Tue 24 Nov 2026 10:40am/ })
    .click()
  await expectPage(dialog()).toHaveCount(0)
  await expectPage(block('Ana Silva')).toContainText('10:40am – 11:40am')
}

describe('an appointment in the day view', { timeout: 90_000 }, () => {
  it('moves by drag only after the confirmation, and can be moved back', async () => {
    await openDay()
    expect(await seriousFaultsOf(page)).toEqual([])
    await drag('Ana Silva', await hour())
    await expectPage(page.locator('.dp__ghost')).toContainText('10:40am – 11:40am')
    await takePictures(page, 'drag')
    await page.mouse.up()
    await expectPage(dialog()).toContainText(/Current timeTue 24 Nov 2026 09:40am P[DS]T, Machine 1/)
    await expectPage(dialog()).toContainText(/New timeTue 24 Nov 2026 10:40am P[DS]T/)
    await expectPage(dialog().locator('.w-commit-bar__who')).toHaveText(
      /^Ana Silva · born 03 Feb 1980 · Tue 24 Nov 2026 10:40am P[DS]T$/,
    )
    expect(await seriousFaultsOf(page)).toEqual([])
    await takePictures(page, 'drag-confirm')
    expect(await callsOf('booking.reschedule')).toBe(0)
    await dialog()
      .getByRole('button', { name: /^Move Ana Silva, 03 Feb 1980, to Tue 24 Nov 2026 10:40am/ })
      .click()
    await expectPage(dialog()).toHaveCount(0)
    await expectPage(block('Ana Silva')).toContainText('10:40am – 11:40am')
    expect(await callsOf('booking.reschedule')).toBe(1)
    await page.getByRole('button', { name: words.dialog.moveBack }).click()
    await expectPage(page.locator('.w-toast').filter({ hasText: /back to Tue 24 Nov 2026 09:40am/ })).toBeVisible()
    await expectPage(dialog()).toHaveCount(0)
    await expectPage(block('Ana Silva')).toContainText('09:40am – 10:40am')
    await expectPage(page.getByRole('button', { name: words.dialog.moveBack })).toHaveCount(0)
    const sent = await control(({ calls }) =>
      calls
        .filter(({ command }) => command === 'booking.reschedule')
        .map(({ input }) => input as { readonly idempotencyKey: string; readonly utcStart: string }),
    )
    expect(sent.map(({ utcStart }) => utcStart)).toEqual(['2026-11-24T17:40:00Z', '2026-11-24T16:40:00Z'])
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
    expect(await control(({ clinic }) => clinic.machineTimes.filter(({ kind }) => kind === 'slot-hold').length)).toBe(0)
  })

  it('is not moved back if its former time was taken in the meantime, and the notice says so', async () => {
    await openDay()
    await moveAnHourLater()
    await control(({ clinic }) => {
      const [noah] = clinic.machineTimes.filter(
        ({ machineID, utcStart }) => machineID === 'ca-bc-1-m1' && utcStart === '2026-11-24T19:00:00Z',
      )
      const other = { eventID: 'e-other', studyID: 's-other' }
      const former = { utcStart: '2026-11-24T16:40:00Z', utcEnd: '2026-11-24T17:40:00Z' }
      clinic.machineTimes.push({ ...noah, ...other, ...former } as never)
    })
    await page.getByRole('button', { name: words.dialog.moveBack }).click()
    const notice = page.locator('.w-toast').filter({ hasText: slotUnavailableMessage })
    await expectPage(notice).toContainText(words.dialog.notMovedBack('Ana Silva, 03 Feb 1980'))
    await expectPage(block('Ana Silva')).toContainText('10:40am – 11:40am')
  })

  it('is confirmed in the dialog when a stop is open at its former time', async () => {
    await openDay()
    await moveAnHourLater()
    await control(({ failNext }) => {
      const failure = { code: 'settle-reason-required', message: '1 stop needs a sign-off before the scan.' }
      failNext('booking.reschedule', { ok: false, failure } as never)
    })
    await page.getByRole('button', { name: words.dialog.moveBack }).click()
    await expectPage(dialog()).toContainText(/New timeTue 24 Nov 2026 09:40am/)
    await dialog().getByRole('button', { name: words.dialog.keep }).click()
    await expectPage(dialog()).toHaveCount(0)
    await expectPage(block('Ana Silva')).toContainText('10:40am – 11:40am')
  })

  it('is not moved to a taken, past or closed time, and the reason is shown', async () => {
    await openDay()
    const down = await hour()
    await drag('Ana Silva', 2 * down)
    await expectPage(page.locator('.dp__ghost--refused')).toContainText('Machine 1 is taken')
    await page.mouse.up()
    const reason = page.getByRole('alert')
    await expectPage(reason).toContainText('Ana Silva was not moved')
    await expectPage(reason).toContainText('Machine 1 is taken, 12:00pm – 01:00pm: Noah Fjeldstad, 30 Nov 1968.')
    await drag('Ana Silva', -2.5 * down)
    await page.mouse.up()
    await expectPage(reason).toContainText('Outside opening hours (08:00am to 06:00pm)')
    await expectPage(dialog()).toHaveCount(0)
    expect(await callsOf('booking.holdSlot')).toBe(0)
    // Escape ends a drag, and a click on the name still opens the booking.
    await drag('Ana Silva', down)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expectPage(page.locator('.dp__ghost')).toHaveCount(0)
    await expectPage(dialog()).toHaveCount(0)
    // The system also ends a drag when it takes over the pointer.
    await drag('Ana Silva', down)
    await expectPage(page.locator('.dp__ghost')).toHaveCount(1)
    await page.evaluate(() =>
      document.body.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1, bubbles: true })),
    )
    await page.mouse.up()
    await expectPage(page.locator('.dp__ghost')).toHaveCount(0)
    await expectPage(dialog()).toHaveCount(0)
    await block('Ana Silva').getByRole('link').click()
    await expectPage(page).toHaveURL(/\/admin\/booking\/study\//)
  })

  it('is moved by keys to another machine and time, and the arrow keys reach every appointment and free time', async () => {
    await openDay()
    await page.keyboard.press('Alt+c')
    await expectPage(page.locator('.dp__free:focus')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await expectPage(block('Ana Silva').getByRole('link')).toBeFocused()
    await page.keyboard.press('Tab')
    const handle = block('Ana Silva').getByRole('button', { name: /^Move Ana Silva, born 03 Feb 1980, 09:40am/ })
    await expectPage(handle).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowDown')
    await expectPage(page.getByText('Machine 2, 10:45am – 11:45am. Free')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expectPage(dialog()).toContainText('Machine 1 becomes Machine 2')
    await expectPage(dialog().locator('.w-commit-bar__who')).toHaveText(/ 10:45am P[DS]T, Machine 2$/)
    await dialog()
      .getByRole('button', { name: /^Move Ana Silva, .+ 10:45am P[DS]T, Machine 2$/ })
      .press('Enter')
    await expectPage(dialog()).toHaveCount(0)
    await expectPage(block('Ana Silva')).toContainText('10:45am – 11:45am')
    await expectPage(block('Ana Silva').getByRole('link')).toBeFocused()
    await expectPage(page.locator('.w-toast').filter({ hasText: 'Moved Ana Silva' }).first()).toContainText(
      /10:45am P[DS]T, Machine 2/,
    )
    // A second move of the same appointment takes the focus to it again.
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expectPage(dialog()).toContainText('Machine 2 becomes Machine 1')
    await dialog()
      .getByRole('button', { name: /^Move Ana Silva/ })
      .press('Enter')
    await expectPage(dialog()).toHaveCount(0)
    await expectPage(block('Ana Silva').getByRole('link')).toBeFocused()
    // Without the day view, "Move back" has no dialog to open.
    await expectPage(page.getByRole('button', { name: words.dialog.moveBack }).first()).toBeVisible()
    await page.getByText('Week', { exact: true }).click()
    await expectPage(page.getByRole('button', { name: words.dialog.moveBack })).toHaveCount(0, { timeout: 1500 })
  })

  it('cannot be dragged offline, and a drag ends when the connection is lost', async () => {
    await openDay()
    await drag('Ana Silva', await hour())
    await expectPage(page.locator('.dp__ghost')).toHaveCount(1)
    await control(({ setConnectivity }) => setConnectivity({ state: 'offline' } as never))
    await expectPage(page.locator('.dp__grip')).toHaveCount(0)
    await expectPage(page.getByRole('link', { name: /^Ana Silva/ })).toBeVisible()
    await page.mouse.up()
    await control(({ setConnectivity }) => setConnectivity({ state: 'online' } as never))
    await block('Ana Silva').waitFor()
    await expectPage(page.locator('.dp__ghost')).toHaveCount(0)
    await expectPage(page.locator('.dp__block--carried')).toHaveCount(0)
    await expectPage(dialog()).toHaveCount(0)
  })
})
