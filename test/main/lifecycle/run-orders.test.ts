import { describe, expect, it } from 'vitest'
import type { CatchUpSteps, StartSteps, StopSteps } from '#main/lifecycle/orders.ts'
import { runCatchUp, runStart, runStop } from '#main/lifecycle/run-orders.ts'

/** Creates steps that record when they begin and end. The steps in `held` end only when the test calls `end`. */
const recordSteps = <Name extends string>(names: readonly Name[], held: readonly Name[] = []) => {
  const story: string[] = []
  const ends = new Map<string, () => void>()
  const steps = Object.fromEntries(
    names.map((name) => [
      name,
      async () => {
        story.push(name)
        if (held.includes(name)) await new Promise<void>((resolve) => ends.set(name, resolve))
        else await Promise.resolve()
        story.push(`${name} ended`)
      },
    ]),
  ) as Record<Name, () => Promise<void>>
  const takeStory = (): string[] => story.splice(0)
  const end = async (name: Name): Promise<void> => {
    ends.get(name)?.()
    await settle()
  }
  return { steps, takeStory, end }
}

/** Waits until every step has run as far as it can. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const begun = (story: readonly string[]): string[] => story.filter((line) => !line.endsWith(' ended'))

const startNames = [
  'embedded-back-office',
  'connectivity',
  'sync',
  'session',
  'sweep',
  'jobs',
  'updates',
] as const satisfies (keyof StartSteps)[]

describe('the order of the start', () => {
  it('begins each step only when the step before it has ended', async () => {
    const { steps, takeStory } = recordSteps<keyof StartSteps>(startNames)
    await runStart(steps)
    expect(takeStory()).toEqual(startNames.flatMap((name) => [name, `${name} ended`]))
  })

  it('begins nothing after a step that rejects', async () => {
    const { steps, takeStory } = recordSteps<keyof StartSteps>(startNames)
    const starting = runStart({ ...steps, 'embedded-back-office': () => Promise.reject(new Error('no key')) })
    await expect(starting).rejects.toThrow('no key')
    expect(takeStory()).toEqual([])
  })
})

const catchUpNames = [
  'jobs',
  'catalogue',
  'bookings',
  'booking-answers',
  'reader-state',
  'card-payments',
  'tenders',
  'reader',
  'study-acts',
  'safety-drafts',
] as const satisfies (keyof CatchUpSteps)[]

describe('the order of the catch-up', () => {
  it('wakes the jobs, reads the catalogue, and then starts bookings, money, study acts and drafts side by side', async () => {
    const { steps, takeStory, end } = recordSteps<keyof CatchUpSteps>(catchUpNames, catchUpNames)
    const done = runCatchUp(steps)
    await settle()
    expect(takeStory()).toEqual(['jobs'])
    await end('jobs')
    expect(takeStory()).toEqual(['jobs ended', 'catalogue'])
    await end('catalogue')
    expect(takeStory()).toEqual(['catalogue ended', 'bookings', 'reader-state', 'study-acts', 'safety-drafts'])
    await end('bookings')
    expect(takeStory()).toEqual(['bookings ended', 'booking-answers'])
    await end('reader-state')
    expect(takeStory()).toEqual(['reader-state ended', 'card-payments'])
    await end('card-payments')
    expect(takeStory()).toEqual(['card-payments ended', 'tenders'])
    await end('tenders')
    expect(takeStory()).toEqual(['tenders ended', 'reader'])
    for (const name of ['reader', 'study-acts', 'safety-drafts', 'booking-answers'] as const) await end(name)
    await done
  })

  it('continues with the other sequences of steps if a step rejects, and rejects at the end', async () => {
    const { steps, takeStory } = recordSteps<keyof CatchUpSteps>(catchUpNames)
    const done = runCatchUp({ ...steps, bookings: () => Promise.reject(new Error('the disk is full')) })
    await expect(done).rejects.toThrow('the disk is full')
    await settle()
    expect(begun(takeStory())).toEqual(expect.arrayContaining(['tenders', 'reader', 'study-acts', 'safety-drafts']))
  })
})

describe('a catch-up with a failing step', () => {
  it.each(['catalogue', 'card-payments', 'bookings'] as const)(
    'starts the steps after %s at the time limit if that step does not end',
    async (slow) => {
      const { steps, takeStory } = recordSteps<keyof CatchUpSteps>(catchUpNames, [slow])
      await runCatchUp(steps, 10)
      expect(begun(takeStory()).toSorted()).toEqual([...catchUpNames].toSorted())
    },
  )

  it.each(catchUpNames)('runs all remaining steps if %s rejects, cards before tenders', async (failing) => {
    const { steps, takeStory } = recordSteps<keyof CatchUpSteps>(catchUpNames)
    const done = runCatchUp({ ...steps, [failing]: () => Promise.reject(new Error('lost')) })
    await expect(done).rejects.toThrow('lost')
    const story = begun(takeStory())
    expect(story.toSorted()).toEqual(catchUpNames.filter((name) => name !== failing).toSorted())
    expect(story.filter((name) => name === 'card-payments' || name === 'tenders')).toEqual(
      ['card-payments', 'tenders'].filter((name) => name !== failing),
    )
  })
})

const stopNames = [
  'connectivity',
  'session',
  'updates',
  'catch-up',
  'safety-drafts',
  'booking-answers',
  'bookings',
  'card-payments',
  'tenders',
  'study-acts',
  'reader',
  'jobs',
  'workshop',
  'client',
  'sync',
  'background',
  'embedded-back-office',
  'database',
] as const satisfies (keyof StopSteps)[]

describe('the order of the stop', () => {
  it('waits for all running calls at the same time, and closes the database last', async () => {
    const calls = ['bookings', 'card-payments', 'tenders', 'study-acts'] as const
    const { steps, takeStory, end } = recordSteps<keyof StopSteps>(stopNames, calls)
    const done = runStop(steps, 60_000)
    await settle()
    expect(begun(takeStory())).toEqual([
      'connectivity',
      'session',
      'updates',
      'catch-up',
      'safety-drafts',
      'booking-answers',
      ...calls,
    ])
    for (const name of ['study-acts', 'tenders', 'bookings'] as const) await end(name)
    expect(begun(takeStory())).toEqual([])
    await end('card-payments')
    await done
    const rest = ['reader', 'jobs', 'workshop', 'client', 'sync', 'background', 'embedded-back-office', 'database']
    expect(begun(takeStory())).toEqual(rest)
  })

  it('begins each step from the reader on only when the step before it has ended', async () => {
    const { steps, takeStory } = recordSteps<keyof StopSteps>(stopNames)
    await runStop(steps, 60_000)
    const story = takeStory()
    expect(begun(story)).toEqual(stopNames)
    for (const name of [
      'reader',
      'jobs',
      'workshop',
      'client',
      'sync',
      'background',
      'embedded-back-office',
    ] as const) {
      expect(story[story.indexOf(name) + 1]).toBe(`${name} ended`)
    }
  })

  it('stops waiting for calls and a reader at the time limit, and runs the later steps', async () => {
    const { steps, takeStory } = recordSteps<keyof StopSteps>(stopNames, ['tenders', 'reader'])
    await runStop(steps, 10)
    expect(begun(takeStory())).toEqual(stopNames)
  })

  it('continues if a running call rejects', async () => {
    const { steps, takeStory } = recordSteps<keyof StopSteps>(stopNames)
    await runStop({ ...steps, bookings: () => Promise.reject(new Error('lost')) }, 60_000)
    expect(begun(takeStory()).at(-1)).toBe('database')
  })
})
