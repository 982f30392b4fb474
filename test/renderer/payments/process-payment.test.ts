import { expect as expectPage } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { invoiceTextWords } from '#domain/payments/invoice-words.ts'
import { paymentPanelWords } from '#renderer/payments/inside/payment-panel-words.ts'
import { processPaymentWords } from '#renderer/payments/inside/process-payment-words.ts'
import { invoiceWords } from '#renderer/payments/invoice/invoice-words.ts'
import { readerWords } from '#renderer/payments/reader-words.ts'
import { printingWords } from '#renderer/printing/printing-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { openPaymentPages } from './payment-pages.ts'

const desk = openPaymentPages(startHarnessPages())
const button = (name: string | RegExp) => desk.page().getByRole('button', { name })
const dialog = (name: string) => desk.page().getByRole('dialog', { name })
const choose = async (label: string, option: string): Promise<void> => {
  await desk
    .page()
    .getByRole('button', { name: new RegExp(label) })
    .click()
  await desk.page().getByRole('option', { name: option, exact: true }).click()
}
const started = () =>
  desk
    .page()
    .evaluate(() => (window.fakeControls?.calls ?? []).filter(({ command }) => command === 'payments.startAttempt'))
/** Opens the terminal's form and starts a payment of 500. */
const begin = async (): Promise<void> => {
  await choose('Payment type', 'Card terminal')
  await desk.page().getByLabel('Amount to Pay').fill('500')
  await button(/^Process Payment: CA\$500\.00 for Ana Silva, 03 Feb 1980/).click()
  await dialog('Please Hand Terminal to Member').waitFor()
}
const move = (state: 'processing' | 'unknown' | 'succeeded' | 'declined') =>
  desk.page().evaluate(
    ([wanted]) => {
      const attempt = window.fakeControls?.payments.open()[0]
      if (attempt === undefined) throw new Error('No attempt is open.')
      window.fakeControls?.payments.move(
        attempt.attemptID,
        wanted as 'processing',
        wanted === 'declined'
          ? { code: 'payment-declined', message: 'Process Payment Result Error: The card was declined.' }
          : undefined,
      )
    },
    [state],
  )

describe('a payment on the card terminal', { timeout: 60_000 }, () => {
  it('shows the stages from handover to completed, with the member and the seconds', async () => {
    const page = await desk.open()
    await choose('Payment type', 'Card terminal')
    await expectPage(page.getByRole('region', { name: readerWords.strip.label })).toContainText(readerWords.simulated)
    await page.getByLabel('Amount to Pay').fill('500')
    await expectPage(page.getByText('Remaining Balance', { exact: true }).locator('..')).toContainText('CA$2,499.00')
    await expectPage(page.getByText('New Remaining Balance').locator('..')).toContainText('CA$1,999.00')
    await desk.inspect('terminal-panel')
    await button(/^Process Payment/).dblclick()
    const hand = dialog('Please Hand Terminal to Member')
    await expectPage(hand).toContainText('Ana Silva, born 03 Feb 1980')
    await expectPage(hand).toContainText('CA$500.00')
    await expectPage(hand.getByRole('timer')).toContainText(/00:\d\d|01:00/)
    expect(await started()).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expectPage(hand).toBeVisible()
    await desk.inspect('terminal-hand-off')
    await move('processing')
    await expectPage(dialog('Processing Payment')).toBeVisible()
    await desk.inspect('terminal-processing')
    await move('succeeded')
    await expectPage(dialog('Payment is Completed')).toContainText('CA$500.00 was charged and is recorded.')
    await desk.inspect('terminal-done')
    await page.keyboard.press('Enter')
    await expectPage(dialog('Payment is Completed')).toBeHidden()
    await expectPage(page.locator('.pp-sums')).toContainText('1,999.00')
  })

  it('retries as a new attempt after a decline, or returns to the form with the typed amount', async () => {
    await desk.open()
    await begin()
    await move('declined')
    const failed = dialog('Payment Unsuccessful')
    await expectPage(failed).toContainText('Process Payment Result Error: The card was declined.')
    await expectPage(failed).toContainText(processPaymentWords.failed.payment)
    await desk.inspect('terminal-declined')
    await failed.getByRole('button', { name: 'Try Again' }).click()
    await expectPage(dialog('Please Hand Terminal to Member')).toBeVisible()
    const ids = (await started()).map(({ input }) => (input as { attemptID: string }).attemptID)
    expect(new Set(ids).size).toBe(2)
    await move('declined')
    await button('Change Payment').click()
    await expectPage(failed).toBeHidden()
    await expectPage(desk.page().getByLabel('Amount to Pay')).toHaveValue('500')
    await expectPage(button(/Payment type/)).toBeFocused()
  })

  it('offers no retry before the result is known, and shows the result whenever it arrives', async () => {
    const page = await desk.open()
    await begin()
    await move('unknown')
    const out = dialog('Processing Payment')
    await expectPage(out).toContainText('Checking with the card processor whether CA$500.00 was charged')
    await expectPage(button('Try Again')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expectPage(out).toBeVisible()
    await desk.inspect('terminal-unknown')
    await button(processPaymentWords.leave).click()
    await expectPage(out).toBeHidden()
    await expectPage(page.locator('.pp-why')).toContainText('A card payment or refund at this desk is in progress.')
    await move('succeeded')
    await expectPage(dialog('Payment is Completed')).toBeVisible()
  })

  it('shows that the cancellation was passed on, and ends only with the result of the processor', async () => {
    await desk.open()
    await begin()
    await move('processing')
    await button(processPaymentWords.cancel).click()
    const dialogNow = dialog('Processing Payment')
    await expectPage(dialogNow).toContainText('Transaction cancellation initiated on PIN Pad')
    await move('succeeded')
    await expectPage(dialog('Payment is Completed')).toBeVisible()
  })

  it("appears in a notice on other pages, and reappears on its study's page", async () => {
    const page = await desk.open()
    await begin()
    await page.evaluate(() => history.pushState(null, '', '/admin/members'))
    const notices = page.getByRole('region', { name: 'Card payments to review' })
    await expectPage(notices).toContainText(
      'Card payment of CA$500.00, started 23 Nov 2026 08:00am PDT, is in progress.',
    )
    await move('succeeded')
    await expectPage(notices).toContainText('succeeded and is recorded.')
    await desk.inspect('terminal-notice')
    await notices.getByRole('link', { name: /Open study/ }).click()
    await expectPage(dialog('Payment is Completed')).toBeVisible()
    await button(processPaymentWords.continue).click()
    await page.evaluate(() => history.pushState(null, '', '/admin/members'))
    await expectPage(notices).toHaveCount(0)
  })

  it('reappears after a lock, with its new state', async () => {
    const page = await desk.open()
    await begin()
    await desk.control((controls) => {
      const user = controls.clinic.users.find(({ email }) => email.startsWith('frontdesk@'))
      if (user !== undefined) controls.setSession({ kind: 'locked', user })
    })
    await expectPage(dialog('Please Hand Terminal to Member')).toHaveCount(0)
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('Ana Silva')
    await move('declined')
    await desk.control((controls) => {
      const user = controls.clinic.users.find(({ email }) => email.startsWith('frontdesk@'))
      if (user !== undefined) controls.setSession({ kind: 'signed-in', user, idleLockMinutes: 5 })
    })
    await expectPage(dialog('Payment Unsuccessful')).toContainText('Ana Silva')
  })

  it('keeps the typed reason of an Interac refund when no reader is connected', async () => {
    const page = await desk.open({
      before: (controls, studyID) => {
        controls.payments.setTerminal({ current: null })
        controls.payments.seed(studyID, {
          transactionType: 'payment',
          paymentType: 'physicalTerminal',
          amount: 500,
          details: { isInterac: true, referenceID: 'pi_interac' },
        })
      },
    })
    await button(/^Refund /).click()
    await dialog('Refund').getByLabel('Reason').fill('Scan not needed')
    await dialog('Refund')
      .getByRole('button', { name: /^Refund CA/ })
      .click()
    await page
      .getByRole('alertdialog', { name: 'Refund Error' })
      .getByRole('button', { name: paymentPanelWords.problem.back })
      .click()
    await expectPage(dialog('Refund').getByLabel('Reason')).toHaveValue('Scan not needed')
  })

  it('shows that no reader is connected, shows why another desk’s reader cannot be connected, and connects a free reader', async () => {
    const page = await desk.open({
      before: (controls) => void controls.payments.setTerminal({ current: null }),
    })
    await choose('Payment type', 'Card terminal')
    await expectPage(page.locator('.pp-reason')).toHaveText(readerWords.noReader.none)
    await button(readerWords.strip.choose).click()
    const readers = dialog(readerWords.search.title)
    await readers.getByRole('button', { name: 'Connect Simulated reader of another desk' }).click()
    await expectPage(readers).toContainText('Failed to connect: The reader is in use at another desk.')
    await desk.inspect('readers')
    await readers.getByRole('button', { name: 'Connect Simulated reader', exact: true }).click()
    await expectPage(readers).toBeHidden()
    await expectPage(page.getByRole('region', { name: readerWords.strip.label })).toContainText(
      readerWords.link.connected,
    )
    await desk.control((controls) => void controls.payments.setReaders([]))
    await button(readerWords.strip.switch).click()
    await expectPage(readers).toContainText('Failed to discover: No available readers.')
  })

  it('lets a trainer choose the result of the next card', async () => {
    await desk.open()
    await choose('Payment type', 'Card terminal')
    await choose(readerWords.strip.training, 'Decline: insufficient funds')
    expect(await desk.control((controls) => controls.payments.simulatedOutcome())).toBe('insufficient-funds')
  })
})

describe('an Interac refund', { timeout: 60_000 }, () => {
  it('asks for the card used for the payment, in the words of a refund', async () => {
    const page = await desk.open({
      before: (controls, studyID) => {
        controls.payments.seed(studyID, {
          transactionType: 'payment',
          paymentType: 'physicalTerminal',
          amount: 500,
          details: { isInterac: true, referenceID: 'pi_interac', cardLastFour: '1933', cardType: 'interac' },
        })
      },
    })
    await button(/^Refund /).click()
    await dialog('Refund').getByLabel('Reason').fill('Scan not needed')
    await dialog('Refund')
      .getByRole('button', { name: /^Refund CA\$500\.00 for Ana Silva/ })
      .click()
    await expectPage(dialog('Please Hand Terminal to Member')).toContainText(processPaymentWords.waiting.refundCard)
    await desk.inspect('interac-refund')
    await move('succeeded')
    await expectPage(dialog(processPaymentWords.refundTitles.successful)).toContainText(
      'CA$500.00 was refunded and is recorded.',
    )
    await button(processPaymentWords.continue).click()
    await expectPage(page.locator('.pp-sums')).toContainText('2,499.00')
  })
})

describe('a typed card', { timeout: 60_000 }, () => {
  const type = async (number: string): Promise<void> => {
    const page = desk.page()
    await choose('Payment type', 'Card')
    await page.getByLabel('Amount to Pay').fill('500')
    await page.getByLabel('Card Number').fill(number)
    await page.getByLabel('Card Expiry Date').fill('12/30')
    await page.getByLabel('Card Security Code').fill('123')
    await button(/^Pay CA\$500\.00 by card for Ana Silva, 03 Feb 1980/).click()
  }

  it('is charged as a named test payment method, and its number is neither sent nor kept in the field', async () => {
    const page = await desk.open()
    await type('4242 4242 4242 4242')
    await expectPage(dialog('Payment is Completed')).toContainText('TRAINING')
    const calls = await page.evaluate(() => JSON.stringify(window.fakeControls?.calls))
    expect(calls).toContain('pm_card_visa')
    expect(calls.replaceAll(' ', '')).not.toContain('4242424242424242')
    await button(processPaymentWords.continue).click()
    await choose('Payment type', 'Cash')
    await choose('Payment type', 'Card')
    await expectPage(page.getByLabel('Card Number')).toHaveValue('')
  })

  it('is refused and removed from the screen when it is not a test card', async () => {
    const page = await desk.open()
    await type('4111 1111 1111 1111')
    await expectPage(page.getByText('Only test card numbers work here. Never enter a real one.')).toBeVisible()
    await expectPage(page.getByLabel('Card Number')).toHaveValue('')
    expect(await started()).toHaveLength(0)
    await desk.inspect('card-fields')
  })

  it('stays in the field when the reply about the previous card is late', async () => {
    const page = await desk.open({ latencyMs: 600 })
    await type('4242 4242 4242 4242')
    await page.getByLabel('Card Number').fill('5555')
    await expectPage(dialog('Payment is Completed')).toBeVisible()
    await expectPage(page.getByLabel('Card Number')).toHaveValue('5555')
  })

  it('has to be typed again after a decline', async () => {
    const page = await desk.open()
    await type('4000 0000 0000 0002')
    await button('Try Again').click()
    await expectPage(page.getByLabel('Card Number')).toHaveValue('')
    await expectPage(page.getByLabel('Amount to Pay')).toHaveValue('500')
  })

  it('is typed in the provider’s own window if the clinic has a card provider', async () => {
    const page = await desk.open({ before: (controls) => controls.setConnectivity({ cardProcessor: 'stripe' }) })
    await choose('Payment type', 'Card')
    await expectPage(page.getByLabel('Card Number')).toHaveCount(0)
    await button(/^Open the card window/).click()
    await expectPage(dialog('Processing Payment')).toContainText(processPaymentWords.waiting.providerWindow)
    await desk.inspect('provider-window')
  })
})

describe('the invoice', { timeout: 60_000 }, () => {
  const openInvoice = async (
    before: (controls: NonNullable<Window['fakeControls']>, studyID: string) => void = (controls, studyID) => {
      controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 500 })
    },
  ): Promise<void> => {
    const page = await desk.open({ before })
    await page.evaluate((id) => history.pushState(null, '', `/admin/study/${id}/invoice`), desk.studyID())
    await page.getByRole('heading', { level: 1, name: 'Invoice' }).waitFor()
  }

  it('is shown, saved as a PDF, and printed without navigation and buttons', async () => {
    await openInvoice()
    const page = desk.page()
    const paper = page.getByRole('article')
    await expectPage(paper).toContainText('Ana Silva')
    await expectPage(paper).toContainText('CA$1,999.00')
    await expectPage(paper).not.toContainText('Includes tax')
    await desk.inspect('invoice')
    const download = page.waitForEvent('download')
    await button(invoiceWords.savePdf).click()
    expect((await download).suggestedFilename()).toBe(`invoice-${desk.studyID()}.pdf`)
    await page.emulateMedia({ media: 'print' })
    await expectPage(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expectPage(button(printingWords.choose.open)).toBeHidden()
    await expectPage(paper).toBeVisible()
    await desk.inspect('invoice-print')
  })

  it('prints the stamped paper on the printer that the user chooses', async () => {
    await openInvoice()
    const page = desk.page()
    await button(printingWords.choose.open).click()
    await page.getByRole('menuitem', { name: /^Front desk/ }).click()
    await expectPage(page.getByText(printingWords.printing(invoiceWords.printItem))).toBeVisible()
    const printed = await desk.control(({ calls }) =>
      calls.filter(({ command }) => command === 'printing.print').map(({ input }) => input),
    )
    expect(printed).toMatchObject([{ item: { item: { paper: 'invoice' } }, printer: 'front-desk' }])
  })

  it('is the receipt of a paid study: it shows the payment, the included tax and the tax number', async () => {
    await openInvoice((controls, studyID) => {
      controls.clinics.changeAs('ca-bc-1', { taxRate: 0.05, taxId: 'GST 12345 RT0001' })
      controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 2499 })
    })
    const paper = desk.page().getByRole('article')
    const { tax, paid, balance } = invoiceTextWords
    for (const shown of [
      `${tax('5%')}CA$119.00`,
      `${paid}−CA$2,499.00`,
      `${balance}CA$0.00`,
      'GST 12345 RT0001',
      '23 Nov 2026Cash',
    ])
      await expectPage(paper).toContainText(shown)
    await desk.inspect('invoice-paid')
  })

  it('shows that it is suppressed, and why it cannot be read offline', async () => {
    const page = await desk.open({
      before: (controls, studyID) => {
        const at = controls.clinic.studies.findIndex((study) => study.studyID === studyID)
        const study = controls.clinic.studies[at]
        if (study === undefined) return
        controls.clinic.studies[at] = { ...study, status: { ...study.status, invoiceAvailable: false } }
      },
    })
    await page.evaluate((id) => history.pushState(null, '', `/admin/study/${id}/invoice`), desk.studyID())
    await expectPage(
      page.locator('.w-empty-state__title', { hasText: 'View or email invoice has been suppressed' }),
    ).toBeVisible()
    await desk.inspect('invoice-suppressed')
    await page.evaluate(() => history.pushState(null, '', '/admin/members'))
    await desk.control((controls) => controls.setConnectivity({ state: 'offline' }))
    await page.evaluate((id) => history.pushState(null, '', `/admin/study/${id}/invoice`), desk.studyID())
    await expectPage(page.locator('.w-empty-state__title', { hasText: "You're offline" })).toBeVisible()
    await desk.control((controls) => controls.setConnectivity({ state: 'online' }))
    await expectPage(
      page.locator('.w-empty-state__title', { hasText: 'View or email invoice has been suppressed' }),
    ).toBeVisible()
  })
})
