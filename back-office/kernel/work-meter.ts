import { AsyncLocalStorage } from 'node:async_hooks'

/** The CPU milliseconds that one call has used so far. */
type Meter = { cpuMs: number }

const meters = new AsyncLocalStorage<Meter>()

/**
 * Runs a call, then passes its CPU milliseconds to `onMeasured`: the sum that {@link countWork} added, for work in any
 * thread.
 */
export const measureWork = async <Result>(
  work: () => Promise<Result>,
  onMeasured: (cpuMs: number) => void,
): Promise<Result> => {
  const meter: Meter = { cpuMs: 0 }
  try {
    return await meters.run(meter, work)
  } finally {
    onMeasured(meter.cpuMs)
  }
}

/** Adds CPU milliseconds to the current call; outside a call it does nothing. */
export const countWork = (cpuMs: number): void => {
  const meter = meters.getStore()
  if (meter !== undefined) meter.cpuMs += cpuMs
}

/** Runs CPU work, in this thread or another, and adds its duration to the current call's CPU milliseconds. */
export const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const start = performance.now()
  try {
    return await work()
  } finally {
    countWork(performance.now() - start)
  }
}
