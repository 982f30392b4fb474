import { countReached, describeReached } from '#domain/release/release-matrix.ts'
import type { StudyPage } from '../study/study-part-props.ts'
import { useRelease } from './inside/use-release.ts'
import type { ReleaseFactories } from './release-factories.ts'

/** How many of the practitioners that a study names have the report, in words, and whether it is all of them. */
export type PractitionersReached = { readonly words: string; readonly isAll: boolean }

/** `1 of 3 practitioners`; null where that says nothing more. */
export const usePractitionersReached = (page: StudyPage<ReleaseFactories>): PractitionersReached | null => {
  const { read } = useRelease(page)
  if (read.kind !== 'ready') return null
  const count = countReached(read.value.recipients, read.value.deliveries)
  const words = describeReached(count)
  return words === null ? null : { words, isAll: count.reached === count.named }
}
