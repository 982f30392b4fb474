import { useStore } from 'zustand'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { describeStudyFailure } from '../../study/study-failures.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import type { StudySafetyStore } from '../study-safety-state.ts'
import { SafetySection } from './safety-section.tsx'
import { safetySectionWords } from './safety-section-words.ts'

type Stores = WithConnectivity

type Props = ScreenProps<Stores> & {
  readonly page: Pick<StudyPage, 'isOnline' | 'now' | 'notices'>
  readonly safety: StudySafetyStore
  readonly isFrozen: boolean
  readonly isInDetails: boolean
}

/** Shows the study's safety questions, or the state of reading them. */
export function SafetyPlace({ page, safety, ...props }: Props) {
  const read = useStore(safety, (state) => state.read)
  const { isOnline, now, notices } = page
  if (read.kind === 'ready') {
    return (
      <SafetySection {...props} notices={notices} safety={safety} view={read.value} isOnline={isOnline} now={now} />
    )
  }
  return (
    <Panel title={safetySectionWords.title}>
      {read.kind === 'failed' ? (
        <EmptyState
          title={describeStudyFailure(read.failure).title}
          action={<Button onPress={() => void safety.getState().load()}>{safetySectionWords.tryAgain}</Button>}
        >
          {describeStudyFailure(read.failure).text}
        </EmptyState>
      ) : (
        <SkeletonGroup label={safetySectionWords.loading}>
          <Skeleton shape="block" height="280px" />
        </SkeletonGroup>
      )}
    </Panel>
  )
}
