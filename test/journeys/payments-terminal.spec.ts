import type { Page } from '@playwright/test'
import { signIn } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice } from './office.ts'
import {
  bookOwing,
  choosePaymentType,
  ledgerOf,
  nextCard,
  openPayment,
  partOf,
  paymentField,
  paymentPanel,
  problemWindow,
  processButton,
  processWindow,
  readerStrip,
  recordButton,
  sumOf,
  takeReader,
  transactionRows,
} from './payment-desk.ts'

/** Enters the amount, and sets what the simulated reader does with the next card. */
const prepare = async (page: Page, amount: string, outcome: string): Promise<void> => {
  await paymentField(page, 'Amount to Pay').fill(amount)
  await nextCard(page, outcome)
}

/** Records every sentence that a card payment's dialog shows from now on, even if only for a moment. */
const listen = async (page: Page): Promise<() => Promise<readonly string[]>> => {
  const received = await page.evaluateHandle(() => {
    const sentences: string[] = []
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role="dialog"] [role="status"]')) {
        const sentence = status.textContent
        if (sentence !== null && sentences.at(-1) !== sentence) sentences.push(sentence)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    return sentences
  })
  return () => received.jsonValue()
}

test('records one transaction for each charge on the terminal, despite a decline, a cancel, a lost reader, a reload and a second desk', async ({
  atrium,
}) => {
  const office = await enterOffice(atrium.backOfficeUrl, 'frontdesk')
  const { study, name } = await bookOwing(office)
  const paidSoFar = async (): Promise<readonly number[]> =>
    (await ledgerOf(office, study.studyID)).transactions.map(({ amount }) => amount)
  const { page } = atrium
  await signIn(page, 'frontdesk')
  await openPayment(atrium, study.studyID)
  await choosePaymentType(page, 'physicalTerminal')

  await test.step('without a reader no payment starts; a simulated reader is marked as simulated', async () => {
    await expect(processButton(page)).toHaveAttribute('aria-disabled', 'true')
    await takeReader(page)
    await expect(partOf(page, 'Make a Payment').getByText('SIMULATED READER').first()).toBeVisible()
    for (const [amount, words] of [
      ['0', 'The amount must be above 0.'],
      ['2495.01', 'The amount cannot exceed the remaining balance.'],
    ] as const) {
      await paymentField(page, 'Amount to Pay').fill(amount)
      await expect(processButton(page)).toHaveAccessibleDescription(words)
    }
  })

  await test.step('declined, tried again, approved: one transaction', async () => {
    await prepare(page, '500', 'Decline')
    await expect(processButton(page)).toHaveAccessibleName(new RegExp(`CA\\$500\\.00 for ${name}`))
    await processButton(page).click()
    await expect(processWindow(page, 'Please Hand Terminal to Member')).toContainText('CA$500.00')
    const failed = processWindow(page, 'Payment Unsuccessful')
    await expect(failed).toContainText('Nothing was charged.')
    await expect(failed.getByRole('alert')).toContainText('Process Payment Result Error: The card was declined.')
    expect(await paidSoFar()).toEqual([])
    await failed.getByRole('button', { name: 'Try Again' }).click()
    const done = processWindow(page, 'Payment is Completed')
    await expect(done).toContainText('CA$500.00 was charged and is recorded.')
    await done.getByRole('button', { name: 'Continue' }).click()
    await expect(done).toHaveCount(0)
    await expect(sumOf(page, 'Balance')).toHaveText('1,995.00')
    await expect(transactionRows(page)).toHaveCount(1)
    expect(await paidSoFar()).toEqual([500])
  })

  await test.step('cancelled while the member has the terminal: nothing is charged, and another payment can start', async () => {
    await prepare(page, '300', 'No card is presented')
    await processButton(page).click()
    const handedOff = processWindow(page, 'Please Hand Terminal to Member')
    await expect(handedOff).toContainText("Waiting for the member's card.")
    await expect(handedOff).toContainText(/Times out in 00:[0-5]\d/)
    await expect(handedOff.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await handedOff.getByRole('button', { name: 'Cancel' }).click()
    const failed = processWindow(page, 'Payment Unsuccessful')
    await expect(failed).toContainText('The payment was cancelled.')
    await failed.getByRole('button', { name: 'Change Payment' }).click()
    await expect(failed).toHaveCount(0)
    expect(await paidSoFar()).toEqual([500])
    await expect(sumOf(page, 'Balance')).toHaveText('1,995.00')
  })

  await test.step('the reader is lost after the charge: the result is found out, and recorded once', async () => {
    await prepare(page, '400', 'Reader disconnects after the charge')
    const announcements = await listen(page)
    await processButton(page).click()
    const done = processWindow(page, 'Payment is Completed')
    await expect(done).toContainText('CA$400.00 was charged and is recorded.')
    expect(await announcements()).toContain(
      'Checking with the card processor whether CA$400.00 was charged. No other payment is taken until this is known.',
    )
    await done.getByRole('button', { name: 'Continue' }).click()
    await expect(sumOf(page, 'Balance')).toHaveText('1,595.00')
    expect(await paidSoFar()).toEqual([400, 500])
  })

  const { page: other } = await test.step('a second desk opens the same study', async () => {
    const desk = await atrium.openSecondDesk()
    await signIn(desk.page, 'onelocation')
    await openPayment(desk, study.studyID)
    await expect(sumOf(desk.page, 'Balance')).toHaveText('1,595.00')
    return desk
  })

  await test.step('a double click makes one charge; a reload shows the payment’s dialog again, and the second desk shows the payment as in progress', async () => {
    // The reader reconnects by itself.
    await expect(readerStrip(page)).toContainText('Connected')
    await prepare(page, '95', 'Approve slowly')
    await processButton(page).dblclick()
    await expect(processWindow(page, 'Processing Payment')).toContainText('CA$95.00')
    await page.reload()
    await expect(processWindow(page, 'Processing Payment')).toContainText('CA$95.00')
    const notice =
      /^A card payment of CA\$95\.00, started by Robin Frost on \d\d \w{3} \d{4} \d\d:\d\d[ap]m [A-Z]+, is in progress$/
    await choosePaymentType(other, 'cash')
    await paymentField(other, 'Amount').fill('10')
    await recordButton(other).click()
    const refused = problemWindow(other, 'Payment Error')
    await expect(refused).toContainText('A card payment of CA$95.00, started by Robin Frost, is still in progress.')
    await refused.getByRole('button', { name: 'OK', exact: true }).click()
    await expect(paymentPanel(other).getByText(notice)).toBeVisible()
    await expect(partOf(other, 'Make a Payment')).toContainText(
      'Wait for it to finish before taking or refunding money.',
    )
    const done = processWindow(page, 'Payment is Completed')
    await expect(done).toContainText('CA$95.00 was charged and is recorded.')
    await done.getByRole('button', { name: 'Continue' }).click()
    expect(await paidSoFar()).toEqual([95, 400, 500])
    await expect(sumOf(page, 'Balance')).toHaveText('1,500.00')
    await expect(sumOf(other, 'Balance')).toHaveText('1,500.00')
    await expect(paymentPanel(other).getByText(notice)).toHaveCount(0)
  })
})
