import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { studyPageWords } from './study-page-words.ts'
import { indexedSections } from './study-sections.ts'

/** Shows the outline of the page while the study loads. */
export function StudySkeleton() {
  return (
    <SkeletonGroup label={studyPageWords.loading} className="stu stu--loading">
      <div className="stuh">
        <Skeleton shape="block" height="84px" />
      </div>
      <div className="stu__body">
        <div className="sx">
          <div className="sx__list">
            {indexedSections.map(({ id }) => (
              <Skeleton key={id} shape="block" height="28px" />
            ))}
          </div>
        </div>
        <div className="stu__content">
          <Skeleton shape="block" height="320px" className="stu__section--wide" />
          <Skeleton shape="block" height="240px" className="stu__section--wide" />
          {indexedSections.slice(2, 8).map(({ id }) => (
            <Skeleton key={id} shape="block" height="160px" />
          ))}
        </div>
      </div>
    </SkeletonGroup>
  )
}
