import { formatInstant } from '#domain/time/format-time.ts'
import { Fact, FactList } from '../../../widgets/fact-list.tsx'
import { Panel } from '../../../widgets/panel.tsx'
import type { StudyPartProps } from '../study-part-props.ts'

/** The nurse practitioner's consult (study spec §2 NP Consult panel, §4). */
export function ConsultPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const { consulting } = study.details
  return (
    <Panel title="NP Consult">
      <FactList>
        <Fact label="Requested by" missing="Nobody">
          {consulting.requestedBy}
        </Fact>
        <Fact label="Booked for" missing="Not booked">
          {consulting.consultTime === null ? null : formatInstant(consulting.consultTime, location.timezone)}
        </Fact>
      </FactList>
    </Panel>
  )
}
