import { existsSync, readFileSync } from 'node:fs'
import { stampers } from './stampers.ts'

/** What a stamper's process sends after a run: its time, its maximum memory, and the size of the new PDF in bytes. */
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
 * The maximum memory of this process so far. On Linux this is `VmHWM`, which counts from the start of the program:
 * `getrusage` would also include the maximum of the parent process.
 */
function peakMiB(): number {
  const known = existsSync('/proc/self/status')
    ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))
    : null
  return (known === null ? process.resourceUsage().maxRSS : Number(known[1])) / 1024
}
