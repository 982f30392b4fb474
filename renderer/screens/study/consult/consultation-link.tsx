import { CalendarClock } from 'lucide-react'
import { paths } from '../../../routes.ts'
import { LinkButton } from '../../../widgets/link-button.tsx'
import type { StudyPartProps } from '../study-part-props.ts'

/** Opens the consultation and the 6-12 month follow-up in a window of its own (study spec §2). */
export function ConsultationLink({ page }: StudyPartProps) {
  return (
    <LinkButton
      href={paths.followUp(page.view.study.studyID)}
      size="small"
      isExternal
      icon={<CalendarClock aria-hidden="true" />}
    >
      Consultation and 6-12 month follow-up
    </LinkButton>
  )
}
