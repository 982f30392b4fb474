import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { startHarnessPages } from '../../harness/harness-pages.ts'
import { openPaymentPages } from '../payment/payment-pages.ts'

const desk = openPaymentPages(startHarnessPages())
const button = (name: string | RegExp) => desk.page().getByRole('button', { name })
const dialog = (name: string) => desk.page().getByRole('dialog', { name })

/** Finance of Vancouver with 500 in cash, 100 of them given back, and a cheque. */
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
const row = (name: string | RegExp) => desk.page().getByRole('row', { name })

describe('the finance screen', { timeout: 60_000 }, () => {
  it('hides what is expected until it is counted, then says over or short by sign and word', async () => {
    const page = await open('admin')
    await expectPage(row(/Cash/)).toContainText('After the count')
    await expectPage(row(/Cash/)).not.toContainText('400.00')
    await desk.inspect('finance-blind')
    await row(/Cash/)
      .getByRole('button', { name: /^Count cash of/ })
      .click()
    await page.getByLabel('Amount counted').fill('1e3')
    await button(/^Record CA\$/).click()
    await expectPage(page.getByText('Enter an amount in digits, such as 1250.00.')).toBeVisible()
    await page.getByLabel('Amount counted').fill('395')
    await page.getByLabel('Note').fill('A five went to the wrong drawer')
    await desk.inspect('finance-count')
    await button(/^Record CA\$395\.00 cash of/).click()
    await expectPage(row(/Cash/)).toContainText('400.00')
    await expectPage(row(/Cash/)).toContainText('-5.00 short')
    await expectPage(row(/Cash/)).toContainText('A five went to the wrong drawer')
    await desk.inspect('finance-counted')
  })

  it('lists what is open and keeps the day from being signed off', async () => {
    const page = await open('admin')
    await expectPage(page.getByRole('region', { name: 'Open card payments' })).toContainText('Noor Haddad')
    await expectPage(page.getByRole('region', { name: 'Cheques not deposited' })).toContainText('250.00')
    await expectPage(page.getByRole('region', { name: 'Invoices not issued' })).toContainText('120.00')
    await expectPage(page.getByText('It cannot be signed off: A card payment has not ended yet').first()).toBeVisible()
    await button('Sign off').click({ force: true })
    await expectPage(dialog('Sign the day off')).toHaveCount(0)
    await page.getByRole('link', { name: /^Check or resolve/ }).click()
    await expectPage(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible()
  })

  it('is signed off once everything is counted, and nothing is counted afterwards', async () => {
    const page = await open('admin')
    await desk.control((controls, studyID) => controls.payments.ledger.attemptsOfOthers.delete(studyID))
    for (const [tender, amount] of [
      ['cash', '400'],
      ['cheque', '250'],
    ]) {
      await button(new RegExp(`^Count ${tender} of`)).click()
      await page.getByLabel('Amount counted').fill(amount ?? '')
      await button(/^Record CA\$/).click()
    }
    await expectPage(row(/Cash/)).toContainText('0.00 right')
    await button('Sign off').click()
    await desk.inspect('finance-sign-off')
    await button(/^Sign off 23 Nov 2026/).click()
    await expectPage(page.getByText(/^Signed off by/)).toBeVisible()
    await row(/Cash/)
      .getByRole('button', { name: /^Count again cash/ })
      .click({ force: true })
    await expectPage(page.getByLabel('Amount counted')).toHaveCount(0)
    await desk.inspect('finance-signed-off')
  })

  it('gives the day as a file', async () => {
    const page = await open('admin')
    for (const format of ['CSV', 'PDF']) {
      const download = page.waitForEvent('download')
      await button(`Save as ${format}`).click()
      expect((await download).suggestedFilename()).toMatch(new RegExp(`${format.toLowerCase()}$`))
    }
  })

  it('prints a day once however its answer comes, and another day as a print of its own', async () => {
    const page = await open('admin')
    const print = async (day: string): Promise<void> => {
      await button(`Print cash-up of ${day}`).click()
      await expectPage(
        page
          .locator('.w-toast')
          .filter({ hasText: `print cash-up of ${day}` })
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
    await button('Print cash-up of 22 Nov 2026').click()
    await expectPage(page.getByText('Printing cash-up of 22 Nov 2026')).toBeVisible()
    const asked = await desk.control((controls) =>
      controls.calls.filter(({ command }) => command === 'printing.print').map(({ input }) => input),
    )
    const [first, other, again] = asked as { idempotencyKey: string }[]
    expect(other?.idempotencyKey).not.toBe(first?.idempotencyKey)
    expect(again).toEqual(other)
  })

  it('shows the front desk its own takings and neither files nor the sign-off', async () => {
    const page = await open('frontdesk')
    await expectPage(page.getByRole('heading', { name: 'Your takings' })).toBeVisible()
    await expectPage(button('Sign off')).toHaveCount(0)
    await expectPage(button('Save as CSV')).toHaveCount(0)
    await desk.inspect('finance-frontdesk')
  })

  it('is not for those who take no money, and stands in their rail neither', async () => {
    const page = await open('np')
    await expectPage(page.getByText('Your account takes no money')).toBeVisible()
    await expectPage(page.getByRole('navigation', { name: 'Places' })).not.toContainText('Finance')
  })

  it('says that the back office is away, and shows the day when it is back', async () => {
    const page = await desk.open({ signedInAs: 'admin', context: { timezoneId: 'America/Vancouver' } })
    await desk.control((controls) => controls.setConnectivity({ state: 'offline' }))
    await page.evaluate(() => history.pushState(null, '', '/admin/finance'))
    await expectPage(page.getByText('The day is kept by the back office.')).toBeVisible()
    await desk.control((controls) => controls.setConnectivity({ state: 'online' }))
    await expectPage(page.getByText('No money moved on this day')).toBeVisible()
    await desk.inspect('finance-empty')
  })
})

describe('the settings', { timeout: 60_000 }, () => {
  it('show the card reader and what was mailed, and no list where mail goes to a real server', async () => {
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
    await page.getByText('Sent e-mail (demo)').scrollIntoViewIfNeeded()
    await desk.inspect('settings')
    await desk.control((controls) => controls.payments.setSentMail(null))
    const mail = page.getByRole('region', { name: 'Sent e-mail (demo)' })
    await mail.getByRole('button', { name: 'Refresh' }).click()
    await expectPage(page.getByText('Sent e-mail (demo)')).toHaveCount(0)
  })
})
