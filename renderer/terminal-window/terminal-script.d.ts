/**
 * The loader that fetches nothing before it is called. Imports name the file, because the types of
 * `@stripe/terminal-js/pure` lead to sources that our compiler settings refuse.
 */
declare module '@stripe/terminal-js/dist/pure.js' {
  import type { StripeTerminal } from '@stripe/terminal-js'

  export const loadStripeTerminal: () => Promise<StripeTerminal | null>
}
