// Imported before the screens, because their style sheets build on this one.
import '#renderer/kit/styles/styles.css'

import type { z } from 'zod'
import type { BridgeTransport } from '#contract/bridge-names.ts'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import { fail, type Reply } from '#contract/reply.ts'
import { parseCallInput } from '#main/bridge/check-call.ts'
import { takeStoredBoardRow } from '#renderer/booking/front-desk/board-places.ts'
import { mountApp } from '#renderer/frame/mount-app.tsx'
import { clearWorklistPlaces } from '#renderer/worklists/worklist-places.ts'
import {
  createFakeBridge,
  type FakeBridge,
  type FakeBridgeOptions,
  type FakeControls,
  type FakeUser,
} from '../fake-bridge.ts'
import { showForEachTest } from './page-under-test.ts'

declare global {
  interface Window {
    fakeControls?: FakeControls
    /** The object that answers the page's calls; a test may replace its members. */
    fakeBridge?: FakeBridge
  }
}

type Methods = Readonly<Record<string, Readonly<Record<string, (input: unknown) => Promise<Reply<unknown>>>>>>
type Inputs = Readonly<Record<string, Readonly<Record<string, { readonly input: z.ZodType }>>>>

/** Starts a new fake bridge, sets it in the window's globals, and returns the transport to it. */
const startBridge = (options: FakeBridgeOptions): BridgeTransport => {
  const { bridge, controls } = createFakeBridge(options)
  window.fakeBridge = bridge
  window.fakeControls = controls
  return {
    call: async (command, input) => {
      const [subject = '', method = ''] = command.split('.')
      const run = (bridge as unknown as Methods)[subject]?.[method]
      const entry = (bridgeSchemas as Inputs)[subject]?.[method]
      if (run === undefined || entry === undefined) return fail('unknown-command', `There is no ${command}.`)
      const parsed = parseCallInput(entry.input, input)
      // A warning fails the test. A test that sends input that the bridge must refuse lists the command in `refused`.
      if (!parsed.ok && !options.refused?.includes(command)) {
        console.warn(`The bridge refuses ${command}`, JSON.stringify(parsed.failure.details))
      }
      return await run(input)
    },
    on: bridge.on,
    onTransport: bridge.onTransport,
  }
}

// A page opened by hand takes its options from the address: `?signedInAs=admin&latencyMs=400`.
const query = new URLSearchParams(window.location.search)
const signedInAs = query.get('signedInAs') as FakeUser | null
const latencyMs = query.get('latencyMs')
showForEachTest((place, options) => {
  const close = mountApp(
    place,
    startBridge({
      ...(signedInAs === null ? {} : { signedInAs }),
      ...(latencyMs === null ? {} : { latencyMs: Number(latencyMs) }),
      ...(options as FakeBridgeOptions | undefined),
    }),
  )
  return () => {
    close()
    takeStoredBoardRow()
    clearWorklistPlaces()
  }
})
