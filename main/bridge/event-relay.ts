import type { Publish } from '../publish.ts'

type EventRelay = {
  /**
   * Passes an event to the listeners. Drops an event that comes before the first call of `listen`: no window is
   * attached yet.
   */
  readonly publish: Publish
  listen(listener: Publish): void
}

/** Creates the relay of the services' events to the dispatcher, which is created after the services. */
export const createEventRelay = (): EventRelay => {
  const listeners: Publish[] = []
  return {
    publish: (name, payload) => {
      for (const listener of listeners) listener(name, payload)
    },
    listen: (listener) => {
      listeners.push(listener)
    },
  }
}
