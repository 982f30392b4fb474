import { chromium } from '@playwright/test'
import { preview } from 'vite'
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
const variant = process.argv[2]
const N = Number(process.argv[3] ?? 6)
const parts = new Set(variant.split('+'))
const outDir = parts.has('prod') ? '/tmp/hx/prod' : '/tmp/hx/dev'
const root = '/work/main/test/renderer/harness'
const headers = { 'Content-Security-Policy': "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'" }
const server = await preview({ root, configFile: false, logLevel: 'warn', appType: 'spa', build: { outDir }, preview: { host: '127.0.0.1', port: 0, headers } })
const url = `http://127.0.0.1:${server.httpServer.address().port}`
const FLAGS = {
  nogpu: ['--disable-gpu'],
  nosoft: ['--disable-software-rasterizer'],
  nogpurast: ['--disable-gpu-rasterization'],
  lite: ['--disable-extensions','--disable-gpu-rasterization','--disable-lcd-text','--disable-font-subpixel-positioning'],
  norast: ['--disable-gpu','--disable-partial-raster','--disable-threaded-animation','--disable-threaded-scrolling','--disable-checker-imaging'],
  nopre: ['--disable-features=SpareRendererForSitePerProcess,PaintHolding'],
  single: ['--single-process'],
  noiso: ['--disable-site-isolation-trials','--renderer-process-limit=1','--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess'],
  noopt: ['--js-flags=--max-lazy'],
  sparkplug: ['--js-flags=--always-sparkplug'],
  nomaglev: ['--js-flags=--no-maglev'],
}
const args = ['--no-sandbox', ...[...parts].flatMap((p) => FLAGS[p] ?? [])]
const executablePath = parts.has('direct') ? '/usr/lib/chromium/chromium' : '/usr/bin/chromium'
const cg = (p) => Number(readFileSync(`/sys/fs/cgroup/cpuacct/meas/${p}/cpuacct.usage`, 'utf8')) / 1e6
const g = `x${process.pid}`
mkdirSync(`/sys/fs/cgroup/cpuacct/meas/${g}`)
writeFileSync(`/sys/fs/cgroup/cpuacct/meas/${g}/cgroup.procs`, String(process.pid))
const T = {}
const step = async (name, run) => { const t = performance.now(), c = cg(g); const r = await run(); (T[name] ??= []).push([performance.now() - t, cg(g) - c]); return r }
const browser = await step('launch', () => chromium.launch({ args, executablePath }))
let shared
for (let i = 0; i < N; i++) {
  const context = parts.has('reuse') ? (shared ??= await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })) : await step('newContext', () => browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', timezoneId: 'America/Los_Angeles' }))
  const page = await step('newPage', () => context.newPage())
  await step('clock', () => page.clock.install({ time: '2026-11-23T15:00:00Z' }))
  await page.addInitScript((o) => { window.fakeBridgeOptions = o }, { signedInAs: 'admin' })
  await step('goto', () => page.goto(url + '/admin/booking'))
  await step('ready', () => page.locator('[role=gridcell].sg-cell--free').nth(4).waitFor())
  await step('type', async () => { await page.getByLabel('Find a member').fill('Ana Silva'); await page.getByRole('button', { name: /^Ana Silva/i }).click() })
  await step('slot', () => page.locator('[role=gridcell].sg-cell--free').nth(4).click())
  await step('safety', async () => { await page.keyboard.press('Alt+q'); await page.getByRole('region', { name: /^Safety questions/ }).getByRole('radio').first().waitFor() })
  await step('axe', () => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] }).analyze())
  await step('close', () => parts.has('reuse') ? page.close() : context.close())
}
await step('closeBrowser', () => browser.close())
await server.close()
const total = [0, 0]
const med = (a) => a.sort((x, y) => x - y)[Math.floor(a.length / 2)]
let s = variant.padEnd(20)
for (const [k, v] of Object.entries(T)) { const w = med(v.map((x) => x[0])), c = med(v.map((x) => x[1])); if (!/aunch|Browser/.test(k)) { total[0] += w; total[1] += c } s += ` ${k} ${w.toFixed(0)}/${c.toFixed(0)}` }
console.log(s, `| PER OPEN wall ${total[0].toFixed(0)} cpu ${total[1].toFixed(0)}`)
process.exit(0)
