import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { type PreviewServer, preview } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeTerminalScript } from '#test/fakes/stripe/serve-fake.ts'
import { chromiumMissing } from '#test/fixtures/own-chromium.ts'
import { buildProviderPages } from '#test/fixtures/shells/provider-pages.ts'
import { findBrowser } from '../harness/find-browser.ts'

const call = (page: Page, method: string, input: unknown = {}): Promise<unknown> =>
  page.evaluate(`atriumProviderPage.call(${JSON.stringify(method)}, ${JSON.stringify(input)})`)

describe('the script of a card provider', () => {
  let pages: Awaited<ReturnType<typeof buildProviderPages>>
  let server: PreviewServer
  let browser: Browser
  let page: Page
  let isReachable = true
  let asked = 0

  beforeEach(async ({ skip }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
    isReachable = true
    asked = 0
    page = await browser.newPage()
    await page.route('https://js.stripe.com/**', (route) => {
      asked += 1
      return isReachable
        ? route.fulfill({ contentType: 'text/javascript', body: fakeTerminalScript() })
        : route.abort('internetdisconnected')
    })
  })
  beforeAll(async () => {
    if (chromiumMissing !== undefined) return
    pages = await buildProviderPages()
    server = await preview({
      configFile: false,
      root: pages.folder,
      logLevel: 'error',
      build: { outDir: join(pages.folder, 'renderer') },
      preview: { port: 0, host: '127.0.0.1' },
    })
    browser = await findBrowser()
  }, 120_000)
  afterEach(async () => {
    await page?.close()
  })
  afterAll(async () => {
    await server?.close()
    pages?.remove()
  })

  const open = async (name: 'terminal-window' | 'card-window'): Promise<void> => {
    await page.goto(`${server.resolvedUrls?.local[0] ?? ''}${name}/index.html`)
    await page.waitForFunction('typeof atriumProviderPage === "object"')
  }

  it('is not requested before it is needed', async () => {
    await open('terminal-window')
    expect(asked).toBe(0)
    expect(await call(page, 'init')).toEqual({ ok: true })
    expect(asked).toBe(1)
  })

  it('is requested again only by a new page if it could not be reached', async () => {
    isReachable = false
    await open('terminal-window')
    expect(await call(page, 'init')).toMatchObject({ error: { code: 'script-not-loaded' } })
    expect(await call(page, 'discover')).toMatchObject({ error: { code: 'script-not-loaded' } })
    isReachable = true
    expect(await call(page, 'init')).toMatchObject({ error: { code: 'script-not-loaded' } })
    await page.reload()
    await page.waitForFunction('typeof atriumProviderPage === "object"')
    expect(await call(page, 'init')).toEqual({ ok: true })
  })

  it('is reported missing when card fields are opened without it', async () => {
    isReachable = false
    await open('card-window')
    const input = { clientSecret: 'secret-1', publishableKey: 'pk_test_1', amount: 50_000, currency: 'CAD' }
    expect(await call(page, 'confirm', input)).toMatchObject({
      error: { code: 'script-not-loaded', message: 'The card service cannot be reached.' },
    })
  })

  it.each([
    ['a payment without a secret', { publishableKey: 'pk', amount: 1, currency: 'CAD' }],
    ['an amount of half a cent', { clientSecret: 's', publishableKey: 'pk', amount: 0.5, currency: 'CAD' }],
    ['an unsupported currency', { clientSecret: 's', publishableKey: 'pk', amount: 1, currency: 'EUR' }],
    ['null instead of a payment', null],
  ])('is not requested for %s', async (_name, input) => {
    await open('card-window')
    expect(await call(page, 'confirm', input)).toMatchObject({ error: { code: 'invalid-request' } })
    expect(asked).toBe(0)
  })
})
