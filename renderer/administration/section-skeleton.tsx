import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { administrationWords as words } from './administration-words.ts'

/** Shows a block in place of a section while the section's code loads. */
export function SectionSkeleton() {
  return (
    <SkeletonGroup label={words.loading}>
      <Skeleton shape="block" height="240px" />
    </SkeletonGroup>
  )
}
