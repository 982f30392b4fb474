import { chromium } from '@playwright/test'
import { preview } from 'vite'
const outDir = process.argv[2]
const root = '/work/main/test/renderer/harness'
const server = await preview({ root, configFile: false, logLevel: 'warn', appType: 'spa', build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
const url = `http://127.0.0.1:${server.httpServer.address().port}`
const browser = await chromium.launch({ args: ['--no-sandbox','--disable-gpu'], executablePath: '/usr/bin/chromium' })
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })).newPage()
await page.clock.install({ time: '2026-11-23T15:00:00Z' })
await page.addInitScript((o) => { window.fakeBridgeOptions = o }, { signedInAs: 'admin' })
const cdp = await page.context().newCDPSession(page)
await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 500 }); await cdp.send('Performance.enable')
await cdp.send('Profiler.start')
await page.goto(url + '/admin/booking')
await page.locator('[role=gridcell].sg-cell--free').nth(4).waitFor()
const { profile } = await cdp.send('Profiler.stop')
const { metrics } = await cdp.send('Performance.getMetrics')
console.log(metrics.filter((m) => /Duration|Nodes|Heap/.test(m.name)).map((m) => m.name + '=' + m.value.toFixed(2)).join(' '))
const self = new Map(), byId = new Map(profile.nodes.map((n) => [n.id, n]))
for (let i = 0; i < profile.samples.length; i++) { const n = byId.get(profile.samples[i]); const k = `${n.callFrame.functionName} ${n.callFrame.url.split('/').pop()}:${n.callFrame.lineNumber}:${n.callFrame.columnNumber}`; self.set(k, (self.get(k) ?? 0) + profile.timeDeltas[i] / 1000) }
console.log([...self].sort((a, b) => b[1] - a[1]).slice(0, 28).map(([k, v]) => v.toFixed(0) + ' ' + k).join('\n'))
// inclusive per function
const parent = new Map(); for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
const inc = new Map()
for (let i = 0; i < profile.samples.length; i++) { const seen = new Set(); for (let id = profile.samples[i]; id !== undefined; id = parent.get(id)) { const n = byId.get(id); const k = `${n.callFrame.functionName} ${n.callFrame.url.split('/').pop()}:${n.callFrame.columnNumber}`; if (!seen.has(k)) { seen.add(k); inc.set(k, (inc.get(k) ?? 0) + profile.timeDeltas[i] / 1000) } } }
console.log('--- inclusive'); console.log([...inc].sort((a, b) => b[1] - a[1]).slice(0, 40).map(([k, v]) => v.toFixed(0) + ' ' + k).join('\n'))
await browser.close(); await server.close(); process.exit(0)
