import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the server before it starts. Writes how long requests blocked its event loop, in wall time and in the
 * thread's own CPU time. The wall time includes waiting for a CPU core that the clients use.
 */
const path = process.env.ATRIUM_BENCH_LOOP_DELAY
const everyMs = 5
if (isMainThread && path !== undefined) {
  const held: number[] = []
  let worstCpu = 0
  const cpuMs = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  setTimeout(() => {
    let last = performance.now()
    let lastCpu = cpuMs()
    setInterval(() => {
      const now = performance.now()
      const cpu = cpuMs()
      held.push(Math.max(0, now - last - everyMs))
      worstCpu = Math.max(worstCpu, cpu - lastCpu)
      last = now
      lastCpu = cpu
    }, everyMs).unref()
  }, 5000).unref()
  process.once('exit', () => {
    held.sort((a, b) => a - b)
    const at = (share: number): number => held[Math.floor(share * (held.length - 1))] ?? 0
    writeFileSync(path, JSON.stringify({ max: at(1), p99: at(0.99), maxCpu: worstCpu }))
  })
}
