import { Users } from 'lucide-react'
import type { Bridge } from '#contract/bridge.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { studyPartWords } from './study-words.ts'
import { useSimilarNames } from './use-similar-names.ts'
import './similar-names-badge.css'

/** A member with the name and birth date that the warning shows. */
export type SimilarName = Pick<Member, 'patientID' | 'firstname' | 'middlename' | 'lastname' | 'dob'>

/** Warns of members that staff could confuse with this one, with their birth dates. Shows nothing if there are none. */
export function SimilarNamesBadge({
  label,
  others,
}: {
  readonly label: string
  readonly others: readonly SimilarName[]
}) {
  if (others.length === 0) return null
  return (
    <Badge tone="warning" icon={<Users aria-hidden="true" size={12} />} className="similar-names">
      {label} {others.map((other) => `${fullName(other)}, ${formatDate(other.dob)}`).join('; ')}
    </Badge>
  )
}

type SimilarOnDayProps = {
  readonly readDay: Bridge['booking']['readDay']
  readonly view: Pick<StudyView, 'study' | 'member' | 'location'>
}

/** Warns of similar names at the study's location on the day of the study. */
export function SimilarOnDay({ readDay, view }: SimilarOnDayProps) {
  return <SimilarNamesBadge label={studyPartWords.header.similarOnDay} others={useSimilarNames(readDay, view)} />
}
