/** What starts once the workstation's own files are open: each step after the one before it. */
export const startOrder = ['embedded-back-office', 'connectivity', 'sync', 'sweep', 'jobs'] as const

/**
 * What is done once a session and the back office are both there. The stages follow each other. The lines of a stage begin in
 * this order and run side by side; the steps of a line follow each other.
 */
export const catchUpOrder = [
  [['jobs']],
  [['catalogue']],
  [
    // A booking moves its answers to its study: those are not shared again.
    ['bookings', 'booking-answers'],
    // Card payments first: what waits to be recorded may depend on how one ended. A slow reader delays nothing.
    ['reader-state', 'card-payments', 'tenders', 'reader'],
    ['study-acts'],
    ['safety-drafts'],
  ],
] as const

/** The longest that a step of {@link catchUpOrder} delays those behind it, in milliseconds: more than three calls may take. */
export const catchUpLimitMs = 35_000

type StopStage = { readonly together: readonly string[]; readonly isLimited?: boolean }

/** What stops, each stage after the one before it. A limited stage that takes longer than {@link stopLimitMs} is left behind. */
export const stopOrder = [
  { together: ['connectivity'] },
  { together: ['catch-up'] },
  { together: ['safety-drafts'] },
  { together: ['booking-answers'] },
  // Calls under way get a moment for their answers; otherwise the next start has to repeat them.
  { together: ['bookings', 'card-payments', 'tenders', 'study-acts'], isLimited: true },
  { together: ['reader'], isLimited: true },
  { together: ['jobs'] },
  { together: ['workshop'] },
  { together: ['client'] },
  { together: ['sync'] },
  { together: ['background'] },
  { together: ['embedded-back-office'] },
  // Last: everything above may still write.
  { together: ['database'] },
] as const satisfies readonly StopStage[]

/** The longest that a limited stage of {@link stopOrder} takes, in milliseconds. */
export const stopLimitMs = 3000

type Step = () => unknown
type Steps<Name extends string> = Readonly<Record<Name, Step>>

export type StartSteps = Steps<(typeof startOrder)[number]>
export type CatchUpSteps = Steps<(typeof catchUpOrder)[number][number][number]>
export type StopSteps = Steps<(typeof stopOrder)[number]['together'][number]>
