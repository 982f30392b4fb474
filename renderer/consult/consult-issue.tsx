import { studyMessages } from '#domain/study/study-messages.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { useUnfoldFor } from '../study/sections.ts'
import { consultWords } from './consult-words.ts'
import type { SchedulerState } from './scheduler-store.ts'

/**
 * Shows that a booking or cancellation made in the scheduling service could not be saved in the study (study spec §8
 * Booking Issue Detected). The notice stays until the change is saved or the user dismisses the notice.
 */
export function ConsultIssue({ scheduler }: { readonly scheduler: SchedulerState }) {
  const { phase, waiting } = scheduler.steps
  useUnfoldFor(phase.kind === 'issue')
  if (phase.kind !== 'issue') return null
  return (
    <Banner
      tone="error"
      title={studyMessages.bookingIssueTitle}
      action={
        <span className="consult__actions">
          <Button size="small" onPress={scheduler.tryAgain}>
            {consultWords.issue.tryAgain}
          </Button>
          <Button size="small" onPress={scheduler.dismiss}>
            {consultWords.issue.dismiss}
          </Button>
        </span>
      }
    >
      {phase.news.kind === 'cancelled' ? consultWords.issue.cancelled : studyMessages.bookingIssue} {phase.reason}
      {waiting.length === 0 ? null : consultWords.issue.waiting}
    </Banner>
  )
}
