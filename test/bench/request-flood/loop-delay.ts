import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Loaded into the server before it starts: writes down how long its event loop was held at most, since it had started. */
const path = process.env.ATRIUM_BENCH_LOOP_DELAY
if (isMainThread && path !== undefined) {
  const resolution = 5
  const delay = monitorEventLoopDelay({ resolution })
  setTimeout(() => delay.enable(), 5000).unref()
  process.once('exit', () =>
    writeFileSync(
      path,
      JSON.stringify({ max: delay.max / 1e6 - resolution, p99: delay.percentile(99) / 1e6 - resolution }),
    ),
  )
}
