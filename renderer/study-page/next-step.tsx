import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { releaseActOf } from '#domain/release/release-act.ts'
import { toStatusLine } from '#domain/study/status-line.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { useFocusBack } from '../study/use-focus-back.ts'
import { ReleaseToMember } from './panels/release-to-member.tsx'
import { studyPageWords } from './study-page-words.ts'

const words = studyPageWords.steps

/**
 * Shows the next step of the study; its whole progress is in the badges of Study Details. If the next step is the
 * release to the member, the button that releases the report is beside it, for the roles that may press it.
 */
export function NextStep({ page }: StudyPartProps) {
  const { study, location } = page.view
  const line = useRef<HTMLParagraphElement>(null)
  const steps = toStatusLine(study, location)
  const next = steps.find(({ isNext }) => isNext)
  const isReleaseNext = next?.key === 'releasedToMember' && page.decide(releaseActOf(study)).kind !== 'forbidden'
  useFocusBack(isReleaseNext, line)
  if (study.status.cancelled) return null
  return (
    <p ref={line} className="stuh__next" tabIndex={-1}>
      {next === undefined ? (
        words.done
      ) : (
        <>
          <ChevronRight aria-hidden="true" size={14} />
          {words.next} <strong>{next.label}</strong>
        </>
      )}
      {isReleaseNext ? <ReleaseToMember page={page} size="micro" /> : null}
    </p>
  )
}
