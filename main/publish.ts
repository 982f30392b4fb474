import type { BridgeEvents, EventName } from '#contract/bridge.ts'

/** Says to the windows that something has happened. */
export type Publish = <Name extends EventName>(name: Name, payload: BridgeEvents[Name]) => void
