import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { preferencesDraftID } from '#domain/session/preferences-draft.ts'
import { type StudyPanel, studyPanelSchema } from '#domain/study/study-panels.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt, type ZoneId } from '#domain/values/location-clock.ts'
import { type LocationID, locationIDSchema } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { assignmentFilters, type Worklist, worklistSchema } from '#domain/worklists/worklist.ts'
import { noWorklistFilter, type WorklistFilter } from '#domain/worklists/worklist-filter.ts'
import { worklistTaskSchema } from '#domain/worklists/worklist-task.ts'
import { createReadings } from '../kit/readings.ts'
import type { Drafts } from './drafts.ts'

const themes = ['system', 'light', 'dark'] as const
/** The colour theme: `system` follows the operating system; the others never change by themselves. */
type Theme = (typeof themes)[number]

const densities = ['comfortable', 'compact'] as const
/** How much space rows and fields take: `compact` shows more on a screen. */
type Density = (typeof densities)[number]

/**
 * The part of a filter that lasts beyond the session. The other parts, such as a member's name, would hide rows the
 * next day, when the user may no longer remember the filter.
 */
const lastingFilterSchema = z.object({
  /** Null for all locations of the user. */
  locationID: locationIDSchema.nullable(),
  task: worklistTaskSchema.nullable().catch(null),
  assigned: z.enum(assignmentFilters),
})
/** Whether the user opened or folded a panel of a study's page. If absent, the role decides. */
type StudyPanelChoices = { readonly [Panel in StudyPanel]?: boolean | undefined }
type WorklistFilters = { readonly [List in Worklist]?: WorklistFilter }

const preferencesSchema = z.object({
  theme: z.enum(themes).catch('system'),
  density: z.enum(densities).catch('comfortable'),
  locationID: locationIDSchema.nullable().catch(null),
  /** The date of the choice on this computer's clock. */
  locationChosenOn: z.string().nullable().catch(null),
  /** Pairs of this computer's zone and a location's zone whose notice the user dismissed. */
  knownZones: z.array(z.string().max(130)).max(100).catch([]),
  worklistFilters: z.partialRecord(worklistSchema, lastingFilterSchema).catch({}),
  studyPanels: z.partialRecord(studyPanelSchema, z.boolean()).catch({}),
})

type PreferencesStoreState = {
  readonly theme: Theme
  readonly density: Density
  /** The pairs of zones, from `pairOfZones`, whose notice the user dismissed. */
  readonly knownZones: readonly string[]
  /** The filters of the worklists that the user changed. */
  readonly worklistFilters: WorklistFilters
  readonly studyPanels: StudyPanelChoices
  readonly load: () => Promise<void>
  readonly chooseTheme: (theme: Theme) => void
  readonly chooseDensity: (density: Density) => void
  readonly keepKnownZones: (pair: string) => void
  readonly keepWorklistFilter: (list: Worklist, filter: WorklistFilter) => void
  /** Stores that the user opened or folded a panel of a study's page. The choice applies to every study. */
  readonly keepStudyPanel: (panel: StudyPanel, isOpen: boolean) => void
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

const mapFilters = <From extends object, To>(
  filters: { readonly [List in Worklist]?: From | undefined },
  change: (filter: From) => To,
): { readonly [List in Worklist]?: To } =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([list, filter]) => (filter === undefined ? [] : [[list, change(filter)]])),
  )

const toLasting = (filters: WorklistFilters) =>
  mapFilters(filters, ({ locationID, task, assigned }) => ({ locationID, task, assigned }))

const fromLasting = (filters: z.infer<typeof preferencesSchema>['worklistFilters']): WorklistFilters =>
  mapFilters(filters, (filter): WorklistFilter => ({ ...noWorklistFilter, ...filter }))

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
      const { theme, density, knownZones, worklistFilters, studyPanels } = get()
      drafts.keep(preferencesDraftID, {
        ...{ theme, density, ...kept },
        ...(knownZones.length === 0 ? {} : { knownZones }),
        ...(Object.keys(worklistFilters).length === 0 ? {} : { worklistFilters: toLasting(worklistFilters) }),
        ...(Object.keys(studyPanels).length === 0 ? {} : { studyPanels }),
      })
    }
    const read = async (): Promise<void> => {
      const isLatest = readings.begin()
      const parsed = preferencesSchema.safeParse(await drafts.read(preferencesDraftID))
      if (!isLatest() || !parsed.success) return
      const { theme, density, knownZones, worklistFilters, studyPanels, ...location } = parsed.data
      kept = location
      set({ theme, density, knownZones, worklistFilters: fromLasting(worklistFilters), studyPanels })
    }
    return {
      theme: 'system',
      density: 'comfortable',
      knownZones: [],
      worklistFilters: {},
      studyPanels: {},
      load: () => {
        reading = read()
        return reading
      },
      chooseTheme: (theme) => {
        set({ theme })
        keep()
      },
      chooseDensity: (density) => {
        set({ density })
        keep()
      },
      keepKnownZones: (pair) => {
        set({ knownZones: [...get().knownZones.filter((each) => each !== pair), pair].slice(-100) })
        keep()
      },
      keepWorklistFilter: (list, filter) => {
        set({ worklistFilters: { ...get().worklistFilters, [list]: filter } })
        keep()
      },
      keepStudyPanel: (panel, isOpen) => {
        set({ studyPanels: { ...get().studyPanels, [panel]: isOpen } })
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
        set({ theme: 'system', density: 'comfortable', knownZones: [], worklistFilters: {}, studyPanels: {} })
      },
    }
  })
