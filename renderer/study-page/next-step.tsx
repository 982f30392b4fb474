import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { releaseActOf } from '#domain/release/release-act.ts'
import { type StatusStepKey, toStatusLine } from '#domain/study/status-line.ts'
import type { StudyPanel } from '#domain/study/study-panels.ts'
import { useGoToSection } from '../study/sections.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { useFocusBack } from '../study/use-focus-back.ts'
import { sectionID } from './go-to-section.ts'
import { ReleaseToMember } from './panels/release-to-member.tsx'
import { studyPageWords } from './study-page-words.ts'

const words = studyPageWords.steps

/** For each step, the section with the button that completes it. */
const sectionsOfSteps: Readonly<Record<StatusStepKey, StudyPanel>> = {
  booked: 'booking',
  reminded: 'reminder',
  referral: 'details',
  medicalHistory: 'medical-history',
  payment: 'payment',
  checkin: 'checkin',
  imaging: 'scan',
  reading: 'radiology',
  reportQA: 'radiology',
  releasedToMember: 'patient-follow-up',
  releasedToDoctor: 'provider-follow-up',
}

/**
 * Shows the next step of the study, as a link to the section whose filled button completes it. The badges of Study
 * Details show the whole progress. If the next step is the release to the member, the button that releases the report
 * is beside the link, for the roles that may press it.
 */
export function NextStep({ page }: StudyPartProps) {
  const { study, location } = page.view
  const line = useRef<HTMLParagraphElement>(null)
  const steps = toStatusLine(study, location)
  const next = steps.find(({ isNext }) => isNext)
  const isReleaseNext = next?.key === 'releasedToMember' && page.decide(releaseActOf(study)).kind !== 'forbidden'
  useFocusBack(isReleaseNext, line)
  const goTo = useGoToSection()
  if (study.status.cancelled) return null
  // The step of the medical history includes the consent, whose button is in Study Details.
  const section = next === undefined ? null : page.nextAct === 'consent' ? 'details' : sectionsOfSteps[next.key]
  return (
    <p ref={line} className="stuh__next" tabIndex={-1}>
      {next === undefined || section === null ? (
        words.done
      ) : (
        <>
          <ChevronRight aria-hidden="true" size={14} />
          {words.next}{' '}
          <strong>
            <a
              href={`#${sectionID(section)}`}
              aria-label={words.goTo(next.label)}
              onClick={(event) => {
                event.preventDefault()
                goTo(section)
              }}
            >
              {next.label}
            </a>
          </strong>
        </>
      )}
      {isReleaseNext ? <ReleaseToMember page={page} size="micro" variant="primary" /> : null}
    </p>
  )
}
