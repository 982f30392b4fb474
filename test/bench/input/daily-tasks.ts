import type { Locator, Page } from '@playwright/test'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { freeSlots, slotTable } from '#test/journeys/desk.ts'
import { cashier, partOf, paymentField, processButton, readerStrip, recordButton } from '#test/journeys/payment-desk.ts'
import { dayFromToday, questionAt } from '#test/journeys/safety-desk.ts'
import { actionButton, sectionOf } from '#test/journeys/study-desk.ts'
import type { DailyData } from './daily-data.ts'
import type { Hand } from './paced-hand.ts'
import type { Wanted } from './watch-inputs.ts'

/** One of the tasks that the front desk does every day. */
type DailyTask = { readonly name: string; readonly work: (hand: Hand, data: DailyData) => Promise<void> }

const dialog = (text: string): Wanted => ({ css: '[role="dialog"], [role="alertdialog"]', text })
const noDialog: Wanted = { css: '[role="dialog"], [role="alertdialog"]', isGone: true }
const board: Wanted = { css: '.fd__table tbody .fd__name' }
const letterPauseMs = 700
const simulated = 'The simulated reader and its card take their time.'

const inDialog = (page: Page, name: string | RegExp): Locator =>
  page.locator('[role="dialog"], [role="alertdialog"]').getByRole('button', { name })

/** Opens a study by the search of every page. */
const openStudy = async (hand: Hand, studyID: string): Promise<void> => {
  await hand.press('Control+k', { css: '.s-search__input', isFocused: true })
  await hand.type(studyID, { css: '[role="option"][aria-selected="true"]', text: studyID })
  await hand.press('Enter', { css: '.stuh__born', text: studyID })
}

/** Replaces the text of a field. */
const retype = async (hand: Hand, field: Locator, text: string): Promise<void> => {
  await hand.click(field)
  await hand.press('Control+a')
  await hand.type(text)
}

/** Opens a list and chooses the option that begins with the typed letters. */
const choose = async (hand: Hand, trigger: Locator, letters: string, result?: Wanted): Promise<void> => {
  await hand.click(trigger, { css: '[role="listbox"] [role="option"]' })
  await hand.type(letters)
  await hand.press('Enter', result ?? { css: '[role="listbox"]', isGone: true })
}

/**
 * Opens a main screen by G and its letter. A letter right after another one, or after a change of page, has no effect.
 */
const goTo = async (hand: Hand, letter: string, result: Wanted): Promise<void> => {
  await hand.page.waitForTimeout(letterPauseMs)
  await hand.press('g')
  await hand.press(letter, result)
}

const rowOf = (page: Page, name: string): Locator => page.locator('.fd__table tbody tr').filter({ hasText: name })

/**
 * Waits until the board without filters has drawn every row of the day, because it draws the first ones before the
 * others. Returns the last row.
 */
const lastRow = async (page: Page): Promise<Wanted> => {
  const [members = '1'] = /^\d+/.exec(await page.locator('.fd__counts').innerText()) ?? []
  const css = `.fd__table tbody tr:nth-child(${members})`
  await page.locator(css).waitFor()
  return { css }
}

const findMember: DailyTask['work'] = async (hand, { known, owing }) => {
  await hand.click(
    hand.page
      .getByRole('navigation')
      .getByRole('link', { name: /^Today/ })
      .first(),
    board,
  )
  await goTo(hand, 'm', { css: '.s-members__search input', isFocused: true })
  await hand.type(known, { css: '.s-members__row', text: known })
  await hand.press('ArrowDown', { css: '.s-members__row', isFocused: true })
  await hand.press('Enter', { css: '.s-members__title', text: known })
  await hand.press('Control+k', { css: '.s-search__input', isFocused: true })
  await hand.type(owing.name, { css: '[role="option"]', text: owing.name })
  await hand.press('ArrowDown')
  await hand.press('Escape', noDialog)
}

const openToday: DailyTask['work'] = async (hand, { ready }) => {
  const { page } = hand
  await goTo(hand, 't', board)
  const filter = (name: string): Locator =>
    page.locator('.fd__bar').getByRole('button', { name: new RegExp(`^${name}`) })
  const counts = (text: string): Wanted => ({ css: '.fd__counts', text })
  const everyRow = await lastRow(page)
  await hand.click(filter('Owes'), counts('shown'))
  await hand.click(filter('No consent'))
  await hand.click(filter('Show all'), everyRow)
  const find = page.locator('.fd__find input')
  await hand.click(find)
  await hand.type(ready.name.slice(0, 6), counts('^ *1 of'))
  await hand.click(filter('Show all'), everyRow)
  await hand.click(page.getByRole('heading', { level: 1 }))
  for (let row = 0; row < 6; row += 1) await hand.press('ArrowDown')
  await hand.press('End')
  await hand.press('Home')
  await hand.click(page.getByRole('button', { name: 'Day after' }), { css: 'h1', text: 'omorrow' })
  await hand.click(page.getByRole('button', { name: 'Day before' }), { css: 'h1', text: 'Today' })
}

const bookKnown: DailyTask['work'] = async (hand, { known }) => {
  const { page } = hand
  const free = '[role="gridcell"][aria-label*=", free, "]'
  await goTo(hand, 'b', { css: 'input[type="search"]', isFocused: true })
  await hand.type(known, { css: '[aria-label="Members found"] button', text: known })
  await hand.press('ArrowDown')
  await hand.press('Enter', { css: 'button', text: 'Change details' })
  const week = (await slotTable(page).getAttribute('aria-label')) ?? ''
  await hand.press('Alt+c', { css: '[role="gridcell"]', isFocused: true })
  await hand.press('PageDown', { css: `[role="grid"]:not([aria-label="${week}"]) ${free}` })
  await hand.press('Alt+c', { css: free, isFocused: true })
  await hand.press('ArrowDown')
  await hand.press('ArrowUp', { css: free, isFocused: true })
  await hand.press('Enter', { css: '[role="gridcell"]', text: 'selected, held for you' })
  await hand.press('Control+Enter', { css: 'button', text: `Book ${known}`, isFocused: true })
  await hand.press('Enter', dialog('has not completed'))
  await hand.press('Escape', noDialog)
}

/** The answers of a member with recent surgery, claustrophobia and a medicine, by digits and typed texts. */
const answerQuestions: DailyTask['work'] = async (hand, { unanswered, place }) => {
  const { page } = hand
  const at = (field: string): Wanted => ({ css: `[data-field="${field}"] > :first-child input`, isFocused: true })
  const text = (field: string): Locator => questionAt(page, field).getByRole('textbox').first()
  await goTo(hand, 't', board)
  await hand.click(rowOf(page, unanswered.name).locator('.fd__next'), at('MedicalMetal.Heart.Surgery'))
  for (const field of [
    'MedicalMetal.Head.Surgery',
    'MedicalMetal.Spine.Surgery',
    'OtherMetal.Implants',
    'NonMedicalMetal.Eyes.Injury',
    'Surgery.Recent',
  ])
    await hand.press('1', at(field))
  await hand.press('2', { css: '[data-field="Surgery.Description"] :is(input, textarea)', isFocused: true })
  await hand.type('Gallbladder removed')
  for (const part of dayFromToday(place.zone, -20).split('-')) {
    await hand.press('Tab')
    await hand.type(part)
  }
  await hand.press('F8', at('Claustrophobic.Status'))
  await hand.press('2', at('Claustrophobic.OralSedative'))
  await hand.press('y', at('Claustrophobic.OralSedativePrescription'))
  await hand.press('y', at('Medications.Current'))
  await hand.click(text('Prescription.PatientHealthNumber'))
  await hand.type('9000 000 142')
  await hand.click(text('Prescription.PreferredPharmacyName'))
  await hand.type('Harbour Pharmacy')
  await hand.press('F8', at('Medications.Current'))
  await hand.press('2', { css: '[data-field="Medications.Types"] :is(input, textarea)', isFocused: true })
  await hand.type('Levothyroxine')
  await hand.press('F8', at('Allergies.Status'))
  await hand.press('1')
  await hand.press('n')
  await hand.press('n')
  await hand.press('1', at('ReasonType'))
  await hand.press('1')
  await hand.press('Control+Enter', { css: 'button', text: 'Save safety answers for', isGone: true })
}

const checkIn: DailyTask['work'] = async (hand, { ready }) => {
  const { page } = hand
  await goTo(hand, 't', board)
  await lastRow(page)
  const name = rowOf(page, ready.name).locator('.fd__name')
  await hand.press('End')
  for (let row = 0; row < 60; row += 1) {
    if (await name.evaluate((element) => element === document.activeElement)) break
    await hand.press('ArrowUp')
  }
  await hand.press('n', dialog('Check in'))
  await hand.press('Enter', { css: '.fd__table tbody tr', text: `${ready.name}.*Mark scanned` })
}

const takePayments: DailyTask['work'] = async (hand, { owing }) => {
  const { page } = hand
  const make = partOf(page, 'Make a Payment')
  const type = make.getByRole('button', { name: /Payment type/ })
  await openStudy(hand, owing.study.studyID)
  await hand.click(page.getByRole('link', { name: 'Payment', exact: true }), { css: 'h2, h3', text: 'Invoice summary' })
  await choose(hand, type, 'Card t')
  await hand.click(make.getByRole('button', { name: /^(Connect a reader|Switch reader)$/ }), {
    css: '[role="dialog"] button',
    text: 'Connect Simulated WisePOS E',
    excuse: simulated,
  })
  await hand.click(page.getByRole('button', { name: 'Connect Simulated WisePOS E', exact: true }), {
    ...noDialog,
    excuse: simulated,
  })
  await readerStrip(page).getByText('Connected').first().waitFor()
  await retype(hand, paymentField(page, 'Amount to Pay'), '800.00')
  await hand.click(processButton(page), { ...dialog('Payment is Completed'), excuse: simulated })
  await hand.press('Enter', noDialog)
  await choose(hand, type, 'Cash')
  await retype(hand, paymentField(page, 'Amount'), '1000.00')
  await hand.click(paymentField(page, 'Cash received'))
  await hand.type('1020', { css: '.pp-take', text: 'CA\\$20\\.00' })
  await hand.click(recordButton(page), { css: 'button', text: 'Take another payment' })
  await hand.click(make.getByRole('button', { name: 'Take another payment' }))
}

const moveAppointment: DailyTask['work'] = async (hand, { movable }) => {
  const { page } = hand
  await openStudy(hand, movable.study.studyID)
  await hand.click(page.getByRole('link', { name: /^Move or cancel/ }), { css: '[role="grid"] [role="gridcell"]' })
  const week = (await slotTable(page).getAttribute('aria-label')) ?? ''
  await hand.click(page.getByRole('tab', { name: /^Week of / }).nth(2), {
    css: `[role="grid"]:not([aria-label="${week}"]) [aria-label*=", free, "]`,
  })
  await hand.click(freeSlots(page).first(), { css: '[role="gridcell"]', text: 'selected, held for you' })
  const move = page.getByRole('region', { name: 'Move the appointment' })
  await hand.click(move.getByRole('button', { name: /^Move / }), { css: '[role="status"], p', text: 'Moved to' })
}

const editPanel: DailyTask['work'] = async (hand, { edited }) => {
  const { page } = hand
  await openStudy(hand, edited.study.studyID)
  const edit = page.getByRole('region', { name: 'Edit Study Details' })
  await hand.click(page.getByRole('button', { name: 'Edit Study Details' }), {
    css: 'button',
    text: '^ *Save Changes',
  })
  await hand.click(edit.getByText('Suppress invoice', { exact: true }))
  await hand.click(page.getByRole('button', { name: /^Save Changes/ }), {
    css: 'button',
    text: '^ *Save Changes',
    isGone: true,
  })
  const log = sectionOf(page, 'Activity log')
  await hand.click(log.getByRole('textbox', { name: 'New note' }))
  await hand.type('Rang about parking')
  await hand.click(actionButton(log, 'Add note'), { css: '#study-log li', text: 'Rang about parking' })
}

const prepareFax: DailyTask['work'] = async (hand, { published }) => {
  const { page } = hand
  await hand.press('Control+k', { css: '.s-search__input', isFocused: true })
  await hand.type(published.name, { css: '[role="option"][aria-selected="true"]', text: published.name })
  await hand.press('Enter', { css: '.s-members__title', text: published.name })
  const { studyID } = published.study
  await hand.click(page.locator(`a[href="/admin/study/${studyID}"]`).first(), { css: '.stuh__born', text: studyID })
  const provider = sectionOf(page, 'Provider follow-up')
  const toggle = provider.locator('.w-panel__toggle').first()
  if ((await toggle.getAttribute('aria-expanded')) === 'false') {
    await hand.click(toggle, { css: 'button', text: '^ *FAX: send the report' })
  }
  await hand.click(provider.getByRole('button', { name: /^FAX: send the report/ }).first(), dialog('Preview'))
  const shown = await page.getByRole('dialog').getByRole('region', { name: 'Recipient information' }).innerText()
  const number = (/\b1[\d\s()-]{10,16}\d/.exec(shown)?.[0] ?? '').replace(/\D/g, '')
  const again = page.getByRole('dialog').getByRole('textbox', { name: 'Re-enter fax number' })
  if ((await again.count()) > 0) {
    await hand.click(again)
    await hand.type(number)
  }
  await hand.click(page.getByRole('dialog').getByText(releaseMessages.confirm))
  await page.getByRole('dialog').getByRole('region', { name: 'Preview' }).locator('canvas').first().waitFor()
  await hand.press('Escape')
}

const closeDay: DailyTask['work'] = async (hand, { place }) => {
  const { page } = hand
  const leave = page.getByRole('alertdialog').getByRole('button').last()
  if ((await leave.count()) > 0) await hand.click(leave, noDialog)
  await goTo(hand, 'f', { css: '.s-finance__counting table' })
  await choose(hand, page.getByRole('main').getByRole('button', { name: /Location/ }), place.name)
  const count = page.getByRole('button', { name: `Count again: ${cashier.name}, cash` })
  await count.waitFor()
  await hand.click(count, dialog('Count '))
  await hand.type('1000')
  await hand.click(page.getByRole('dialog').getByRole('textbox', { name: 'Note' }))
  await hand.type('Wrong change given')
  await hand.click(inDialog(page, 'Save count'), noDialog)
  await hand.click(page.getByRole('button', { name: 'Close the day', exact: true }), dialog('Close the day'))
  const early = page.getByRole('dialog').getByRole('textbox', { name: 'Reason for closing early' })
  // Whether the last appointment has ended depends on the time of the run.
  if ((await early.count()) > 0) {
    await hand.click(early)
    await hand.type('The scanner is down')
  }
  await hand.click(page.getByRole('dialog').getByRole('textbox', { name: 'Note' }))
  await hand.type('See the note')
  await hand.click(inDialog(page, /^Close day/), { css: '.w-banner', text: `Closed by ${cashier.name}` })
}

/** The ten tasks of a day at the desk, in the order in which one day brings them. */
export const dailyTasks: readonly DailyTask[] = [
  { name: 'find a member', work: findMember },
  { name: 'open Today and filter', work: openToday },
  { name: 'book a known member', work: bookKnown },
  { name: 'answer the safety questions', work: answerQuestions },
  { name: 'check in', work: checkIn },
  { name: 'take a card payment and cash', work: takePayments },
  { name: 'move an appointment', work: moveAppointment },
  { name: 'open a study and edit a panel', work: editPanel },
  { name: 'prepare a fax release', work: prepareFax },
  { name: 'count the drawer and close the day', work: closeDay },
]
