import { chromium } from '@playwright/test'
import { preview } from 'vite'
import axe from 'axe-core'
import { AxeBuilder } from '@axe-core/playwright'
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs'
const g = `/sys/fs/cgroup/cpuacct/meas/x${process.pid}`
mkdirSync(g); writeFileSync(`${g}/cgroup.procs`, String(process.pid))
const cg = () => Number(readFileSync(`${g}/cpuacct.usage`, 'utf8')) / 1e6
const outDir = '/tmp/hx/dev'
const root = '/work/main/test/renderer/harness'
const server = await preview({ root, configFile: false, logLevel: 'warn', appType: 'spa', build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
const url = `http://127.0.0.1:${server.httpServer.address().port}`
const browser = await chromium.launch({ args: ['--no-sandbox','--disable-gpu'], executablePath: '/usr/bin/chromium' })
const minor = axe._audit.rules.filter((r) => r.impact === 'minor' || r.impact === 'moderate').map((r) => r.id)
const off = Object.fromEntries(minor.map((id) => [id, { enabled: false }]))
const run = async (page, o) => {
  if (!(await page.evaluate(`typeof window.axe?.run === 'function'`))) await page.evaluate(axe.source)
  return page.evaluate(async (o) => (await window.axe.run(document, o)).violations.length, o)
}
const V = {
  builder: (page) => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] }).analyze(),
  inj1: (page) => run(page, { resultTypes: ['violations'] }),
  inj1off: (page) => run(page, { resultTypes: ['violations'], rules: off }),
  inj1offpre: (page) => run(page, { resultTypes: ['violations'], rules: off, preload: false }),
  inj1offpresel: (page) => run(page, { resultTypes: ['violations'], rules: off, preload: false, selectors: false }),
  nocontrast: (page) => run(page, { resultTypes: ['violations'], rules: {...off, 'color-contrast': {enabled: false}}, preload: false, selectors: false }),
}
const R = {}
for (let i = 0; i < 4; i++) for (const [name, f] of Object.entries(V)) {
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
const page = await context.newPage()
await page.clock.install({ time: '2026-11-23T15:00:00Z' })
await page.addInitScript((o) => { window.fakeBridgeOptions = o }, { signedInAs: 'admin' })
await page.goto(url + '/admin/booking')
await page.getByLabel('Find a member').fill('Ana Silva'); await page.getByRole('button', { name: /^Ana Silva/i }).click()
await page.locator('[role=gridcell].sg-cell--free').nth(4).click()
await page.keyboard.press('Alt+q'); await page.getByRole('region', { name: /^Safety questions/ }).getByRole('radio').first().waitFor()
for (const k of [1, 2]) {
const c = cg(), t = performance.now()
await f(page)
;((R[name] ??= {})[k] ??= []).push([cg() - c, performance.now() - t])
}
await context.close()
}
const med = (a) => a.sort((x, y) => x - y)[Math.floor(a.length / 2)].toFixed(0)
for (const [n, r] of Object.entries(R)) console.log(n.padEnd(15), ...Object.entries(r).map(([k, v]) => `#${k} cpu ${med(v.map((x) => x[0]))} wall ${med(v.map((x) => x[1]))}`))
await browser.close(); await server.close(); process.exit(0)
