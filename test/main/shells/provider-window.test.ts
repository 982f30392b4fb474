import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeOver } from '#test/fixtures/axe-over.ts'
import type { Child } from '#test/fixtures/child.ts'
import { chromiumMissing, type OwnChromium, startOwnChromium } from '#test/fixtures/own-chromium.ts'
import { buildProviderPages } from '#test/fixtures/shells/provider-pages.ts'
import { startElectron } from '#test/fixtures/shells/stand-in-electron.ts'

const ENTRY = join(import.meta.dirname, '../../fixtures/shells/provider-window-entry.ts')
const PATIENTLY = { timeout: 10_000 }
const aPayment = { clientSecret: 'secret-1', publishableKey: 'pk_test_1', amount: 50_000, currency: 'CAD' }

type WindowMessage = { readonly event: string; readonly payload?: unknown; readonly window?: number }

describe('the window of a card provider, with the stand-in for Electron', () => {
  let pages: Awaited<ReturnType<typeof buildProviderPages>>
  let folder: string
  let own: OwnChromium
  let context: BrowserContext
  let child: Child
  const told: WindowMessage[] = []
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let lastOrder = 0

  const order = (what: object): Promise<unknown> => {
    lastOrder += 1
    const id = lastOrder
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    waiting.set(id, { resolve, reject })
    child.process.send?.({ id, ...what })
    return promise
  }
  const open = async (page: 'terminal' | 'card-fields'): Promise<{ window: number; page: Page }> => {
    const [opened, window] = await Promise.all([context.waitForEvent('page'), order({ order: 'open', page })])
    opened.setDefaultTimeout(PATIENTLY.timeout)
    return { window: Number(window), page: opened }
  }
  const call = (window: number, method: string, input: unknown = {}): Promise<unknown> =>
    order({ order: 'call', window, method, input })
  const recorded = (name: string): unknown[] =>
    readFileSync(join(folder, 'record.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((entry) => entry.call === name)
      .map((entry) => entry.data)

  const type = async (page: Page, box: string, text: string): Promise<void> => {
    await page.frameLocator(`iframe[src$="#${box}"]`).getByRole('textbox').fill(text)
  }
  const typeCard = async (page: Page, number: string, expiry = '1230'): Promise<void> => {
    await type(page, 'cardNumber', number)
    await type(page, 'cardExpiry', expiry)
    await type(page, 'cardCvc', '123')
  }

  beforeEach(({ skip }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
  })
  beforeAll(async () => {
    if (chromiumMissing !== undefined) return
    pages = await buildProviderPages()
    folder = mkdtempSync(join(tmpdir(), 'atrium-data-'))
    own = await startOwnChromium()
    context = (await chromium.connectOverCDP(own.cdpAddress)).contexts()[0] as BrowserContext
    child = startElectron(ENTRY, [], {
      ATRIUM_TEST_CDP: own.cdpAddress,
      ATRIUM_TEST_DIST: pages.folder,
      ATRIUM_TEST_OUTSIDE: JSON.stringify(pages.outside),
      ATRIUM_TEST_ELECTRON_RECORD: join(folder, 'record.jsonl'),
    })
    await new Promise<void>((ready) => {
      child.process.on('message', (message: WindowMessage & { id?: number; answer?: unknown; thrown?: string }) => {
        if (message.id === undefined) told.push(message)
        else if (message.thrown !== undefined) waiting.get(message.id)?.reject(new Error(message.thrown))
        else waiting.get(message.id)?.resolve(message.answer)
        if (message.event === 'ready') ready()
      })
    })
  }, 120_000)
  afterEach(async () => {
    for (const page of context?.pages() ?? []) if (page.url().includes('atrium.invalid')) await page.close()
    told.splice(0)
  })
  afterAll(async () => {
    await child?.end('SIGKILL')
    await own?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
    pages?.remove()
  })

  it('gives the page its own session in memory, every protection, and no access to main', async () => {
    const { page } = await open('terminal')
    expect(recorded('session.fromPartition').at(-1)).toEqual({
      partition: 'provider-terminal',
      options: { cache: false },
    })
    const options = recorded('BrowserWindow').at(-1)
    expect(options).toMatchObject({
      show: false,
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        webSecurity: true,
      },
    })
    expect(JSON.stringify(options)).not.toContain('preload')
    expect(await page.evaluate('[typeof atriumBridge, typeof require, typeof process]')).toEqual([
      'undefined',
      'undefined',
      'undefined',
    ])
  })

  it('hides the reader’s page and shows the card fields', async () => {
    const before = recorded('window.show').length
    await open('terminal')
    expect(recorded('window.show')).toHaveLength(before)
    await open('card-fields')
    await expect.poll(() => recorded('window.show').length, PATIENTLY).toBe(before + 1)
  })

  it('serves its own page and no other page of the app at the window’s address', async () => {
    const { page } = await open('terminal')
    expect(await page.evaluate("fetch('/admin/booking').then(({ status }) => status)")).toBe(404)
    expect(await page.evaluate("fetch('/index.html').then(({ status }) => status)")).toBe(404)
  })

  it('reaches only the provider', async () => {
    const { page } = await open('terminal')
    const refused = (address: string): Promise<unknown> =>
      page.evaluate(`fetch(${JSON.stringify(address)}).then(() => 'reached', () => 'refused')`)
    const before = recorded('session.fetch').length
    expect(await refused('https://example.invalid/')).toBe('refused')
    expect(await refused('http://127.0.0.1:1/')).toBe('refused')
    expect(recorded('session.fetch')).toHaveLength(before)
    await refused('https://api.stripe.com/v1')
    expect(recorded('session.fetch').at(-1)).toEqual({
      url: 'https://api.stripe.com/v1',
      options: { bypassCustomProtocolHandlers: true },
    })
  })

  it('stays on its page, whatever address the script of the page opens', async () => {
    const { page } = await open('terminal')
    await page.evaluate("location.href = 'https://js.stripe.com/fake-box.html'").catch(() => undefined)
    await page.evaluate('new Promise((done) => setTimeout(done, 100))')
    expect(page.url()).toBe('https://card-reader.atrium.invalid/')
  })

  it('takes a payment on a simulated reader, with a token requested on the way', async () => {
    const { window } = await open('terminal')
    expect(await call(window, 'init')).toEqual({ ok: true })
    expect(await call(window, 'discover', { simulated: true, location: 'tml_1' })).toMatchObject({
      readers: [{ id: 'tmr_1', label: 'Front desk', isOnline: true }, {}, { isOnline: false }],
    })
    const connected = call(window, 'connect', { readerID: 'tmr_1', failIfInUse: true })
    await expect.poll(() => told.find(({ event }) => event === 'token-needed'), PATIENTLY).toBeDefined()
    const asked = told.find(({ event }) => event === 'token-needed')
    await call(window, 'token', { ...(asked?.payload as object), secret: 'token-1' })
    expect(await connected).toEqual({ ok: true })
    expect(await call(window, 'collect', { clientSecret: 'secret-1' })).toEqual({ ok: true })
    expect(await call(window, 'process')).toEqual({
      intent: { id: 'pi_secret-1', status: 'succeeded', card: { brand: 'visa', lastFour: '4242', isInterac: false } },
    })
    const statuses = told.filter(({ event }) => event === 'connection').map(({ payload }) => payload)
    expect(statuses).toEqual([{ status: 'connecting' }, { status: 'connected' }])
  })

  it('reports exactly once that it is closed, and answers no call afterwards', async () => {
    const { window, page } = await open('terminal')
    await call(window, 'init')
    await page.evaluate("fakeTerminal.next = 'never-present'")
    const connected = call(window, 'connect-nobody')
    expect(await connected).toMatchObject({ error: { code: 'unknown-method' } })
    const pending = call(window, 'confirm-never')
    await pending
    await order({ order: 'close', window })
    // The window of an earlier test may report its end late.
    const reports = (): number => told.filter((each) => each.event === 'closed' && each.window === window).length
    await expect.poll(reports, PATIENTLY).toBe(1)
    expect(await call(window, 'discover')).toBeUndefined()
  })

  it('charges the card typed into the provider’s own boxes', async () => {
    const { window, page } = await open('card-fields')
    const answer = call(window, 'confirm', aPayment)
    for (const label of ['Card Number*', 'Card Expiry Date*', 'Card Security Code*', 'Country*']) {
      await expect.poll(() => page.getByText(label, { exact: true }).first().isVisible(), PATIENTLY).toBe(true)
    }
    await typeCard(page, '4242424242424242')
    await page.getByRole('button', { name: 'Pay CA$500.00' }).click()
    expect(await answer).toEqual({ ok: true })
    expect(await page.evaluate('Stripe.confirmations')).toEqual([
      { key: 'pk_test_1', clientSecret: 'secret-1', address: { country: 'CA' } },
    ])
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain('4242')
  })

  it('has no serious axe violation', async () => {
    const { window, page } = await open('card-fields')
    void call(window, 'confirm', aPayment)
    await page.getByRole('button', { name: 'Pay CA$500.00' }).click()
    await page.getByRole('alert').first().waitFor()
    // The contents of the boxes are the provider's.
    const { violations } = await axeOver(page).exclude('iframe').analyze()
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
  })

  it('reports a declined card, with its intent', async () => {
    const { window, page } = await open('card-fields')
    const answer = call(window, 'confirm', aPayment)
    await typeCard(page, '4000000000000002')
    await page.getByRole('button', { name: 'Pay CA$500.00' }).click()
    expect(await answer).toEqual({
      error: {
        code: 'card_declined',
        message: 'Your card was declined.',
        declineCode: 'generic_decline',
        intent: { id: 'pi_secret-1', status: 'requires_payment_method' },
      },
    })
  })

  it('names no intent when the payment’s result is unknown', async () => {
    const { window, page } = await open('card-fields')
    const answer = call(window, 'confirm', aPayment)
    await typeCard(page, '4000000000000119')
    await page.getByRole('button', { name: 'Pay CA$500.00' }).click()
    expect(await answer).toMatchObject({ error: { code: 'api_connection_error', intent: null } })
  })

  it('stays open while a field is empty or invalid, and names the problem', async () => {
    const { window, page } = await open('card-fields')
    const answer = call(window, 'confirm', { ...aPayment, currency: 'USD' })
    const button = page.getByRole('button', { name: 'Pay US$500.00' })
    await button.click()
    await expect
      .poll(() => page.getByRole('alert').allTextContents(), PATIENTLY)
      .toEqual([
        'Please enter the card number',
        'Please enter the card expiry date',
        'Please enter the card security code',
      ])
    await typeCard(page, '4242424242424242', '0120')
    await button.click()
    await expect.poll(() => page.getByRole('alert').allTextContents(), PATIENTLY).toEqual(['Your card is in the past.'])
    await type(page, 'cardExpiry', '1230')
    await button.click()
    expect(await answer).toEqual({ ok: true })
  })

  it("deletes the provider's data when the card fields are closed", async () => {
    const { window } = await open('card-fields')
    const before = recorded('session.clearStorageData').length
    await order({ order: 'close', window })
    await expect.poll(() => recorded('session.clearStorageData').length, PATIENTLY).toBe(before + 1)
  })
})
