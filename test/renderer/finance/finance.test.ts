import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { drawerWords } from '#renderer/finance/drawer-words.ts'
import { financeWords, tableNames } from '#renderer/finance/finance-words.ts'
import { restoredPaymentsWords } from '#renderer/finance/restored-payments-words.ts'
import { paymentPageWords } from '#renderer/payments/payment-page-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { openPaymentPages } from '../payments/payment-pages.ts'

const desk = openPaymentPages(startHarnessPages())
const button = (name: string | RegExp) => desk.page().getByRole('button', { name })
const dialog = (name: string) => desk.page().getByRole('dialog', { name })

/**
 * Opens Finance of Vancouver with 500 in cash, 100 of it refunded, a cheque, an invoice that is not issued, and an open
 * card payment of another desk.
 */
const open = async (signedInAs: 'admin' | 'frontdesk' | 'np'): Promise<Page> => {
  const page = await desk.open({
    signedInAs,
    context: { timezoneId: 'America/Vancouver' },
    before: (controls, studyID) => {
      const { seed } = controls.payments
      seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 500 })
      seed(studyID, { transactionType: 'Refund', paymentType: 'cash', amount: 100 })
      seed(studyID, { transactionType: 'payment', paymentType: 'cheque', amount: 250 })
      seed(studyID, { transactionType: 'payment', paymentType: 'invoice', amount: 120 })
      controls.payments.ledger.attemptsOfOthers.set(studyID, [
        {
          attemptID: 'attempt-of-another-desk' as never,
          kind: 'payment',
          amount: 300,
          since: '2026-11-23T14:40:00Z' as never,
          by: 'Noor Haddad',
          driver: 'simulated',
        },
      ])
    },
  })
  await page.evaluate(() => history.pushState(null, '', '/admin/finance'))
  return page
}
/** Returns the label of a field. */
const labelOf = (field: Element): string => (field as HTMLInputElement).labels?.[0]?.textContent ?? ''
const row = (name: string | RegExp) => desk.page().getByRole('row', { name })
/** Returns a line of the takings table, not of the counts below the table. */
const line = (name: RegExp) =>
  desk
    .page()
    .getByRole('table', { name: /by person and payment type/ })
    .getByRole('row', { name })

describe('the finance screen', { timeout: 60_000 }, () => {
  it('lets the Tab key reach the box of a table while the table is too wide for the box', async () => {
    const page = await open('admin')
    const box = page.getByRole('table', { name: /by person and payment type/ }).locator('..')
    await expectPage(box).not.toHaveAttribute('tabindex')
    await page.setViewportSize({ width: 500, height: 900 })
    await expectPage(box).toHaveAttribute('tabindex', '0')
    await expectPage(box).toHaveAccessibleName(/by person and payment type/)
  })

  it('hides the expected amount until the count, then shows whether the count is over or short', async () => {
    const page = await open('admin')
    await expectPage(row(/Cash/)).toContainText(financeWords.hidden.line)
    await expectPage(row(/Cash/)).not.toContainText('400.00')
    // No list below the table reveals the sum of the cheques to the person who counts them.
    await expectPage(page.getByRole('region', { name: financeWords.lists.chequesNotDeposited })).toContainText(
      financeWords.hidden.line,
    )
    await expectPage(page.getByRole('main')).not.toContainText('250.00')
    const table = page.getByRole('table', { name: /by person and payment type/ })
    expect(
      await table.evaluate(({ scrollWidth, parentElement }) => scrollWidth <= (parentElement?.clientWidth ?? 0)),
    ).toBe(true)
    expect(await table.evaluate((element) => element.getBoundingClientRect().right <= innerWidth)).toBe(true)
    await desk.inspect('finance-blind')
    await row(/Cash/)
      .getByRole('button', { name: /^Count: .*, cash$/ })
      .click()
    await page.getByLabel(financeWords.countDialog.amount).fill('1e3')
    await button(financeWords.countDialog.save).click()
    await expectPage(page.getByText('Enter an amount in digits, such as 1,250.00.')).toBeVisible()
    await page.getByLabel(financeWords.countDialog.amount).fill('395')
    await page.getByRole('textbox', { name: financeWords.note, exact: true }).fill('A five went to the wrong drawer')
    await desk.inspect('finance-count')
    await button(financeWords.countDialog.save).click()
    await expectPage(line(/Cash/)).toContainText('400.00')
    await expectPage(line(/Cash/)).toContainText('5.00 short')
    await expectPage(line(/Cash/)).toContainText('A five went to the wrong drawer')
    await desk.inspect('finance-counted')
  })

  it('lists open items, and prevents the close of the day during a card payment', async () => {
    const page = await open('admin')
    await expectPage(page.getByRole('region', { name: financeWords.lists.attempts })).toContainText('Noor Haddad')
    await expectPage(page.getByRole('region', { name: financeWords.lists.chequesNotDeposited })).toContainText('Cheque')
    await expectPage(page.getByRole('region', { name: financeWords.lists.invoicesNotIssued })).toContainText('120.00')
    // An invoice is not received money, so it is in a table of its own.
    await expectPage(line(/Invoice/)).toHaveCount(0)
    await expectPage(page.getByRole('region', { name: 'Takings: no money received' })).toContainText(
      financeWords.notReceived.invoiced,
    )
    await desk.inspect('finance-invoices')
    await expectPage(page.getByText('Not ready to close. A card payment is still in progress').first()).toBeVisible()
    await button('Close the day').click({ force: true })
    await expectPage(dialog('Close the day')).toHaveCount(0)
    await page.getByRole('link', { name: /^Check or resolve/ }).click()
    await expectPage(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible()
  })

  it('shows the first items of a long list with its count and total, and more of them on request', async () => {
    const page = await desk.open({
      signedInAs: 'admin',
      context: { timezoneId: 'America/Vancouver' },
      before: ({ payments }, studyID) => {
        for (let number = 0; number < 45; number += 1) {
          payments.seed(studyID, { transactionType: 'payment', paymentType: 'invoice', amount: 10 })
        }
      },
    })
    await page.evaluate(() => history.pushState(null, '', '/admin/finance'))
    const list = page.getByRole('region', { name: financeWords.lists.invoicesNotIssued })
    const rows = list.getByRole('row').filter({ has: page.getByRole('link') })
    const more = list.getByRole('button', { name: financeWords.lists.moreOf(financeWords.lists.invoicesNotIssued) })
    await expectPage(rows).toHaveCount(20)
    await expectPage(list.getByRole('heading')).toContainText('45')
    await expectPage(list).toContainText(financeWords.lists.shown(20, 45))
    await expectPage(list.getByRole('row', { name: financeWords.total })).toContainText('450.00')
    await more.click()
    await expectPage(rows).toHaveCount(40)
    await more.click()
    await expectPage(rows).toHaveCount(45)
    await expectPage(more).toHaveCount(0)
    await expectPage(list.getByRole('row', { name: financeWords.total })).toContainText('450.00')
  })

  it('lists unpaid and paid invoices apart from received money', async () => {
    const page = await open('admin')
    await desk.control((controls, studyID) => {
      const done = {
        isDone: true,
        amount: null,
        transactionTime: 1,
        paymentMethod: 'cash',
        referenceID: '',
        processedBy: null,
        processedByPII: null,
      } as const
      const issue = (amount: number, isPaid: boolean): void => {
        const steps = { issued: done, deposit: done, paid: { ...done, isDone: isPaid } }
        controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'invoice', amount, steps })
      }
      issue(310, false)
      issue(77, true)
    })
    const invoices = page.getByRole('region', { name: financeWords.lists.invoicesOutstanding })
    await expectPage(invoices).toContainText('310.00')
    await expectPage(invoices).not.toContainText('77.00')
    await expectPage(invoices).toContainText('Today')
    const paid = page.getByRole('region', { name: /^Marked as paid on this day/ })
    await expectPage(paid).toContainText('Paid by cash')
    // A paid invoice has no age.
    await expectPage(paid).not.toContainText('Today')
  })

  it('shows uncaptured card money in a separate column, and leaves this money out of Expected', async () => {
    const page = await open('admin')
    await desk.control((controls, studyID) => {
      const { seed } = controls.payments
      seed(studyID, { transactionType: 'payment', paymentType: 'card', amount: 65 })
      seed(studyID, { transactionType: 'payment', paymentType: 'card', amount: 35, status: 'requires_capture' })
    })
    const table = page.getByRole('table', { name: /by person and payment type/ })
    const { taken, refunded, uncaptured, expected } = financeWords.takings
    await expectPage(table.getByRole('columnheader')).toContainText([taken, refunded, uncaptured, expected])
    const cells = line(/\bCard\b/).getByRole('cell')
    await expectPage(cells).toContainText(['Card', '100.00', '0.00', '35.00', '65.00'])
  })

  const count = async (page: Page, tender: string, amount: string, note = ''): Promise<void> => {
    await button(new RegExp(`^Count( again)?: .*, ${tender}$`)).click()
    await page.getByLabel(financeWords.countDialog.amount).fill(amount)
    await page.getByRole('textbox', { name: financeWords.note, exact: true }).fill(note)
    await button(financeWords.countDialog.save).click()
    await expectPage(page.getByLabel(financeWords.countDialog.amount)).toHaveCount(0)
  }
  /** Ends the other desk's card payment and counts the cheques, so that only the cash must still be counted. */
  const prepare = async (): Promise<Page> => {
    const page = await open('admin')
    await desk.control((controls, studyID) => controls.payments.ledger.attemptsOfOthers.delete(studyID))
    await count(page, 'cheque', '250')
    return page
  }

  it('opens the transactions behind a figure, with member, author and time, and a link to the study', async () => {
    const page = await open('admin')
    await desk.control((controls, studyID) => {
      controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'card', amount: 65 })
      controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'card', amount: 35 })
    })
    await button(/^100\.00, show transactions of Taken: .*, card$/).click()
    const behind = page.getByRole('dialog', { name: /^Taken: .*, card$/ })
    await expectPage(behind).toContainText('Ana Silva, born 03 Feb 1980')
    await expectPage(behind.getByRole('row').last()).toContainText('100.00')
    await desk.inspect('finance-figure')
    const study = behind.getByRole('link', { name: /open the payments of this study$/ }).first()
    await expectPage(study).toHaveAttribute('href', `/admin/study/${desk.studyID()}/payment`)
    await page.keyboard.press('Escape')
    await expectPage(behind).toHaveCount(0)
  })

  it('lists overpaid studies with name, birth date, sum and age, and opens the refund with the amount filled in', async () => {
    const page = await open('admin')
    await desk.control((controls, studyID) => {
      controls.payments.ledger.attemptsOfOthers.delete(studyID)
      controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'eTransfer', amount: 2400 })
    })
    const overpaid = page.getByRole('region', { name: financeWords.lists.overpaid })
    await expectPage(overpaid).toContainText('Ana Silvaborn 03 Feb 1980')
    await expectPage(overpaid).toContainText('Today')
    // The study has cash that is not counted yet, so its sum is hidden, and so is the refund.
    await expectPage(overpaid.getByRole('link', { name: /^Refund/ })).toHaveCount(0)
    await count(page, 'cash', '400')
    await count(page, 'cheque', '250')
    await desk.inspect('finance-overpaid')
    await overpaid.getByRole('link', { name: 'Refund 671.00 to Ana Silva' }).click()
    const refund = page.getByRole('dialog', { name: 'Refund' })
    await expectPage(refund.getByLabel('Amount')).toHaveValue('671.00')
    await expectPage(refund).toContainText('Ana Silva · born 03 Feb 1980')
    await desk.inspect('refund-overpaid')
    // A refund that is already open stays unchanged; a notice shows why the requested refund does not open.
    await refund.getByLabel('Amount').fill('70')
    await page.evaluate(() => history.pushState(null, '', '/admin/finance'))
    await overpaid.getByRole('link', { name: 'Refund 671.00 to Ana Silva' }).click()
    await expectPage(refund.getByLabel('Amount')).toHaveValue('70')
    await expectPage(page.getByText(paymentPageWords.overpaidRefund['other-refund'])).toBeVisible()
  })

  it('counts all lines in the table by Tab and closes the day, in five clicks', async () => {
    const page = await open('admin')
    await desk.control((controls, studyID) => {
      controls.payments.ledger.attemptsOfOthers.delete(studyID)
      const payment = { transactionType: 'payment', paymentType: 'cash', amount: 80 } as const
      controls.payments.seed(studyID, { ...payment, processedBy: 'u-sales', processedByPII: 'Sasha Sales' })
      controls.payments.seed(studyID, { ...payment, processedBy: 'u-evening', processedByPII: 'Olga Evening' })
    })
    const fields = page.locator('.s-finance__count input')
    await expectPage(fields).toHaveCount(4)
    await page.evaluate(() => {
      document.documentElement.dataset.clicks = '0'
      const count = ({ isTrusted }: MouseEvent): void => {
        const { dataset } = document.documentElement
        if (isTrusted) dataset.clicks = String(Number(dataset.clicks) + 1)
      }
      window.addEventListener('click', count, true)
    })
    await fields.first().click()
    for (const place of [0, 1, 2, 3]) {
      await expectPage(fields.nth(place)).toBeFocused()
      const name = (await fields.nth(place).getAttribute('aria-label')) ?? (await fields.nth(place).evaluate(labelOf))
      await page.keyboard.type(name.includes('cheque') ? '250' : /Sasha|Olga/.test(name) ? '80' : '400')
      // Tab skips the buttons of the row; Enter does the same.
      await page.keyboard.press(place === 1 ? 'Enter' : 'Tab')
    }
    await expectPage(button(/^Record 4 counts/)).toBeFocused()
    // Nothing is sent and nothing is revealed before all counts are recorded.
    await expectPage(page.getByRole('main')).not.toContainText('250.00')
    expect(await desk.control(({ calls }) => calls.some(({ command }) => command === 'finance.count'))).toBe(false)
    await desk.inspect('finance-typed')
    await button(/^Record 4 counts/).click()
    await expectPage(fields).toHaveCount(0)
    await expectPage(line(/^Total received/)).toContainText('Balanced')
    await expectPage(line(/^Total received/)).toContainText('810.00')
    await button('Close the day').click()
    await button(/^Close day: 23 Nov 2026/).click()
    await expectPage(page.getByText(/^Closed by/)).toBeVisible()
    expect(await page.evaluate(() => Number(document.documentElement.dataset.clicks))).toBeLessThanOrEqual(5)
  })

  it('goes back by Shift+Tab, and to the buttons between two counts by the Down arrow', async () => {
    const page = await open('admin')
    const fields = page.locator('.s-finance__count input')
    await expectPage(fields).toHaveCount(2)
    await fields.first().focus()
    await page.keyboard.press('Tab')
    await expectPage(fields.nth(1)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expectPage(fields.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    const first = page.getByRole('row').filter({ has: fields }).first()
    await expectPage(first.getByRole('button').first()).toBeFocused()
    await first.getByRole('button').last().focus()
    await page.keyboard.press('Tab')
    await expectPage(fields.nth(1)).toBeFocused()
    // Before the first count, Shift+Tab leaves the table as in any form.
    await fields.first().focus()
    await page.keyboard.press('Shift+Tab')
    await expectPage(fields.first()).not.toBeFocused()
  })

  it('keeps a typed count when the page is left, and refuses an entry that is not an amount', async () => {
    const page = await open('admin')
    const cash = page.getByRole('textbox', { name: /^Counted: .*, cash$/ })
    await cash.fill('39x')
    await cash.press('Tab')
    await expectPage(page.getByText('Enter an amount in digits, such as 1,250.00.')).toBeVisible()
    await expectPage(button(/^Record 0 counts/)).toHaveAttribute('aria-disabled', 'true')
    const cheques = page.getByRole('textbox', { name: /^Counted: .*, cheque$/ })
    await cheques.fill('250')
    await expectPage(button(/^Record 1 count:/)).toHaveAttribute('aria-disabled', 'true')
    await cheques.fill('')
    await cash.fill('395')
    await page.evaluate(() => history.pushState(null, '', '/admin/frontdesk'))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.evaluate(() => history.pushState(null, '', '/admin/finance'))
    await expectPage(cash).toHaveValue('395')
    await button(/^Record 1 count:/).click()
    await expectPage(line(/Cash/)).toContainText('5.00 short')
    await expectPage(line(/Cash/)).toContainText(financeWords.takings.noteNeeded)
  })

  it('counts a drawer by notes and coins, subtracts its float, and proposes the same float for the next count', async () => {
    const page = await open('admin')
    await button(/^Count: .*, cash$/).click()
    // A count of a sum has no float.
    await expectPage(page.getByText(drawerWords.floatOfPieces)).toBeVisible()
    await page.getByLabel('100.00', { exact: true }).fill('5')
    await expectPage(page.getByText(drawerWords.floatOfPieces)).toHaveCount(0)
    await page.getByLabel('20.00', { exact: true }).fill('5')
    await page.getByLabel(drawerWords.float).fill('700')
    await expectPage(page.getByText(drawerWords.problems['below-float'])).toBeVisible()
    await page.getByLabel(drawerWords.float).fill('200')
    await expectPage(page.getByText('CA$600.00 in the drawer less CA$200.00 float: CA$400.00 counted')).toBeVisible()
    await expectPage(page.getByLabel(financeWords.countDialog.amount)).toHaveValue('400.00')
    await desk.inspect('finance-drawer')
    await button(financeWords.countDialog.save).click()
    await expectPage(line(/Cash/)).toContainText('Balanced')
    await expectPage(page.getByRole('region', { name: /: counts$/ })).toContainText('By notes and coins, float 200.00')
    await button(/^Count again: .*, cash$/).click()
    await expectPage(page.getByLabel(drawerWords.float)).toHaveValue('200.00')
  })

  it('counts notes and coins and the float in the table, below the row of the cash', async () => {
    const page = await open('admin')
    const cash = page.getByRole('textbox', { name: /^Counted: .*, cash$/ })
    const drawer = page.getByRole('group', { name: /^Notes and coins: .*, cash$/ })
    await cash.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const hundreds = drawer.getByLabel('100.00', { exact: true })
    await hundreds.fill('5')
    await drawer.getByLabel(drawerWords.float).fill('700')
    await expectPage(drawer).toContainText(drawerWords.problems['below-float'])
    await expectPage(button(/^Record 0 counts/)).toHaveAttribute('aria-disabled', 'true')
    await drawer.getByLabel(drawerWords.float).fill('100')
    await expectPage(cash).toHaveValue('400.00')
    await hundreds.press('Shift+Tab')
    await expectPage(cash).toBeFocused()
    await page.keyboard.press('Tab')
    await expectPage(hundreds).toBeFocused()
    await desk.inspect('finance-drawer-in-table')
    await button(/^Record 1 count:/).click()
    await expectPage(line(/Cash/)).toContainText('Balanced')
    await expectPage(drawer).toHaveCount(0)
    await expectPage(page.getByRole('region', { name: /: counts$/ })).toContainText('By notes and coins, float 100.00')
  })

  it('keeps every count, and requires a note after a difference', async () => {
    const page = await prepare()
    await count(page, 'cash', '390')
    await count(page, 'cash', '400')
    await expectPage(line(/Cash/)).toContainText(financeWords.takings.noteNeeded)
    await expectPage(page.getByText('Not ready to close. A count is over or short')).toBeVisible()
    await count(page, 'cash', '400', 'Ten under the tray')
    await expectPage(page.getByText('Not ready to close')).toHaveCount(0)
    const counts = page.getByRole('region', { name: /: counts$/ })
    for (const words of ['count 1', '10.00 short', 'count 3', 'Ten under the tray', '23 Nov 2026']) {
      await expectPage(counts).toContainText(words)
    }
    await desk.inspect('finance-counts')
    await button('Close the day').click()
    await expectPage(dialog('Close the day')).toContainText('cash: balancedEarlier count by ')
  })

  it('names every difference before the close, freezes the day, and lists later money separately', async () => {
    const page = await prepare()
    await count(page, 'cash', '395', 'A five is missing')
    await button('Close the day').click()
    await expectPage(dialog('Close the day')).toContainText('Total difference: CA$5.00 short')
    await expectPage(dialog('Close the day')).toContainText('A five is missing')
    await expectPage(dialog('Close the day')).toContainText('1 cheque not deposited')
    await desk.inspect('finance-close')
    await button(/^Close day: 23 Nov 2026/).click()
    await expectPage(page.getByText(/^Closed by/)).toBeVisible()
    await expectPage(button(/^Count/)).toHaveCount(0)
    await expectPage(line(/Cash/)).toContainText('395.00')
    await desk.inspect('finance-closed')

    await desk.control((controls, studyID) => {
      controls.payments.seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 60 })
    })
    await button(financeWords.tryAgain)
      .or(page.getByRole('heading', { name: 'After close' }))
      .first()
      .waitFor()
    await expectPage(page.getByText(/There are later payments or refunds/)).toBeVisible()
    const closed = page.getByRole('table', { name: /^Takings, closed \(/ })
    await expectPage(closed.getByRole('row', { name: /Cash/ })).toContainText('395.00')
    await desk.inspect('finance-after-close')
    await count(page, 'cash', '60')
    await button(financeWords.day.closeBlock).click()
    await button(/^Close later payments: 23 Nov 2026/).click()
    await expectPage(page.getByRole('heading', { name: 'After close, closed' })).toBeVisible()
  })

  it('reopens a day with a reason, and counts it again', async () => {
    const page = await prepare()
    await count(page, 'cash', '390', 'Ten short')
    await button('Close the day').click()
    await button(/^Close day: 23 Nov 2026/).click()
    await button('Reopen the day').click()
    await button(/^Reopen day: 23 Nov 2026/).click()
    await expectPage(page.getByText(financeWords.enterReason)).toBeVisible()
    await page.getByLabel(financeWords.reopenDialog.reason).fill('The float was counted too')
    await desk.inspect('finance-reopen')
    await button(/^Reopen day: 23 Nov 2026/).click()
    await expectPage(page.getByText(/^Reopened by/)).toBeVisible()
    await expectPage(page.getByText(/The float was counted too/).first()).toBeVisible()
    await expectPage(line(/Cash/)).toContainText(financeWords.hidden.again)
    const earlier = page.getByRole('table', { name: /^Before the day was reopened/ })
    await expectPage(earlier).toContainText('Ten short')
    await expectPage(earlier).not.toContainText('390')
    await desk.inspect('finance-reopened')
    await count(page, 'cash', '400')
    await expectPage(earlier).toContainText('10.00 short')
    await count(page, 'cheque', '250')
    await button('Close the day').click()
    await expectPage(dialog('Close the day')).toContainText('cash: balancedEarlier count by ')
  })

  it('asks for a reason to close the day before the last appointment has ended', async () => {
    const page = await prepare()
    await desk.control((controls) => {
      controls.payments.ledger.lastAppointmentEnd = '2026-11-24T03:00:00Z' as never
    })
    await count(page, 'cash', '400')
    await button('Close the day').click()
    await button(/^Close day: 23 Nov 2026/).click()
    await expectPage(page.getByText(financeWords.enterReason)).toBeVisible()
    await page.getByLabel(financeWords.closeDialog.earlyReason).fill('Snow')
    await button(/^Close day: 23 Nov 2026/).click()
    await expectPage(page.getByText('Closed early: Snow')).toBeVisible()
  })

  it('saves the day as a file', async () => {
    const page = await open('admin')
    for (const [name, ending] of [
      [tableNames.counts, /-counts\.csv$/],
      [tableNames.takings, /-takings\.csv$/],
    ] as const) {
      await button(financeWords.screen.saveCsv).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name }).click()
      expect((await download).suggestedFilename()).toMatch(ending)
    }
    const download = page.waitForEvent('download')
    await button(financeWords.screen.savePdf).click()
    expect((await download).suggestedFilename()).toMatch(/pdf$/)
  })

  it('retries a print under the same key after a lost answer, and prints another day under a new key', async () => {
    const page = await open('admin')
    const print = async (day: string): Promise<void> => {
      await button(`Print cash-up for ${day}`).click()
      await expectPage(
        page
          .locator('.w-toast')
          .filter({ hasText: `print cash-up for ${day}` })
          .first(),
      ).toBeVisible()
    }
    const failNext = (code: 'timed-out' | 'disconnected'): Promise<unknown> =>
      page.evaluate((failed) => {
        const failure = { code: failed, message: 'No answer.' }
        window.fakeControls?.failNext('printing.print', { ok: false, failure })
      }, code)
    await failNext('disconnected')
    await print('23 Nov 2026')
    await page.getByRole('spinbutton', { name: /^day/ }).press('ArrowDown')
    await failNext('timed-out')
    await print('22 Nov 2026')
    await button('Print cash-up for 22 Nov 2026').click()
    await expectPage(page.getByText('Printing cash-up for 22 Nov 2026')).toBeVisible()
    const asked = await desk.control((controls) =>
      controls.calls.filter(({ command }) => command === 'printing.print').map(({ input }) => input),
    )
    const [first, other, again] = asked as { idempotencyKey: string }[]
    expect(other?.idempotencyKey).not.toBe(first?.idempotencyKey)
    expect(again).toEqual(other)
  })

  it('shows the front desk its own takings, without the buttons to save files and to close the day', async () => {
    const page = await open('frontdesk')
    await expectPage(page.getByRole('heading', { name: financeWords.day.yourTakings })).toBeVisible()
    await expectPage(button('Close the day')).toHaveCount(0)
    await expectPage(button(financeWords.screen.saveCsv)).toHaveCount(0)
    await expectPage(page.getByText(financeWords.day.whoCloses)).toBeVisible()
    await desk.inspect('finance-frontdesk')
  })

  it('refuses users who take no money, and is not in their rail', async () => {
    const page = await open('np')
    await expectPage(page.getByText(financeWords.screen.noAccess)).toBeVisible()
    await expectPage(page.getByRole('navigation', { name: 'Main' })).not.toContainText('Finance')
  })

  it('shows that the back office is unreachable, and shows the cash-up when the back office is reachable again', async () => {
    const page = await desk.open({ signedInAs: 'admin', context: { timezoneId: 'America/Vancouver' } })
    await desk.control((controls) => controls.setConnectivity({ state: 'offline' }))
    await page.evaluate(() => history.pushState(null, '', '/admin/finance'))
    await expectPage(page.getByText(financeWords.screen.dayOffline)).toBeVisible()
    await desk.control((controls) => controls.setConnectivity({ state: 'online' }))
    await expectPage(page.getByText(financeWords.takings.empty)).toBeVisible()
    // A day without takings has a full table too: each usual type with 0.00, and the total.
    const takings = page.getByRole('table', { name: /^Takings \(/ })
    await expectPage(takings.locator('tbody tr')).toHaveText([
      /Card0\.00/,
      /Card terminal0\.00/,
      /Cash0\.00/,
      /Cheque0\.00/,
    ])
    await expectPage(takings.locator('tfoot')).toContainText(
      `${financeWords.takings.totalReceived}0.000.000.000.00${financeWords.noFigure}${financeWords.noFigure}`,
    )
    await expectPage(button('Close the day')).toHaveClass(/w-button--outline/)
    await desk.inspect('finance-empty')
  })
})

describe('the settings and the finance screen', { timeout: 60_000 }, () => {
  it('show the card reader and the sent emails, but no list of emails if the mail server is a real one', async () => {
    const page = await desk.open({
      before: (controls) =>
        controls.payments.setSentMail([
          {
            mailID: 'mail-1',
            at: '2026-11-23T15:30:00Z' as never,
            from: 'billing@demo.atrium',
            to: ['ana@demo.atrium'],
            subject: 'Your invoice',
            text: '',
            attachments: [{ fileName: 'invoice-1.pdf', contentType: 'application/pdf', sizeBytes: 12_000 }],
          },
        ]),
    })
    await page.evaluate(() => history.pushState(null, '', '/admin/settings'))
    await expectPage(row(/Your invoice/)).toContainText('invoice-1.pdf (12.0 kB)')
    await expectPage(page.getByRole('region', { name: 'Card reader' }).first()).toContainText('SIMULATED READER')
    await page.getByText('Sent email (demo)').scrollIntoViewIfNeeded()
    await desk.inspect('settings')
    await desk.control((controls) => controls.payments.setSentMail(null))
    const mail = page.getByRole('region', { name: 'Sent email (demo)' })
    await mail.getByRole('button', { name: 'Refresh' }).click()
    await expectPage(page.getByText('Sent email (demo)')).toHaveCount(0)
  })

  it('list the card payments since a restored backup, and resolve one with a note', async () => {
    const page = await desk.open({
      signedInAs: 'admin',
      context: { timezoneId: 'America/Vancouver' },
      before: (controls) => {
        controls.payments.ledger.restoredPayments = [
          {
            paymentID: 'pi_3QxLostAfterBackup1',
            kind: 'payment',
            amount: 1450,
            currency: 'CAD',
            card: 'visa 4242',
            takenAt: '2026-11-23T14:40:00Z' as never,
            studyID: 's-000001',
            locationID: 'ca-bc-1',
            member: {
              patientID: 'm-000001' as never,
              name: 'Maximiliana Featherstonehaugh-Cholmondeley',
              dob: '1971-06-30',
            },
            backupAt: '2026-11-23T08:00:00Z' as never,
          },
          {
            paymentID: 're_3QxLostAfterBackup2',
            kind: 'refund',
            amount: 75,
            currency: 'CAD',
            card: '',
            takenAt: '2026-11-23T15:10:00Z' as never,
            studyID: 's-gone',
            locationID: null,
            member: null,
            backupAt: '2026-11-23T08:00:00Z' as never,
          },
        ]
      },
    })
    await page.evaluate(() => history.pushState(null, '', '/admin/finance'))
    const panel = page.getByRole('region', { name: restoredPaymentsWords.title })
    await expectPage(panel).toContainText(restoredPaymentsWords.count(2))
    await expectPage(panel).toContainText('Maximiliana Featherstonehaugh-Cholmondeley, born 30 Jun 1971')
    await expectPage(panel).toContainText(restoredPaymentsWords.noStudy)
    await desk.inspect('finance-restored')
    await button(restoredPaymentsWords.resolveOf('pi_3QxLostAfterBackup1')).press('Enter')
    await button(restoredPaymentsWords.confirm).click()
    await expectPage(page.getByText(restoredPaymentsWords.enterNote)).toBeVisible()
    await expectPage(dialog(restoredPaymentsWords.dialogTitle)).toContainText('born 30 Jun 1971')
    await page.getByLabel(restoredPaymentsWords.note).fill('Recorded on the study')
    await desk.inspect('finance-restored-note')
    await button(restoredPaymentsWords.confirm).click()
    await expectPage(panel).toContainText(restoredPaymentsWords.count(1))
    await expectPage(panel).not.toContainText('Featherstonehaugh')
  })

  it('show no card payments since a restored backup to the front desk', async () => {
    const page = await open('frontdesk')
    await expectPage(row(/Cash/)).toBeVisible()
    await expectPage(page.getByText(restoredPaymentsWords.title)).toHaveCount(0)
  })
})
