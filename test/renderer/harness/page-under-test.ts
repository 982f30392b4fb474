import { letterKeys } from '#renderer/kit/letter-keys.ts'
import { stopTypedAhead } from '#renderer/kit/typed-ahead.ts'

/** The elements in the body, and the number of the last timer, before the page under test was first shown. */
const ownChildren = new Set(document.body.children)
const firstTimer = Number(setTimeout(() => undefined))

/** The interval at which React Aria checks, for 600 ms, whether an on-screen keyboard appears. */
const keyboardLookMs = 50
const keyboardLooks = new Set<number>()
const setIntervalOfBrowser = window.setInterval
// React Aria remembers that this check is running. If the timer were cleared here, React Aria would wait for the check
// forever, and each later dialog with a text field would stay invisible.
window.setInterval = ((...of: Parameters<typeof setIntervalOfBrowser>) => {
  const timer = setIntervalOfBrowser(...of)
  if (of[1] === keyboardLookMs) keyboardLooks.add(Number(timer))
  return timer
}) as typeof window.setInterval

/**
 * Ends the timers of the previous test. Playwright's fake clock numbers timers, animation frames and idle callbacks in
 * one sequence, and throws if a number is cleared by the function of another kind.
 */
const endTimers = (): void => {
  for (let timer = Number(setTimeout(() => undefined)); timer > firstTimer; timer -= 1) {
    if (keyboardLooks.has(timer)) continue
    for (const end of [clearTimeout, cancelAnimationFrame, cancelIdleCallback]) {
      try {
        end(timer)
      } catch {
        // The number belongs to another kind of timer.
      }
    }
  }
}

/**
 * Removes what the previous test left in the document and in storage, and sets the address of the next test. The
 * components of the previous test must be unmounted.
 */
const emptyPage = (address: string): void => {
  endTimers()
  stopTypedAhead()
  letterKeys.notePointer()
  letterKeys.noteArrival(Number.NEGATIVE_INFINITY)
  for (const child of [...document.body.children]) if (!ownChildren.has(child)) child.remove()
  localStorage.clear()
  sessionStorage.clear()
  window.scrollTo(0, 0)
  window.history.replaceState(null, '', address)
}

/** Sets the theme that the address names: `?theme=dark`. */
const takeTheme = (): void => {
  const theme = new URLSearchParams(window.location.search).get('theme')
  if (theme === null) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/**
 * Shows the page for the first test, and again in the same document for each test after it. `show` draws the page into
 * the element `root` from the values that the test gave, and returns the function that removes it.
 */
export const showForEachTest = (show: (place: Element, given: unknown) => () => void): void => {
  const place = document.getElementById('root')
  if (place === null) throw new Error('The page has no element with the id root.')
  takeTheme()
  let close = show(place, window.givenByTest)
  window.beginAgain = (address, given) => {
    close()
    emptyPage(address)
    takeTheme()
    close = show(place, given)
  }
}
