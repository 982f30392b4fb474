import type { Locator, Page } from '@playwright/test'
import { formatDate } from '#domain/format/format-date.ts'
import { paymentMessages, paymentTitles } from '#domain/payments/payment-messages.ts'
import { expect, test } from './fixtures.ts'
import { createKeyboard, type Keyboard } from './keyboard.ts'
import { lookClosely } from './look-closely.ts'
import { enterOffice } from './office.ts'
import {
  bookOwing,
  cashier,
  countEarlier,
  ledgerOf,
  partOf,
  paymentField,
  processButton,
  processWindow,
  readCashUp,
  recordButton,
  refundWindow,
  sumOf,
  takingsOf,
  transactionRows,
} from './payment-desk.ts'
import { dayFromToday, placeWithTimeLeft } from './safety-desk.ts'

/** Formats an amount as columns show it, such as `1,250.00`. */
const inColumn = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Opens a list and chooses the option that begins with the typed text. */
const chooseByKey = async (keyboard: Keyboard, trigger: Locator, letters: string): Promise<void> => {
  await keyboard.enterOn(trigger)
  await expect(trigger.page().getByRole('listbox')).toBeVisible()
  await keyboard.type(letters)
  await keyboard.press('Enter')
  await expect(trigger.page().getByRole('listbox')).toBeHidden()
}

/** Moves to a field and replaces its text. */
const retype = async (keyboard: Keyboard, box: Locator, text: string): Promise<void> => {
  await keyboard.tabTo(box)
  await keyboard.press('Control+a')
  await keyboard.type(text)
  await expect(box).toHaveValue(text)
}

const buttonIn = (part: Locator, name: string | RegExp): Locator => part.getByRole('button', { name })
const rowOf = (page: Page, tender: string): Locator =>
  page
    .getByRole('table', { name: /by person and payment type/ })
    .getByRole('row')
    .filter({ hasText: cashier.name })
    .filter({ hasText: tender })

test('applies a promo, takes cash and card, emails the invoice, refunds, adjusts, counts and closes the day by keyboard alone', async ({
  atrium,
}, testInfo) => {
  test.setTimeout(360_000)
  const { page } = atrium
  const keyboard = createKeyboard(page)
  const see = (state: string): Promise<void> => lookClosely(page, state)
  const office = await enterOffice(atrium.backOfficeUrl, cashier.account)
  const { locationID, name: clinic, zone } = placeWithTimeLeft()
  const date = dayFromToday(zone, 0)
  const path = `/api/v1/finance/${locationID}/cash-up`
  const before = await countEarlier(office, path, date)
  const [terminal, cash] = [takingsOf(before, 'physicalTerminal'), takingsOf(before, 'cash')]
  const { study, member, name } = await bookOwing(office, { locationID })
  const credits = partOf(page, 'Credits and Discounts')
  const make = partOf(page, 'Make a Payment')

  await test.step('signs in, finds the study, and opens its payments', async () => {
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
    await keyboard.type(`${cashier.account}@demo.atrium`)
    await keyboard.press('Tab')
    await keyboard.type('atrium-demo')
    await keyboard.press('Enter')
    await expect(page.getByRole('banner')).toBeVisible()
    // The palette searches this workstation's copy, which arrives a moment after the first sign-in.
    const find = `atriumBridge.call('search.find', { text: '${study.studyID}', limit: 1 }).then(JSON.stringify)`
    await expect.poll(async () => String(await page.evaluate(find))).toContain(member.lastname)
    await keyboard.press('Control+k')
    await keyboard.type(study.studyID)
    await expect(page.getByRole('option', { name: new RegExp(`^${study.studyID} · ${name}`) })).toBeVisible()
    await keyboard.press('Enter')
    await keyboard.enterOn(page.getByRole('link', { name: 'Payment', exact: true }))
    await expect(sumOf(page, 'Balance')).toHaveText('2,495.00')
    await see('01-nothing-paid')
  })

  await test.step('a promo code from a category, with a reason', async () => {
    await keyboard.enterOn(buttonIn(credits, 'Credits and Discounts'))
    await chooseByKey(keyboard, buttonIn(credits, /Category/), 'Mark')
    await chooseByKey(keyboard, buttonIn(credits, /Promo/).first(), 'Welc')
    await keyboard.tabTo(credits.getByRole('textbox', { name: 'Reason' }))
    await keyboard.type('Open day')
    await see('02-promo-filled-in')
    await keyboard.enterOn(buttonIn(credits, `Apply CA$100.00 discount for ${name}, ${formatDate(member.dob)}`))
    await expect(sumOf(page, 'Discounts')).toHaveText('−100.00')
    await expect(sumOf(page, 'Balance')).toHaveText('2,395.00')
  })

  await test.step('a part payment in cash, with change', async () => {
    await chooseByKey(keyboard, buttonIn(make, /Payment type/), 'Cash')
    await retype(keyboard, paymentField(page, 'Amount'), '1000.00')
    await keyboard.tabTo(paymentField(page, 'Cash received'))
    await keyboard.type('1020')
    await expect(make.getByText('CA$20.00')).toBeVisible()
    await see('03-cash')
    await keyboard.enterOn(recordButton(page))
    await expect(sumOf(page, 'Paid')).toHaveText('−1,000.00')
    await see('04-cash-recorded')
    await keyboard.enterOn(buttonIn(make, 'Take another payment'))
  })

  await test.step('a part payment on the terminal', async () => {
    await chooseByKey(keyboard, buttonIn(make, /Payment type/), 'Card t')
    await keyboard.enterOn(buttonIn(make, /^(Connect a reader|Switch reader)$/))
    await keyboard.enterOn(page.getByRole('button', { name: 'Connect Simulated WisePOS E', exact: true }))
    await expect(page.getByRole('dialog', { name: 'Card readers' })).toHaveCount(0)
    await retype(keyboard, paymentField(page, 'Amount to Pay'), '800.00')
    await see('05-terminal')
    await keyboard.enterOn(processButton(page))
    await expect(processWindow(page, paymentTitles.successful)).toBeVisible()
    await see('06-completed')
    await keyboard.press('Enter')
    await expect(processWindow(page, paymentTitles.successful)).toHaveCount(0)
    await expect(sumOf(page, 'Paid')).toHaveText('−1,800.00')
  })

  await test.step('the invoice by email', async () => {
    await keyboard.enterOn(buttonIn(credits, 'Email Invoice to Member'))
    const toast = page.getByRole('alertdialog', { name: paymentMessages.emailSent })
    await expect(toast).toContainText(`To ${member.email}`)
  })

  await test.step('a refund of part of the cash', async () => {
    await keyboard.enterOn(page.getByRole('button', { name: 'Refund Payment of CA$1,000.00, cash' }))
    const refund = refundWindow(page)
    await expect(refund.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await keyboard.type('Shorter scan agreed')
    await retype(keyboard, refund.getByRole('textbox', { name: 'Amount' }), '250.00')
    await see('07-refund')
    await keyboard.enterOn(buttonIn(refund, `Refund CA$250.00 for ${name}, ${formatDate(member.dob)}`))
    await expect(refund).toHaveCount(0)
    await expect(sumOf(page, 'Paid')).toHaveText('−1,550.00')
  })

  await test.step('an adjustment with its classification', async () => {
    await keyboard.enterOn(page.getByRole('button', { name: 'Finance Only' }))
    const finance = partOf(page, 'Finance Only')
    await keyboard.tabTo(finance.getByRole('textbox', { name: 'Amount' }))
    await keyboard.type('-45.50')
    await chooseByKey(keyboard, buttonIn(finance, /Classification/), 'Late')
    await keyboard.tabTo(finance.getByRole('textbox', { name: 'Reason' }))
    await keyboard.type('Waited two hours')
    await see('08-adjustment')
    await keyboard.enterOn(buttonIn(finance, `Take CA$45.50 off the balance for ${name}, ${formatDate(member.dob)}`))
    await expect(page.getByText(paymentMessages.adjustmentSuccessful)).toBeVisible()
    await expect(sumOf(page, 'Reconciliations')).toHaveText('−45.50')
  })

  await test.step('the screen and the ledger agree', async () => {
    // 2495.00 - 100.00 promo - (1000.00 - 250.00) cash - 800.00 card - 45.50 adjustment
    await expect(sumOf(page, 'Balance')).toHaveText('799.50')
    await expect(transactionRows(page)).toHaveCount(5)
    // The desk must show no notice about its own changes.
    await expect(page.getByText('This booking was changed while you worked on it')).toHaveCount(0)
    await see('09-ledger')
    const ledger = await ledgerOf(office, study.studyID)
    expect(ledger).toMatchObject({
      totalPrice: 2495,
      discountPromo: 100,
      paid: 1550,
      reconciliationAdjust: -45.5,
      totalBalance: 799.5,
      overpaid: 0,
      openAttempts: [],
    })
    expect(ledger.transactions.map(({ amount }) => amount)).toEqual([-45.5, 250, 800, 1000, 100])
  })

  await test.step('the email that was sent', async () => {
    await keyboard.press('g')
    await keyboard.press('s')
    const mail = page.getByRole('table', { name: /^Sent email/ }).getByRole('row')
    await expect(mail.filter({ hasText: member.email })).toContainText('.pdf')
    await keyboard.tabTo(
      page.getByRole('region', { name: 'Sent email (demo)' }).getByRole('button', { name: 'Refresh' }),
    )
    await see('10-sent-mail')
  })

  await test.step('the day: the expected cash is hidden until the cash is counted again', async () => {
    await keyboard.press('g')
    await keyboard.press('f')
    await expect(page.getByRole('heading', { name: 'Finance', level: 1 })).toBeVisible()
    await chooseByKey(keyboard, page.getByRole('main').getByRole('button', { name: /Location/ }), clinic)
    await expect(rowOf(page, 'Card terminal')).toContainText(inColumn(terminal.taken + 800))
    await expect(rowOf(page, 'Card terminal')).toContainText(inColumn(terminal.expected + 800))
    await expect(rowOf(page, 'Cash').getByText('Hidden until counted again')).toHaveCount(4)
    await expect(rowOf(page, 'Cash')).toContainText('Changed since the count')
    await see('11-day-not-counted')
  })

  await test.step('a count that is five dollars short', async () => {
    // Tab goes from count to count; the Down arrow goes to the buttons of the row.
    await keyboard.tabTo(page.getByRole('textbox', { name: `Counted: ${cashier.name}, cash` }))
    await keyboard.press('ArrowDown')
    await keyboard.enterOn(page.getByRole('button', { name: `Count again: ${cashier.name}, cash` }))
    const count = page.getByRole('dialog', { name: `Count ${cashier.name}’s cash` })
    await expect(count.getByRole('textbox', { name: 'Amount counted' })).toBeFocused()
    await keyboard.type(String(cash.expected + 745))
    await keyboard.tabTo(count.getByRole('textbox', { name: 'Note' }))
    await keyboard.type('Wrong change given')
    await see('12-counting')
    await keyboard.enterOn(buttonIn(count, 'Save count'))
    await expect(count).toHaveCount(0)
    const row = rowOf(page, 'Cash')
    await expect(row).toContainText('5.00 short')
    await expect(row).toContainText('Wrong change given')
    for (const amount of [cash.taken + 1000, cash.refunded + 250, cash.expected + 750, cash.expected + 745]) {
      await expect(row).toContainText(inColumn(amount))
    }
    await see('13-counted')
  })

  await test.step('closes the day', async () => {
    await keyboard.enterOn(page.getByRole('button', { name: 'Close the day', exact: true }))
    const closing = page.getByRole('dialog', { name: 'Close the day' })
    const early = closing.getByRole('textbox', { name: 'Reason for closing early' })
    await expect(closing).toContainText('CA$5.00 short')
    // Whether the last appointment has ended depends on the time of the run.
    if ((await early.count()) > 0) {
      await keyboard.tabTo(early)
      await keyboard.type('The scanner is down')
    }
    await keyboard.tabTo(closing.getByRole('textbox', { name: 'Note' }))
    await keyboard.type('Five short, see the note')
    await see('14-closing')
    await keyboard.enterOn(buttonIn(closing, /^Close /))
    await expect(page.getByText(new RegExp(`^Closed by ${cashier.name}`))).toBeVisible()
    await see('15-closed')
  })

  const { closed } = await readCashUp(office, `${path}?date=${date}`)
  const after = { lines: closed[0]?.lines ?? [] }
  const [terminalNow, cashNow] = [takingsOf(after, 'physicalTerminal'), takingsOf(after, 'cash')]
  expect(terminalNow).toEqual({ ...terminal, taken: terminal.taken + 800, expected: terminal.expected + 800 })
  expect(cashNow).toEqual({ taken: cash.taken + 1000, refunded: cash.refunded + 250, expected: cash.expected + 750 })
  // The day's expected amount has grown by what the study shows as paid: 750.00 + 800.00.
  const { paid } = await ledgerOf(office, study.studyID)
  expect(cashNow.expected - cash.expected + terminalNow.expected - terminal.expected).toBe(paid)

  console.log(`${atrium.shell}: ${keyboard.presses()} key presses from sign-in to the day closed`)
  await testInfo.attach('key presses', { body: String(keyboard.presses()), contentType: 'text/plain' })
})
