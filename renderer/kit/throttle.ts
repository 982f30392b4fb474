/**
 * Throttles `run`: the first `ask` runs it immediately; all further calls of `ask` within `waitMs` together run it
 * once, at the end of `waitMs`.
 */
type Throttle = { readonly ask: () => void; readonly stop: () => void }

/**
 * Creates a throttle for reads that follow changes. Two workstations that edit the same study can change it several
 * times a second. Each read costs a call, adds a row to the audit log, and delays the next edit.
 */
export const createThrottle = (run: () => void, waitMs: number): Throttle => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  const again = (): void => {
    timer = undefined
    if (!isWanted) return
    isWanted = false
    start()
  }
  const start = (): void => {
    timer = setTimeout(again, waitMs)
    run()
  }
  return {
    ask: () => {
      if (timer === undefined) start()
      else isWanted = true
    },
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      isWanted = false
    },
  }
}

/**
 * The maximum age, in milliseconds, of data about a study such as deliveries and shares while the study keeps changing.
 */
export const aroundStudyMs = 3000
