/**
 * Runs the loads one after the other, each when the page is idle, so that a click later does not wait for code. Skips
 * failures: the click loads again. Returns the function that stops.
 */
export const loadAhead = (loads: readonly (() => Promise<void>)[]): (() => void) => {
  // Safari has no idle callbacks. There a click waits for its code.
  if (typeof requestIdleCallback !== 'function') return () => undefined
  let handle = 0
  let isStopped = false
  const next = (index: number): void => {
    const load = loads[index]
    if (load === undefined || isStopped) return
    handle = requestIdleCallback(
      () =>
        void load()
          .catch(() => undefined)
          .then(() => next(index + 1)),
    )
  }
  next(0)
  return () => {
    isStopped = true
    cancelIdleCallback(handle)
  }
}
