import { useStore } from 'zustand'
import { describeStudyFailure } from '../../booking-parts/study-failures.ts'
import type { StudySafetyStore } from '../../forms/study-safety-store.ts'
import type { ScreenProps } from '../../stores/screen-props.ts'
import { Button } from '../../widgets/button.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { Panel } from '../../widgets/panel.tsx'
import { Skeleton, SkeletonGroup } from '../../widgets/skeleton.tsx'
import { SafetySection } from './safety-section.tsx'
import type { StudyPartProps } from './study-part-props.ts'

type Props = ScreenProps &
  StudyPartProps & { readonly safety: StudySafetyStore; readonly isFrozen: boolean; readonly isInDetails: boolean }

/** The safety questions of the study, or how far reading them is. */
export function SafetyPlace({ page, safety, ...props }: Props) {
  const read = useStore(safety, (state) => state.read)
  const { isOnline, now, notices } = page
  if (read.kind === 'ready') {
    return (
      <SafetySection {...props} notices={notices} safety={safety} view={read.value} isOnline={isOnline} now={now} />
    )
  }
  return (
    <Panel title="Safety questions" isCollapsible={false}>
      {read.kind === 'failed' ? (
        <EmptyState
          title={describeStudyFailure(read.failure).title}
          action={<Button onPress={() => void safety.getState().load()}>Try again</Button>}
        >
          {describeStudyFailure(read.failure).text}
        </EmptyState>
      ) : (
        <SkeletonGroup label="Loading the safety questions">
          <Skeleton shape="block" height="280px" />
        </SkeletonGroup>
      )}
    </Panel>
  )
}
