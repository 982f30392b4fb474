import { loadStripeTerminal } from '@stripe/terminal-js/dist/pure.js'
import { providerPageGlobal } from '#contract/provider-window.ts'
import { createTerminalPage } from './terminal-page.ts'

Object.defineProperty(window, providerPageGlobal, {
  value: Object.freeze(createTerminalPage(loadStripeTerminal as Parameters<typeof createTerminalPage>[0])),
})
