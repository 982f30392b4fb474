import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { frameWords } from './frame-words.ts'
import './screen-skeleton.css'

/** Shows a title and two columns, the shape of most screens, while a screen's code loads. */
export function ScreenSkeleton({ label = frameWords.loading }: { readonly label?: string }) {
  return (
    <SkeletonGroup label={label} className="s-screen-skeleton">
      <Skeleton width="14rem" height="1.75rem" />
      <div className="s-screen-skeleton__columns">
        <Skeleton shape="block" height="24rem" />
        <Skeleton shape="block" height="24rem" />
      </div>
    </SkeletonGroup>
  )
}
