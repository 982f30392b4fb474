import { countReached, describeReached } from '#domain/release/release-matrix.ts'
import type { StudyPage } from '../study/study-part-props.ts'
import { useRelease } from './inside/use-release.ts'
import type { ReleaseFactories } from './release-factories.ts'

/** How many of a study's practitioners have the report, in words, and whether all of them have it. */
type PractitionersReached = { readonly words: string; readonly isAll: boolean }

/**
 * Returns for example `1 of 3 practitioners`; null before the deliveries are loaded, if the study names at most one
 * practitioner, or if no practitioner has the report.
 */
export const usePractitionersReached = (page: StudyPage<ReleaseFactories>): PractitionersReached | null => {
  const { read } = useRelease(page)
  if (read.kind !== 'ready') return null
  const count = countReached(read.value.recipients, read.value.deliveries)
  const words = describeReached(count)
  return words === null ? null : { words, isAll: count.reached === count.named }
}
