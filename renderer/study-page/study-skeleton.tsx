import { studyPanels } from '#domain/study/study-panels.ts'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { studyPageWords } from './study-page-words.ts'

/** Shows the outline of the page while the study loads. */
export function StudySkeleton() {
  return (
    <SkeletonGroup label={studyPageWords.loading} className="stu stu--loading">
      <div className="stuh">
        <Skeleton shape="block" height="64px" />
      </div>
      <div className="stu__body">
        <div className="sx">
          <div className="sx__list">
            {studyPanels.map((panel) => (
              <Skeleton key={panel} shape="block" height="28px" />
            ))}
          </div>
        </div>
        <div className="stu__content">
          <Skeleton shape="block" height="420px" className="stu__section--wide" />
          <Skeleton shape="block" height="160px" />
          <Skeleton shape="block" height="160px" />
          {studyPanels.slice(0, 8).map((panel) => (
            <Skeleton key={panel} shape="block" height="44px" />
          ))}
        </div>
      </div>
    </SkeletonGroup>
  )
}
