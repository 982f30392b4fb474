import type { Locator, Page } from '@playwright/test'
import type { Study } from '#domain/study/study.ts'
import { freeSlots, showNextWeek, signIn, workAt } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { createKeyboard, type Keyboard } from './keyboard.ts'
import { checkAxe, lookClosely, overflow, takePicture } from './look-closely.ts'
import { enterOffice } from './office.ts'
import { bookOwing, type Owing, toast } from './payment-desk.ts'
import { moveElsewhere } from './safety-desk.ts'
import {
  actionButton,
  badgeOf,
  bookToday,
  factOf,
  logOf,
  markElsewhere,
  openStudyPage,
  placeOfToday,
  sectionOf,
  studyNow,
  whoIs,
} from './study-desk.ts'

const board = (page: Page): Locator => page.getByRole('table', { name: /^Appointments today/ })
const rowOf = (page: Page, { name }: Owing): Locator => board(page).getByRole('row').filter({ hasText: name })
const nextOf = (page: Page, owing: Owing, label: string): Locator =>
  rowOf(page, owing)
    .locator('.fd__next')
    .filter({ hasText: new RegExp(`^${label}`) })

/** Moves to a member's row with End and the up arrow. */
const goToRow = async (keyboard: Keyboard, page: Page, owing: Owing): Promise<void> => {
  const name = rowOf(page, owing).locator('.fd__name')
  await keyboard.tabTo(board(page).locator('tbody'))
  await keyboard.press('End')
  for (let press = 0; press < 60; press += 1) {
    if (await name.evaluate((element) => element === document.activeElement)) return
    await keyboard.press('ArrowUp')
  }
  throw new Error(`The arrow keys did not reach the row of ${owing.name}`)
}

test('a day at the desk by keyboard alone: next actions, check-in, scan and undo', async ({ atrium }, testInfo) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const keyboard = createKeyboard(page)
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const place = placeOfToday()
  const ready = await bookToday(office, place, { firstname: 'Isolde', answers: 'clear', isPaid: true })
  await markElsewhere(office, ready.study.studyID, 'consent')
  const unsigned = await bookToday(office, place, { firstname: 'Fenwick', answers: 'clear', isPaid: true })
  const owing = await bookToday(office, place, { firstname: 'Quillon', answers: 'clear', isPaid: false })
  const red = await bookToday(office, place, { firstname: 'Bettina', answers: 'red', isPaid: true })
  const open = await bookToday(office, place, { firstname: 'Zebedee', answers: 'none', isPaid: false })

  await test.step("the board shows each row's next action", async () => {
    await keyboard.type('frontdesk@demo.atrium')
    await keyboard.press('Tab')
    await keyboard.type('atrium-demo')
    await keyboard.press('Enter')
    await expect(page.getByRole('banner')).toBeVisible()
    await keyboard.tabTo(page.getByRole('banner').getByRole('combobox', { name: 'Location' }))
    await keyboard.press('Control+a')
    await keyboard.type(place.name)
    await keyboard.press('Enter')
    await expect(nextOf(page, ready, 'Check in')).toBeVisible()
    await expect(nextOf(page, unsigned, 'Check consent')).toBeVisible()
    await expect(nextOf(page, owing, 'Take payment')).toBeVisible()
    await expect(nextOf(page, red, 'Get sign-off')).toBeVisible()
    await expect(nextOf(page, open, 'Answer safety')).toBeVisible()
    await lookClosely(page, 'day-01-board')
  })

  const before = keyboard.presses()
  await test.step('checks in, marks as scanned, and undoes the scan: N, Enter, N, U', async () => {
    await goToRow(keyboard, page, ready)
    const start = keyboard.presses()
    await keyboard.press('n')
    await expect(page.getByRole('alertdialog', { name: 'Check in' })).toContainText(
      whoIs(ready.member).split(',')[0] ?? '',
    )
    await keyboard.press('Enter')
    await expect(nextOf(page, ready, 'Mark scanned')).toBeVisible()
    const isEarly = Date.parse(ready.study.booking?.utcStart ?? '') - Date.now() > 0
    await keyboard.press('n')
    if (isEarly) {
      const question = page.getByRole('alertdialog', { name: 'Mark as scanned?' })
      await expect(question).toContainText('The appointment starts at')
      await keyboard.enterOn(question.getByRole('button', { name: `Mark scanned anyway: ${whoIs(ready.member)}` }))
    }
    await expect(rowOf(page, ready)).toContainText(/Scanned \d\d:\d\d[ap]m/)
    await expect.poll(async () => (await studyNow(office, ready.study.studyID)).status.scanned).toBe(true)
    // A dialog that is closing still receives the keys.
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await keyboard.press('u')
    await expect(nextOf(page, ready, 'Mark scanned')).toBeVisible()
    await expect.poll(async () => (await studyNow(office, ready.study.studyID)).status.scanned).toBe(false)
    const most = isEarly ? 8 : 4
    expect(keyboard.presses() - start, 'key presses from the row to the undone scan mark').toBeLessThanOrEqual(most)
  })

  await test.step('a check-in with warnings needs the tick Check in anyway', async () => {
    await goToRow(keyboard, page, owing)
    await keyboard.enterOn(rowOf(page, owing).getByRole('button', { name: `Check in ${whoIs(owing.member)}` }))
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await expect(dialog).toContainText(/is still owed/)
    const commit = dialog.getByRole('button', { name: /^Check in Quillon/ })
    await expect(commit).toHaveAccessibleDescription(/Check in anyway/)
    await takePicture(page, 'day-02-warnings')
    await keyboard.tabTo(dialog.getByRole('checkbox', { name: 'Check in anyway' }))
    await keyboard.press('Space')
    await keyboard.enterOn(commit)
    await expect(rowOf(page, owing)).toContainText(/Checked in \d\d:\d\d[ap]m by Robin Frost/)
    await expect(nextOf(page, owing, 'Mark scanned')).toBeVisible()
  })

  await test.step('a scan with a balance due asks for confirmation, and Enter alone does not mark it', async () => {
    await goToRow(keyboard, page, owing)
    await keyboard.press('n')
    const dialog = page.getByRole('alertdialog', { name: 'Mark as scanned?' })
    await expect(dialog).toContainText(/is still owed/)
    await expect(dialog).toContainText(whoIs(owing.member))
    await takePicture(page, 'day-03-scan-question')
    await keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    expect((await studyNow(office, owing.study.studyID)).status.scanned).toBe(false)
    await goToRow(keyboard, page, owing)
    await keyboard.press('n')
    await keyboard.enterOn(dialog.getByRole('button', { name: `Mark scanned anyway: ${whoIs(owing.member)}` }))
    await expect(rowOf(page, owing)).toContainText(/Scanned \d\d:\d\d[ap]m/)
    await page.reload()
    await goToRow(keyboard, page, owing)
    await keyboard.press('u')
    await expect(nextOf(page, owing, 'Mark scanned')).toBeVisible()
    await expect.poll(async () => (await studyNow(office, owing.study.studyID)).status.scanned).toBe(false)
  })

  await test.step('N opens the page of a next action that is done on another page', async () => {
    await goToRow(keyboard, page, open)
    await keyboard.press('n')
    await expect(page).toHaveURL(new RegExp(`${open.study.studyID}/study-details\\?answer=1`))
    await expect(page.getByRole('heading', { name: 'Safety questions', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await keyboard.press('g')
    await keyboard.press('t')
    await goToRow(keyboard, page, unsigned)
    await keyboard.press('n')
    await expect(page).toHaveURL(/#study-medical-history$/)
    await expect(page.locator('#study-medical-history')).toBeFocused()
  })

  await test.step('the study’s page: J moves to the next section, consent is marked, and a note is added', async () => {
    await keyboard.press('j')
    // The report is not the front desk's own work, so it is folded: the focus is on the button that opens it.
    await expect(page.locator('#study-report .w-panel__toggle')).toBeFocused()
    await keyboard.enterOn(actionButton(sectionOf(page, 'Study Details'), 'Mark consent signed'))
    await expect(badgeOf(page, 'Medical History')).toBeVisible()
    await expect(actionButton(sectionOf(page, 'Study Details'), 'Undo consent signed')).toBeVisible()
    const log = sectionOf(page, 'Activity log')
    const note = log.getByRole('textbox', { name: 'New note' })
    await note.focus()
    await keyboard.type('Signed on paper at the desk')
    await keyboard.enterOn(actionButton(log, 'Add note'))
    await expect(log).toContainText('Signed on paper at the desk')
    // The page may list the note before the back office has recorded it.
    const written = async () => await logOf(office, unsigned.study.studyID)
    await expect
      .poll(async () => (await written()).filter(({ content }) => content === 'Signed on paper at the desk').length)
      .toBe(1)
    await keyboard.press('g')
    await keyboard.press('t')
    await expect(nextOf(page, unsigned, 'Check in')).toBeVisible()
  })
  const presses = keyboard.presses() - before
  console.log(`${atrium.shell}: ${presses} key presses for five members of the day`)
  await testInfo.attach('key presses', { body: String(presses), contentType: 'text/plain' })
})

test("edit mode moves the appointment, shows the consequences, and shows another desk's change", async ({ atrium }) => {
  test.setTimeout(240_000)
  const { page } = atrium
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const { study, name } = await bookOwing(office, { firstname: 'Perpetua', lastname: 'Longstaff-Montgomery' })
  const { studyID } = study
  await signIn(page, 'admin')
  await workAt(page, 'Vancouver')
  await openStudyPage(atrium, studyID, '?edit=1')
  const edit = page.getByRole('region', { name: 'Edit Study Details' })
  const save = page.getByRole('button', { name: new RegExp(`^Save Changes: ${name}`) })

  await test.step('name and birth date are shown but cannot be changed; there is nothing to save yet', async () => {
    await expect(edit.getByRole('textbox', { name: 'Member name' })).toHaveAccessibleDescription('Edit in Members.')
    await expect(edit.getByRole('textbox', { name: 'Date of birth' })).toHaveAccessibleDescription('Edit in Members.')
    await expect(save).toHaveAccessibleDescription(/No changes to save\./)
  })

  await test.step('a new time and its consequences, before it is saved', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await showNextWeek(page)
    await freeSlots(page).last().click()
    await expect(edit.getByRole('heading', { name: 'What changes' })).toBeVisible()
    await expect(save).not.toHaveAttribute('aria-disabled', 'true')
    const suppress = edit.getByRole('checkbox', { name: 'Suppress invoice' })
    await suppress.press('Space')
    await expect(suppress).toBeChecked()
    // The bar at the foot must not cover the focused element.
    const [box, bar] = await Promise.all([suppress.boundingBox(), page.locator('.dbar').boundingBox()])
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await takePicture(page, 'edit-01-consequences-1024')
    expect(await overflow(page)).toBe(0)
  })

  await test.step('another desk moves the appointment in the meantime: both times are shown, and nothing is saved before a decision', async () => {
    const now = await studyNow(office, studyID)
    const later = Date.parse(now.booking?.utcStart ?? '') + 24 * 3_600_000
    let moved: Study | null = null
    for (let step = 0; moved === null && step < 60; step += 1) {
      moved = await moveElsewhere(office, now, new Date(later + step * 20 * 60_000).toISOString())
    }
    const conflict = page.getByRole('alert').filter({ hasText: 'Another workstation changed the appointment' })
    await expect(conflict).toContainText('Your choice')
    await expect(conflict).toContainText('Current appointment')
    await expect(save).toHaveAccessibleDescription(/First choose which appointment to keep\./)
    await takePicture(page, 'edit-02-two-desks')
    await checkAxe(page, 'study-day')
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await save.click()
    await expect(toast(page, `Changes to ${name}'s study saved`)).toBeVisible()
    const saved = await studyNow(office, studyID)
    expect(saved.booking?.utcStart).not.toBe(moved?.booking?.utcStart)
    expect(saved.booking?.utcStart).not.toBe(study.booking?.utcStart)
    expect(saved.status.invoiceAvailable).toBe(false)
    await expect(badgeOf(page, 'Invoice Suppressed')).toContainText('Completed')
    await expect(factOf(sectionOf(page, 'Study Details'), 'Study ID')).toHaveText(studyID)
  })

  await test.step('another desk cancels during the edit: the page shows the cancellation and offers no change', async () => {
    await page.getByRole('button', { name: 'Edit Study Details' }).click()
    await edit.getByRole('button', { name: 'Cancel Appointment' }).click()
    await expect(page.getByRole('dialog', { name: 'Cancel Appointment' })).toContainText(name)
    await takePicture(page, 'edit-03-cancel')
    await checkAxe(page, 'study-day')
    await page.keyboard.press('Escape')
    await office.send('POST', `/booking/cancel/${studyID}`, {
      cancellationReason: 'medical-illness',
      cancellationDetail: 'Rang in the morning',
    })
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    await expect(edit).toHaveCount(0)
    await expect(actionButton(sectionOf(page, 'Scan'), 'Mark scanned')).toHaveAccessibleDescription(/cancelled/)
  })
})
