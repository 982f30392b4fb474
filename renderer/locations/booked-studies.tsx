import type { ReactNode } from 'react'
import { formatDateText } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { BookedStudy } from '#domain/locations/location-draft.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'

/** Lists booked studies with name, birth date and time, each with a link to its booking page. */
export function BookedStudies(props: {
  readonly label: string
  readonly studies: readonly BookedStudy[]
  readonly zone: ZoneId
  readonly children?: (study: BookedStudy) => ReactNode
}) {
  return (
    <ul className="s-clinics__studies" aria-label={props.label}>
      {props.studies.map((study) => (
        <li key={study.studyID}>
          <LinkButton href={paths.studyBooking(study.studyID as StudyID)} variant="text" size="small">
            {study.name}
          </LinkButton>
          <span className="tabular">{formatDateText(study.dob)}</span>
          <span className="tabular">{formatInstant(study.utcStart as Instant, props.zone)}</span>
          {props.children?.(study)}
        </li>
      ))}
    </ul>
  )
}
