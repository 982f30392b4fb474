import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { noticeLevelTitles } from '#domain/safety/notice-words.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { paymentPanelWords } from '#renderer/payments/inside/payment-panel-words.ts'
import { takePaymentWords } from '#renderer/payments/inside/take-payment-words.ts'
import { transactionWords } from '#renderer/payments/inside/transaction-words.ts'
import { undoMoneyWords } from '#renderer/payments/inside/undo-money-words.ts'
import { paymentPageWords } from '#renderer/payments/payment-page-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { openPaymentPages } from './payment-pages.ts'

const desk = openPaymentPages(startHarnessPages())
const button = (name: string | RegExp): Locator => desk.page().getByRole('button', { name })
/** Returns a field by its label, which ends in a star if the field is required. */
const field = (label: string, within: Pick<Page, 'getByLabel'> = desk.page()): Locator =>
  within.getByLabel(new RegExp(`^${label.replace(/[/]/g, '.')}\\s*\\*?$`))
const visible = (words: string | RegExp): Locator => desk.page().getByText(words).filter({ visible: true }).first()
const region = (name: string): Locator => desk.page().getByRole('region', { name })
const choose = async (label: RegExp, option: string | RegExp): Promise<void> => {
  await desk.page().getByRole('button', { name: label }).click()
  await desk.page().getByRole('option', { name: option, exact: true }).click()
}
/** Opens Credits and Discounts, which is folded while it has no content. */
const openCredits = (): Promise<void> => button(paymentPanelWords.credits.title).click()
const sums = (): Locator => desk.page().locator('.pp-sums')
const modal = (name: string): Locator => desk.page().getByRole('alertdialog', { name })
const rows = (): Locator => desk.page().getByRole('table').locator('tbody tr')
/** Returns whether the user can see at least one of the elements: its middle is in the window and not covered. */
const isOneInSight = (all: Locator): Promise<boolean> =>
  all.evaluateAll((elements) =>
    elements.some((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    }),
  )
const callsOf = (command: string): Promise<unknown[]> =>
  desk
    .page()
    .evaluate(
      (wanted) =>
        (window.fakeControls?.calls ?? []).filter((call) => call.command === wanted).map(({ input }) => input),
      command,
    )

describe('the payment panel', { timeout: 60_000 }, () => {
  it('shows the balance and that nothing was recorded for a new study', async () => {
    const page = await desk.open()
    await expectPage(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible()
    await expectPage(page.locator('.si').getByText('Born 03 Feb 1980')).toBeVisible()
    await expectPage(sums()).toContainText('Whole Body SKU 300')
    await expectPage(sums()).toContainText('2,499.00')
    await expectPage(sums()).not.toContainText('Reconciliations')
    await expectPage(page.getByText('No recorded transactions')).toBeVisible()
    await expectPage(
      page.getByText(/^Appointment: Vancouver, [A-Z]\w\w \d\d [A-Z]\w\w 2026 \d\d:\d\d[ap]m [A-Z]{3}$/),
    ).toBeVisible()
    await desk.inspect('new')
  })

  it('warns before money is taken for a scan that a safety notice rules out', async () => {
    const page = await desk.open({
      before: ({ clinic }, studyID) => {
        const index = clinic.studies.findIndex((study) => study.studyID === studyID)
        const study = clinic.studies[index]
        if (study === undefined) throw new Error('The study is not there.')
        clinic.studies[index] = { ...study, safety: { ...study.safety, red: 1, isProhibited: true } }
      },
    })
    const banner = page.getByRole('alert').filter({ hasText: noticeLevelTitles.forbidden })
    await expectPage(banner).toContainText(paymentPanelWords.notices.forbidden)
    await desk.inspect('forbidden')
  })

  it.each([
    ['frontdesk', 1024, 768],
    ['study', 1440, 900],
    ['booking', 1024, 768],
    ['booking', 1440, 900],
  ] as const)('names the member wherever the %s page is scrolled to, at %i by %i', async (at, width, height) => {
    const page = await desk.open({
      at,
      context: { viewport: { width, height } },
      before: (controls, studyID) =>
        controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'physicalTerminal', amount: 2000 }),
    })
    await expectPage(sums()).toBeVisible()
    await expectPage(rows()).toHaveCount(1)
    // Every column of the transactions is in sight, with the buttons that undo them.
    const cut = (): Promise<number> =>
      page.locator('.w-table-scroll').evaluate((table) => table.scrollWidth - table.clientWidth)
    await expectPage.poll(cut).toBe(0)
    const panel = page.locator('.pp')
    for (const to of ['.pp-sums', '.pp-credits-panel', '.pp-column:last-of-type .pp-form button:last-of-type']) {
      await panel.locator(to).first().scrollIntoViewIfNeeded()
      const named = page.locator('.pp-frame, .si').getByText('Ana Silva', { exact: true }).filter({ visible: true })
      const born = page.locator('.pp-frame, .si').getByText('03 Feb 1980').filter({ visible: true })
      await expectPage.poll(() => isOneInSight(named), { message: to }).toBe(true)
      await expectPage.poll(() => isOneInSight(born), { message: to }).toBe(true)
    }
    await desk.inspect(`${at}-scrolled-${width}`)
  })

  it('records cash once when its button is pressed twice, and still shows the change to give', async () => {
    const page = await desk.open()
    await choose(/Payment type/, 'Cash')
    await expectPage(field('Amount')).toHaveValue('2,499.00')
    await field('Amount').fill('500')
    await field(takePaymentWords.cash.received).fill('480')
    await button(/^Record CA\$500.00 cash/).click()
    await expectPage(page.getByText(takePaymentWords.cash.short('CA$20.00'))).toBeVisible()
    await expectPage(field(takePaymentWords.cash.received)).toBeFocused()
    expect(await callsOf('payments.record')).toEqual([])
    await field(takePaymentWords.cash.received).fill('520')
    await expectPage(page.getByText('CA$20.00')).toBeVisible()
    await desk.inspect('cash')
    await button('Record CA$500.00 cash for Ana Silva, 03 Feb 1980').dblclick()
    await expectPage(page.getByText('CA$1,999.00 is still owed.')).toBeVisible()
    await expectPage(sums()).toContainText('Balance1,999.00')
    await expectPage(rows()).toHaveCount(1)
    await desk.inspect('recorded')
    const sent = await callsOf('payments.record')
    expect(sent).toHaveLength(1)
    // The payment's random key may contain these digits.
    expect(JSON.stringify(sent).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'key')).not.toContain('520')
    await expectPage(page.getByText('Give CA$20.00 change.')).toBeVisible()
    await page.clock.runFor(1_000)
    await button(takePaymentWords.recorded.more).click()
    await expectPage(field('Amount')).toHaveValue('1,999.00')
    await expectPage(field('Amount')).toBeFocused()
  })

  it('retries under the same key after a lost answer, and records the payment once', async () => {
    const page = await desk.open()
    await choose(/Payment type/, 'Cheque')
    await field('Amount').fill('100')
    await field('Cheque #').fill('8841')
    await desk.control((world) =>
      world.failNext('payments.record', { ok: false, failure: { code: 'disconnected', message: 'Gone.' } }),
    )
    await button(/^Record CA\$100.00 cheque/).click()
    await expectPage(
      page.getByText(paymentPanelWords.commit.unknown(paymentPanelWords.commit.what.payment)),
    ).toBeVisible()
    await expectPage(field('Amount')).toHaveAttribute('readonly')
    await desk.inspect('unknown')
    await page.clock.runFor(1_000)
    await button(/^Try again: Record CA\$100.00 cheque/).click()
    await expectPage(rows()).toHaveCount(1)
    const [first, second] = (await callsOf('payments.record')) as { idempotencyKey: string }[]
    expect(second).toEqual(first)
  })

  it('after a refusal, keeps the typed text and treats the next try as a new payment', async () => {
    const page = await desk.open()
    await choose(/Payment type/, 'E-transfer')
    await button(/^Record CA\$2,499.00 e-transfer/).click()
    await expectPage(page.getByText('Enter the confirmation code.')).toBeVisible()
    await field('Confirmation Code').fill('4242 4242 4242 4242')
    await expectPage(page.getByText(/looks like a card number/)).toBeVisible()
    await field('Confirmation Code').fill('CX-77')
    await desk.control((world) =>
      world.failNext('payments.record', {
        ok: false,
        failure: { code: 'amount-above-balance', message: 'The amount is above the remaining balance.' },
      }),
    )
    await button(/^Record CA\$2,499.00 e-transfer/).click()
    await expectPage(modal('Payment Error')).toContainText('The amount is above the remaining balance.')
    await desk.inspect('refused')
    await button(paymentPanelWords.problem.back).click()
    await expectPage(field('Confirmation Code')).toHaveValue('CX-77')
    await page.clock.runFor(1_000)
    await button(/^Record CA\$2,499.00 e-transfer/).click()
    await expectPage(page.getByText(takePaymentWords.recorded.nothingOwed)).toBeVisible()
    const [first, second] = (await callsOf('payments.record')) as { idempotencyKey: string }[]
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey)
  })

  it('restores typed text, without a card number, after the page was left and opened again', async () => {
    const page = await desk.open()
    await choose(/Payment type/, 'E-transfer')
    await field('Amount').fill('250')
    await field('Confirmation Code').fill('4242424242424242')
    await openCredits()
    await field('Reason').fill('Loyal member')
    await page.getByRole('link', { name: paymentPageWords.links.today }).click()
    await page.goBack()
    await expectPage(field('Amount')).toHaveValue('250')
    await expectPage(field('Confirmation Code')).toHaveValue('')
    // The panel opens for its restored text.
    await expectPage(field('Reason')).toBeVisible()
    await expectPage(field('Reason')).toHaveValue('Loyal member')
    expect(JSON.stringify(await callsOf('drafts.save'))).not.toContain('4242424242424242')
  })

  it('shows “Billed, invoice outstanding” when an unpaid invoice brings the balance to 0.00', async () => {
    const page = await desk.open()
    await choose(/Payment type/, 'Invoice')
    await field('Invoice #').fill('INV-7')
    await button(/^Add CA\$2,499.00 invoice/).click()
    await expectPage(page.getByText('The balance is 0.00. Billed, invoice outstanding.')).toBeVisible()
    await expectPage(page.getByText(takePaymentWords.recorded.nothingOwed)).toHaveCount(0)
    await expectPage(page.locator('.w-badge').filter({ hasText: 'Billed, invoice outstanding' })).toBeVisible()
    await expectPage(page.getByRole('region', { name: 'Invoice summary' })).toContainText(
      paymentPanelWords.summary.billed,
    )
    await desk.inspect('payment-invoiced')
    await page.evaluate((id) => history.pushState(null, '', `/admin/study/${id}/invoice`), desk.studyID())
    await expectPage(page.getByRole('article')).toContainText('Billed, invoice outstandingCA$2,499.00')
    await desk.inspect('invoice-outstanding')
  })

  it('shows “Billed, invoice outstanding” offline, from the copy of the study on this workstation', async () => {
    const page = await desk.open({
      before: (world, studyID) => {
        const at = world.clinic.studies.findIndex((study) => study.studyID === studyID)
        const study = world.clinic.studies[at]
        if (study === undefined) throw new Error(`No study ${studyID}`)
        world.clinic.studies[at] = { ...study, balance: 0, invoiceStep: 'issued' }
        world.setConnectivity({ state: 'offline' })
      },
    })
    await expectPage(page.getByText(paymentPageWords.noLedger)).toBeVisible()
    await expectPage(page.locator('.w-badge').filter({ hasText: 'Billed, invoice outstanding' })).toBeVisible()
    await desk.inspect('payment-invoiced-offline')
  })

  it('records no reference that was typed for another payment type', async () => {
    const page = await desk.open()
    await choose(/Payment type/, 'Cheque')
    await field('Cheque #').fill('8841')
    await choose(/Payment type/, 'Prepaid')
    await choose(/Payment type/, 'E-transfer')
    await expectPage(field('Confirmation Code')).toHaveValue('')
    await choose(/Payment type/, 'Prepaid')
    await button(/^Record CA\$2,499.00 prepaid/).click()
    await expectPage(page.getByText(takePaymentWords.recorded.nothingOwed)).toBeVisible()
    expect(await callsOf('payments.record')).toMatchObject([{ paymentType: 'prepaid', referenceID: '' }])
  })

  it("proposes at most the member's credits, and at most a gift card's balance after the card was checked", async () => {
    const page = await desk.open({
      at: 'booking',
      before: ({ payments }) => void payments.ledger.credits.set('m-000001', 120),
    })
    await expectPage(sums()).toContainText('CA$120.00 available')
    await choose(/Payment type/, 'Share Health Credits')
    await expectPage(field('Amount')).toHaveValue('120.00')
    await field('Amount').fill('130')
    await expectPage(page.getByText("The member doesn't have enough Share Health Credits.")).toBeVisible()
    await choose(/Payment type/, 'Gift card or voucher')
    await field('Gift Card/Voucher Number').fill('gc-1000')
    await button(takePaymentWords.giftCard.check).click()
    await expectPage(page.getByText('CA$300.00 left on GC-1000')).toBeVisible()
    await expectPage(field('Amount')).toHaveValue('300.00')
    await desk.inspect('booking-page')
  })

  it('adds an invoice for the whole balance with a practitioner as its payer, and marks its steps', async () => {
    const page = await desk.open()
    await choose(/Payment type/, 'Invoice')
    await expectPage(page.getByText(takePaymentWords.wholeBalance)).toBeVisible()
    await field('Invoice #').fill('INV-7')
    await page.getByRole('combobox', { name: 'Invoice payer' }).fill('castell')
    await page.getByRole('option', { name: /Dr Imogen Castellanos/ }).click()
    await button('Add CA$2,499.00 invoice for Ana Silva, 03 Feb 1980').click()
    await expectPage(rows()).toContainText([transactionWords.status.notIssued])
    await button(/^View Payment of CA\$2,499.00/).click()
    await expectPage(page.getByRole('dialog', { name: 'Transaction' })).toContainText('Dr Imogen Castellanos')
    await expectPage(button(transactionWords.steps.mark.paid)).toHaveAttribute('aria-disabled', 'true')
    await expectPage(button(transactionWords.steps.mark.deposit)).toHaveAttribute('aria-disabled', 'true')
    await expectPage(button(transactionWords.steps.mark.deposit)).toHaveAccessibleDescription(
      'Mark the invoice as issued first.',
    )
    await button(transactionWords.steps.mark.issued).click()
    await button(/^Mark as issued: CA\$2,499.00/).click()
    await page.clock.runFor(1_000)
    await button(transactionWords.steps.mark.deposit).click()
    await button(/^Mark as deposited: CA\$2,499.00/).click()
    await page.clock.runFor(1_000)
    await button(transactionWords.steps.mark.paid).click()
    await choose(/Payment method/, transactionWords.steps.methods.cheque)
    await button(/^Mark as paid: CA\$2,499.00/).click()
    await expectPage(page.getByText('Enter the cheque number.')).toBeVisible()
    await desk.inspect('steps')
    await field('Cheque Number').fill('19')
    await button(/^Mark as paid: CA\$2,499.00/).click()
    await expectPage(button(transactionWords.steps.unmark.paid)).toBeVisible()
  })

  it('names a transaction that could not be read', async () => {
    const page = await desk.open({
      before: ({ payments }, studyID) =>
        payments.seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 50 }),
    })
    await desk.control((world) =>
      world.failNext('payments.readTransaction', { ok: false, failure: { code: 'timed-out', message: 'Late.' } }),
    )
    await button(/^View Payment/).click()
    await expectPage(
      page.getByText(/Something went wrong fetching transaction t-000001, please try again/),
    ).toBeVisible()
    await desk.inspect('fetch-error')
    await button('Try again').click()
    await expectPage(page.getByText('t-000001')).toBeVisible()
  })

  it("applies a promo with its reason, and a referral code with the location's discount", async () => {
    const page = await desk.open({ at: 'study' })
    await expectPage(button(/^Apply discount/)).toHaveCount(0)
    await openCredits()
    await button(/^Apply discount/).click()
    await expectPage(page.getByText(paymentPanelWords.promo.missing)).toBeVisible()
    await choose(/Promo\*?$/, 'Welcome - $100 off')
    await choose(/Category/, paymentPanelWords.promo.categories.employee)
    await choose(/Promo\*?$/, 'Staff - 25% off')
    await field('Reason').fill('Works here')
    await button('Apply CA$624.75 discount for Ana Silva, 03 Feb 1980').click()
    await expectPage(sums()).toContainText('Discounts−624.75')
    await button(/^Apply Credit/).click()
    await expectPage(modal('Referral Code Error')).toContainText('Invalid Referral Code')
    await button(paymentPanelWords.problem.back).click()
    await field('Referral code').fill(' friend-4829 ')
    await button('Apply Credit for Ana Silva, 03 Feb 1980').click()
    await expectPage(sums()).toContainText('Balance1,674.25')
    await desk.inspect('discounts')
  })

  it('lists the promos of a category, and clears the chosen promo if a new category excludes it', async () => {
    const page = await desk.open({ at: 'study' })
    const expectPromos = async (expected: readonly string[]): Promise<void> => {
      await button(/Promo\*?$/).click()
      await expectPage(page.getByRole('option')).toHaveText([...expected])
      await page.keyboard.press('Escape')
    }
    await openCredits()
    await expectPromos(['Welcome - $100 off', 'Ten percent - 10% off', 'Staff - 25% off', 'Goodwill - open amount'])
    await choose(/Promo\*?$/, 'Goodwill - open amount')
    await field('Discount amount').fill('50')
    await choose(/Category/, 'Employee')
    await expectPage(field('Discount amount')).toHaveCount(0)
    await expectPage(button('Apply discount for Ana Silva, 03 Feb 1980')).toBeVisible()
    await expectPromos(['Ten percent - 10% off', 'Staff - 25% off'])
    await choose(/Promo\*?$/, 'Ten percent - 10% off')
    await choose(/Category/, 'Other')
    await expectPage(button(/Promo\*?$/)).toContainText('Ten percent - 10% off')
    await expectPromos(['Ten percent - 10% off', 'Goodwill - open amount'])
    await choose(/Promo\*?$/, 'Goodwill - open amount')
    await expectPage(field('Discount amount')).toHaveValue('')
  })

  it('refunds at most the paid amount, asks for missing input, and refunds a gift card only in full', async () => {
    const page = await desk.open({
      before: ({ payments }, studyID) => {
        payments.seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 300 })
        payments.seed(studyID, { transactionType: 'payment', paymentType: 'giftCertificateIntegrated', amount: 80 })
      },
    })
    await button('Refund Payment of CA$300.00, cash').click()
    await field('Amount', page.getByRole('dialog')).fill('')
    await button(/^Refund for Ana Silva/).click()
    await expectPage(modal('Refund Error')).toContainText('Please enter amount and reason for refund')
    await button(paymentPanelWords.problem.back).click()
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    await field('Amount', dialog).fill('301')
    await expectPage(dialog).toContainText(undoMoneyWords.refund.aboveRefundable)
    await field('Amount', dialog).fill('300')
    await field('Reason', dialog).fill('Double paid')
    await desk.inspect('refund')
    await button('Refund CA$300.00 for Ana Silva, 03 Feb 1980').click()
    await expectPage(rows()).toHaveCount(3)
    await expectPage(rows().first()).toContainText('−300.00')
    await expectPage(button('Refund Payment of CA$300.00, cash')).toHaveAttribute('aria-disabled', 'true')
    await button('Refund Payment of CA$80.00, gift card or voucher').click()
    await expectPage(dialog).toContainText(undoMoneyWords.refund.wholeGiftCard)
  })

  it('lets an administrator adjust the ledger, and shows the messages of booking spec §8', async () => {
    const page = await desk.open({ signedInAs: 'admin' })
    await button('Finance Only').click()
    const finance = region('Finance Only')
    await field('Amount', finance).fill('-')
    await expectPage(finance.getByText(/at most 2 decimals/)).toBeHidden()
    await button(/^Adjust balance for Ana Silva/).click()
    await expectPage(modal('Amount error')).toContainText('Please enter a valid amount between -99999.0 to 99999.0.')
    await button(paymentPanelWords.problem.back).click()
    await field('Amount', finance).fill('-100')
    await button(/^Adjust balance for/).click()
    await expectPage(modal('Classification error')).toContainText('Please choose classification from the drop down')
    await button(paymentPanelWords.problem.back).click()
    await choose(/Classification/, 'Downgrade')
    await button(/^Adjust balance for/).click()
    await expectPage(modal('Reason error')).toContainText('Please enter a valid reason')
    await button(paymentPanelWords.problem.back).click()
    await field('Reason', finance).fill('Head only')
    await button('Take CA$100.00 off the balance for Ana Silva, 03 Feb 1980').click()
    await expectPage(page.getByText('Adjustment successful!')).toBeVisible()
    await expectPage(sums()).toContainText('Reconciliations member owes less−100.00')
    await desk.inspect('reconciled')
  })

  it('does not show Finance Only to the front desk', async () => {
    await desk.open()
    await sums().waitFor()
    await expectPage(button('Finance Only')).toHaveCount(0)
  })

  it('does not show Finance Only to an administrator while adjustments are turned off', async () => {
    await desk.open({
      signedInAs: 'admin',
      before: ({ payments }) => {
        payments.ledger.reconciliation = false
      },
    })
    await sums().waitFor()
    await expectPage(button('Finance Only')).toHaveCount(0)
  })

  it('emails the invoice to the member, but not while it is suppressed', async () => {
    const page = await desk.open()
    await button('Email Invoice to Member').click()
    await expectPage(page.getByText('To member1@mail.example')).toBeVisible()
    await openCredits()
    await page.getByText(paymentPanelWords.credits.suppressInvoice).click()
    await expectPage(visible('View or email invoice has been suppressed')).toBeVisible()
    await expectPage(button('View Invoice')).toHaveAttribute('aria-disabled', 'true')
    await expectPage(button('Email Invoice to Member')).toHaveAttribute('aria-disabled', 'true')
    await desk.inspect('suppressed')
    await page.getByText(paymentPanelWords.credits.suppressInvoice).click()
    await page.getByText(paymentPanelWords.credits.suppressEmail).click()
    await expectPage(button('Email Invoice to Member')).toHaveAccessibleDescription(
      paymentPanelWords.credits.emailSuppressed,
    )
    await expectPage(page.getByRole('link', { name: 'View Invoice' })).toBeVisible()
    await expectPage(page.getByText('View or email invoice has been suppressed')).toHaveCount(0)
  })

  it('while offline, records cash as provisional, and later shows why it could not be recorded', async () => {
    const page = await desk.open()
    await page.getByText('No recorded transactions').waitFor()
    await desk.control((world) => world.setConnectivity({ state: 'offline' }))
    await expectPage(visible(/^Offline: data as of/)).toBeVisible()
    await choose(/Payment type/, 'Cash')
    await field('Amount').fill('40')
    await button('Save CA$40.00 cash offline for Ana Silva, 03 Feb 1980').click()
    await expectPage(
      page.getByText(/CA\$40.00 cash taken 23 Nov 2026 \d\d:\d\d[ap]m PDT is not recorded yet/),
    ).toBeVisible()
    await expectPage(page.getByText('CA$2,459.00 is still owed.')).toBeVisible()
    await expectPage(page.locator('.pp-balance__amount')).toHaveText('CA$2,459.00')
    await desk.inspect('provisional')
    await openCredits()
    await expectPage(button(/^Apply discount/)).toHaveAttribute('aria-disabled', 'true')
    await expectPage(button(/^Apply Credit/)).toHaveAttribute('aria-disabled', 'true')
    await expectPage(button(/^Apply Credit/)).toHaveAccessibleDescription(/connection/)
    await desk.control((world) => {
      world.setConnectivity({ state: 'online' })
      world.payments.refuseProvisional({ failure: { code: 'amount-above-balance', message: 'Nothing is owed.' } })
    })
    await expectPage(page.getByText(/CA\$40.00 cash .* could not be recorded/)).toBeVisible()
    await button(paymentPanelWords.notices.dismiss).click()
    await expectPage(page.getByText(/could not be recorded/)).toBeHidden()
  })

  it('can take cash when it is opened offline, with the copy of the study on this workstation', async () => {
    const page = await desk.open({ before: (world) => world.setConnectivity({ state: 'offline' }) })
    await expectPage(page.getByText(paymentPageWords.noLedger)).toBeVisible()
    await expectPage(button('Save CA$2,499.00 cash offline for Ana Silva, 03 Feb 1980')).toBeVisible()
    await desk.inspect('opened-offline')
  })

  it('charges nothing while another desk has an open card payment, and lets an administrator resolve it', async () => {
    const page = await desk.open({
      signedInAs: 'admin',
      before: ({ payments, clinic }, studyID) => {
        payments.ledger.attemptsOfOthers.set(studyID, [
          {
            attemptID: 'attempt-0001' as never,
            kind: 'payment',
            amount: 500,
            since: clinic.studies[0]?.booking?.utcStart as never,
            by: 'Frankie Desker',
            driver: 'stripe',
          },
        ])
      },
    })
    await expectPage(
      page.getByText(
        /^A card payment of CA\$500.00, started by Frankie Desker on \d\d Nov 2026 \d\d:\d\d[ap]m PDT, is in progress$/,
      ),
    ).toBeVisible()
    await choose(/Payment type/, 'Cash')
    await expectPage(button(/^Record CA\$2,499.00 cash/)).toHaveAttribute('aria-disabled', 'true')
    await desk.inspect('open-attempt')
    await button(paymentPanelWords.notices.check).click()
    await button(paymentPanelWords.notices.resolve).click()
    await page.getByText(/^The card was charged/).click()
    await field(undoMoneyWords.resolve.reference).fill('ch_1')
    await field('Reason', page.getByRole('dialog')).fill('Seen in the processor’s list')
    await desk.inspect('resolve')
    await button('Record CA$500.00 as charged for Ana Silva, 03 Feb 1980').click()
    await expectPage(sums()).toContainText('Paid−500.00')
  })

  it('uses the words of a refund when an open refund is resolved', async () => {
    const page = await desk.open({
      signedInAs: 'admin',
      before: ({ payments, clinic }, studyID) => {
        payments.ledger.attemptsOfOthers.set(studyID, [
          {
            attemptID: 'attempt-0001' as never,
            kind: 'refund',
            amount: 500,
            since: clinic.studies[0]?.booking?.utcStart as never,
            by: 'Frankie Desker',
            driver: 'stripe',
          },
        ])
      },
    })
    await button(paymentPanelWords.notices.resolve).click()
    const dialog = page.getByRole('dialog', { name: undoMoneyWords.resolve.refundTitle })
    await dialog.getByText(undoMoneyWords.resolve.refunded).click()
    await expectPage(dialog.getByRole('button', { name: /^Record CA\$500.00 as refunded for Ana Silva/ })).toBeVisible()
    await dialog.getByText(undoMoneyWords.resolve.wasNotRefunded).click()
    await expectPage(dialog.getByRole('button', { name: /^Record as not refunded for Ana Silva/ })).toBeVisible()
    await expectPage(dialog).not.toContainText('charged')
  })

  it('when an invoice is refunded a second time, shows that the invoice is already cancelled', async () => {
    const page = await desk.open({
      before: ({ payments }, studyID) => {
        payments.seed(studyID, { transactionType: 'payment', paymentType: 'invoice', amount: 100 })
      },
    })
    // Viewing an invoice that is not issued selects the payment type Invoice, which stays selected when the dialog is
    // closed (booking spec §2).
    await expectPage(button(/Payment type/)).not.toContainText('Invoice')
    await button(/^View Payment of CA\$100.00/).click()
    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('dialog', { name: 'Transaction' })).toBeHidden()
    await expectPage(button(/Payment type/)).toContainText('Invoice')
    await button(/^Refund .*[Ii]nvoice/).click()
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    await field('Reason', dialog).fill('Billed twice')
    await dialog.getByRole('button', { name: /^Refund CA\$100.00 for/ }).click()
    await expectPage(dialog).toBeHidden()
    await button(/^Refund .*[Ii]nvoice/).click()
    await expectPage(modal('Invoice Cancellation')).toContainText('This invoice has already been cancelled.')
  })

  it('selects Invoice each time an unissued invoice is opened, unless the user has filled in another type', async () => {
    const page = await desk.open({
      before: ({ payments }, studyID) => {
        payments.seed(studyID, { transactionType: 'payment', paymentType: 'invoice', amount: 100 })
        payments.seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 50 })
      },
    })
    const type = button(/Payment type/)
    const look = async (amount: string): Promise<void> => {
      await button(new RegExp(`^View Payment of CA\\$${amount}`)).click()
      await page.keyboard.press('Escape')
      await expectPage(page.getByRole('dialog', { name: 'Transaction' })).toBeHidden()
    }
    await look('100.00')
    await expectPage(type).toContainText('Invoice')
    await look('50.00')
    await expectPage(page.getByRole('radio', { name: 'Card', exact: true })).toBeChecked()
    await look('100.00')
    await expectPage(type).toContainText('Invoice')
    await choose(/Payment type/, 'Cash')
    await look('100.00')
    await expectPage(type).toContainText('Invoice')
    await choose(/Payment type/, 'Cash')
    await field('Amount').fill('20')
    await look('100.00')
    await expectPage(page.getByRole('radio', { name: /^Cash/ })).toBeChecked()
    await expectPage(field('Amount')).toHaveValue('20')
  })

  it('takes no payment for a study without a time, and shows the messages of booking spec §8', async () => {
    const page = await desk.open({
      before: ({ clinic }, studyID) => {
        const index = clinic.studies.findIndex((study) => study.studyID === studyID)
        const study = clinic.studies[index]
        if (study !== undefined) clinic.studies[index] = { ...study, booking: null }
      },
    })
    await expectPage(visible('Please Add Location and Time Before Completing a Payment')).toBeVisible()
    await desk.inspect('no-time')
    await openCredits()
    await button(/^Apply discount/).click()
    await expectPage(modal('Discount Code Error')).toContainText(
      'Please choose a location and time of scan and add patient information before processing a payment.',
    )
    await desk.inspect('no-time-discount')
    await page.keyboard.press('Escape')
    await expectPage(modal('Discount Code Error')).toBeHidden()
    await button(/^Apply Credit/).click()
    await expectPage(modal('Referral Code Error')).toContainText(
      'Please choose a location and time of scan before processing a payment.',
    )
  })

  it("follows a change of the scan type and offers the location's price for the new one", async () => {
    const page = await desk.open({ signedInAs: 'admin' })
    await sums().waitFor()
    await page.evaluate((studyID) => {
      const study = window.fakeControls?.clinic.studies.find((each) => each.studyID === studyID)
      if (study !== undefined) Object.assign(study, { skuID: 310 })
      window.dispatchEvent(
        new CustomEvent('skuChanged', {
          detail: {
            studyId: studyID,
            skuID: 310,
            newPrice: 2499,
            newTotalBalance: 2499,
            skuName: 'Whole Body with Brain Health',
          },
        }),
      )
    }, desk.studyID())
    await expectPage(sums()).toContainText('Whole Body with Brain Health')
    await expectPage(page.getByText('Whole Body with Brain Health now costs CA$3,299.00 at Vancouver')).toBeVisible()
    await desk.inspect('price')
    await button(paymentPanelWords.price.update).click()
    await button('Set the price to CA$3,299.00 for Ana Silva, 03 Feb 1980').click()
    await expectPage(sums()).toContainText('Balance3,299.00')
  })

  it('lists the transactions with their dates and zones in six columns', async () => {
    const page = await desk.open({
      before: ({ payments }, studyID) =>
        payments.seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 100 }),
    })
    await expectPage(page.getByRole('columnheader')).toHaveText([
      'Transaction',
      'Type',
      'Amount',
      'Date',
      'Status',
      'Actions',
    ])
    await expectPage(rows()).toContainText(/\d\d Nov 2026 \d\d:\d\d[ap]m [A-Z]{3}/)
  })

  it('shows how much of the paid amount is not captured yet', async () => {
    await desk.open({
      before: ({ payments }, studyID) =>
        payments.seed(studyID, {
          transactionType: 'payment',
          paymentType: 'physicalTerminal',
          amount: 500,
          status: 'requires_capture',
        }),
    })
    await expectPage(sums()).toContainText('CA$500.00 not captured yet')
    await expectPage(rows()).toContainText('Complete')
  })

  it('shows the overpaid amount apart from the balance', async () => {
    const page = await desk.open({
      before: ({ payments }, studyID) =>
        payments.seed(studyID, { transactionType: 'payment', paymentType: 'eTransfer', amount: 2600 }),
    })
    await expectPage(sums()).toContainText('Balance0.00')
    await expectPage(page.getByText('Overpaid by CA$101.00')).toBeVisible()
    await desk.inspect('overpaid')
  })

  it('turns a temporary hold into a booking when nothing is owed', async () => {
    const page = await desk.open({
      before: ({ clinic }, studyID) => {
        const study = clinic.studies.find((each) => each.studyID === studyID)
        if (study !== undefined) Object.assign(study, { temporaryHold: true })
      },
    })
    await choose(/Payment type/, 'Cash')
    await button(/^Record CA\$2,499.00 cash/).click()
    await expectPage(page.getByText('Temporary Hold has been updated')).toBeVisible()
  })

  it('gives a nurse read-only access', async () => {
    const page = await desk.open({ signedInAs: 'np' })
    await expectPage(visible('Only the front desk, sales and administrators can take payments.')).toBeVisible()
    await expectPage(page.getByRole('link', { name: 'View Invoice' })).toBeVisible()
    const forMoney =
      /^(Record|Add|Charge|Refund|Remove|Apply|Update price|Email Invoice|Not Valid|Adjust|Process Payment)/
    await expectPage(page.getByRole('button', { name: forMoney })).toHaveCount(0)
    await expectPage(page.getByRole('button', { name: /Payment type/ })).toHaveCount(0)
    await desk.inspect('nurse')
  })

  it('shows that the payments could not be read, with a button to retry', async () => {
    const page = await desk.open({
      before: (world) =>
        world.failNext('payments.read', { ok: false, failure: { code: 'unexpected', message: 'Broken.' } }),
    })
    await button('Try again').waitFor()
    await expectPage(page.getByText(studyMessages.accountSummaryFailed)).toBeVisible()
    await desk.inspect('failed')
    await button('Try again').click()
    await expectPage(page.getByText('No recorded transactions')).toBeVisible()
  })
})
