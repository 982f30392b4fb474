import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { failureText } from '../../study/panel-words.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import type { ReleaseState } from '../release-store.ts'

type Props = { readonly page: StudyPage; readonly release: ReleaseState }

/** Shows why the list of deliveries is missing or out of date. */
export function ReleaseProblem({ page, release }: Props) {
  const { read, behind, load } = release
  const failure = read.kind === 'failed' ? read.failure : behind
  if (failure === null) return null
  const isOffline = !page.isOnline
  return (
    <Banner
      tone={isOffline ? 'warning' : 'error'}
      title={
        read.kind === 'failed'
          ? isOffline
            ? 'Offline: what was sent to whom is not known here'
            : 'What was sent could not be read'
          : 'What was sent is as it was read last'
      }
      action={
        isOffline ? null : (
          <Button size="small" onPress={() => void load()}>
            Try again
          </Button>
        )
      }
    >
      {isOffline
        ? 'Nothing can be sent until the back office can be reached again. What waits in the queue goes on by itself then.'
        : failureText(failure)}
    </Banner>
  )
}
