import { studyMessages } from '#domain/study/study-messages.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import type { SchedulerState } from './scheduler-store.ts'

/**
 * Shows that the service has an event that the study does not have (study spec §8 Booking Issue Detected). Stays until
 * it is saved or dismissed.
 */
export function ConsultIssue({ scheduler }: { readonly scheduler: SchedulerState }) {
  const { phase, waiting } = scheduler.steps
  if (phase.kind !== 'issue') return null
  return (
    <Banner
      tone="error"
      title={studyMessages.bookingIssueTitle}
      action={
        <span className="consult__actions">
          <Button size="small" onPress={scheduler.tryAgain}>
            Try saving again
          </Button>
          <Button size="small" onPress={scheduler.dismiss}>
            It is settled in the scheduler
          </Button>
        </span>
      }
    >
      {phase.news.kind === 'cancelled'
        ? 'The consult was cancelled in the scheduler but saving failed. Please try saving again.'
        : studyMessages.bookingIssue}{' '}
      {phase.reason}
      {waiting.length === 0 ? null : ' What was done in the scheduler since then is saved after it.'}
    </Banner>
  )
}
