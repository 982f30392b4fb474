import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type LocationID, locationIDSchema } from '#domain/locations/location-id.ts'
import type { Drafts } from './drafts.ts'

export const themes = ['system', 'light', 'dark'] as const
/** How Atrium looks: as the operating system says, or always one way. */
export type Theme = (typeof themes)[number]

const preferencesDraftID = 'preferences'
const preferencesSchema = z.object({
  theme: z.enum(themes).catch('system'),
  locationID: locationIDSchema.nullable().catch(null),
})

export type PreferencesStoreState = {
  readonly theme: Theme
  /** The location chosen last. */
  readonly locationID: LocationID | null
  readonly load: () => Promise<void>
  readonly chooseTheme: (theme: Theme) => void
  readonly chooseLocation: (locationID: LocationID) => void
  /** Back to the defaults, for nobody is signed in. */
  readonly clear: () => void
}
export type PreferencesStore = StoreApi<PreferencesStoreState>

/** A person's own preferences at this workstation, kept as a draft of theirs, so that both shells keep them alike. */
export const createPreferencesStore = (drafts: Pick<Drafts, 'read' | 'keep'>): PreferencesStore =>
  createStore<PreferencesStoreState>((set, get) => {
    const keep = (): void => {
      const { theme, locationID } = get()
      drafts.keep(preferencesDraftID, { theme, locationID })
    }
    return {
      theme: 'system',
      locationID: null,
      load: async () => {
        const parsed = preferencesSchema.safeParse(await drafts.read(preferencesDraftID))
        if (parsed.success) set(parsed.data)
      },
      chooseTheme: (theme) => {
        set({ theme })
        keep()
      },
      chooseLocation: (locationID) => {
        set({ locationID })
        keep()
      },
      clear: () => set({ theme: 'system', locationID: null }),
    }
  })
