import type { Publish } from '../publish.ts'

type EventRelay = {
  /** Passes an event to the listeners. An event before the first listener is dropped: no window is attached yet. */
  readonly publish: Publish
  listen(listener: Publish): void
}

/** Creates the relay of the services' events to the dispatcher, which is created after them. */
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
