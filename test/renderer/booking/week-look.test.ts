import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { assistedWords } from '#renderer/booking/assisted/assisted-words.ts'
import { calendarWords } from '#renderer/booking/calendar/calendar-words.ts'
import { movingWords } from '#renderer/booking/moving/moving-words.ts'
import { seriousFaultsOf, startHarnessPages, takePictures } from '../harness/harness-pages.ts'
import { openMovableStudy } from './movable-study.ts'

const pages = startHarnessPages()
let page: Page

/** Opens a page on Monday 23 November 2026, in the morning unless a time is given. */
const open = async (path: string, time = '2026-11-23T15:00:00Z'): Promise<void> => {
  page = await pages.open(path, { signedInAs: 'admin', context: { timezoneId: 'America/Vancouver' } }, time)
  await page.getByRole('grid').waitFor()
}
type Controls = NonNullable<Window['fakeControls']>
const control = <Result>(run: (controls: Controls) => Result): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls)`)

/** Returns the attributes and the content of each header and cell of the table, without the hint and the tab index. */
const readCells = (): Promise<string[]> =>
  page.locator('.sg-row[data-row] > *').evaluateAll((cells) =>
    cells.map((cell) => {
      const attributes = [...cell.attributes].filter(({ name }) => name !== 'title' && name !== 'tabindex')
      const texts = attributes
        .map(({ name, value }) => `${name}=${value}`)
        // A style whose last property was removed says the same as none.
        .filter((text) => text !== 'style=')
        .sort()
      return [...texts, cell.innerHTML.replace(/ data-left="[^"]*"/, '')].join(' ')
    }),
  )

/** Returns the classes of the elements that scroll inside the page. */
const innerScrollers = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => {
        const { overflowY } = getComputedStyle(element)
        return /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1
      })
      .map((element) => element.className),
  )

describe('the week of the booking page', { timeout: 60_000 }, () => {
  it('shows the number of free machines at each time, and has no scrolling area inside the page', async () => {
    await open('/admin/booking')
    const free = page.locator('[role=gridcell].sg-cell--free')
    await expectPage(free.first()).toBeInViewport()
    expect(await free.evaluateAll((cells) => cells.every((cell) => /^[123] free$/.test(cell.textContent ?? '')))).toBe(
      true,
    )
    const one = page.getByRole('gridcell', { name: /, free, 1 free of 3 machines$/ }).first()
    await expectPage(one).toHaveText('1 free')
    await one.hover()
    await expectPage(one).toHaveAttribute('title', /: 1 of 3 machines free$/)
    expect(await innerScrollers()).toEqual([])
    const summary = page.getByRole('region', { name: assistedWords.summary.label })
    for (const field of [
      summary.getByText('Returning Member / Partner Referral'),
      summary.getByText('No Sedative Taken'),
      summary.getByRole('button', { name: /Referral$/ }),
      summary.getByRole('textbox', { name: assistedWords.summary.referrer }),
      summary.getByText('Temporary hold', { exact: true }),
      page.locator('.sp__commit'),
    ]) {
      await expectPage(field).toBeInViewport()
    }
    await takePictures(page, 'week')
  })

  it('shows the working day with at most one scroll of the page, and leaves times in the past blank', async () => {
    await open('/admin/booking', '2026-11-23T21:00:00Z')
    const rows = page.locator('.sg-row[data-row]')
    await expectPage(page.locator('.sg-cell--now')).toHaveCount(1)
    const past = await page.locator('[role=gridcell].sg-cell--past').evaluateAll((cells) =>
      cells.map((cell) => {
        const { color, backgroundColor, backgroundImage, borderTopColor } = getComputedStyle(cell)
        return [cell.childElementCount, color, backgroundColor, backgroundImage, borderTopColor].join(' ')
      }),
    )
    expect(past.length).toBeGreaterThan(6)
    const transparent = 'rgba(0, 0, 0, 0)'
    expect([...new Set(past)]).toEqual([`0 ${transparent} ${transparent} none ${transparent}`])
    const frames = await page.getByRole('grid').evaluate((grid) => {
      let frame: Element = grid
      while (frame.parentElement !== null && !/auto|scroll/.test(getComputedStyle(frame).overflowY)) {
        frame = frame.parentElement
      }
      frame.scrollTop = 0
      return frame.scrollHeight / frame.clientHeight
    })
    expect(frames).toBeLessThanOrEqual(2)
    await expectPage(rows.first()).toBeInViewport({ ratio: 1 })
    await rows.last().scrollIntoViewIfNeeded()
    await expectPage(rows.last()).toBeInViewport({ ratio: 1 })
  })

  it('names the member of a taken time while that time is hovered or focused, and reads the day once, only when needed', async () => {
    await open('/admin/booking')
    await control(({ clinic, emit }) => {
      const [one] = clinic.machineTimes.filter(
        ({ studyID, locationID }) => locationID === 'ca-bc-1' && studyID !== null,
      )
      const times = { utcStart: '2026-11-25T16:00:00Z', utcEnd: '2026-11-25T23:00:00Z' }
      for (const machineID of ['ca-bc-1-m1', 'ca-bc-1-m2', 'ca-bc-1-m3']) {
        clinic.machineTimes.push({ ...one, ...times, machineID, eventID: `e-block-${machineID}` } as never)
      }
      emit('booking.calendarChanged', { locationID: 'ca-bc-1', dates: ['2026-11-25'] } as never)
    })
    const taken = page.getByRole('gridcell', {
      name: /^Wednesday 25 November .*, no room for \d+ minutes on any machine, not available$/,
    })
    await taken.first().waitFor()
    const readings = () =>
      control(({ calls }) => {
        const days = calls.filter(({ command }) => command === 'booking.readDay').map(({ input }) => input)
        return days.filter((input) => (input as { readonly date: string }).date === '2026-11-25').length
      })
    const before = await readings()
    await taken.nth(2).hover()
    // Not any tooltip: the button under the pointer at the corner of the window can show its own after a while.
    const names = page.locator('.pk[role=tooltip]')
    await expectPage(names).toContainText(/: no room for \d+ minutes on any machine/)
    await expectPage(names.getByRole('listitem').first()).toContainText(/\w+, \d\d \w{3} \d{4}Machine 1, /)
    await expectPage(taken.nth(2)).toHaveAccessibleDescription(/Machine 1/)
    expect(await readings()).toBe(before + 1)
    expect(await seriousFaultsOf(page)).toEqual([])
    if (process.env.SHOTS !== undefined) await page.screenshot({ path: `${process.env.SHOTS}/taken-peek.png` })
    await page.mouse.move(2, 2)
    await expectPage(names).toHaveCount(0)
    await taken.nth(3).focus()
    await expectPage(names).toContainText('Machine 3')
    await page.keyboard.press('ArrowLeft')
    await expectPage(names).toHaveCount(0)
    // The day is read again only after it has changed.
    expect(await readings()).toBe(before + 1)
    await control(({ emit }) =>
      emit('booking.calendarChanged', { locationID: 'ca-bc-1', dates: ['2026-11-25'] } as never),
    )
    await taken.nth(2).hover()
    await expectPage(names).toContainText(/Machine 1/)
    expect(await readings()).toBe(before + 2)
  })

  it('shows the name of a holder as text, and keeps no trace of a hold or of another week in its cells', async () => {
    await open('/admin/booking')
    await page.mouse.move(2, 2)
    const free = await readCells()
    await control(({ clinic, emit }) => {
      const [one] = clinic.machineTimes.filter(
        ({ studyID, locationID }) => locationID === 'ca-bc-1' && studyID !== null,
      )
      const hold = {
        ...{ kind: 'slot-hold', studyID: null, owner: { userID: 'u-9', name: '<b>Robin</b> Frost' } },
        ...{ utcStart: '2026-11-25T16:00:00Z', utcEnd: '2026-11-25T23:00:00Z', expiresAt: '2026-11-23T16:00:00Z' },
      }
      for (const machineID of ['ca-bc-1-m1', 'ca-bc-1-m2', 'ca-bc-1-m3']) {
        clinic.machineTimes.push({ ...one, ...hold, machineID, eventID: `h-robin-${machineID}` } as never)
      }
      emit('booking.calendarChanged', { locationID: 'ca-bc-1', dates: ['2026-11-25'] } as never)
    })
    await expectPage(page.locator('.sg-cell--held .sg-cell__who').first()).toHaveText('<b>Robin</b>')
    const held = await readCells()
    await page.getByRole('tab', { name: /30 Nov/ }).click()
    await page.getByRole('grid', { name: /^Time slots, 30 Nov/ }).waitFor()
    await expectPage(page.locator('.sg-cell__who')).toHaveCount(0)
    await page.getByRole('tab', { name: calendarWords.week.currentWeek }).click()
    await expectPage.poll(readCells).toEqual(held)
    await expectPage(page.locator('[role=gridcell][tabindex="0"]')).toHaveCount(1)
    await control(({ clinic, emit }) => {
      const others = clinic.machineTimes.filter(({ eventID }) => !eventID.startsWith('h-robin-'))
      clinic.machineTimes.splice(0, clinic.machineTimes.length, ...others)
      emit('booking.calendarChanged', { locationID: 'ca-bc-1', dates: ['2026-11-25'] } as never)
    })
    await expectPage.poll(readCells).toEqual(free)
  })

  it('moves an appointment in at most 10 keys on its page, and in 3 clicks from the board', async () => {
    page = (await openMovableStudy(pages)).page
    // At every size, the top of the page shows who moves, from when, and what else can be done with the appointment.
    const atTop = [
      page.locator('.si__name'),
      page.locator('.si__facts > :first-child'),
      page.locator('.wk-tabs__tab[aria-selected=true]'),
      page.locator('.wk__legend'),
      page.getByRole('button', { name: movingWords.page.cancel }),
    ]
    for (const [width, height] of [
      [1024, 768],
      [1920, 1080],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const part of atTop) await expectPage(part).toBeInViewport({ ratio: 1 })
      const folder = process.env.SHOTS
      if (folder !== undefined) await page.screenshot({ path: `${folder}/move-top-${width}.png` })
    }
    const ends = page.locator('.mv__end')
    await expectPage(ends).toHaveText([
      /^\s*from \w{3} \d\d \w{3} \d{4} \d\d:\d\d[ap]m \w{3}, Machine \d$/,
      /^\s*to a time/,
    ])
    expect(await innerScrollers()).toEqual([])
    let keys = 0
    const press = async (key: string): Promise<void> => {
      keys += 1
      await page.keyboard.press(key)
    }
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    await press('Alt+c')
    await expectPage.poll(focused).toMatch(/^\w+day /)
    while (keys < 8 && !/, free, /.test(await focused())) await press('ArrowDown')
    await press('Enter')
    await expectPage(page.locator('[role=gridcell].sg-cell--mine')).toHaveCount(1)
    await press('Control+Enter')
    const move = page.getByRole('button', { name: /^Move .*, to / })
    await expectPage(move).toBeFocused()
    await expectPage(ends).toHaveText([/^\s*from .*, Machine \d$/, /^\s*to \w{3} \d\d .*, Machine \d$/])
    await press('Enter')
    await expectPage(page.getByText(/^Moved to /)).toBeVisible()
    expect(keys).toBeLessThanOrEqual(10)
    await page.goto(`${pages.url()}/admin/frontdesk`)
    let clicks = 0
    const click = async (target: Locator): Promise<void> => {
      clicks += 1
      await target.click()
    }
    await click(page.locator('.fd__time').last())
    const panel = page.getByRole('region', { name: movingWords.move.label })
    await panel.waitFor()
    await click(page.locator('[role=gridcell].sg-cell--free').nth(6))
    await click(panel.getByRole('button', { name: /^Move .*, to / }))
    await expectPage(page.getByText(/^Moved to /)).toBeVisible()
    expect(clicks).toBe(3)
    await takePictures(page, 'move')
  })
})
