import { CalendarClock } from 'lucide-react'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { paths } from '../routes.ts'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { consultWords } from './consult-words.ts'
import './consult.css'

/** Opens the page of the consultation and the 6-12 month follow-up in a new window (study spec §2). */
export function ConsultationLink({ page }: StudyPartProps) {
  return (
    <Panel title={consultWords.followUp.title}>
      <div className="consult">
        <p className="consult__quiet">{consultWords.followUp.text}</p>
        <div className="consult__actions">
          <LinkButton
            href={paths.followUp(page.view.study.studyID)}
            size="small"
            isExternal
            icon={<CalendarClock aria-hidden="true" />}
          >
            {consultWords.followUp.open}
          </LinkButton>
        </div>
      </div>
    </Panel>
  )
}
