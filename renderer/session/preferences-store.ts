import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { preferencesDraftID } from '#domain/session/preferences-draft.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt, type ZoneId } from '#domain/values/location-clock.ts'
import { type LocationID, locationIDSchema } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { createReadings } from '../kit/readings.ts'
import type { Drafts } from './drafts.ts'

const themes = ['system', 'light', 'dark'] as const
/** The colour theme: `system` follows the operating system; the others never change by themselves. */
type Theme = (typeof themes)[number]

const preferencesSchema = z.object({
  theme: z.enum(themes).catch('system'),
  locationID: locationIDSchema.nullable().catch(null),
  /** The date of the choice on this computer's clock. */
  locationChosenOn: z.string().nullable().catch(null),
})

type PreferencesStoreState = {
  readonly theme: Theme
  readonly load: () => Promise<void>
  readonly chooseTheme: (theme: Theme) => void
  /** Stores the location that the user chose. The locations store owns the choice; this copy outlives the window. */
  readonly keepLocation: (locationID: LocationID) => void
  /**
   * Waits until the preferences are read, then returns the location that the user chose on this workstation today; null
   * if the user chose none today.
   */
  readonly locationOfToday: () => Promise<LocationID | null>
  /** Resets to the defaults at sign-out. */
  readonly clear: () => void
}
export type PreferencesStore = StoreApi<PreferencesStoreState>
export type WithPreferences = { readonly preferences: PreferencesStore }

type Options = { readonly now: () => number; readonly computerZone: ZoneId }

/**
 * Creates the store of a user's preferences on this workstation. They are a draft of the user, so that both shells
 * store them the same way. A chosen location is valid on the day of the choice; the next day starts at the user's home
 * location.
 */
export const createPreferencesStore = (
  drafts: Pick<Drafts, 'read' | 'keep' | 'decideUnseen'>,
  { now, computerZone }: Options,
): PreferencesStore =>
  createStore<PreferencesStoreState>((set, get) => {
    const noLocation = { locationID: null, locationChosenOn: null }
    let kept: Pick<z.infer<typeof preferencesSchema>, 'locationID' | 'locationChosenOn'> = noLocation
    let reading: Promise<void> = Promise.resolve()
    const readings = createReadings()
    const currentDay = (): PlainDate => todayAt(toInstant(now()), computerZone)
    const keep = (): void => {
      readings.expire()
      // The last choice counts, even over preferences that could not be read.
      drafts.decideUnseen(preferencesDraftID, 'entered')
      drafts.keep(preferencesDraftID, { theme: get().theme, ...kept })
    }
    const read = async (): Promise<void> => {
      const isLatest = readings.begin()
      const parsed = preferencesSchema.safeParse(await drafts.read(preferencesDraftID))
      if (!isLatest() || !parsed.success) return
      const { theme, ...location } = parsed.data
      kept = location
      set({ theme })
    }
    return {
      theme: 'system',
      load: () => {
        reading = read()
        return reading
      },
      chooseTheme: (theme) => {
        set({ theme })
        keep()
      },
      keepLocation: (locationID) => {
        kept = { locationID, locationChosenOn: currentDay() }
        keep()
      },
      locationOfToday: async () => {
        await reading
        return kept.locationChosenOn === currentDay() ? kept.locationID : null
      },
      clear: () => {
        readings.expire()
        kept = noLocation
        set({ theme: 'system' })
      },
    }
  })
