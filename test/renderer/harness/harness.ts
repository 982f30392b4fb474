import { bridgeGlobalName } from '#contract/bridge-global.ts'
import { createFakeBridge, type FakeBridgeOptions, type FakeControls, type FakeUser } from '../fake-bridge.ts'

declare global {
  interface Window {
    /** Written by a test before the page loads; the address can say it too: `?signedInAs=admin&latencyMs=400`. */
    fakeBridgeOptions?: FakeBridgeOptions
    fakeControls?: FakeControls
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
Object.defineProperty(window, bridgeGlobalName, { value: bridge })
window.fakeControls = controls
await import('#renderer/start.tsx')
