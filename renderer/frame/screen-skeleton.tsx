import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import './screen-skeleton.css'

/** A title and two columns: the shape most screens have, for the moment in which their code is loaded. */
export function ScreenSkeleton() {
  return (
    <SkeletonGroup label="Loading" className="s-screen-skeleton">
      <Skeleton width="14rem" height="1.75rem" />
      <div className="s-screen-skeleton__columns">
        <Skeleton shape="block" height="24rem" />
        <Skeleton shape="block" height="24rem" />
      </div>
    </SkeletonGroup>
  )
}
