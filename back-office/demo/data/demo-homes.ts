/**
 * The locations of the demo's accounts. On the busy days these clinics have 30 to 40 members a day, weekends included;
 * the first one is the only location of `onelocation@demo.atrium`.
 */
export const demoHomes = ['ca-bc-1', 'us-ny-1'] as const satisfies readonly string[]
export type DemoHome = (typeof demoHomes)[number]

/** The home location of the front desk's account; its studies include the rarer cases. */
export const firstHome: DemoHome = demoHomes[0]

export const isDemoHome = (locationID: string): boolean => demoHomes.some((home) => home === locationID)

/** The busy days at these home locations, counted from today. @internal Tests look at these days. */
export const busyDays = { first: -3, last: 14 } as const

export const isBusyDay = (locationID: string, dayOffset: number): boolean =>
  isDemoHome(locationID) && dayOffset >= busyDays.first && dayOffset <= busyDays.last
