import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { failureText } from '../../study/panel-words.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import type { ReleaseState } from '../release-store.ts'
import { releaseWords } from './release-words.ts'

const words = releaseWords.problem

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
      title={read.kind === 'failed' ? (isOffline ? words.offline : words.failed) : words.outOfDate}
      action={
        isOffline ? null : (
          <Button size="small" onPress={() => void load()}>
            {releaseWords.tryAgain}
          </Button>
        )
      }
    >
      {isOffline ? words.offlineHint : failureText(failure)}
    </Banner>
  )
}
