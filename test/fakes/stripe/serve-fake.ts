import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/** Returns a fake of this folder as a plain script that runs `end` last, to be served in place of the provider's. */
const fakeScript = (name: 'fake-stripe-terminal' | 'fake-stripe-elements', end: string): string => {
  const source = readFileSync(join(import.meta.dirname, `${name}.ts`), 'utf8')
  return `(() => {\n${stripTypeScriptTypes(source).replaceAll(/^export /gm, '')}\n${end}\n})()`
}

/** Returns the fake reader script. `window.fakeTerminal` lets a test control the reader. */
export const fakeTerminalScript = (): string =>
  fakeScript(
    'fake-stripe-terminal',
    'window.fakeTerminal = createFakeStripeTerminal(); window.StripeTerminal = window.fakeTerminal.script',
  )
export const fakeElementsScript = (): string => fakeScript('fake-stripe-elements', 'window.Stripe = createFakeStripe()')
