import type { z } from 'zod'
import { type BridgeTransport, bridgeGlobalName } from '#contract/bridge-names.ts'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import { fail, type Reply } from '#contract/reply.ts'
import { parseCallInput } from '#main/bridge/check-call.ts'
import {
  createFakeBridge,
  type FakeBridge,
  type FakeBridgeOptions,
  type FakeControls,
  type FakeUser,
} from '../fake-bridge.ts'

declare global {
  interface Window {
    /** Set by a test before the page loads, or by the address: `?signedInAs=admin&latencyMs=400`. */
    fakeBridgeOptions?: FakeBridgeOptions
    fakeControls?: FakeControls
    /** The object that answers the page's calls; a test may replace its members. */
    fakeBridge?: FakeBridge
  }
}

const query = new URLSearchParams(window.location.search)
const signedInAs = query.get('signedInAs') as FakeUser | null
const latencyMs = query.get('latencyMs')
const { bridge, controls } = createFakeBridge({
  ...(signedInAs === null ? {} : { signedInAs }),
  ...(latencyMs === null ? {} : { latencyMs: Number(latencyMs) }),
  ...window.fakeBridgeOptions,
})
type Methods = Readonly<Record<string, Readonly<Record<string, (input: unknown) => Promise<Reply<unknown>>>>>>
type Inputs = Readonly<Record<string, Readonly<Record<string, { readonly input: z.ZodType }>>>>
const transport: BridgeTransport = {
  call: async (command, input) => {
    const [subject = '', method = ''] = command.split('.')
    const run = (bridge as unknown as Methods)[subject]?.[method]
    const entry = (bridgeSchemas as Inputs)[subject]?.[method]
    if (run === undefined || entry === undefined) return fail('unknown-command', `There is no ${command}.`)
    const parsed = parseCallInput(entry.input, input)
    // A test fails on this line. Only typed input may be refused, and then the test names the command.
    if (!parsed.ok && !window.fakeBridgeOptions?.refused?.includes(command)) {
      console.warn(`The bridge refuses ${command}`, JSON.stringify(parsed.failure.details))
    }
    return await run(input)
  },
  on: bridge.on,
  onTransport: bridge.onTransport,
}
Object.defineProperty(window, bridgeGlobalName, { value: transport })
window.fakeBridge = bridge
window.fakeControls = controls
await import('#renderer/start.tsx')
