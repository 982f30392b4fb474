import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { toInstant } from '#domain/values/instant.ts'
import { today, type ZoneId } from '#domain/values/location-clock.ts'
import { type LocationID, locationIDSchema } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { Drafts } from './drafts.ts'

export const themes = ['system', 'light', 'dark'] as const
/** How Atrium looks: as the operating system says, or always one way. */
export type Theme = (typeof themes)[number]

const preferencesDraftID = 'preferences'
const preferencesSchema = z.object({
  theme: z.enum(themes).catch('system'),
  locationID: locationIDSchema.nullable().catch(null),
  /** The day of the choice, on this computer's clock. */
  locationChosenOn: z.string().nullable().catch(null),
})

export type PreferencesStoreState = {
  readonly theme: Theme
  /** The location chosen last, where that was today. */
  readonly locationID: LocationID | null
  readonly load: () => Promise<void>
  readonly chooseTheme: (theme: Theme) => void
  readonly chooseLocation: (locationID: LocationID) => void
  /** Back to the defaults, for nobody is signed in. */
  readonly clear: () => void
}
export type PreferencesStore = StoreApi<PreferencesStoreState>
export type WithPreferences = { readonly preferences: PreferencesStore }

type Options = { readonly now: () => number; readonly computerZone: ZoneId }

/**
 * A person's own preferences at this workstation, kept as a draft of theirs, so that both shells keep them alike. The location
 * is good for the day on which it was chosen; the next day begins at the person's home location.
 */
export const createPreferencesStore = (
  drafts: Pick<Drafts, 'read' | 'keep' | 'decideUnseen'>,
  { now, computerZone }: Options,
): PreferencesStore =>
  createStore<PreferencesStoreState>((set, get) => {
    let locationChosenOn: string | null = null
    const currentDay = (): PlainDate => today(toInstant(now()), computerZone)
    const keep = (): void => {
      const { theme, locationID } = get()
      // The last choice counts, also over choices that could not be read.
      drafts.decideUnseen(preferencesDraftID, 'entered')
      drafts.keep(preferencesDraftID, { theme, locationID, locationChosenOn })
    }
    return {
      theme: 'system',
      locationID: null,
      load: async () => {
        const parsed = preferencesSchema.safeParse(await drafts.read(preferencesDraftID))
        if (!parsed.success) return
        const { theme, locationID } = parsed.data
        locationChosenOn = parsed.data.locationChosenOn
        set({ theme, locationID: locationChosenOn === currentDay() ? locationID : null })
      },
      chooseTheme: (theme) => {
        set({ theme })
        keep()
      },
      chooseLocation: (locationID) => {
        locationChosenOn = currentDay()
        set({ locationID })
        keep()
      },
      clear: () => set({ theme: 'system', locationID: null }),
    }
  })
