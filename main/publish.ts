import type { BridgeEvents, EventName } from '#contract/bridge.ts'

/** Publishes an event to the windows. */
export type Publish = <Name extends EventName>(name: Name, payload: BridgeEvents[Name]) => void
