import { expect as expectPage } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { takePaymentWords } from '#renderer/payments/inside/take-payment-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { openPaymentPages } from './payment-pages.ts'

const desk = openPaymentPages(startHarnessPages())
const go = (path: string): Promise<void> => desk.page().evaluate((to) => history.pushState(null, '', to), path)

describe('the payment panel on its pages', { timeout: 60_000 }, () => {
  it('is linked from today’s list, which shows the balance', async () => {
    const page = await desk.open({
      context: { timezoneId: 'America/Vancouver' },
      before: (world) => {
        const today = world.clinic.studies.filter(({ booking }) => booking?.utcStart.startsWith('2026-11-23T'))
        for (const { studyID } of today) {
          world.payments.seed(studyID, { transactionType: 'payment', paymentType: 'cash', amount: 499 })
        }
      },
    })
    await go('/admin/frontdesk')
    await expectPage(page.getByText('US$2,000.00').or(page.getByText('CA$2,000.00')).first()).toBeVisible()
    await desk.inspect('today')
    const link = page.getByRole('link', { name: /^Payment of / }).first()
    const name = ((await link.getAttribute('aria-label')) ?? '').replace('Payment of ', '').split(',')[0] ?? ''
    await link.click()
    await expectPage(page.getByRole('heading', { level: 1, name })).toBeVisible()
    expect(new URL(page.url()).pathname).toMatch(/^\/admin\/frontdesk\/study\//)
  })

  it("is on a booking's page, in view when the address asks for it", async () => {
    const page = await desk.open({ at: 'booking' })
    await expectPage(page.locator('.pp-sums')).toBeInViewport()
    await desk.inspect('booking-at-payment')
    await go(`/study/${desk.studyID()}/study-details`)
    await page.getByRole('link', { name: 'Payment', exact: true }).click()
    expect(new URL(page.url()).pathname).toBe(`/admin/study/${desk.studyID()}/payment`)
    await expectPage(page.locator('.pp-sums')).toBeVisible()
    await go(`/admin/booking/study/${desk.studyID()}`)
    await page.getByRole('button', { name: 'Payment', exact: true }).click()
    await expectPage(page.getByRole('heading', { name: 'Payment', exact: true })).toBeFocused()
  })

  it("dispatches `skuChanged` on the window with the specification's fields after a change of scan type", async () => {
    const page = await desk.open({ at: 'booking' })
    const heard = page.evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener('skuChanged', (event) => resolve((event as CustomEvent<unknown>).detail))
        }),
    )
    await page.getByRole('grid').waitFor()
    await page.getByRole('button', { name: /Scan type$/ }).click()
    await page
      .getByRole('option', { name: /Brain Health/ })
      .first()
      .click()
    await page.locator('[role=gridcell].sg-cell--free').nth(9).click()
    await page.getByRole('button', { name: /^Move Ana Silva, 03 Feb 1980, to / }).click()
    expect(await heard).toEqual({
      studyId: desk.studyID(),
      skuID: 310,
      skuName: 'Whole Body with Brain Health',
      newPrice: 3299,
      newTotalBalance: 3299,
    })
  })

  it('shows the scan type and the balance of `skuChanged` until the payments are read again, and then the values that were read', async () => {
    const page = await desk.open()
    const sums = page.locator('.pp-sums')
    await expectPage(sums).toContainText('Balance2,499.00')
    const announce = (): Promise<void> =>
      desk.control((_, studyId) => {
        const detail = { studyId, skuID: 310, newPrice: 1234, newTotalBalance: 1234, skuName: 'Announced type' }
        window.dispatchEvent(new CustomEvent('skuChanged', { detail }))
      })
    await desk.control(({ failNext }) =>
      failNext('payments.read', { ok: false, failure: { code: 'disconnected', message: 'No answer.' } }),
    )
    await announce()
    await expectPage(sums).toContainText('Announced type')
    await expectPage(sums).toContainText('Balance1,234.00')
    await announce()
    await expectPage(sums).toContainText('Whole Body SKU 300')
    await expectPage(sums).toContainText('Balance2,499.00')
  })

  it('fixes the amount of an invoice if the page’s address has `?invoiceTotal`, even before the date from which the amount is always fixed', async () => {
    const page = await desk.open()
    const whole = page.getByText(takePaymentWords.wholeBalance)
    const chooseInvoice = async (): Promise<void> => {
      await page.getByRole('button', { name: /Payment type/ }).click()
      await page.getByRole('option', { name: 'Invoice', exact: true }).click()
    }
    await chooseInvoice()
    await expectPage(whole).toBeVisible()
    await page.clock.setSystemTime('2025-02-03T17:00:00Z')
    await expectPage(whole).toHaveCount(0)
    const path = new URL(page.url()).pathname
    await go('/admin/frontdesk')
    await go(`${path}?invoiceTotal`)
    await chooseInvoice()
    await expectPage(whole).toBeVisible()
    await page.getByLabel('Invoice #').fill('INV-7')
    await page.getByRole('button', { name: 'Add CA$2,499.00 invoice for Ana Silva, 03 Feb 1980' }).click()
    await expectPage(page.getByText(takePaymentWords.recorded.done('CA$2,499.00 invoice')).first()).toBeVisible()
    const sent = await desk.control(({ calls }) => calls.find(({ command }) => command === 'payments.record')?.input)
    expect(sent).toMatchObject({ paymentType: 'invoice', amount: 2499, isInvoiceTotal: true })
  })

  it('charges the whole balance on the connected reader in three clicks from today’s list', async () => {
    const page = await desk.open({ context: { timezoneId: 'America/Vancouver' } })
    await go('/admin/frontdesk')
    await page
      .getByRole('link', { name: /^Payment of / })
      .first()
      .waitFor()
    await page.evaluate(() => {
      document.documentElement.dataset.clicks = '0'
      const count = ({ isTrusted }: MouseEvent): void => {
        const { dataset } = document.documentElement
        if (isTrusted) dataset.clicks = String(Number(dataset.clicks) + 1)
      }
      window.addEventListener('click', count, true)
    })
    await page
      .getByRole('link', { name: /^Payment of / })
      .first()
      .click()
    await page.getByRole('button', { name: /^Charge [A-Z]{2}\$[\d,.]+ on the terminal for / }).click()
    await page.getByRole('dialog', { name: 'Please Hand Terminal to Member' }).waitFor()
    await desk.control((controls) => {
      const [attempt] = controls.payments.open()
      if (attempt !== undefined) controls.payments.move(attempt.attemptID, 'succeeded')
    })
    const done = page.getByRole('dialog', { name: 'Payment is Completed' })
    await expectPage(done.getByRole('button', { name: /^Print receipt: Ana|^Print receipt: / })).toBeVisible()
    await desk.inspect('terminal-receipt')
    await done.getByRole('button', { name: 'Continue' }).click()
    await expectPage(page.locator('.pp-balance')).toContainText('Paid')
    expect(await page.evaluate(() => Number(document.documentElement.dataset.clicks))).toBeLessThanOrEqual(3)
  })

  it('shows the balance as the largest figure, which stays in view with the name', async () => {
    const page = await desk.open({ context: { viewport: { width: 1024, height: 768 } } })
    const balance = page.locator('.pp-balance__amount')
    await expectPage(balance).toHaveText('CA$2,499.00')
    const sizes = await page
      .locator('.pp-frame *')
      .evaluateAll((all) =>
        all.flatMap((element) =>
          element.childNodes.length > 0 && element.checkVisibility()
            ? [Number.parseFloat(getComputedStyle(element).fontSize)]
            : [],
        ),
      )
    expect(await balance.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBe(
      Math.max(...sizes),
    )
    // The links of the header are in one row.
    const links = await page.locator('.si__actions .w-button').evaluateAll((all) =>
      all.map((element) => {
        const { top, width } = element.getBoundingClientRect()
        return { top: Math.round(top), width: Math.round(width) }
      }),
    )
    expect(new Set(links.map(({ top }) => top)).size).toBe(1)
    await page.locator('.pp-column:last-of-type .pp-form button').last().scrollIntoViewIfNeeded()
    await expectPage(balance).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await desk.inspect('balance-in-view')
  })

  it('fills in the received cash, and chooses the last used payment type, with one press each', async () => {
    const page = await desk.open()
    const types = page.getByRole('radiogroup', { name: takePaymentWords.quick.tenders })
    await expectPage(types.locator('label')).toHaveText(['Card', 'Card terminal', 'Cash'])
    await expectPage(types.getByRole('radio', { name: 'Card', exact: true })).toBeChecked()
    await types.getByText('Cash', { exact: true }).click()
    await page.getByRole('button', { name: 'CA$2,500.00', exact: true }).click()
    await expectPage(page.getByLabel(takePaymentWords.cash.received)).toHaveValue('2,500.00')
    await expectPage(page.locator('.pp-change')).toContainText('CA$1.00')
    await desk.inspect('quick-cash')
    await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('400')
    await page.getByRole('button', { name: takePaymentWords.cash.exact('CA$400.00') }).click()
    await page.getByRole('button', { name: /^Record CA\$400\.00 cash/ }).click()
    await expectPage(page.locator('.pp-balance__amount')).toHaveText('CA$2,099.00')
    await page.getByRole('button', { name: /^Print receipt: / }).click()
    await expectPage(page.getByText('Printing receipt')).toBeVisible()
    await page.getByRole('button', { name: /^Email receipt: Payment of CA\$400\.00/ }).click()
    await expectPage(page.locator('.w-toast').filter({ hasText: 'Receipt' }).first()).toBeVisible()
    const sent = await desk.control(({ calls }) =>
      calls.filter(({ command }) => command === 'payments.emailReceipt').map(({ input }) => input),
    )
    expect(sent).toMatchObject([{ studyID: desk.studyID(), transactionID: expect.any(String) }])
    await page.clock.runFor(1_000)
    await page.getByRole('button', { name: takePaymentWords.recorded.more }).click()
    await page.getByRole('button', { name: /Payment type/ }).click()
    await page.getByRole('option', { name: 'Cheque', exact: true }).click()
    await expectPage(page.getByRole('button', { name: /Payment type/ })).toContainText('Cheque')
    await page.getByLabel('Cheque #').fill('7001')
    await page.getByRole('button', { name: /^Record CA\$2,099\.00 cheque/ }).click()
    await expectPage(page.locator('.pp-balance')).toContainText('Paid')
    await go('/admin/frontdesk')
    await page
      .getByRole('link', { name: /^Payment of / })
      .first()
      .click()
    await types.getByText(takePaymentWords.quick.lastUsed('Cheque')).click()
    await expectPage(page.getByLabel('Cheque #')).toBeVisible()
  })

  it.each([
    [1440, 900, 'combobox', takePaymentWords.card.country],
    [1024, 768, 'textbox', takePaymentWords.terminal.amount],
  ] as const)(
    'shows the form down to its last field above the foot, with one filled button and one identity line, at %i by %i',
    async (width, height, role, last) => {
      const page = await desk.open({ context: { viewport: { width, height } }, at: 'study' })
      await page.getByRole('button', { name: /^Charge CA\$2,499\.00 on the terminal for Ana Silva/ }).waitFor()
      const form = page.locator('.pp-take')
      await expectPage(form.locator('.w-button--primary')).toHaveCount(1)
      await expectPage(form.getByText(/^Ana Silva · born 03 Feb 1980 · /)).toHaveCount(1)
      const foot = await page.locator('.pp-take .pp-commit').boundingBox()
      const field = await form.getByRole(role, { name: last }).boundingBox()
      expect((field?.y ?? height) + (field?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
      await desk.inspect(`first-view-${width}`)
    },
  )

  it('works by keyboard alone, and Enter in a field records nothing', async () => {
    const page = await desk.open()
    await page.getByRole('radio', { name: 'Card', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expectPage(page.getByRole('radio', { name: 'Cash', exact: true })).toBeChecked()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Tab')
    const others = page.getByRole('button', { name: /Payment type/ })
    await expectPage(others).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Cash' }).waitFor()
    await page.keyboard.type('cash')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('radio', { name: 'Cash', exact: true })).toBeChecked()
    await expectPage(others).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('75')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('100')
    await expectPage(page.getByText('CA$25.00')).toBeVisible()
    expect(
      await page.evaluate(() => window.fakeControls?.calls.some((call) => call.command === 'payments.record')),
    ).toBe(false)
    await page.keyboard.press('Tab')
    await expectPage(
      page.getByRole('button', { name: 'Record CA$75.00 cash for Ana Silva, 03 Feb 1980' }),
    ).toBeFocused()
    await page.keyboard.press('Enter')
    await expectPage(page.getByText('CA$2,424.00 is still owed.')).toBeVisible()
    await expectPage(page.getByRole('button', { name: takePaymentWords.recorded.more })).toBeFocused()
  })
})
