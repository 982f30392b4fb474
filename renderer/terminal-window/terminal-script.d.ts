/**
 * Stripe's loader that downloads no script before it is called. Our imports name its file, because the types of
 * `@stripe/terminal-js/pure` import sources that do not compile under our settings.
 */
declare module '@stripe/terminal-js/dist/pure.js' {
  import type { StripeTerminal } from '@stripe/terminal-js'

  export const loadStripeTerminal: () => Promise<StripeTerminal | null>
}
