import { describe, expect, it } from 'vitest'
import type { EventEnvelope } from '#contract/envelope.ts'
import { createEventHub } from '#preload/event-hub.ts'

const event = (
  sequence: number,
  start = 'first',
  name: EventEnvelope['name'] = 'locations.changed',
): EventEnvelope => ({
  kind: 'event',
  start,
  sequence,
  name,
  payload: { sequence },
})

describe('event hub', () => {
  it('reports at first that it has received no event, and later the number of its last event', () => {
    const hub = createEventHub()
    expect(hub.resumeEnvelope()).toEqual({ kind: 'resume', start: null, sequence: 0 })
    hub.accept(event(7))
    expect(hub.resumeEnvelope()).toEqual({ kind: 'resume', start: 'first', sequence: 7 })
  })

  it('passes a replayed event on only once', () => {
    const hub = createEventHub()
    const seen: unknown[] = []
    hub.on('locations.changed', (payload) => seen.push(payload))
    for (const each of [event(1), event(2), event(2), event(1), event(3)]) hub.accept(each)
    expect(seen).toEqual([{ sequence: 1 }, { sequence: 2 }, { sequence: 3 }])
  })

  it('passes on an event with a lower sequence number after main was restarted', () => {
    const hub = createEventHub()
    const seen: unknown[] = []
    hub.on('locations.changed', (payload) => seen.push(payload))
    hub.accept(event(50))
    hub.accept(event(1, 'second'))
    expect(seen).toEqual([{ sequence: 50 }, { sequence: 1 }])
  })

  it('passes on every gap event except the first, which only carries the current sequence', () => {
    const hub = createEventHub()
    let gaps = 0
    hub.on('bridge.gap', () => {
      gaps += 1
    })
    hub.accept(event(12, 'first', 'bridge.gap'))
    expect(gaps).toBe(0)
    expect(hub.resumeEnvelope()).toMatchObject({ start: 'first', sequence: 12 })
    hub.accept(event(12, 'first', 'bridge.gap'))
    hub.accept(event(0, 'second', 'bridge.gap'))
    expect(gaps).toBe(2)
  })

  it('removes one subscription of a function that subscribed twice', () => {
    const hub = createEventHub()
    let heard = 0
    const listener = (): void => {
      heard += 1
    }
    const stop = hub.on('locations.changed', listener)
    hub.on('locations.changed', listener)
    stop()
    hub.accept(event(1))
    expect(heard).toBe(1)
  })
})
