import { existsSync, readFileSync } from 'node:fs'
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
  const run: StampRun = { ms, peakMiB: peakMiB(), size: stamped?.length ?? 0 }
  process.send?.(run)
})
process.send?.('ready')

/**
 * The most memory this process ever held. What `getrusage` says is handed down from whoever started it, however large that
 * was; Linux's own account of a process begins with its program.
 */
function peakMiB(): number {
  const known = existsSync('/proc/self/status')
    ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))
    : null
  return (known === null ? process.resourceUsage().maxRSS : Number(known[1])) / 1024
}
