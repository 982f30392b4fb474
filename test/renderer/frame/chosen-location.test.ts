import { expect, it } from 'vitest'
import { ok, type Reply } from '#contract/reply.ts'
import type { Location } from '#domain/locations/location.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { type LocationID, locationIDSchema } from '#domain/values/location-id.ts'
import { createLocationsStore } from '#renderer/locations/locations-store.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { createPreferencesStore } from '#renderer/session/preferences-store.ts'
import { createFakeBridge } from '../fake-bridge.ts'

const [calgary, vancouver] = [locationIDSchema.parse('ca-ab-1'), locationIDSchema.parse('ca-bc-1')]
const computerZone = 'America/Edmonton' as ZoneId

const open = (home: LocationID | null = null) => {
  let homeLocation = home
  const { bridge, controls } = createFakeBridge({ signedInAs: 'frontdesk' })
  const preferences = createPreferencesStore(createDrafts(bridge), { now: Date.now, computerZone })
  const waiting: ((reply: Reply<readonly Location[]>) => void)[] = []
  const list = () => new Promise<Reply<readonly Location[]>>((resolve) => waiting.push(resolve))
  const locations = createLocationsStore({ ...bridge, locations: { ...bridge.locations, list } }, preferences, {
    homeLocation: () => homeLocation,
    computerZone,
  })
  const all = controls.clinic.locations
  return {
    preferences,
    locations,
    all,
    answer: (index: number, value: readonly Location[] = all) => waiting[index]?.(ok(value)),
    moveHome: (to: LocationID) => {
      homeLocation = to
    },
  }
}

it('keeps a location that the user chose during another read of the locations', async () => {
  const { preferences, locations, answer } = open()
  await preferences.getState().load()
  const first = locations.getState().load()
  answer(0)
  await first
  const again = locations.getState().load()
  locations.getState().choose(vancouver)
  answer(1)
  await again
  expect(locations.getState().chosenID).toBe(vancouver)
  expect(await preferences.getState().locationOfToday()).toBe(vancouver)
})

it('keeps the chosen location when the home location changes while Atrium is open', async () => {
  const { preferences, locations, answer, moveHome } = open(vancouver)
  await preferences.getState().load()
  const first = locations.getState().load()
  answer(0)
  await first
  moveHome(calgary)
  const again = locations.getState().load()
  answer(1)
  await again
  expect(locations.getState().chosenID).toBe(vancouver)
  expect(await preferences.getState().locationOfToday()).toBeNull()
})

it('never replaces newer locations with a late answer, and has no locations after the sign-out', async () => {
  const { locations, all, answer } = open()
  const first = locations.getState().load()
  const second = locations.getState().load()
  answer(1, all)
  await second
  answer(0, [])
  await first
  expect(locations.getState().catalogue).toMatchObject({ kind: 'ready', value: { locations: all } })
  const last = locations.getState().load()
  locations.getState().clear()
  answer(2)
  await last
  expect(locations.getState()).toMatchObject({ catalogue: { kind: 'idle' }, chosenID: null })
})

it('opens at the location that the user chose today, even if that choice is read after the locations', async () => {
  const { preferences, locations, answer } = open(vancouver)
  preferences.getState().keepLocation(calgary)
  const first = locations.getState().load()
  answer(0)
  await first
  expect(locations.getState().chosenID).toBe(calgary)
})
