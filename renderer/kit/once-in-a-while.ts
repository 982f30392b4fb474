/** Runs what is asked for, at most once in `waitMs`: at once the first time, then after the wait for all who asked meanwhile. */
type OnceInAWhile = { readonly ask: () => void; readonly stop: () => void }

/**
 * For what is read again because something near it changed: two desks at work on one study change it several times a
 * second, and each reading is a call, a line in the audit log, and time that the next edit waits for.
 */
export const createOnceInAWhile = (run: () => void, waitMs: number): OnceInAWhile => {
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

/** How long what hangs on a study, its deliveries and shares, may be behind while the study changes all the time. */
export const aroundStudyMs = 3000
