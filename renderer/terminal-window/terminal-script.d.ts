/**
 * The loader that fetches nothing until it is asked to. Named by its file, as the types beside `@stripe/terminal-js/pure` lead
 * to sources that our compiler settings refuse.
 */
declare module '@stripe/terminal-js/dist/pure.js' {
  import type { StripeTerminal } from '@stripe/terminal-js'

  export const loadStripeTerminal: () => Promise<StripeTerminal | null>
}
