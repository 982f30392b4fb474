import type { Failure } from '#contract/reply.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Spinner } from '../kit/controls/spinner.tsx'
import { Door } from './door.tsx'

type Props = { failure: Failure | null; onRetry: () => void }

/** Shows the start until the session is known, or why it could not be read. */
export function StartingScreen({ failure, onRetry }: Props) {
  return (
    <Door title={failure === null ? 'Starting' : 'Atrium did not start'}>
      {failure === null ? (
        <div className="s-door__waiting">
          <Spinner label="Starting" />
        </div>
      ) : (
        <Banner
          tone="error"
          title={failure.message}
          action={
            <Button size="small" onPress={onRetry}>
              Try again
            </Button>
          }
        >
          If it stays like this, close Atrium and start it again. Nothing that was saved is lost.
        </Banner>
      )}
    </Door>
  )
}
