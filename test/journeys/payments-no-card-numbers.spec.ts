import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import SqliteDatabase from 'better-sqlite3'
import { paymentTitles } from '#domain/payments/payment-messages.ts'
import { openSecretVault } from '#runtime/secret-vault.ts'
import { signIn } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice } from './office.ts'
import {
  bookOwing,
  choosePaymentType,
  ledgerOf,
  openCredits,
  openPayment,
  partOf,
  paymentField,
  processWindow,
  recordButton,
  sumOf,
} from './payment-desk.ts'

/**
 * Every number that this test types, as it is typed. All are test cards except `real`, which has a valid check digit.
 */
const planted = {
  approved: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  dashed: '5555-5555-5555-4444',
  plain: '378282246310005',
  left: '4000 0566 5566 5556',
  reference: '6011 1111 1111 1117',
  reason: '3056 9300 0902 0004',
  real: '4539 1488 0343 6467',
} as const

/**
 * Matches a number's digits with up to three other characters between them, such as spaces, dashes, the zero bytes of
 * UTF-16, or `%20`.
 */
const spellings = new RegExp(
  Object.values(planted)
    .map((number) => [...number.replace(/\D/g, '')].join('(?:%20|%2D|[^0-9A-Za-z]){0,3}'))
    .join('|'),
  'gi',
)

/**
 * Returns the planted numbers in a text. Also searches its base64 parts, because answers and drafts may contain base64.
 */
const foundIn = (text: string): readonly string[] => {
  const blocks = text.match(/[A-Za-z0-9+/]{20,}={0,2}/g) ?? []
  const hidden = blocks.map((block) => Buffer.from(block, 'base64').toString('latin1'))
  return [...(text.match(spellings) ?? []), ...(hidden.join('\n').match(spellings) ?? [])]
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** Returns every value of every table of a database, as text. */
const textOfDatabase = (path: string, keyHex: string | null): string => {
  const db = new SqliteDatabase(path, { readonly: true })
  try {
    if (keyHex !== null) {
      db.pragma("cipher='aegis'")
      db.pragma(`key="raw:${keyHex}"`)
    }
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
    return tables
      .flatMap(
        (name) =>
          db
            .prepare(`SELECT * FROM "${String(name)}"`)
            .raw()
            .all() as unknown[][],
      )
      .map((row) => row.map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))).join('\n'))
      .join('\n')
  } finally {
    db.close()
  }
}

/** Returns the window's own storage, and the text on its page. */
const textOfWindow = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches = await globalThis.caches?.keys().catch(() => [])
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      location.href,
      databases,
      caches,
      fields,
      document.documentElement.outerHTML,
    ])
  })

const card = (page: Page, name: string): Locator => partOf(page, 'Make a Payment').getByLabel(name, { exact: false })

const typeCard = async (page: Page, number: string): Promise<void> => {
  await card(page, 'Card Number').pressSequentially(number)
  await card(page, 'Card Expiry Date').fill('12/34')
  // The card with fifteen digits has a code of four digits.
  await card(page, 'Card Security Code').fill(number === planted.plain ? '9174' : '917')
}

const payButton = (page: Page): Locator => partOf(page, 'Make a Payment').getByRole('button', { name: /^Pay / })

test('a card number is stored nowhere, wherever it was typed', async ({ atrium }) => {
  const { page } = atrium
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const { study } = await bookOwing(office)
  // The messages from the window to main. Electron uses no socket for them, so in Electron only stored data is checked.
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(payload.toString())))
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))

  await signIn(page, 'frontdesk')
  await openPayment(atrium, study.studyID)

  await test.step('typed cards: approved, declined, with dashes, without spaces', async () => {
    await choosePaymentType(page, 'card')
    for (const [number, amount, end] of [
      [planted.approved, '100.00', paymentTitles.successful],
      [planted.declined, '20.00', paymentTitles.unsuccessful],
      [planted.dashed, '30.00', paymentTitles.successful],
      [planted.plain, '40.00', paymentTitles.successful],
    ] as const) {
      await paymentField(page, 'Amount to Pay').fill(amount)
      await typeCard(page, number)
      await payButton(page).click()
      await processWindow(page, end)
        .getByRole('button', { name: /^(Continue|Change Payment)$/ })
        .click()
      await expect(processWindow(page, end)).toHaveCount(0)
      await expect(card(page, 'Card Number')).toHaveValue('')
    }
    await expect(sumOf(page, 'Paid')).toHaveText('−170.00')
  })

  await test.step('a real number is refused and removed from the screen', async () => {
    await typeCard(page, planted.real)
    await payButton(page).click()
    await expect(partOf(page, 'Make a Payment').getByText(/Only test card numbers/)).toBeVisible()
    await expect(card(page, 'Card Number')).toHaveValue('')
  })

  await test.step('a number that was typed but not submitted is gone after a reload', async () => {
    await typeCard(page, planted.left)
    await page.reload()
    await expect(card(page, 'Card Number')).toHaveValue('')
    await expect(card(page, 'Card Security Code')).toHaveValue('')
  })

  await test.step('numbers in fields other than card fields', async () => {
    await choosePaymentType(page, 'cheque')
    await paymentField(page, 'Cheque #').pressSequentially(planted.reference)
    await recordButton(page).click()
    await expect(partOf(page, 'Make a Payment').getByText(/This looks like a card number/)).toBeVisible()
    await openCredits(page)
    await partOf(page, 'Credits and Discounts')
      .getByRole('textbox', { name: 'Reason' })
      .pressSequentially(planted.reason)
    // A draft is stored a moment after the last key press. The plain word is typed last, so once it is stored, the
    // whole draft is stored.
    await partOf(page, 'Credits and Discounts').getByRole('textbox', { name: 'Referral code' }).fill('MARIGOLD-7319')
    const call = `atriumBridge.call('drafts.read', { draftID: 'payment:${study.studyID}' }).then(JSON.stringify)`
    await expect.poll(async () => String(await page.evaluate(call))).toContain('MARIGOLD-7319')
    // Another client sends numbers that our screens would refuse.
    const body = { payment: { paymentType: 'cheque', amount: 10, referenceID: planted.reference } }
    await expect(office.send('POST', `/payment/study/${study.studyID}`, body)).rejects.toThrow('400')
    const { transactions } = await ledgerOf(office, study.studyID)
    const refund = { amount: 10, memo: planted.reason }
    const path = `/payment/study/${study.studyID}/refund/${transactions[0]?.transactionID}`
    await expect(office.send('POST', path, refund)).rejects.toThrow('400')
  })

  await test.step('no stored data contains any of the numbers', async () => {
    await choosePaymentType(page, 'cheque')
    await paymentField(page, 'Cheque #').fill('CHQ-88442')
    await paymentField(page, 'Amount').fill('60.00')
    await partOf(page, 'Credits and Discounts').getByRole('textbox', { name: 'Reason' }).fill('')
    await recordButton(page).click()
    await expect(sumOf(page, 'Paid')).toHaveText('−230.00')

    expect(foundIn(await textOfWindow(page)), 'in the window').toEqual([])
    expect(foundIn(sent.join('\n')), 'on the way to main').toEqual([])
    expect(foundIn(atrium.programLogs()), 'in what was printed').toEqual([])
    expect(foundIn(JSON.stringify(await ledgerOf(office, study.studyID))), 'in the ledger').toEqual([])
    expect(foundIn(JSON.stringify(await office.read(`/study/${study.studyID}/log`))), 'in the log').toEqual([])

    const root = dirname(atrium.dataFolder)
    const files = filesBelow(root)
    for (const file of files) expect(foundIn(readFileSync(file, 'latin1')), file).toEqual([])
    const keyHex = await (await openSecretVault(atrium.dataFolder)).read('workstation-database-key')
    const databases = files.filter((file) => /\.(db|sqlite)$/.test(file))
    const texts = databases.map((file) => textOfDatabase(file, file.startsWith(atrium.dataFolder) ? keyHex : null))
    for (const [index, text] of texts.entries()) expect(foundIn(text), databases[index]).toEqual([])
    // Proves that the search works: it finds the accepted reference and the draft.
    expect(texts.some((text) => text.includes('CHQ-88442'))).toBe(true)
    expect(texts.some((text) => text.includes('MARIGOLD-7319'))).toBe(true)
    expect(foundIn(`4242${String.fromCharCode(0)}-4242%2042424242`)).toHaveLength(1)
    expect(foundIn(Buffer.from(`{"number":"${planted.real}"}`).toString('base64'))).toHaveLength(1)
  })
})
