import type { Publish } from '../publish.ts'

type EventRelay = {
  /** Hands an event to the listener. An event before there is one is dropped: no window is attached by then. */
  readonly publish: Publish
  listen(listener: Publish): void
}

/** Carries the events of services to the dispatcher, which is created after them. */
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
