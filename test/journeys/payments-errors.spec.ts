import type { Locator, Page } from '@playwright/test'
import { toReferralCode } from '#back-office/repositories/referral-code.ts'
import { chooseOption, signIn } from './desk.ts'
import { type Atrium, expect, test } from './fixtures.ts'
import { enterOffice, type Office } from './office.ts'
import {
  bookOwing,
  changeBackOffice,
  choosePaymentType,
  ledgerOf,
  openCredits,
  openPayment,
  partOf,
  paymentField,
  paymentPanel,
  pressAfterGuard,
  problemWindow,
  recordButton,
  refundButton,
  refundWindow,
  sumOf,
  toast,
  transactionRows,
} from './payment-desk.ts'

/** Checks the text of an error message's dialog, and closes the dialog. */
const readAndClose = async (page: Page, title: string, words: string): Promise<void> => {
  const problem = problemWindow(page, title)
  await expect(problem.getByRole('paragraph')).toHaveText(words)
  await problem.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(problem).toHaveCount(0)
}

const payCash = (office: Office, studyID: string, amount: number): Promise<unknown> =>
  office.send('POST', `/payment/study/${studyID}`, { payment: { paymentType: 'cash', amount } })

const referral = (page: Page): Locator =>
  partOf(page, 'Credits and Discounts').getByRole('region', { name: 'Referral' })
const promo = (page: Page): Locator => partOf(page, 'Credits and Discounts').getByRole('region', { name: 'Promo' })
const notValid = (page: Page): Locator => referral(page).getByRole('button', { name: 'Not Valid' })

/** Chooses a promo and a reason. */
const choosePromo = async (page: Page, name: string, reason: string): Promise<void> => {
  await openCredits(page)
  await chooseOption(promo(page).getByRole('button', { name: /Promo/ }), new RegExp(`^${name}`))
  await promo(page).getByRole('textbox', { name: 'Reason' }).fill(reason)
}

test('each kind of wrong input on the payment page is refused with its message', async ({ atrium }) => {
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const { member, study } = await bookOwing(office)
  const partial = await bookOwing(office, { lastname: 'Thornquist', skuID: 310 })
  const { page } = atrium
  await signIn(page, 'admin')
  await openPayment(atrium, study.studyID)

  await test.step('invalid and excessive amounts', async () => {
    await choosePaymentType(page, 'cash')
    for (const [typed, words] of [
      ['-5', 'The amount cannot be below 0.'],
      ['1.005', 'Enter at most 2 decimals.'],
      ['1e21', 'Enter an amount in digits, such as 1,250.00.'],
      ['NaN', 'Enter an amount in digits, such as 1,250.00.'],
      ['12,50', 'Enter an amount in digits, such as 1,250.00.'],
      ['0', 'The amount must be above 0.'],
      ['', 'Enter an amount.'],
      ['2495.01', 'The amount cannot exceed the remaining balance.'],
      ['99999999', 'The amount can be at most CA$2,495.00.'],
    ] as const) {
      await paymentField(page, 'Amount').fill(typed)
      await recordButton(page).click()
      await expect(partOf(page, 'Make a Payment').getByText(words)).toBeVisible()
    }
  })

  await test.step('Referral Code Error', async () => {
    await openCredits(page)
    const code = referral(page).getByRole('textbox', { name: 'Referral code' })
    const apply = referral(page).getByRole('button', { name: /^Apply Credit for / })
    await apply.click()
    await readAndClose(page, 'Referral Code Error', 'Invalid Referral Code')
    await code.fill('NOBODYS1')
    await apply.click()
    await readAndClose(page, 'Referral Code Error', 'Invalid Referral Code')
    await code.fill(toReferralCode(member.patientID).toLowerCase())
    await pressAfterGuard(apply)
    await readAndClose(page, 'Referral Code Error', "This is the member's own referral code.")
  })

  await test.step('Discount Code Error', async () => {
    const apply = promo(page).getByRole('button', { name: /^Apply / })
    await apply.click()
    await expect(promo(page).getByText('Choose a promo.')).toBeVisible()
    await expect(promo(page).getByText('Enter a reason.')).toBeVisible()
    await choosePromo(page, 'Goodwill', 'Waited too long')
    const amount = promo(page).getByRole('textbox', { name: 'Discount amount' })
    await amount.fill('-20')
    await apply.click()
    await expect(promo(page).getByText('The amount cannot be below 0.')).toBeVisible()
    await amount.fill('2495.01')
    await apply.click()
    await expect(promo(page).getByText('The amount cannot exceed the remaining balance.')).toBeVisible()
    await expect(apply).toHaveAccessibleName(/^Apply discount for /)
    expect((await ledgerOf(office, study.studyID)).transactions).toEqual([])
    await choosePromo(page, 'Welcome', 'First visit')
    await pressAfterGuard(apply)
    await expect(toast(page, 'Discount applied')).toBeVisible()
    await choosePromo(page, 'Welcome', 'Once more')
    await pressAfterGuard(apply)
    await readAndClose(page, 'Discount Code Error', 'This promo code was already used on this study.')
    await expect(sumOf(page, 'Balance')).toHaveText('2,395.00')
  })

  await test.step('Refund Error, and entries that are fully removed or refunded', async () => {
    const dialog = refundWindow(page)
    const [amount, reason] = [
      dialog.getByRole('textbox', { name: 'Amount' }),
      dialog.getByRole('textbox', { name: 'Reason' }),
    ]
    await refundButton(page, 'Discount of CA$100.00, promo code').click()
    const remove = dialog.getByRole('button', { name: /^Remove (CA\$|for )/ })
    await amount.fill('')
    await remove.click()
    await readAndClose(page, 'Refund Error', 'Please enter amount and reason for removal')
    await amount.fill('100')
    await remove.click()
    await readAndClose(page, 'Refund Error', 'Please enter reason for removal')
    await reason.fill('Given by mistake')
    await amount.fill('')
    await remove.click()
    await readAndClose(page, 'Refund Error', 'Please enter amount to remove')
    await amount.fill('100.01')
    await remove.click()
    await expect(dialog.getByText('The amount is more than can be removed.')).toBeVisible()
    await amount.fill('100')
    await remove.click()
    await expect(dialog).toHaveCount(0)
    await expect(refundButton(page, 'Discount of CA$100.00, promo code')).toHaveAccessibleDescription(
      'All funds removed for this payment type.',
    )
    await payCash(office, study.studyID, 200)
    await expect(sumOf(page, 'Balance')).toHaveText('2,295.00')
    await refundButton(page, 'Payment of CA$200.00, cash').click()
    const refund = dialog.getByRole('button', { name: /^Refund (CA\$|for )/ })
    await amount.fill('')
    await refund.click()
    await readAndClose(page, 'Refund Error', 'Please enter amount and reason for refund')
    await reason.fill('Moved away')
    await amount.fill('200')
    await pressAfterGuard(refund)
    await expect(dialog).toHaveCount(0)
    await expect(refundButton(page, 'Payment of CA$200.00, cash')).toHaveAccessibleDescription(
      'All funds refunded for this payment type.',
    )
  })

  await test.step('Amount, Classification and Reason error of the Finance Only form', async () => {
    await page.getByRole('button', { name: 'Finance Only' }).click()
    const form = partOf(page, 'Finance Only')
    const [amount, reason] = [
      form.getByRole('textbox', { name: 'Amount' }),
      form.getByRole('textbox', { name: 'Reason' }),
    ]
    const adjust = form.getByRole('button', { name: / for Orlaith Vexhollow/ })
    const outside = form.getByText('Enter an amount from -99,999.00 to 99,999.00, with at most 2 decimals.')
    // Uses Enter, because a message that appears or disappears moves the button, and a click would miss it.
    await amount.fill('100000')
    await expect(outside).toBeVisible()
    await adjust.press('Enter')
    await readAndClose(page, 'Amount error', 'Please enter a valid amount between -99999.0 to 99999.0.')
    await amount.fill('-')
    await expect(outside).toHaveCount(0)
    await amount.fill('-95')
    await adjust.press('Enter')
    await readAndClose(page, 'Classification error', 'Please choose classification from the drop down')
    await chooseOption(form.getByRole('button', { name: /Classification/ }), 'Minor reconciliation')
    await adjust.press('Enter')
    await readAndClose(page, 'Reason error', 'Please enter a valid reason')
    await reason.fill('Rounded down')
    await expect(adjust).toHaveAccessibleName(/^Take CA\$95\.00 off the balance for /)
    await adjust.click()
    await expect(toast(page, 'Adjustment successful!')).toBeVisible()
    await expect(sumOf(page, 'Reconciliations')).toHaveText('−95.00')
    await expect(sumOf(page, 'Balance')).toHaveText('2,400.00')
  })

  await test.step('a referral code gives no discount on a partial scan, and is refused on a second scan', async () => {
    await openPayment(atrium, partial.study.studyID)
    await openCredits(page)
    await referral(page).getByRole('textbox', { name: 'Referral code' }).fill(toReferralCode(member.patientID))
    await referral(page)
      .getByRole('button', { name: /^Apply Credit/ })
      .click()
    const notice = 'Referral code added, but a discount will not be applied since it is not a WB scan'
    await expect(toast(page, notice)).toBeVisible()
    await expect(transactionRows(page)).toHaveCount(1)
    await expect(sumOf(page, 'Balance')).toHaveText('1,495.00')
    await expect(notValid(page)).toHaveAccessibleDescription('This study already has a referral code.')
    expect((await ledgerOf(office, partial.study.studyID)).transactions).toMatchObject([
      { transactionType: 'Discount', paymentType: 'referral code', amount: 0, memo: notice },
    ])
    await payCash(office, study.studyID, 2400)
    const second = await bookOwing(office, { member })
    await openPayment(atrium, second.study.studyID)
    await openCredits(page)
    await expect(notValid(page)).toHaveAccessibleDescription(
      "Cannot add referral code since it is not the patient's first scan.",
    )
  })
})

/** Ends every session of an account at the back office, as a database administrator could. */
const endSessions = (atrium: Atrium, account: string): void => {
  changeBackOffice(atrium, (db) => {
    expect(db.prepare('delete from session where user_id = ?').run(`u-${account}`).changes).toBeGreaterThan(0)
  })
}

test('payments handle a temporary hold, a cancelled appointment, failed mail and an ended session', async ({
  atrium,
}) => {
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const held = await bookOwing(office, { skuID: 310, isTemporaryHold: true })
  const cancelled = await bookOwing(office, { lastname: 'Thornquist' })
  const { study } = await bookOwing(office, { lastname: 'Brackenridge' })
  const { page } = atrium
  await signIn(page, 'admin')

  await test.step('a temporary hold becomes a booking through a discount that brings the balance to 0', async () => {
    await openPayment(atrium, held.study.studyID)
    await expect(page.getByText('Temporary hold', { exact: true })).toBeVisible()
    await choosePromo(page, 'Goodwill', 'Machine was down')
    await promo(page).getByRole('textbox', { name: 'Discount amount' }).fill('1495')
    await promo(page)
      .getByRole('button', { name: /^Apply CA\$1,495\.00 discount for / })
      .click()
    await expect(toast(page, 'Temporary Hold has been updated')).toBeVisible()
    await expect(sumOf(page, 'Balance')).toHaveText('0.00')
    await expect(page.getByText('Booked', { exact: true })).toBeVisible()
  })

  await test.step('payments are closed for a cancelled appointment, but earlier payments can be refunded', async () => {
    await payCash(office, cancelled.study.studyID, 100)
    await office.send('POST', `/booking/cancel/${cancelled.study.studyID}`, {
      cancellationReason: 'member-commute',
      cancellationDetail: 'Too far',
    })
    await openPayment(atrium, cancelled.study.studyID)
    const panel = paymentPanel(page)
    await expect(panel.getByText('CA$100.00 paid and not refunded')).toBeVisible()
    await expect(panel.getByText(/Payments are closed for cancelled appointments\./).first()).toBeVisible()
    await expect(partOf(page, 'Make a Payment')).toHaveCount(0)
    await expect(promo(page)).toHaveCount(0)
    await refundButton(page, 'Payment of CA$100.00, cash').click()
    await refundWindow(page).getByRole('textbox', { name: 'Reason' }).fill('Cancelled')
    await refundWindow(page)
      .getByRole('button', { name: /^Refund CA\$100\.00 for / })
      .click()
    await expect(toast(page, 'CA$100.00 refunded')).toBeVisible()
    expect((await ledgerOf(office, cancelled.study.studyID)).paid).toBe(0)
  })

  await test.step('a suppressed invoice is neither shown nor mailed', async () => {
    await openPayment(atrium, study.studyID)
    await openCredits(page)
    const credits = partOf(page, 'Credits and Discounts')
    // The head of the panel has the text of the note too: it describes the buttons there.
    const invoice = credits.getByRole('region', { name: 'Invoice', exact: true })
    const suppress = invoice.getByRole('checkbox', { name: 'Suppress invoice' })
    // The checkbox changes only after the back office has answered, so `check` would fail here.
    await suppress.click({ force: true })
    await expect(suppress).toBeChecked()
    const note = invoice.getByText('View or email invoice has been suppressed', { exact: true })
    await expect(note).toBeVisible()
    for (const name of ['View Invoice', 'Email Invoice to Member']) {
      await expect(credits.getByRole('button', { name })).toHaveAccessibleDescription(
        'View or email invoice has been suppressed',
      )
    }
    await suppress.click({ force: true })
    await expect(note).toHaveCount(0)
    await expect(credits.getByRole('link', { name: /^View Invoice/ })).toBeVisible()
  })

  await test.step('a session ends while a payment is being entered: the input is kept, and recorded once', async () => {
    await choosePaymentType(page, 'cheque')
    await paymentField(page, 'Amount').fill('150')
    await paymentField(page, 'Cheque #').fill('CHQ 31')
    endSessions(atrium, 'admin')
    // Either this press or a background read of changes is refused first. After that the desk must sign in again.
    await recordButton(page)
      .click({ timeout: 3_000 })
      .catch(() => null)
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    expect((await ledgerOf(office, study.studyID)).transactions).toEqual([])
    await signIn(page, 'admin')
    await openPayment(atrium, study.studyID)
    await expect(paymentField(page, 'Amount')).toHaveValue('150')
    await expect(paymentField(page, 'Cheque #')).toHaveValue('CHQ 31')
    await partOf(page, 'Make a Payment')
      .getByRole('button', { name: /^(Try again: )?Record CA\$150\.00 cheque for / })
      .click()
    await expect(transactionRows(page)).toHaveCount(1)
    await expect(sumOf(page, 'Balance')).toHaveText('2,345.00')
    const { transactions } = await ledgerOf(office, study.studyID)
    expect(transactions.map(({ amount, details }) => [amount, details.referenceID])).toEqual([[150, 'CHQ 31']])
  })

  await test.step('the mail server cannot be reached', async () => {
    await atrium.stopBackOffice()
    // No server listens on the discard port.
    process.env.ATRIUM_SMTP_URL = 'smtp://127.0.0.1:9'
    try {
      await atrium.startBackOffice()
    } finally {
      delete process.env.ATRIUM_SMTP_URL
    }
    await expect(page.getByRole('contentinfo').getByText('Online')).toBeVisible()
    const email = page.getByRole('button', { name: 'Email Invoice to Member' })
    await expect(email).not.toHaveAttribute('aria-disabled', 'true')
    await email.click()
    await expect(toast(page, 'Error sending email')).toBeVisible()
    await expect(toast(page, 'There was an error sending the email.')).toBeVisible()
  })
})
