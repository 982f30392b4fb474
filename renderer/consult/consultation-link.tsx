import { CalendarClock } from 'lucide-react'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { paths } from '../routes.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import './consult.css'

/** Opens the consultation and the 6-12 month follow-up in a new window (study spec §2). */
export function ConsultationLink({ page }: StudyPartProps) {
  return (
    <Panel title="Consultation and follow-up">
      <div className="consult">
        <p className="consult__quiet">
          Consult, report, research and the dates 6 and 12 months after the scan on one page.
        </p>
        <div className="consult__actions">
          <LinkButton
            href={paths.followUp(page.view.study.studyID)}
            size="small"
            isExternal
            icon={<CalendarClock aria-hidden="true" />}
          >
            Consultation and 6-12 month follow-up
          </LinkButton>
        </div>
      </div>
    </Panel>
  )
}
