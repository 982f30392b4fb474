import type { Page } from '@playwright/test'
import { toReferralCode } from '#back-office/repositories/referral-code.ts'
import { missingReference } from '#domain/payments/payment-messages.ts'
import { type PaymentType, ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { chooseOption, signIn } from './desk.ts'
import { type Atrium, expect, test } from './fixtures.ts'
import { enterOffice } from './office.ts'
import {
  bookOwing,
  changeBackOffice,
  choosePaymentType,
  ledgerOf,
  offeredTypes,
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
  transactionWindow,
} from './payment-desk.ts'

const losAngeles = 'us-ca-1'

/** Sells a gift card with a value of this many cents, as another program at the clinics would. */
const sellGiftCard = (atrium: Atrium, number: string, cents: number): void => {
  changeBackOffice(atrium, (db) => {
    db.prepare('insert into gift_card (gift_card_key, number, currency, created_at) values (?, ?, ?, ?)').run(
      number.toUpperCase(),
      number,
      'USD',
      1,
    )
    db.prepare('insert into gift_card_entry (entry_id, gift_card_key, amount, at) values (?, ?, ?, ?)').run(
      `e-${number}`,
      number.toUpperCase(),
      cents,
      1,
    )
  })
}

/** Chooses a type and an amount. */
const enter = async (page: Page, paymentType: PaymentType, amount: string): Promise<void> => {
  await choosePaymentType(page, paymentType)
  await paymentField(page, 'Amount').fill(amount)
}

/** Records the form, and checks the message. */
const record = async (page: Page, words: string): Promise<void> => {
  await pressAfterGuard(recordButton(page))
  await expect(
    partOf(page, 'Make a Payment')
      .getByRole('status')
      .filter({ hasText: `${words} recorded` }),
  ).toBeVisible()
}

/** Sets a step in the open transaction: presses the button of the step, then the button that confirms it. */
const setStep = async (page: Page, action: string): Promise<void> => {
  await transactionWindow(page).getByRole('button', { name: action, exact: true }).click()
  await pressAfterGuard(transactionWindow(page).getByRole('button', { name: new RegExp(`^${action}: `) }))
}

test('records each payment type that charges no card, with its form, reference, refusals and ledger entry', async ({
  atrium,
}) => {
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const { member, study } = await bookOwing(office, { locationID: losAngeles, country: 'United States' })
  const { page } = atrium
  // Another member uses this member's referral code, so that this member has Share Health Credits.
  const { study: referred } = await bookOwing(office, { locationID: losAngeles, lastname: 'Thornquist' })
  await office.send('POST', `/payment/study/${referred.studyID}/referral/${toReferralCode(member.patientID)}`, {})
  sellGiftCard(atrium, 'Harbour-40', 4_000)
  await signIn(page, 'frontdesk')
  await openPayment(atrium, study.studyID)
  await expect(sumOf(page, 'Balance')).toHaveText('2,495.00')

  await test.step('a member in the United States is offered the external lender if the location has one', async () => {
    const offered = await offeredTypes(page)
    expect(offered).toEqual([
      'Card',
      'Card terminal',
      'Cash',
      'Cheque',
      'Clinic debit or credit',
      'E-transfer',
      'External credit',
      'External lender',
      'Gift certificate',
      'Gift card or voucher',
      'Invoice',
      'Partner invoice',
      'Prepaid',
      'Share Health Credits',
    ])
  })

  const manual = [
    { paymentType: 'cash', label: null },
    { paymentType: 'cheque', label: 'Cheque #' },
    { paymentType: 'clinic', label: 'Confirmation Code' },
    { paymentType: 'eTransfer', label: 'Confirmation Code' },
    { paymentType: 'externalCredit', label: 'Confirmation Code' },
    { paymentType: 'externalLender', label: 'Confirmation Code' },
    { paymentType: 'giftCertificate', label: 'Cert #' },
    { paymentType: 'prepaid', label: null },
  ] as const
  for (const { paymentType, label } of manual) {
    await test.step(`${paymentType}: ${label ?? 'no reference'}`, async () => {
      await enter(page, paymentType, '100')
      if (label === null) {
        await expect(paymentField(page, 'Amount')).toHaveValue('100')
      } else {
        await recordButton(page).click()
        await expect(partOf(page, 'Make a Payment').getByText(missingReference(label))).toBeVisible()
        await paymentField(page, label).fill(`REF ${paymentType}`)
      }
      await record(page, `US$100.00 ${ruleOfPaymentType(paymentType).label.toLowerCase()}`)
      await expect(transactionRows(page).first()).toContainText(ruleOfPaymentType(paymentType).label)
    })
  }
  // 2,495.00 less eight times 100.00.
  await expect(sumOf(page, 'Balance')).toHaveText('1,695.00')
  await expect(sumOf(page, 'Paid')).toHaveText('−800.00')

  await test.step('a gift card refuses an unknown number and too high an amount, and is refunded in full', async () => {
    await enter(page, 'giftCertificateIntegrated', '100')
    const number = paymentField(page, 'Gift Card/Voucher Number')
    await recordButton(page).click()
    await expect(partOf(page, 'Make a Payment').getByText('Enter the gift card or voucher number.')).toBeVisible()
    await number.fill('NOBODY-1')
    await page.getByRole('button', { name: 'Check balance' }).click()
    await expect(partOf(page, 'Make a Payment').getByText('No gift card or voucher has this number.')).toBeVisible()
    await number.fill(' harbour-40 ')
    await pressAfterGuard(recordButton(page))
    const refused = problemWindow(page, 'Payment Error')
    await expect(refused).toContainText('The amount is more than the balance of this gift card.')
    await refused.getByRole('button', { name: 'OK', exact: true }).click()
    await page.getByRole('button', { name: 'Check balance' }).click()
    await expect(partOf(page, 'Make a Payment').getByText('US$40.00 left on Harbour-40')).toBeVisible()
    await paymentField(page, 'Amount').fill('40')
    await record(page, 'US$40.00 gift card or voucher')
    await refundButton(page, 'Payment of US$40.00, gift card or voucher').click()
    const amount = refundWindow(page).getByRole('textbox', { name: 'Amount' })
    await expect(amount).toHaveValue('40.00')
    await expect(amount).toHaveAccessibleDescription(/Gift cards are refunded in full\./)
    await refundWindow(page).getByRole('textbox', { name: 'Reason' }).fill('The card was a present to keep')
    await refundWindow(page)
      .getByRole('button', { name: /^Refund US\$40\.00 for / })
      .click()
    await expect(refundWindow(page)).toHaveCount(0)
    await expect(sumOf(page, 'Balance')).toHaveText('1,695.00')
    const card = await office.read(`/api/v1/studies/${study.studyID}/gift-cards/HARBOUR-40`)
    expect(card).toMatchObject({ balance: 40 })
  })

  await test.step('Share Health Credits are limited to the balance of the member', async () => {
    await choosePaymentType(page, 'referralCredit')
    await expect(paymentField(page, 'Amount')).toHaveValue('100.00')
    await paymentField(page, 'Amount').fill('100.01')
    await expect(
      partOf(page, 'Make a Payment').getByText("The member doesn't have enough Share Health Credits."),
    ).toBeVisible()
    await paymentField(page, 'Amount').fill('100')
    await record(page, 'US$100.00 share health credits')
    await expect(sumOf(page, 'Share Health Credits')).toHaveText('−100.00')
    await expect(sumOf(page, 'Balance')).toHaveText('1,595.00')
  })

  await test.step('an invoice is for the full balance; staff mark it as issued, deposited and paid', async () => {
    await choosePaymentType(page, 'invoice')
    await expect(paymentField(page, 'Amount')).toHaveValue('1,595.00')
    await expect(paymentField(page, 'Amount')).toHaveAccessibleDescription(
      /An invoice is always for the full balance\./,
    )
    await recordButton(page).click()
    await expect(partOf(page, 'Make a Payment').getByText('Enter the invoice number.')).toBeVisible()
    await paymentField(page, 'Invoice #').fill('INV 2044')
    await record(page, 'US$1,595.00 invoice')
    await expect(sumOf(page, 'Balance')).toHaveText('0.00')
    const row = transactionRows(page).first()
    await expect(row).toContainText('Not issued')
    await row.getByRole('button', { name: /^View / }).click()
    const toPaid = transactionWindow(page).getByRole('button', { name: 'Mark as paid', exact: true })
    await expect(toPaid).toHaveAccessibleDescription('Mark the transaction as issued before you mark it as paid.')
    await setStep(page, 'Mark as issued')
    await expect(row).toContainText('Issued')
    await setStep(page, 'Mark as deposited')
    await expect(row).toContainText('Deposited')
    await toPaid.click()
    await chooseOption(transactionWindow(page).getByRole('button', { name: /Payment method/ }), 'Cheque')
    const commit = transactionWindow(page).getByRole('button', { name: /^Mark as paid: / })
    await commit.click()
    await expect(transactionWindow(page).getByText('Enter the cheque number.')).toBeVisible()
    await transactionWindow(page).getByRole('textbox', { name: 'Cheque Number' }).fill('CHQ 77')
    await pressAfterGuard(commit)
    await expect(row).toContainText('Paid')
    await expect(
      transactionWindow(page).getByRole('button', { name: 'Mark as not deposited', exact: true }),
    ).toHaveAccessibleDescription("The transaction is already paid, so its deposit step can't be changed.")
    await transactionWindow(page).getByRole('button', { name: 'Close' }).last().click()
  })

  await test.step('the back office has the same records', async () => {
    const ledger = await ledgerOf(office, study.studyID)
    expect(ledger).toMatchObject({
      price: 2495,
      paid: 2395,
      discountReferralCredit: 100,
      serviceCreditUse: 100,
      totalBalance: 0,
      overpaid: 0,
      availableCredits: 0,
    })
    expect(
      ledger.transactions.map(({ transactionType, paymentType, amount }) => [transactionType, paymentType, amount]),
    )
      // Newest first.
      .toEqual([
        ['payment', 'invoice', 1595],
        ['credit', 'referralCredit', 100],
        ['Refund', 'giftCertificateIntegrated', 40],
        ['payment', 'giftCertificateIntegrated', 40],
        ...manual.map(({ paymentType }) => ['payment', paymentType, 100]).reverse(),
      ])
    for (const { paymentType, label } of manual) {
      const reference = ledger.transactions.find((each) => each.paymentType === paymentType)?.details.referenceID
      expect(reference).toBe(label === null ? null : `REF ${paymentType}`)
    }
  })
})

test('location and member decide whether External lender is offered; partner invoices are issued before the deposit, whitelabel invoices immediately', async ({
  atrium,
}) => {
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const canadian = await bookOwing(office, { locationID: losAngeles })
  const atVancouver = await bookOwing(office, { country: 'United States', lastname: 'Thornquist' })
  const whitelabel = await bookOwing(office, { locationID: 'us-ga-1', lastname: 'Brackenridge' })
  const { page } = atrium
  await signIn(page, 'frontdesk')

  await test.step('no lender for a member in the United States if the location has none', async () => {
    await openPayment(atrium, atVancouver.study.studyID)
    expect(await offeredTypes(page)).not.toContain('External lender')
  })

  await test.step('no lender for a member in Canada; a partner’s invoice is issued before its deposit', async () => {
    await openPayment(atrium, canadian.study.studyID)
    expect(await offeredTypes(page)).not.toContain('External lender')
    await choosePaymentType(page, 'partner invoice')
    await paymentField(page, 'Invoice #').fill('PARTNER 9')
    await record(page, 'US$2,495.00 partner invoice')
    await transactionRows(page)
      .first()
      .getByRole('button', { name: /^View / })
      .click()
    await expect(
      transactionWindow(page).getByRole('button', { name: 'Mark as deposited', exact: true }),
    ).toHaveAccessibleDescription('Mark the invoice as issued first.')
    await setStep(page, 'Mark as issued')
    await setStep(page, 'Mark as deposited')
    await expect(transactionRows(page).first()).toContainText('Deposited')
    const { steps } = (await ledgerOf(office, canadian.study.studyID)).transactions[0] ?? {}
    expect(steps).toMatchObject({ issued: { isDone: true }, deposit: { isDone: true }, paid: { isDone: false } })
  })

  await test.step('a whitelabel location starts with an invoice for the full balance, issued immediately', async () => {
    await openPayment(atrium, whitelabel.study.studyID)
    await expect(partOf(page, 'Make a Payment').getByRole('button', { name: /Payment type/ })).toContainText('Invoice')
    await expect(paymentField(page, 'Amount')).toHaveValue('2,495.00')
    await expect(paymentField(page, 'Amount')).toHaveAccessibleDescription(
      /An invoice is always for the full balance\./,
    )
    await recordButton(page).click()
    await expect(partOf(page, 'Make a Payment').getByText('Enter the invoice number.')).toBeVisible()
    await paymentField(page, 'Invoice #').fill('WL 1')
    await record(page, 'US$2,495.00 invoice')
    await expect(toast(page, 'Invoice payment automatically issued')).toBeVisible()
    await expect(transactionRows(page)).toHaveCount(1)
    await expect(transactionRows(page).first()).toContainText('Issued')
    await expect(sumOf(page, 'Balance')).toHaveText('0.00')
    await expect(paymentPanel(page)).not.toContainText('Not issued')
  })
})
