import fc from 'fast-check'
import type { DeskRoute } from './desk.ts'
import { type CardScript, cardStories } from './fake-readers.ts'
import { callFaults } from './faulty-line.ts'
import type { Story, WorldStep } from './world.ts'

const route = fc.constantFrom<DeskRoute>('simulated', 'serial', 'card-fields')

const step: fc.Arbitrary<WorldStep> = fc.record({
  afterMs: fc.oneof(fc.constantFrom(0, 1, 10, 20, 21, 40, 41, 60), fc.integer({ min: 0, max: 70_000 })),
  desk: fc.constantFrom(0, 1),
  study: fc.constantFrom(0, 0, 1),
  what: fc.constantFrom(
    'start',
    'start',
    'start',
    'double-click',
    'start-twice',
    'cancel',
    'cancel-in-a-race',
    'check',
    'kill',
    'line-down',
    'line-up',
    'unplug',
    'plug-in',
  ),
})

const card: fc.Arbitrary<CardScript> = fc.record({
  story: fc.constantFrom('approved', 'approved', 'approved', ...cardStories),
  afterMs: fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 59_000, max: 61_000 })),
  takesMs: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 25_000 })),
})

export const storyArbitrary: fc.Arbitrary<Story> = fc.record({
  routes: fc.tuple(route, route),
  steps: fc.array(step, { minLength: 1, maxLength: 10 }),
  cards: fc.array(card, { maxLength: 8 }),
  faults: fc.array(fc.oneof({ weight: 2, arbitrary: fc.constant('none' as const) }, fc.constantFrom(...callFaults)), {
    maxLength: 16,
  }),
  killAtWrite: fc.option(
    fc.record({ desk: fc.constantFrom(0, 1), write: fc.integer({ min: 1, max: 9 }), isBefore: fc.boolean() }),
  ),
})
