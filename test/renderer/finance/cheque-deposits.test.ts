import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { chequeDepositWords as words } from '#renderer/finance/cheque-deposit-words.ts'
import { financeWords } from '#renderer/finance/finance-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { openPaymentPages } from '../payments/payment-pages.ts'

const desk = openPaymentPages(startHarnessPages())
const button = (name: string | RegExp) => desk.page().getByRole('button', { name })
const dialog = () => desk.page().getByRole('dialog', { name: words.dialog.title })
const cheques = () => desk.page().getByRole('region', { name: financeWords.lists.chequesNotDeposited })
const deposits = () => desk.page().getByRole('region', { name: words.list.title })
const box = (name: string | RegExp) => cheques().getByRole('checkbox', { name })

/** Opens Finance of Vancouver with three cheques of 250, 1,100.50 and 80, counted or not. */
const open = async (signedInAs: 'admin' | 'finance' | 'frontdesk', isCounted = true): Promise<Page> => {
  const page = await desk.open({
    signedInAs,
    context: { timezoneId: 'America/Vancouver' },
    before: (controls, studyID) => {
      for (const [amount, referenceID] of [
        [250, '1001'],
        [1100.5, '1002'],
        [80, ''],
      ] as const) {
        const cheque = { transactionType: 'payment', paymentType: 'cheque', amount, details: { referenceID } } as const
        controls.payments.seed(studyID, cheque)
      }
    },
  })
  await page.evaluate(() => history.pushState(null, '', '/admin/finance'))
  if (isCounted) {
    await page.getByRole('textbox', { name: /^Counted: .*, cheque$/ }).fill('1430.50')
    await button(/^Record 1 count:/).click()
    if (signedInAs !== 'frontdesk') await expectPage(cheques()).toContainText('1,100.50')
  }
  return page
}

/** Changes the step of a cheque as another desk does. */
const changeElsewhere = (referenceID: string, isDone: boolean): Promise<void> =>
  desk.page().evaluate(
    ([studyID, reference, done]) => {
      const ledger = window.fakeControls?.payments.ledger
      const entry = ledger?.entriesOf(studyID).find(({ details }) => details.referenceID === reference)
      if (entry === undefined || entry.steps === null) throw new Error('There is no such cheque.')
      const deposit = { ...entry.steps.deposit, isDone: done, transactionTime: 5, processedByPII: 'Noor Haddad' }
      ledger?.replace({ ...entry, steps: { ...entry.steps, deposit } })
    },
    [desk.studyID(), referenceID, isDone] as const,
  )

describe('the section of cheque deposits', { timeout: 60_000 }, () => {
  it('selects cheques, shows count and total, deposits them in one call and offers the slip', async () => {
    const page = await open('admin')
    await expectPage(cheques()).toContainText(words.select.none)
    await expectPage(button(words.select.open)).toHaveAttribute('aria-disabled', 'true')
    await expectPage(deposits()).toContainText(words.list.empty)
    await box(words.select.all).press(' ')
    await expectPage(cheques()).toContainText('Selected: 3 cheques, CA$1,430.50')
    await box(/^Select cheque, Ana Silva, CA\$80\.00$/).press(' ')
    await expectPage(cheques()).toContainText('Selected: 2 cheques, CA$1,350.50')
    await cheques().scrollIntoViewIfNeeded()
    await desk.inspect('deposit-selection')
    await button('Deposit cheques: 2 cheques, CA$1,350.50').click()
    await expectPage(dialog()).toContainText('2 cheques, CA$1,350.50 · 23 Nov 2026 · Vancouver')
    await page.getByLabel(words.dialog.bankReference).fill('Teller 4')
    await desk.inspect('deposit-dialog')
    await button(/^Deposit 2 cheques: /).click()
    await expectPage(dialog()).toHaveCount(0)
    const made = page.getByRole('status').filter({ hasText: 'Deposit 1 recorded: 2 cheques, CA$1,350.50' })
    await expectPage(made).toContainText(words.made.hint)
    await expectPage(deposits()).toContainText('Teller 4')
    await expectPage(deposits()).toContainText('CA$1,350.50')
    await expectPage(cheques()).not.toContainText('1,100.50')
    await deposits().scrollIntoViewIfNeeded()
    await desk.inspect('deposit-made')
    const calls = await desk.control((controls) =>
      controls.calls.filter(({ command }) => command === 'finance.depositCheques').map(({ input }) => input),
    )
    expect(calls).toMatchObject([{ date: '2026-11-23', bankReference: 'Teller 4', cheques: [{}, {}] }])
    await deposits().getByRole('button', { name: 'Print slip 1' }).click()
    await expectPage(page.getByText('Printing slip 1')).toBeVisible()
    const download = page.waitForEvent('download')
    await deposits().getByRole('button', { name: 'Save slip 1' }).click()
    expect((await download).suggestedFilename()).toBe('deposit-slip-ca-bc-1-1.pdf')
  })

  it('sorts the cheques by amount in both directions, and then restores the original order', async () => {
    await open('admin')
    const amounts = () => cheques().locator('tbody tr td:nth-last-child(2)').allTextContents()
    const header = cheques().getByRole('columnheader', { name: /^Amount/ })
    const before = await amounts()
    expect(before.toSorted()).toEqual(['1,100.50', '250.00', '80.00'])
    await header.getByRole('button').press('Enter')
    await expectPage(header).toHaveAttribute('aria-sort', 'ascending')
    expect(await amounts()).toEqual(['80.00', '250.00', '1,100.50'])
    await header.getByRole('button').press('Enter')
    await expectPage(header).toHaveAttribute('aria-sort', 'descending')
    expect(await amounts()).toEqual(['1,100.50', '250.00', '80.00'])
    await header.getByRole('button').press('Enter')
    await expectPage(header).not.toHaveAttribute('aria-sort')
    expect(await amounts()).toEqual(before)
  })

  it('works by keyboard alone', async () => {
    const page = await open('admin')
    await box(words.select.all).focus()
    await page.keyboard.press('Space')
    await expectPage(cheques()).toContainText('Selected: 3 cheques')
    // Three headers that sort the list come before the first cheque.
    for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expectPage(cheques()).toContainText('Selected: 2 cheques')
    await expectPage(box(words.select.all)).toHaveJSProperty('indeterminate', true)
    await button(/^Deposit cheques: 2/).press('Enter')
    await expectPage(dialog()).toBeVisible()
    await page.keyboard.press('Escape')
    await expectPage(dialog()).toHaveCount(0)
    await expectPage(button(/^Deposit cheques: 2/)).toBeFocused()
    await expectPage(cheques()).toContainText('Selected: 2 cheques')
    await page.keyboard.press('Enter')
    await button(/^Deposit 2 cheques: /).press('Enter')
    await expectPage(page.getByText('Deposit 1 recorded: 2 cheques')).toBeVisible()
  })

  it('deposits nothing when another desk changed a cheque, names it, and keeps the others selected', async () => {
    const page = await open('admin')
    await box(words.select.all).press(' ')
    await button(/^Deposit cheques: 3/).click()
    await page.getByLabel(words.dialog.bankReference).fill('Teller 4')
    await changeElsewhere('1001', true)
    await button(/^Deposit 3 cheques: /).click()
    const alert = dialog().getByRole('alert')
    await expectPage(alert).toContainText(words.dialog.changed)
    await expectPage(alert).toContainText(`Cheque 1001, study ${desk.studyID()}: already deposited.`)
    await desk.inspect('deposit-changed')
    await expectPage(page.getByLabel(words.dialog.bankReference)).toHaveValue('Teller 4')
    await button(/^Deposit 2 cheques: 2 cheques, CA\$1,180\.50/).click()
    await expectPage(page.getByText('Deposit 1 recorded: 2 cheques, CA$1,180.50')).toBeVisible()
    // Both tries have a key of their own.
    const keys = await desk.control((controls) =>
      controls.calls
        .filter(({ command }) => command === 'finance.depositCheques')
        .map(({ input }) => (input as { readonly idempotencyKey: string }).idempotencyKey),
    )
    expect(new Set(keys).size).toBe(2)
  })

  it('retries under the same key after a lost answer, and deposits once', async () => {
    const page = await open('admin')
    await box(words.select.all).press(' ')
    await button(/^Deposit cheques: 3/).click()
    await desk.control((controls) =>
      controls.loseNext('finance.depositCheques', {
        ok: false,
        failure: { code: 'outcome-unknown', message: 'Lost.' },
      }),
    )
    await button(/^Deposit 3 cheques: /).click()
    await expectPage(dialog()).toContainText(words.dialog.unknown)
    await expectPage(dialog()).toContainText(words.dialog.frozen)
    await button(/^Deposit 3 cheques: /).click()
    await expectPage(page.getByText('Deposit 1 recorded: 3 cheques, CA$1,430.50')).toBeVisible()
    await expectPage(deposits().getByRole('row')).toHaveCount(2)
  })

  it('after a refusal and then a lost answer, shows that the deposit may be recorded, and no longer shows the refusal', async () => {
    await open('admin')
    await box(words.select.all).press(' ')
    await button(/^Deposit cheques: 3/).click()
    await changeElsewhere('1002', true)
    await button(/^Deposit 3 cheques: /).click()
    await expectPage(dialog()).toContainText(words.dialog.changed)
    await desk.control((controls) =>
      controls.loseNext('finance.depositCheques', {
        ok: false,
        failure: { code: 'outcome-unknown', message: 'Lost.' },
      }),
    )
    await button(/^Deposit 2 cheques: /).click()
    await expectPage(dialog()).toContainText(words.dialog.unknown)
    await expectPage(dialog()).not.toContainText(words.dialog.changed)
  })

  it('shows, in the list of deposits, a cheque that was taken back from a deposit', async () => {
    const page = await open('admin')
    await box(words.select.all).press(' ')
    await button(/^Deposit cheques: 3/).click()
    await button(/^Deposit 3 cheques: /).click()
    await expectPage(page.getByText('Deposit 1 recorded')).toBeVisible()
    await changeElsewhere('1002', false)
    await desk.control((controls, studyID) => controls.emit('payments.changed', { studyID: studyID as never }))
    await expectPage(deposits()).toContainText(/Cheque 1002 taken back 23 Nov 2026 .* by Noor Haddad/)
    await expectPage(deposits()).toContainText('CA$330.00')
    await expectPage(cheques()).toContainText('1,100.50')
    await deposits().scrollIntoViewIfNeeded()
    await desk.inspect('deposit-taken-back')
    await page.setViewportSize({ width: 1024, height: 768 })
    await deposits().scrollIntoViewIfNeeded()
    await desk.inspect('deposit-narrow')
  })

  it('offers no cheque whose amount is still hidden', async () => {
    const page = await open('admin', false)
    await expectPage(box(words.select.all)).toBeDisabled()
    await expectPage(box('Cheque 1001, Ana Silva: hidden until counted')).toBeDisabled()
    await expectPage(page.getByRole('main')).not.toContainText('1,100.50')
    await expectPage(button(words.select.open)).toHaveAttribute('aria-disabled', 'true')
  })

  it('lets the finance role deposit cheques, and shows nothing to the front desk', async () => {
    await open('finance')
    await box(words.select.all).press(' ')
    await button(/^Deposit cheques: /).click()
    await button(/^Deposit \d cheques: /).click()
    await expectPage(desk.page().getByText(/^Deposit 1 recorded: /)).toBeVisible()
    await expectPage(deposits()).toBeVisible()
    const page = await open('frontdesk', false)
    await expectPage(page.getByRole('heading', { name: financeWords.screen.title })).toBeVisible()
    await expectPage(cheques()).toHaveCount(0)
    await expectPage(deposits()).toHaveCount(0)
  })

  it('lists the latest deposits, and earlier ones on request', async () => {
    await open('admin', false)
    await desk.control((controls, studyID) => {
      for (let number = 1; number <= 12; number += 1) {
        const ids = { depositID: `deposit-${number}`, locationID: 'ca-bc-1', number } as const
        const of = { date: '2026-11-20', bankReference: `R${number}`, by: 'Noor Haddad', at: '2026-11-20T18:00:00Z' }
        controls.payments.ledger.deposits.push({ ...ids, ...of, cheques: [] } as never)
      }
      controls.emit('payments.changed', { studyID: studyID as never })
    })
    await expectPage(deposits().getByRole('row')).toHaveCount(11)
    await button(words.list.earlier).click()
    await expectPage(deposits().getByRole('row')).toHaveCount(13)
    await expectPage(button(words.list.earlier)).toHaveCount(0)
    // A change of payments does not shorten the list.
    await desk.control((controls, studyID) => controls.emit('payments.changed', { studyID: studyID as never }))
    await expectPage(deposits().getByRole('row')).toHaveCount(13)
  })

  it('needs a connection', async () => {
    await open('admin')
    await box(words.select.all).press(' ')
    await desk.control((controls) => controls.setConnectivity({ state: 'offline' }))
    await expectPage(button(/^Deposit cheques: 3/)).toHaveAttribute('aria-disabled', 'true')
    await expectPage(button(/^Deposit cheques: 3/)).toHaveAccessibleDescription(
      'Depositing cheques needs a connection.',
    )
  })
})
