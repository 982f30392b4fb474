import type { Failure } from '#contract/reply.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Spinner } from '../kit/controls/spinner.tsx'
import { sessionWords } from './session-words.ts'
import { SignInCard } from './sign-in-card.tsx'

const words = sessionWords.start

type Props = { failure: Failure | null; onRetry: () => void }

/** Shows a spinner until the session is known, or why the session could not be read. */
export function StartingScreen({ failure, onRetry }: Props) {
  return (
    <SignInCard title={failure === null ? words.title : words.failed}>
      {failure === null ? (
        <div className="s-door__waiting">
          <Spinner label={words.title} />
        </div>
      ) : (
        <Banner
          tone="error"
          title={failure.message}
          action={
            <Button size="small" onPress={onRetry}>
              {words.tryAgain}
            </Button>
          }
        >
          {words.failedText}
        </Banner>
      )}
    </SignInCard>
  )
}
