import { plainHeaders } from '../../bridge/page-headers.ts'

export type ProviderPageName = 'terminal' | 'card-fields'

/**
 * A card provider's pages stand at addresses of their own, which exist in their sessions alone: the provider's script refuses
 * live payments on pages that are not https, and `.invalid` never leads anywhere.
 */
export const providerOrigins: Readonly<Record<ProviderPageName, string>> = {
  terminal: 'https://card-reader.atrium.invalid',
  'card-fields': 'https://card-fields.atrium.invalid',
}

export const providerFiles: Readonly<Record<ProviderPageName, string>> = {
  terminal: '/terminal-window/index.html',
  'card-fields': '/card-window/index.html',
}

/** The style element that React Aria writes at run time, as in the app's own policy (`main/bridge/page-headers.ts`). */
const PRESSABLE_STYLE_HASH = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com'

/** What a provider's page may load and reach: its own files, the provider, and for the reader's the readers in the house. */
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
 * The headers of a provider's page and its files. Not isolated from other origins as the app's own pages are: the provider's
 * frames would not load.
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
