import { UNSTABLE_ToastQueue as AriaToastQueue } from 'react-aria-components'

export type ToastTone = 'success' | 'warning' | 'error'

/** The text and behaviour of a toast. */
export type ToastMessage = {
  title: string
  /** The explanation and what to do. */
  description?: string | undefined
  /** One button; pressing it closes the toast. `isUndo`: it puts an act back, so that Ctrl+Z presses it too. */
  action?: { label: string; onPress: () => void; isUndo?: boolean | undefined } | undefined
  /**
   * Milliseconds until the toast closes; paused during hover or focus. Default 5000, warnings 7000, errors and toasts
   * with an undo 10000. Null: it stays.
   */
  timeoutMs?: number | null | undefined
  /**
   * Counts down beside the action; after the countdown the toast closes together with its action. Hovering does not
   * pause it.
   */
  countdown?: { ms: number; label: (seconds: number) => string } | undefined
}

export type Toast = ToastMessage & { tone: ToastTone }

/** A toast shown, as stored in the list of past errors. */
export type ToastRecord = {
  readonly key: string
  readonly tone: ToastTone
  readonly title: string
  readonly description?: string | undefined
  /** When it was shown, in milliseconds since 1970 by the queue's clock. */
  readonly shownAt: number
}

export type ToastQueue = {
  /** Shows a toast; returns the key that closes it. */
  add: (toast: Toast) => string
  success: (message: ToastMessage | string) => string
  warning: (message: ToastMessage | string) => string
  error: (message: ToastMessage | string) => string
  close: (key: string) => void
  /** Presses the undo of the newest toast on the screen that has one. Returns false if there is none. */
  undoNewest: () => boolean
  /** The errors shown so far, newest first, at most 100. A new array after each change. */
  readonly history: readonly ToastRecord[]
  clearHistory: () => void
  /** Calls `listener` when `history` changes or a toast starts to close; returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  /** Returns whether a closed toast is still animating out. */
  isLeaving: (key: string) => boolean
  /** For ToastRegion. */
  readonly visible: AriaToastQueue<Toast>
}

/**
 * Milliseconds in which a toast appears or disappears (booking spec, section 9).
 * @internal Tests move their clock by it.
 */
export const TOAST_TRANSITION_MS = 220
const HISTORY_LIMIT = 100
const VISIBLE_LIMIT = 4
const TIMEOUT_MS: Record<ToastTone, number> = { success: 5_000, warning: 7_000, error: 10_000 }
/** Milliseconds in which a notice offers to undo an act (check 12 of the design). */
export const undoToastMs = 10_000

/** React Aria's queue removes a closed toast at once; this queue first animates it out for 220 ms. */
class LeavingToastQueue extends AriaToastQueue<Toast> {
  readonly leaving = new Set<string>()
  readonly #onLeaving: () => void

  constructor(onLeaving: () => void) {
    super({ maxVisibleToasts: VISIBLE_LIMIT })
    this.#onLeaving = onLeaving
  }

  override close(key: string): void {
    if (this.leaving.has(key)) return
    this.leaving.add(key)
    this.#onLeaving()
    setTimeout(() => {
      this.leaving.delete(key)
      super.close(key)
    }, TOAST_TRANSITION_MS)
  }
}

/**
 * Creates a queue of toasts, without React, so that it can be created with the stores; a ToastRegion draws it. `now`
 * returns the current time in milliseconds since 1970, for the list of past errors.
 */
export function createToastQueue(now: () => number = Date.now): ToastQueue {
  const listeners = new Set<() => void>()
  let history: readonly ToastRecord[] = []

  function notify() {
    for (const listener of listeners) listener()
  }

  const visible = new LeavingToastQueue(notify)

  function add(toast: Toast): string {
    const standardMs = toast.action?.isUndo === true ? undoToastMs : TIMEOUT_MS[toast.tone]
    const timeoutMs = toast.timeoutMs === undefined ? standardMs : toast.timeoutMs
    const key = visible.add(toast, timeoutMs === null ? {} : { timeout: timeoutMs })
    if (toast.tone === 'error') {
      const { tone, title, description } = toast
      history = [{ key, tone, title, description, shownAt: now() }, ...history].slice(0, HISTORY_LIMIT)
      notify()
    }
    return key
  }

  function adder(tone: ToastTone) {
    return (message: ToastMessage | string) =>
      add({ ...(typeof message === 'string' ? { title: message } : message), tone })
  }

  return {
    add,
    success: adder('success'),
    warning: adder('warning'),
    error: adder('error'),
    close: (key) => visible.close(key),
    undoNewest: () => {
      // React Aria's queue has the newest toast first.
      const newest = visible.visibleToasts.find(
        ({ key, content }) => content.action?.isUndo === true && !visible.leaving.has(key),
      )
      if (newest === undefined) return false
      newest.content.action?.onPress()
      visible.close(newest.key)
      return true
    },
    get history() {
      return history
    },
    clearHistory() {
      history = []
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isLeaving: (key) => visible.leaving.has(key),
    visible,
  }
}
