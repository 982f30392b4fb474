/** The steps of the program's start once the workstation's own files are open. They run one after the other. */
export const startOrder = [
  'embedded-back-office',
  'connectivity',
  'sync',
  'session',
  'sweep',
  'jobs',
  'updates',
] as const

/**
 * The steps that run once both a session and the back office are available. Stages run one after the other. The lines
 * of a stage begin in this order and run side by side; the steps of a line run one after the other.
 */
export const catchUpOrder = [
  [['jobs']],
  [['catalogue']],
  [
    // Bookings come before the answers of booking drafts, because a booking moves the draft's answers to its study. The
    // draft must then not share these answers with other workstations again.
    ['bookings', 'booking-answers'],
    // Card payments come before tenders: a waiting tender may depend on their result. The reader is connected in the
    // background, so that a slow reader does not delay other steps.
    ['reader-state', 'card-payments', 'tenders', 'reader'],
    ['study-acts'],
    ['safety-drafts'],
  ],
] as const

/**
 * The longest time that a step of {@link catchUpOrder} delays the next steps, in milliseconds. It is longer than three
 * calls can take.
 */
export const catchUpLimitMs = 35_000

type StopStage = { readonly together: readonly string[]; readonly isLimited?: boolean }

/**
 * The stages in which the program stops, one after the other. A limited stage delays the next stage by at most
 * {@link stopLimitMs}.
 */
export const stopOrder = [
  { together: ['connectivity', 'session', 'updates'] },
  { together: ['catch-up'] },
  { together: ['safety-drafts'] },
  { together: ['booking-answers'] },
  // Calls under way get a moment for their answers. Unanswered calls are repeated after the next start of the program.
  { together: ['bookings', 'card-payments', 'tenders', 'study-acts'], isLimited: true },
  { together: ['reader'], isLimited: true },
  { together: ['jobs'] },
  { together: ['workshop'] },
  { together: ['client'] },
  { together: ['sync'] },
  { together: ['background'] },
  { together: ['embedded-back-office'] },
  // The database is last: everything above may still write.
  { together: ['database'] },
] as const satisfies readonly StopStage[]

/** The longest time that a limited stage of {@link stopOrder} delays the next stage, in milliseconds. */
export const stopLimitMs = 3000

type Step = () => unknown
type Steps<Name extends string> = Readonly<Record<Name, Step>>

export type StartSteps = Steps<(typeof startOrder)[number]>
export type CatchUpSteps = Steps<(typeof catchUpOrder)[number][number][number]>
export type StopSteps = Steps<(typeof stopOrder)[number]['together'][number]>
