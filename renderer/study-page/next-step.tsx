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

/** The section with the act of each step. */
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
 * Shows the next step of the study, as a link to the section where the filled button does it; the study's whole progress
 * is in the badges of Study Details. If the next step is the release to the member, the button that releases the report
 * is beside it, for the roles that may press it.
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
  // The consent, which a medical history can lack, is marked in Study Details.
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
