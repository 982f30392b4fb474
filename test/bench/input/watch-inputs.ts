import type { BrowserContext } from '@playwright/test'

/** A result that an input must show: an element, found by a selector and the text or accessible name that it has. */
export type Wanted = {
  readonly css: string
  /** The source of a regular expression, tested against the accessible name, the value and the text of the element. */
  readonly text?: string
  /** Waits until no such element is shown. */
  readonly isGone?: true
  readonly isFocused?: true
  /** Why the wait is not the work of the page: a pause that the specification asks for, or an outside device. */
  readonly excuse?: string
}

/** One key press or click, as the browser's Event Timing API reports it. Times are milliseconds of the page's clock. */
type SlowInput = {
  /** The event that took longest, such as `keydown`. */
  readonly type: string
  readonly at: number
  /** From the input until the next frame is painted; a multiple of 8. */
  readonly ms: number
  readonly target: string
}

/** A script that ran in a long animation frame. */
type FrameScript = {
  readonly invoker: string
  readonly ms: number
  readonly source: string
}

export type LongFrame = {
  readonly at: number
  readonly ms: number
  /** Style, layout and paint at the end of the frame. */
  readonly drawMs: number
  readonly scripts: readonly FrameScript[]
}

/** The time from an input until its result was painted. */
export type Wait = {
  readonly at: number
  readonly ms: number
  /** The part of `ms` in which a call to the workstation was open, and the calls. */
  readonly callMs: number
  readonly calls: readonly string[]
  /** The part of `ms` in which a script or style sheet was loading. */
  readonly loadMs: number
}

/** Everything that a page has recorded since it was loaded. */
export type Watched = {
  /** The inputs of at least 16 ms. */
  readonly slow: readonly SlowInput[]
  /** The frames of at least 50 ms. */
  readonly frames: readonly LongFrame[]
}

declare global {
  interface Window {
    inputWatch?: {
      /** Watches for a result from the next input on. Returns false if the page already shows it. */
      expect(wanted: Wanted): boolean
      /** Resolves when the result is painted. */
      readonly arrived: Promise<Wait>
      read(): Promise<Watched>
      /** Returns the time of the page's clock, and the number of key presses and clicks so far, with the fast ones. */
      look(): { readonly at: number; readonly inputs: number }
    }
  }
}

/**
 * Makes each page of a context record its inputs by the Event Timing API, its long animation frames, and the time until
 * an expected result is painted. The page's own clock is used, so that messages to and from the test are not included.
 */
export const watchInputs = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    type EventEntry = PerformanceEventTiming & { readonly interactionId: number; readonly target: Element | null }
    type ScriptEntry = PerformanceEntry & {
      readonly invoker: string
      readonly sourceURL: string
      readonly sourceFunctionName: string
      readonly sourceCharPosition: number
    }
    type FrameEntry = PerformanceEntry & {
      readonly styleAndLayoutStart: number
      readonly scripts: readonly ScriptEntry[]
    }
    type Span = { readonly name: string; readonly from: number; to: number }

    const slow = new Map<number, SlowInput>()
    const frames: LongFrame[] = []
    const open = new Map<string, Span>()
    const calls: Span[] = []

    const describe = (target: Element | null): string => {
      if (target === null) return ''
      const label = target.getAttribute('aria-label') ?? target.textContent ?? ''
      return `${target.tagName.toLowerCase()}.${target.className} ${label.slice(0, 40)}`.trim()
    }
    const noteEvents = (entries: PerformanceEntryList): void => {
      for (const entry of entries as EventEntry[]) {
        if (entry.interactionId === 0 || entry.duration <= (slow.get(entry.interactionId)?.ms ?? 0)) continue
        slow.set(entry.interactionId, {
          type: entry.name,
          at: entry.startTime,
          ms: entry.duration,
          target: describe(entry.target),
        })
      }
    }
    const noteFrames = (entries: PerformanceEntryList): void => {
      for (const entry of entries as FrameEntry[]) {
        frames.push({
          at: entry.startTime,
          ms: entry.duration,
          drawMs: entry.styleAndLayoutStart === 0 ? 0 : entry.startTime + entry.duration - entry.styleAndLayoutStart,
          scripts: entry.scripts.map((script) => ({
            invoker: script.invoker,
            ms: script.duration,
            source: `${script.sourceFunctionName} ${script.sourceURL}:${script.sourceCharPosition}`,
          })),
        })
      }
    }
    const events = new PerformanceObserver((list) => noteEvents(list.getEntries()))
    events.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    const longFrames = new PerformanceObserver((list) => noteFrames(list.getEntries()))
    longFrames.observe({ type: 'long-animation-frame', buffered: true })

    // The id is at the start of each envelope, so that a long reply is not parsed a second time.
    const sockets = new WeakSet<WebSocket>()
    const send = WebSocket.prototype.send
    WebSocket.prototype.send = function (this: WebSocket, data) {
      if (!sockets.has(this)) {
        sockets.add(this)
        this.addEventListener('message', ({ data: reply }: MessageEvent<unknown>) => {
          const [, id = ''] = /^\{"kind":"reply","id":(\d+)/.exec(String(reply).slice(0, 60)) ?? []
          const call = open.get(id)
          if (call === undefined) return
          open.delete(id)
          call.to = performance.now()
        })
      }
      const [, id, name] = /^\{"kind":"call","id":(\d+),"command":"([^"]+)"/.exec(String(data).slice(0, 120)) ?? []
      if (id !== undefined && name !== undefined) {
        const call = { name, from: performance.now(), to: Number.POSITIVE_INFINITY }
        open.set(id, call)
        calls.push(call)
      }
      send.call(this, data)
    }

    const isShown = ({ css, text, isFocused }: Wanted): boolean =>
      [...document.querySelectorAll<HTMLElement>(css)].some((element) => {
        const value = 'value' in element ? String(element.value) : ''
        const said = `${element.getAttribute('aria-label') ?? ''} ${value} ${element.textContent}`
        if (text !== undefined && !new RegExp(text).test(said)) return false
        if (isFocused && !element.contains(document.activeElement)) return false
        return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      })
    const isThere = (wanted: Wanted): boolean => isShown(wanted) !== (wanted.isGone ?? false)

    /** Returns the milliseconds between `from` and `to` that at least one of the spans covers. */
    const covered = (spans: readonly Span[], from: number, to: number): number => {
      let total = 0
      let end = from
      for (const span of spans.toSorted((a, b) => a.from - b.from)) {
        const start = Math.max(end, span.from)
        const stop = Math.min(span.to, to)
        if (stop <= start) continue
        total += stop - start
        end = stop
      }
      return total
    }

    let wanted: Wanted | null = null
    let inputAt: number | null = null
    const noteInput = (event: Event): void => {
      if (wanted !== null) inputAt = event.timeStamp
    }
    for (const type of ['keydown', 'click']) window.addEventListener(type, noteInput, true)

    const painted = (): Promise<void> =>
      new Promise((done) => {
        // A message that is posted during a frame arrives after the browser has painted that frame.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done()
        port2.postMessage(null)
      })
    const arrive = async (result: Wanted): Promise<Wait> => {
      while (inputAt === null || !isThere(result)) await new Promise(requestAnimationFrame)
      await painted()
      const [from, to] = [inputAt, performance.now()]
      wanted = null
      const loads = performance
        .getEntriesByType('resource')
        .map(({ name, startTime, duration }) => ({ name, from: startTime, to: startTime + duration }))
        .filter(({ name }) => /\.(js|css)$/.test(name))
      const during = calls.filter((call) => call.from < to && call.to > from)
      return {
        at: from,
        ms: to - from,
        callMs: covered(during, from, to),
        calls: [...new Set(during.map(({ name }) => name))],
        loadMs: covered(loads, from, to),
      }
    }
    let arrived: Promise<Wait> | null = null
    window.inputWatch = {
      expect: (result) => {
        if (isThere(result)) return false
        wanted = result
        inputAt = null
        arrived = arrive(result)
        return true
      },
      get arrived() {
        if (arrived === null) throw new Error('No result is expected')
        return arrived
      },
      read: async () => {
        // An entry is delivered after the frame that follows its input.
        await new Promise((done) => setTimeout(done, 300))
        noteEvents(events.takeRecords())
        noteFrames(longFrames.takeRecords())
        return { slow: [...slow.values()], frames }
      },
      look: () => {
        const { interactionCount } = performance as Performance & { readonly interactionCount: number }
        return { at: performance.now(), inputs: interactionCount }
      },
    }
  })
}
