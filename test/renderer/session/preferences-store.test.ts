import { describe, expect, it } from 'vitest'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { noWorklistFilter, type WorklistFilter } from '#domain/worklists/worklist-filter.ts'
import { createPreferencesStore } from '#renderer/session/preferences-store.ts'

/** Creates the store over drafts in memory, which start with `content`. */
const start = (content: unknown = null) => {
  const drafts = { content }
  const store = createPreferencesStore(
    {
      read: async () => drafts.content,
      keep: (_id, next) => {
        drafts.content = next
      },
      decideUnseen: () => undefined,
    },
    { now: () => 0, computerZone: 'UTC' as ZoneId },
  )
  return { drafts, store }
}

const filter: WorklistFilter = {
  ...{ locationID: 'ca-bc-1' as LocationID, task: 'publish', assigned: 'all', lateOnly: true, member: 'Silva' },
  ...{ scanFrom: '2026-11-20' as PlainDate, scanTo: null },
}

describe('the filters of a worklist', () => {
  it('are kept completely until the sign-out, and without member, days and lateness after it', async () => {
    const { drafts, store } = start()
    store.getState().keepWorklistFilter('health-information', filter)
    expect(store.getState().worklistFilters).toEqual({ 'health-information': filter })
    expect(JSON.stringify(drafts.content)).not.toContain('Silva')
    store.getState().clear()
    expect(store.getState().worklistFilters).toEqual({})
    await store.getState().load()
    expect(store.getState().worklistFilters).toEqual({
      'health-information': { ...noWorklistFilter, locationID: 'ca-bc-1', task: 'publish' },
    })
  })

  it.each([
    ['from before tasks were filtered', { locationID: null, assigned: 'mine' }, { assigned: 'mine' }],
    ['with a task that no longer exists', { locationID: null, assigned: 'mine', task: 'lunch' }, { assigned: 'mine' }],
  ])('are read from preferences %s', async (_what, stored, expected) => {
    const { store } = start({ theme: 'dark', worklistFilters: { reading: stored } })
    await store.getState().load()
    expect(store.getState().worklistFilters).toEqual({ reading: { ...noWorklistFilter, ...expected } })
    expect(store.getState().theme).toBe('dark')
  })
})

describe('the panels of a study', () => {
  it('that the user opened or folded are kept for the next window, and belong to one user', async () => {
    const { drafts, store } = start()
    store.getState().keepStudyPanel('radiology', true)
    store.getState().keepStudyPanel('checkin', false)
    store.getState().clear()
    expect(store.getState().studyPanels).toEqual({})
    await store.getState().load()
    expect(store.getState().studyPanels).toEqual({ radiology: true, checkin: false })
    expect(drafts.content).toMatchObject({ studyPanels: { radiology: true, checkin: false } })
  })

  it('have the state of the role if the stored state cannot be read, and the other preferences are kept', async () => {
    const { store } = start({ theme: 'dark', studyPanels: { lunch: true } })
    await store.getState().load()
    expect(store.getState().studyPanels).toEqual({})
    expect(store.getState().theme).toBe('dark')
  })
})

describe('the pairs of computer zone and location zone whose notice the user has dismissed', () => {
  it('are kept after the sign-out, beside the other preferences, each pair once', async () => {
    const { drafts, store } = start()
    const pairs = ['Asia/Kolkata America/Toronto', 'Asia/Kolkata America/Vancouver']
    for (const pair of [...pairs, ...pairs]) store.getState().keepKnownZones(pair)
    store.getState().chooseTheme('dark')
    store.getState().clear()
    expect(store.getState().knownZones).toEqual([])
    await store.getState().load()
    expect(store.getState()).toMatchObject({ knownZones: pairs, theme: 'dark' })
    expect(drafts.content).toMatchObject({ knownZones: pairs })
  })

  it('are empty when the stored value is not a list', async () => {
    const { store } = start({ theme: 'dark', knownZones: 7 })
    await store.getState().load()
    expect(store.getState()).toMatchObject({ knownZones: [], theme: 'dark' })
  })
})
