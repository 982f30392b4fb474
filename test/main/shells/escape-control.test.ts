import { createSocket, type Socket } from 'node:dgram'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumMissing, type OwnChromium, startOwnChromium } from '#test/fixtures/own-chromium.ts'
import { attempts, perform, unprovable } from './escape-attempts.ts'

/** Replaces both shells and the bridge, and protects nothing. Runs in the page and in its frames. */
const openBridge = `
  globalThis.received = []
  const services = { drafts: { save: () => 1 }, session: { current: () => 1 } }
  const call = async (name, input) => {
    const copy = {}
    for (const key in input) copy[key] = input[key]
    globalThis.received.push(['members.changed', copy])
    const found = name.split('.').reduce((object, key) => object?.[key], services)
    return found === undefined ? { failure: { code: 'unknown-command' } } : {}
  }
  globalThis.atriumBridge = { call }
  globalThis.addEventListener('message', ({ data }) => globalThis.received.push([data.name, data.payload]))
  globalThis.require = globalThis.process = globalThis.module = globalThis.Buffer = {}
  globalThis.__electronStandIn = async (kind) => {
    if (kind === 'send') setTimeout(() => top.received.push(['members.changed', {}]), 20)
    return { reply: {} }
  }
`
const settleMs = 250

describe('on a page without protection, in the same Chromium', () => {
  let own: OwnChromium
  let browser: Browser
  let outside: Server
  let home: Server
  let udp: Socket
  const hits: string[] = []

  beforeEach(({ skip }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
  })
  const listen = async (server: Server): Promise<string> => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  let [out, start] = ['', '']
  beforeAll(async () => {
    if (chromiumMissing !== undefined) return
    outside = createServer((request, response) => {
      if (request.url !== '/favicon.ico') hits.push(request.url ?? '')
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('content-type', /\.js$/.test(request.url ?? '') ? 'text/javascript' : 'text/html')
      response.end('')
    })
    outside.on('upgrade', (request, socket) => {
      hits.push(request.url ?? '')
      socket.destroy()
    })
    udp = createSocket('udp4').on('message', () => hits.push('udp'))
    await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done))
    home = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><p id="state">home</p>')
    })
    out = await listen(outside)
    start = `${await listen(home)}/`
    own = await startOwnChromium()
    browser = await chromium.connectOverCDP(own.cdpAddress)
  })
  afterAll(async () => {
    await own?.stop()
    udp?.close()
    for (const server of [outside, home]) {
      server?.closeAllConnections()
      server?.close()
    }
  })

  it.each(attempts)('the attempt succeeds, or is not counted: %s', async (name, script) => {
    const context = await browser.newContext({ geolocation: { latitude: 45, longitude: -73 } })
    await context.grantPermissions(['geolocation', 'notifications', 'clipboard-read', 'camera'])
    await context.addInitScript(openBridge)
    const page = await context.newPage()
    await page.goto(start)
    let [events, failed] = [0, '']
    page.on('download', () => {
      events += 1
    })
    context.on('page', () => {
      events += 1
    })
    hits.length = 0
    const filled = script.replaceAll('OUT', out).replaceAll('UDP', String(udp.address().port))
    const answer = await perform(page, filled).catch((error: Error) => {
      failed = error.message
    })
    await page.waitForTimeout(settleMs).catch(() => undefined)
    const hasLeft = page.url().split('#')[0] !== start
    const succeeded = answer !== 'refused' || hits.length > 0 || events > 0 || hasLeft
    await context.close()
    expect(failed).toBe('')
    if (!unprovable.has(name)) expect(succeeded).toBe(true)
  })
})
