import type { z } from 'zod'
import { scriptNotLoaded, toProviderError } from '#contract/provider-window.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Platform, ProviderWindow } from '../../platform.ts'
import type { ProcessorLink } from './card-terminal.ts'
import { doneSchema, type PageAnswer, readAnswer } from './stripe-terminal-answers.ts'

/** Time limits of each step, in milliseconds; a step that takes longer counts as unanswered. */
export type StripeDeadlines = {
  readonly openMs: number
  readonly discoverMs: number
  readonly connectMs: number
  /** Longer than the attempt's own deadline (`autoCancelAfterMs`), so that the attempt cancels the wait first. */
  readonly collectMs: number
  readonly processMs: number
  readonly cancelMs: number
}

export const usualDeadlines: StripeDeadlines = {
  openMs: 20_000,
  discoverMs: 20_000,
  connectMs: 30_000,
  collectMs: 180_000,
  processMs: 60_000,
  cancelMs: 10_000,
}

/** The reader's page in its window, opened on the first call and again after it was lost. */
export type StripeTerminalPage = {
  call<Value>(method: string, input: unknown, schema: z.ZodType<Value>, deadlineMs: number): Promise<PageAnswer<Value>>
  /** Sets the location for which connection tokens are requested. */
  setLocation(locationID: LocationID): void
  /** Closes the window; the next call opens a new one. */
  drop(): void
}

export const createStripeTerminalPage = (parts: {
  readonly openWindow: NonNullable<Platform['openProviderWindow']>
  readonly link: ProcessorLink
  readonly after: (ms: number, run: () => void) => () => void
  readonly openMs: number
  readonly onEvent: (name: string, payload: unknown) => void
  /** Called when the window is gone. The connection to the reader is then gone too. */
  readonly onLost: () => void
}): StripeTerminalPage => {
  const { openWindow, link, after } = parts
  let locationID: LocationID | null = null
  let opened: Promise<ProviderWindow | null> | null = null

  const within = async <Value>(work: Promise<Value>, ms: number): Promise<Value | undefined> => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const cancelTimer = after(ms, () => resolve(undefined))
    try {
      return await Promise.race([work, promise])
    } catch {
      return undefined
    } finally {
      cancelTimer()
    }
  }

  /** Requests a token each time the script needs one, and passes it on without storing it. */
  const answerToken = async (window: ProviderWindow, payload: unknown): Promise<void> => {
    const id = (payload as { id?: unknown } | null)?.id
    const reply = locationID === null ? null : await link.connectionToken(locationID).catch(() => null)
    const secret = reply?.ok === true ? reply.value.secret : null
    await window.call('token', { id, secret })
  }

  const forget = (window: ProviderWindow): void => {
    const before = opened
    void before?.then((current) => {
      if (current !== window || opened !== before) return
      opened = null
      parts.onLost()
    })
  }

  const open = async (): Promise<ProviderWindow | null> => {
    const window = await within(openWindow('terminal'), parts.openMs)
    if (window === undefined) return null
    window.onClosed(() => forget(window))
    window.onEvent((name, payload) => {
      if (name === 'token-needed') void answerToken(window, payload)
      else parts.onEvent(name, payload)
    })
    const started = readAnswer(doneSchema, await within(window.call('init', {}), parts.openMs))
    if ('value' in started) return window
    // The script loader caches a load failure for the life of the page, so close the window.
    window.close()
    return null
  }

  const get = async (): Promise<ProviderWindow | null> => {
    opened ??= open()
    const mine = opened
    const window = await mine
    if (window === null && opened === mine) opened = null
    return window
  }

  return {
    call: async (method, input, schema, deadlineMs) => {
      const window = await get()
      if (window === null) return { error: toProviderError(scriptNotLoaded, 'The card service cannot be reached.') }
      return readAnswer(schema, await within(window.call(method, input), deadlineMs))
    },
    setLocation: (to) => {
      locationID = to
    },
    drop: () => {
      const before = opened
      opened = null
      void before?.then((window) => window?.close())
    },
  }
}
