import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, FrameLocator, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseSchedulerMessage } from '#domain/consult/scheduler-message.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { createConsultActs, team } from '#test/contract/consult-clinic.ts'
import { chromiumMissing } from '#test/fixtures/own-chromium.ts'
import { findBrowser } from '#test/renderer/harness/find-browser.ts'

type ReceivedMessage = { readonly origin: string; readonly data: unknown }

/** Starts a server for a page that contains the frame, under the policies of the product's own pages. */
const startParent = async (): Promise<Server> => {
  const server = createServer((request, response) => {
    const framed = new URL(request.url ?? '', 'http://x').searchParams.get('framed') ?? ''
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'; frame-src http://127.0.0.1:*",
    })
    response.end(`<!doctype html><html lang="en"><title>Study</title><h1>Study</h1><script>
      window.messages = []
      addEventListener('message', ({ origin, data }) => messages.push({ origin, data }))
    </script><iframe title="Scheduler" width="900" height="700" credentialless
      sandbox="allow-scripts allow-same-origin allow-forms" src="${framed}"></iframe>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

describe("the stand-in's pages in our frame", { timeout: 60_000 }, () => {
  let office: RunningBackOffice
  let parent: Server
  let browser: Browser
  let page: Page

  beforeEach(async ({ skip }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
    page = await (await browser.newContext()).newPage()
  })
  beforeAll(async () => {
    if (chromiumMissing !== undefined) return
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    office = await runBackOffice(sqlite)
    await createConsultActs(office).openTeam()
    parent = await startParent()
    browser = await findBrowser()
  }, 120_000)
  afterEach(async () => {
    await page?.context().close()
  })
  afterAll(async () => {
    parent?.close()
    await office?.stop()
  })

  const open = async (path: string, host = '127.0.0.1'): Promise<FrameLocator> => {
    const { port } = parent.address() as AddressInfo
    await page.goto(`http://${host}:${port}/?${new URLSearchParams({ framed: `${office.url}${path}` })}`)
    return page.frameLocator('iframe')
  }
  const messages = (): Promise<ReceivedMessage[]> => page.evaluate('window.messages')
  const lastMessage = async () => {
    const { origin, data } = (await messages()).at(-1) ?? { origin: '', data: null }
    return parseSchedulerMessage(data, origin, office.url)
  }
  const hasFaults = async (): Promise<string[]> => {
    const { violations, passes } = await new AxeBuilder({ page }).include('iframe').analyze()
    // A target of two parts is inside the frame. Without such targets, the frame was not checked.
    expect(passes.flatMap(({ nodes }) => nodes).filter(({ target }) => target.length === 2).length).toBeGreaterThan(20)
    return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
  }

  it('let users book, move and cancel by keyboard, and notify the surrounding page each time', async () => {
    const frame = await open(`${team}?${new URLSearchParams({ name: 'Ana Silva', email: 'ana@mail.example' })}`)
    await frame
      .getByRole('button', { name: /am P[DS]T, / })
      .first()
      .focus()
    expect((await messages()).map(({ data }) => (data as { event: string }).event)).toEqual([
      'calendly.profile_page_viewed',
      'calendly.event_type_viewed',
    ])
    expect(await hasFaults()).toEqual([])
    await page.keyboard.press('Enter')
    await frame.getByRole('heading', { name: 'Enter details' }).waitFor()
    expect(await frame.getByLabel('Name').inputValue()).toBe('Ana Silva')
    expect(await frame.getByLabel('Email').inputValue()).toBe('ana@mail.example')
    expect(await hasFaults()).toEqual([])
    for (const _field of ['name', 'email', 'button']) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await frame.getByRole('heading', { name: 'You are scheduled' }).waitFor()
    // The surrounding page is notified after the frame shows the result.
    await expect.poll(async () => (await lastMessage()).kind).toBe('scheduled')
    const booked = await lastMessage()
    if (booked.kind !== 'scheduled') return

    const moving = await open(`/calendly/reschedulings/${booked.inviteeID}`)
    await moving
      .getByRole('button', { name: /pm P[DS]T, / })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await moving.getByRole('heading', { name: 'Reschedule event' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await moving.getByRole('heading', { name: 'You are scheduled' }).waitFor()
    await expect.poll(async () => (await lastMessage()).kind).toBe('scheduled')
    const moved = await lastMessage()
    if (moved.kind !== 'scheduled') return

    const cancelling = await open(`/calendly/cancellations/${moved.inviteeID}`)
    await cancelling.getByLabel('Reason (optional)').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await cancelling.getByRole('heading', { name: 'Event canceled' }).waitFor()
    const cancelled = { kind: 'cancelled', eventID: moved.eventID, inviteeID: moved.inviteeID }
    await expect.poll(lastMessage).toEqual(cancelled)
  })

  it('do not move the focus when they open', async () => {
    const frame = await open(team)
    await frame.getByRole('heading', { name: 'Select a time' }).waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY')
  })

  it('are not shown in a foreign page', async () => {
    await open(team, 'localhost')
    const frame = page.frames().find((candidate) => candidate !== page.mainFrame())
    await expect.poll(() => frame?.url() ?? '').toMatch(/^chrome-error:|^about:blank/)
    expect(await messages()).toEqual([])
  })
})
