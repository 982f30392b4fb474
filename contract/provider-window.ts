/**
 * The protocol between main and a card provider's page. Main calls the page's methods and takes its events in batches;
 * the page sends main nothing else. Arguments, results and events are plain values. None of them has a card number:
 * only the provider's own frames and readers have it.
 */
export type ProviderEvent = { readonly name: string; readonly payload: unknown }

/** The interface of a provider's page for main, as `window[providerPageGlobal]`. */
export type ProviderPage = {
  /** Always resolves: to `{ error }` if the method is unknown or throws. */
  call(method: string, input: unknown): Promise<unknown>
  /**
   * Resolves as soon as there are events, with all events that no earlier call received. Only the latest call receives
   * events; an earlier pending call resolves with an empty list.
   */
  takeEvents(): Promise<readonly ProviderEvent[]>
}

export const providerPageGlobal = 'atriumProviderPage'

/** An error of a provider's script, without the error's data about the card and the person. */
export type ProviderError = {
  readonly code: string
  readonly message: string
  readonly declineCode: string | null
  /** The intent that the error is about. If it is null, the result of the payment is unknown. */
  readonly intent: { readonly id: string; readonly status: string } | null
}

/** The error of a page that could not load its provider's script; a reload of the page may help. */
export const scriptNotLoaded = 'script-not-loaded'

export const toProviderError = (code: string, message: string): ProviderError => ({
  code,
  message,
  declineCode: null,
  intent: null,
})

/** Collects a page's events until main takes them, and passes main's calls to the page's methods. */
export const createProviderPage = (
  methods: Readonly<Record<string, (input: unknown) => Promise<unknown>>>,
): { readonly page: ProviderPage; readonly emit: (name: string, payload: unknown) => void } => {
  let waiting: readonly ProviderEvent[] = []
  let asker: ((events: readonly ProviderEvent[]) => void) | null = null
  const flush = (): void => {
    if (asker === null || waiting.length === 0) return
    const [told, events] = [asker, waiting]
    asker = null
    waiting = []
    told(events)
  }
  return {
    page: {
      call: async (method, input) => {
        const run = Object.hasOwn(methods, method) ? methods[method] : undefined
        if (run === undefined) return { error: toProviderError('unknown-method', `There is no ${method}.`) }
        try {
          return await run(input)
        } catch (thrown) {
          const message = thrown instanceof Error ? thrown.message : 'The script failed.'
          return { error: toProviderError('script-failed', message) }
        }
      },
      takeEvents: () =>
        new Promise((resolve) => {
          asker?.([])
          asker = resolve
          flush()
        }),
    },
    emit: (name, payload) => {
      waiting = [...waiting, { name, payload }]
      flush()
    },
  }
}
