/**
 * How main and a card provider's page speak. Main calls, with plain values both ways, and takes what the page has to tell in
 * batches; the page has no other way out. Neither side ever carries a card number: the provider's own frames and readers
 * hold it.
 */
export type ProviderEvent = { readonly name: string; readonly payload: unknown }

/** What a provider's page offers main, as `window[providerPageGlobal]`. */
export type ProviderPage = {
  /** Always resolves; a method that there is not, or that throws, answers `{ error }`. */
  call(method: string, input: unknown): Promise<unknown>
  /** Resolves once there is something to tell, with everything since the last time. One asker: an earlier one gets nothing. */
  takeEvents(): Promise<readonly ProviderEvent[]>
}

export const providerPageGlobal = 'atriumProviderPage'

/** An error of a provider's script, without what it knows of card and person. */
export type ProviderError = {
  readonly code: string
  readonly message: string
  readonly declineCode: string | null
  /** The intent the error speaks of. Without one nobody knows what became of the money. */
  readonly intent: { readonly id: string; readonly status: string } | null
}

/** The error of a page that could not load its provider's script; loading the page again may help. */
export const scriptNotLoaded = 'script-not-loaded'

export const toProviderError = (code: string, message: string): ProviderError => ({
  code,
  message,
  declineCode: null,
  intent: null,
})

/** Collects what a page tells until main takes it, and hands main's calls to the page's methods. */
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
