import { readFileSync } from 'node:fs'
import { stampers } from './stampers.ts'

/** What a stamper in a process of its own says: what one run took, and the most memory the process ever had. */
export type StampRun = { readonly ms: number; readonly peakMiB: number; readonly size: number }

const [name = '', path = ''] = process.argv.slice(2)
const stamper = await stampers[name]?.()
const bytes: Uint8Array = readFileSync(path)
process.on('message', async () => {
  const start = performance.now()
  const stamped = await stamper?.(bytes)
  const ms = performance.now() - start
  const run: StampRun = { ms, peakMiB: process.resourceUsage().maxRSS / 1024, size: stamped?.length ?? 0 }
  process.send?.(run)
})
process.send?.('ready')
