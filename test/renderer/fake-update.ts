import type { BridgeEvents, EventName } from '#contract/bridge.ts'
import { ok } from '#contract/reply.ts'
import type { UpdateBridge, UpdateView } from '#contract/update/bridge.ts'

export type FakeUpdate = {
  readonly update: UpdateBridge
  /** Changes what this workstation knows about its updates, and publishes it. */
  readonly setUpdate: (change: Partial<UpdateView>) => void
}

/**
 * Creates the `update` part of the fake bridge: a workstation with the newest version, until a test changes its state.
 */
export const createFakeUpdate = (
  publish: <Name extends EventName>(name: Name, payload: BridgeEvents[Name]) => void,
): FakeUpdate => {
  let view: UpdateView = {
    version: '0.1.0',
    channel: 'stable',
    state: { kind: 'idle' },
    lookedAt: null,
    hours: null,
    history: [],
    news: null,
    isInstalledByIT: false,
    managed: [],
  }
  const setUpdate = (change: Partial<UpdateView>): void => {
    view = { ...view, ...change }
    publish('update.changed', view)
  }
  return {
    setUpdate,
    update: {
      read: async () => ok(view),
      look: async () => ok(view),
      install: async () => {
        if (view.state.kind === 'ready') setUpdate({ state: { kind: 'installing', version: view.state.version } })
        return ok(view)
      },
      closeNews: async () => {
        setUpdate({ news: null })
        return ok(view)
      },
    },
  }
}
