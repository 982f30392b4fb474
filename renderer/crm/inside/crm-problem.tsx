import type { Failure } from '#contract/reply.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { describeStudyFailure } from '../../study/study-failures.ts'
import { opportunityWords } from './opportunity-words.ts'

type Props = {
  readonly failure: Failure
  /** Whether the banner adds that the typed text is kept. */
  readonly kept?: boolean
  readonly onRetry: (() => void) | null
  readonly isPending?: boolean
}

/** Shows why a call to the CRM failed (study spec §8: CRM error: no response, Try Again). */
export function CrmProblem({ failure, kept = false, onRetry, isPending = false }: Props) {
  const { title, text } = describeStudyFailure(failure)
  const isSilent = failure.code === 'crm-unavailable'
  return (
    <Banner
      tone="error"
      title={isSilent ? studyMessages.crmNoResponse : title}
      action={
        onRetry === null ? null : (
          <Button size="small" isPending={isPending} onPress={onRetry}>
            {studyMessages.tryAgain}
          </Button>
        )
      }
    >
      {isSilent ? opportunityWords.problem.noAnswer : text}
      {kept ? ` ${opportunityWords.problem.kept}` : ''}
    </Banner>
  )
}
