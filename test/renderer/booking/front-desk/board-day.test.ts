import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { frontDeskWords } from '#renderer/booking/front-desk/front-desk-words.ts'
import { movingWords } from '#renderer/booking/moving/moving-words.ts'
import { type StartOptions, seriousFaultsOf, startHarnessPages } from '../../harness/harness-pages.ts'
import { waitForWholeBoard } from './whole-board.ts'

const pages = startHarnessPages()
let page: Page

type Controls = NonNullable<Window['fakeControls']>
const control = <Result, Given>(run: (controls: Controls, given: Given) => Result, given?: Given): Promise<Result> =>
  page.evaluate(`(${run})(window.fakeControls, ${JSON.stringify(given ?? null)})`)

/** Opens the board at a moment; by default on Monday 23 November 2026, 07:00 in Los Angeles. */
const open = async (start: StartOptions = {}, at = '2026-11-23T15:00:00Z'): Promise<void> => {
  page = await pages.open(
    '/admin/frontdesk',
    { signedInAs: 'frontdesk', ...start, context: { timezoneId: 'America/Los_Angeles', ...start.context } },
    at,
  )
}
const names = () => page.locator('tbody .fd__name')
const firstID = async (): Promise<string> => (await names().first().getAttribute('href'))?.split('/').at(-1) ?? ''
const menuOf = (index = 0) =>
  page
    .locator('tbody tr')
    .nth(index)
    .getByRole('button', { name: /^More for .+, \d\d \w{3} \d{4}$/ })
const item = (name: string) => page.getByRole('menuitem').filter({ hasText: name })
const title = () => page.getByRole('heading', { level: 1 })
const see = async (picture: string): Promise<void> => {
  const folder = process.env.ATRIUM_LOOK
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${picture}.png` })
}

describe('the day of the board', { timeout: 60_000 }, () => {
  it('shows another day, on which nothing can be marked, and returns to today with one press', async () => {
    await open()
    await waitForWholeBoard(page)
    const ofToday = await names().count()
    await page.getByRole('button', { name: frontDeskWords.day.after }).click()
    await expectPage(title()).toHaveText(/^Tomorrow at /)
    await expectPage(page).toHaveURL(/\?date=2026-11-24$/)
    await names().first().waitFor()
    await expectPage(page.getByRole('button', { name: /^Check in / })).toHaveCount(0)
    await names().first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('c')
    await expectPage(page.locator('.w-toast')).toContainText('The appointment is on a later day.')
    await expectPage(page.getByRole('alertdialog', { name: frontDeskWords.checkIn.title, exact: true })).toHaveCount(0)
    expect(await seriousFaultsOf(page, '[data-live-announcer]')).toEqual([])
    await page.reload()
    await expectPage(title()).toHaveText(/^Tomorrow at /)
    await page.getByRole('button', { name: frontDeskWords.day.today, exact: true }).click()
    await expectPage(title()).toHaveText(/^Today at /)
    await expectPage(names()).toHaveCount(ofToday)
  })

  it('leads with one press from an empty day to the next day that has appointments', async () => {
    // A Sunday, on which the fake clinics are closed.
    await open({}, '2026-11-22T18:00:00Z')
    await expectPage(page.getByText(frontDeskWords.emptyDay.titleToday)).toBeVisible()
    await page.getByRole('link', { name: frontDeskWords.emptyDay.open('Mon 23 Nov 2026') }).click()
    await expectPage(title()).toHaveText(/^Tomorrow at /)
    await names().first().waitFor()
  })

  it('filters by open items, such as a balance due, and by member, without another call to the server', async () => {
    await open()
    await waitForWholeBoard(page)
    const all = await names().count()
    const studyID = await firstID()
    await control(({ study, clinic }, id) => {
      for (const each of clinic.studies) study.change(each.studyID, { balance: each.studyID === id ? 2495 : 0 })
    }, studyID)
    const calls = await control(({ calls: made }) => made.length)
    const owes = page.getByRole('button', { name: new RegExp(`^${frontDeskWords.filter.names.owes} `) })
    await expectPage(owes).toHaveText(/ 1$/)
    await owes.click()
    await expectPage(names()).toHaveCount(1)
    await expectPage(page.getByText(frontDeskWords.filter.shown(1, all))).toBeVisible()
    await page.getByRole('button', { name: frontDeskWords.filter.showAll }).click()
    const [surname = ''] = ((await names().nth(1).textContent()) ?? '').split(' ').slice(-1)
    await page.getByRole('searchbox', { name: frontDeskWords.filter.find }).fill(surname)
    await expectPage(names().first()).toContainText(surname)
    await expectPage(names().filter({ hasNotText: surname })).toHaveCount(0)
    expect(await names().count()).toBeLessThan(all)
    expect(await control(({ calls: made }) => made.length)).toBe(calls)
  })

  it('shows no row that does not match, and the right number of rows, as soon as a text is typed', async () => {
    await open()
    await waitForWholeBoard(page)
    const all = await names().allTextContents()
    const [surname = ''] = (all[1] ?? '').split(' ').slice(-1)
    const field = page.getByRole('searchbox', { name: frontDeskWords.filter.find })
    // Reads the board in the task of the input event, before a deferred render can run.
    const seen = await field.evaluate((input, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      return {
        names: [...document.querySelectorAll('tbody .fd__name')].map(({ textContent }) => textContent),
        counts: document.querySelector('.fd__counts')?.textContent,
      }
    }, surname)
    expect(seen.names).toEqual(all.filter((name) => name.includes(surname)))
    expect(seen.names.length).toBeLessThan(all.length)
    expect(seen.counts).toBe(frontDeskWords.filter.shown(seen.names.length, all.length))
    await page.getByRole('button', { name: frontDeskWords.filter.showAll }).click()
    await expectPage(names()).toHaveText(all)
  })

  it('adds a note, moves and cancels an appointment from its row, each with two presses', async () => {
    await open()
    await page.getByRole('table').waitFor()
    const studyID = await firstID()
    await control(({ study, clinic }, id) => {
      const before = clinic.studies.find((each) => each.studyID === id)
      if (before) study.change(id, { status: { ...before.status, scanned: false, checkin: false } })
    }, studyID)
    await menuOf().click()
    await see('board-menu')
    await item(frontDeskWords.menu.addNote).click()
    const note = page.getByRole('dialog', { name: frontDeskWords.note.title })
    await note.getByLabel(frontDeskWords.note.label, { exact: true }).fill('Arrives with a walker')
    expect(await seriousFaultsOf(page, '[data-live-announcer]')).toEqual([])
    await see('board-note')
    // A closed dialog keeps what was typed.
    await page.keyboard.press('Escape')
    await expectPage(note).toHaveCount(0)
    await menuOf().click()
    await item(frontDeskWords.menu.addNote).click()
    await expectPage(note.getByLabel(frontDeskWords.note.label, { exact: true })).toHaveValue('Arrives with a walker')
    await note.getByRole('button', { name: /^Save note about .+, \d\d \w{3} \d{4}$/ }).click()
    await expectPage(note).toHaveCount(0)
    await expectPage(page.locator('tbody tr').first()).toContainText('Arrives with a walker')
    await expectPage(names().first()).toBeFocused()

    await menuOf().click()
    await item(frontDeskWords.menu.cancel).click()
    const dialog = page.getByRole('dialog', { name: movingWords.cancelling.title })
    await dialog.getByRole('button', { name: new RegExp(movingWords.cancelling.reason) }).click()
    await page.getByRole('option').first().click()
    await dialog.getByLabel(new RegExp(`^${movingWords.cancelling.detail}`)).fill('Called this morning')
    await dialog.getByRole('button').last().click()
    await expectPage(dialog).toHaveCount(0)
    await expectPage(page.locator('.w-toast').filter({ hasText: frontDeskWords.cancelling.done })).toBeVisible()
    await expectPage(page.locator(`a[href="/admin/study/${studyID}"]`)).toHaveCount(0)

    const next = await firstID()
    await menuOf().click()
    await item(frontDeskWords.menu.move).click()
    await expectPage(page).toHaveURL(new RegExp(`/admin/booking/study/${next}$`))
  })

  it('prints the day once, and shows where it is printed', async () => {
    await open()
    await page.getByRole('table').waitFor()
    await page.getByRole('button', { name: /^Print the day sheet of 23 Nov 2026$/ }).click()
    await expectPage(page.locator('.w-toast').filter({ hasText: 'day sheet' })).toBeVisible()
    expect(
      await control(({ calls: made }) =>
        made.filter(({ command }) => command === 'printing.print').map(({ input }) => input),
      ),
    ).toMatchObject([{ item: { kind: 'day-sheet', date: '2026-11-23' } }])
  })

  it.each([
    ['1024', { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' }],
    ['1920', { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' }],
  ] as const)('fits at %s; a wide window shows note and phone', async (size, context) => {
    await open({ context })
    await page.getByRole('table').waitFor()
    const studyID = await firstID()
    await control(({ study, clinic }, id) => {
      const before = clinic.studies.find((each) => each.studyID === id)
      if (before) study.change(id, { details: { ...before.details, frontDeskNote: 'Arrives with a walker' } })
    }, studyID)
    const phones = page.locator('.fd__phone')
    await expectPage(page.locator('tbody tr').first()).toContainText('Arrives with a walker')
    if (size === '1920') await expectPage(phones.first()).toHaveAttribute('href', /^tel:\+\d+$/)
    expect(await phones.first().isVisible()).toBe(size === '1920')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(context.viewport.width)
    await see(`board-${size}`)
  })
})
