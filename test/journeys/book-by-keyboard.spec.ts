import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { projectRoot } from '#scripts/project.ts'
import { heldSlot, memberSide, newMember, signIn, slotTable, spokenTime, summary, unansweredWindow } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { createKeyboard, type Keyboard } from './keyboard.ts'
import { lookClosely } from './look-closely.ts'
import { createMember, enterOffice } from './office.ts'

const spokenFocus = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

const freeSlot = (page: Page) =>
  slotTable(page)
    .getByRole('gridcell', { name: /, free, / })
    .first()

/** Moves by arrow keys from the table's Tab stop to a free slot in the week after the one shown. */
const arrowToFreeSlot = async (page: Page, keyboard: Keyboard): Promise<void> => {
  await keyboard.tabTo(slotTable(page))
  const label = (await slotTable(page).getAttribute('aria-label')) ?? ''
  await keyboard.press('PageDown')
  await expect(page.getByRole('grid', { name: label, exact: true })).toHaveCount(0)
  await expect(freeSlot(page)).toBeVisible()
  await keyboard.tabTo(slotTable(page))
  await keyboard.press('Control+Home')
  for (let row = 0; row < 60; row += 1) {
    for (let column = 0; column < 7; column += 1) {
      if (/, free, /.test(await spokenFocus(page))) return
      await keyboard.press('ArrowRight')
    }
    await keyboard.press('Home')
    await keyboard.press('ArrowDown')
  }
  throw new Error('The arrow keys reached no free slot')
}

test('books, moves and cancels a scan for a new member by keyboard alone', async ({ atrium }, testInfo) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const keyboard = createKeyboard(page)
  const see = (state: string): Promise<void> => lookClosely(page, state)

  await test.step('signs in', async () => {
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await see('01-sign-in')
    await keyboard.type('frontdesk@demo.atrium')
    await keyboard.press('Tab')
    await keyboard.type('atrium-demo')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Today at / })).toBeVisible()
    await see('02-today')
  })

  await test.step('opens assisted booking', async () => {
    await keyboard.press('g')
    await keyboard.press('b')
    await expect(slotTable(page)).toBeVisible()
    await see('03-booking')
  })

  await test.step('creates a member', async () => {
    await keyboard.enterOn(memberSide(page).getByRole('button', { name: 'Create a member' }))
    const form = page.getByRole('dialog', { name: 'Create a member' })
    await expect(form).toBeVisible()
    await see('04-create-a-member')
    const member = newMember()
    for (const [name, text] of Object.entries(member.texts)) {
      await keyboard.tabTo(form.getByRole('textbox', { name, exact: true }))
      await keyboard.type(text)
      if (name === 'Day') {
        await keyboard.tabTo(form.getByRole('radiogroup', { name: 'Biological sex' }))
        await keyboard.press('ArrowRight')
        await expect(form.getByRole('radio', { name: 'Female' })).toBeChecked()
      }
    }
    const country = form.getByRole('button', { name: /Country/ })
    await keyboard.enterOn(country)
    await keyboard.type('Cana')
    await keyboard.press('Enter')
    await expect(country).toContainText('Canada')
    await see('05-member-filled-in')
    await keyboard.enterOn(form.getByRole('button', { name: 'Create member' }))
    await expect(form).toBeHidden()
    await expect(memberSide(page).getByRole('heading', { name: 'Orlaith Vexhollow' })).toBeVisible()
    await see('06-member-chosen')
  })

  await test.step('chooses location and scan type', async () => {
    const location = summary(page).getByRole('combobox', { name: 'Location' })
    await keyboard.tabTo(location)
    await keyboard.press('Control+a')
    await keyboard.type('Victoria')
    await expect(page.getByRole('option', { name: /^Victoria/ })).toBeVisible()
    await see('07-choosing-the-location')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(page.getByText(/^All times are Victoria time, /)).toBeVisible()
    const scan = summary(page).getByRole('button', { name: /Scan type/ })
    const before = await scan.textContent()
    await keyboard.enterOn(scan)
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(scan).not.toHaveText(before ?? '')
  })

  let booked = ''
  await test.step('holds a slot by the arrow keys, and books', async () => {
    await arrowToFreeSlot(page, keyboard)
    booked = (await spokenFocus(page)).split(',')[0] ?? ''
    await keyboard.press('Enter')
    await expect(heldSlot(page)).toBeVisible()
    expect(await spokenTime(heldSlot(page))).toBe(booked)
    await expect(summary(page).getByRole('timer')).toHaveText(/^(10:00|0?9:\d\d)$/)
    await see('08-held')
    if (process.env.ATRIUM_SCREENSHOT === '1') {
      await page.screenshot({ path: join(projectRoot, 'resources/screenshot.png') })
    }
    const commit = summary(page).getByRole('button', { name: /^Book Orlaith Vexhollow, 09 Apr 1981, / })
    await keyboard.enterOn(commit)
    await expect(unansweredWindow(page)).toBeVisible()
    await see('08b-not-answered-yet')
    await keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Booked', exact: true })).toBeFocused()
    await see('09-booked')
  })

  await test.step('opens the booking, and moves it to another slot', async () => {
    await keyboard.enterOn(page.getByRole('link', { name: 'Open booking' }))
    await expect(page.getByRole('heading', { name: 'Orlaith Vexhollow', level: 1 })).toBeVisible()
    await expect(slotTable(page)).toBeVisible()
    await see('10-the-booking')
    await arrowToFreeSlot(page, keyboard)
    const wanted = (await spokenFocus(page)).split(',')[0] ?? ''
    expect(wanted).not.toBe(booked)
    await keyboard.press('Enter')
    await expect(heldSlot(page)).toBeVisible()
    const move = page.getByRole('region', { name: 'Move the appointment' })
    await expect(move.getByRole('heading', { name: 'What changes' })).toBeVisible()
    await expect(move.getByRole('listitem').first()).toBeVisible()
    await see('11-what-moving-changes')
    await keyboard.enterOn(move.getByRole('button', { name: /^Move Orlaith Vexhollow, 09 Apr 1981, to / }))
    await expect(move.getByText(/^Moved to /)).toBeVisible()
    await see('12-moved')
  })

  await test.step('cancels the booking', async () => {
    await keyboard.enterOn(page.getByRole('button', { name: 'Cancel Appointment' }))
    const dialog = page.getByRole('dialog', { name: 'Cancel Appointment' })
    await expect(dialog).toBeVisible()
    await see('13-cancelling')
    await keyboard.enterOn(dialog.getByRole('button', { name: /Cancellation reason/ }))
    await keyboard.type('Family')
    await keyboard.press('Enter')
    await keyboard.tabTo(dialog.getByRole('textbox', { name: 'Detail' }))
    await keyboard.type('Her son is ill; she calls back in spring.')
    await keyboard.enterOn(dialog.getByRole('button', { name: /^Cancel the appointment of / }))
    await expect(dialog).toBeHidden()
    await expect(page.getByText('This appointment is cancelled', { exact: true })).toBeVisible()
    await expect(page.getByText('Member: Family emergency. Her son is ill; she calls back in spring.')).toBeVisible()
    await see('14-cancelled')
  })

  console.log(`${atrium.shell}: ${keyboard.presses()} key presses from sign-in to cancellation`)
  await testInfo.attach('key presses', { body: String(keyboard.presses()), contentType: 'text/plain' })
})

/** Drags an appointment's block over the day's free times, and drops it on the first one that accepts it. */
const dragToFreeTime = async (page: Page, block: Locator): Promise<void> => {
  await block.scrollIntoViewIfNeeded()
  const from = await block.boundingBox()
  if (from === null) throw new Error('The appointment is not in view')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  for (const free of await page.locator('.dp__free').all()) {
    const to = await free.boundingBox()
    if (to === null || to.height < from.height) continue
    await page.mouse.move(to.x + 10, to.y + 12, { steps: 4 })
    if ((await page.locator('.dp__ghost:not(.dp__ghost--refused)').count()) === 0) continue
    await page.mouse.up()
    return
  }
  throw new Error('No free time of that day accepted the appointment')
}

/** The limit of key presses for booking a known member, without the letters of the name. */
const maxKeys = 25

test('books a known member from Today in a few key presses, and moves the appointment by a drag', async ({
  atrium,
}) => {
  const { page } = atrium
  const who = await createMember(await enterOffice(atrium.backOfficeUrl, 'frontdesk'), 'Tideway')
  await signIn(page, 'frontdesk')
  await expect(page.getByRole('heading', { name: /^Today at / })).toBeVisible()
  const keyboard = createKeyboard(page)
  await keyboard.press('g')
  await keyboard.press('b')
  await expect(memberSide(page).getByRole('searchbox', { name: 'Find a member' })).toBeFocused()
  await page.keyboard.type(who)
  await expect(memberSide(page).getByRole('button', { name: new RegExp(`^${who}`) })).toBeVisible()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(memberSide(page).getByRole('button', { name: 'Change details' })).toBeVisible()
  await keyboard.press('Alt+c')
  await expect.poll(() => spokenFocus(page)).toMatch(/, free, /)
  // In the evening, the rest of this week may have no second free time to drag the appointment to.
  const thisWeek = await page.getByRole('tab', { selected: true }).textContent()
  await keyboard.press('PageDown')
  await expect(page.getByRole('tab', { selected: true })).not.toHaveText(thisWeek ?? '')
  await expect(freeSlot(page)).toBeVisible()
  await keyboard.press('Alt+c')
  await expect.poll(() => spokenFocus(page)).toMatch(/, free, /)
  await keyboard.press('Enter')
  await expect(heldSlot(page)).toBeVisible()
  await keyboard.press('Control+Enter')
  await expect(summary(page).getByRole('button', { name: `Book ${who}` })).toBeFocused()
  await keyboard.press('Enter')
  await expect(unansweredWindow(page)).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Booked', exact: true })).toBeFocused()
  console.log(
    `${atrium.shell}: ${keyboard.presses()} key presses to book a known member, without the letters of the name`,
  )
  expect(keyboard.presses()).toBeLessThanOrEqual(maxKeys)

  await test.step('drags the appointment to a free time of that day', async () => {
    await page.getByRole('radiogroup', { name: 'Calendar view' }).getByText('Day', { exact: true }).click()
    const block = page.locator('.dp__block--movable').filter({ hasText: who })
    const before = await block.locator('.dp__times').textContent()
    await dragToFreeTime(page, block)
    const dialog = page.getByRole('dialog', { name: 'Move appointment' })
    await expect(dialog.getByRole('heading', { name: 'Current time' })).toBeVisible()
    await lookClosely(page, '15-dropped')
    await expect(block.locator('.dp__times')).toHaveText(before ?? '')
    await dialog.getByRole('button', { name: new RegExp(`^Move ${who}, 14 Mar 1976, to `) }).click()
    await expect(dialog).toBeHidden()
    await expect(block.locator('.dp__times')).not.toHaveText(before ?? '')
  })
})
