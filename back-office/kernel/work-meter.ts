import { AsyncLocalStorage } from 'node:async_hooks'

/** What the work of one call has taken so far, in milliseconds of a processor. */
type Meter = { cpuMs: number }

const meters = new AsyncLocalStorage<Meter>()

/** Runs a call and measures its work: what it computes here and now, and what {@link countWork} adds from other threads. */
export const measureWork = async <Result>(
  work: () => Promise<Result>,
  tell: (cpuMs: number) => void,
): Promise<Result> => {
  const meter: Meter = { cpuMs: 0 }
  try {
    return await meters.run(meter, work)
  } finally {
    tell(meter.cpuMs)
  }
}

/** Adds to the call that is being answered; nothing outside of one. */
export const countWork = (cpuMs: number): void => {
  const meter = meters.getStore()
  if (meter !== undefined) meter.cpuMs += cpuMs
}

/** Runs work that holds a processor, here or in another thread, and counts how long it took. */
export const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const start = performance.now()
  try {
    return await work()
  } finally {
    countWork(performance.now() - start)
  }
}
