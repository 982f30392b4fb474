import { plainHeaders } from '../../bridge/page-headers.ts'

export type ProviderPageName = 'terminal' | 'card-fields'

/**
 * The origins of a card provider's pages. Each origin is served only inside its page's session. They must be https,
 * because the provider's script refuses live payments on other pages; `.invalid` never resolves.
 */
export const providerOrigins: Readonly<Record<ProviderPageName, string>> = {
  terminal: 'https://card-reader.atrium.invalid',
  'card-fields': 'https://card-fields.atrium.invalid',
}

export const providerFiles: Readonly<Record<ProviderPageName, string>> = {
  terminal: '/terminal-window/index.html',
  'card-fields': '/card-window/index.html',
}

/**
 * Hash of the style element that React Aria adds at run time, as in the app's own policy
 * (`main/bridge/page-headers.ts`).
 */
const PRESSABLE_STYLE_HASH = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com'

/**
 * Content security policies of the providers' pages. A page reaches only its own files and the provider; the page for
 * card readers also reaches the readers in the clinic's network.
 */
const policies: Readonly<Record<ProviderPageName, readonly string[]>> = {
  terminal: [
    "default-src 'none'",
    `script-src 'self' ${STRIPE_SCRIPTS}`,
    "connect-src 'self' https://*.stripe.com wss://*.stripe.com https://*.stripe-terminal-local-reader.net:* wss://*.stripe-terminal-local-reader.net:*",
  ],
  'card-fields': [
    "default-src 'none'",
    `script-src 'self' ${STRIPE_SCRIPTS}`,
    `style-src 'self' ${PRESSABLE_STYLE_HASH}`,
    "font-src 'self'",
    "img-src 'self' https://*.stripe.com",
    "connect-src 'self' https://api.stripe.com https://r.stripe.com https://errors.stripe.com https://m.stripe.network",
    `frame-src ${STRIPE_SCRIPTS} https://hooks.stripe.com https://m.stripe.network`,
  ],
}

/**
 * Returns the headers of a provider's page and its files. Unlike the app's own pages, a provider's page is not isolated
 * from other origins, because an isolated page could not load the provider's frames.
 */
export const providerPageHeaders = (page: ProviderPageName, mediaType: string): Record<string, string> => {
  const { 'Cross-Origin-Embedder-Policy': _isolated, ...headers } = plainHeaders()
  return {
    ...headers,
    'Content-Security-Policy': [
      ...policies[page],
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'strict-origin',
    'Content-Type': mediaType,
  }
}
