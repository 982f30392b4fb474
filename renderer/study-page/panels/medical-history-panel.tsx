import { readFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { failureText } from '../../study/panel-words.ts'
import { PaperButton, paperWarning } from '../../study/paper-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import '../../study/panels.css'

/** Shows whether the member's history and consent exist, and the papers (study spec §2 Medical History). */
export function MedicalHistoryPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const zone = location.timezone
  const { details, status } = study
  const history = readFlag(status, 'medicalHistory')
  const describe = (failure: Parameters<typeof failureText>[0]) => ({
    title: studyMessages.downloadFailed,
    description: failureText(failure),
  })
  return (
    <Panel title="Medical History" views={['show', 'hide']}>
      <div className="stp">
        <FactList>
          <Fact label="Completed" missing="Not completed">
            {flagWords(history, zone)}
          </Fact>
          <Fact label="History reminder email sent" missing="Not sent">
            {flagWords(readFlag(status, 'reminderMedicalHistoryEmailSent'), zone)}
          </Fact>
          <Fact label="History reminder SMS sent" missing="Not sent">
            {flagWords(readFlag(status, 'reminderMedicalHistorySMSSent'), zone)}
          </Fact>
          <Fact label="Member consent">{details.memberConsentSigned ? 'Signed' : 'Not signed'}</Fact>
          <Fact label="Technologist consent">{details.technologistConsentSigned ? 'Signed' : 'Not signed'}</Fact>
        </FactList>
        <div className="stp__actions">
          <PaperButton
            page={page}
            paper="medical-history"
            action="view-medical-history"
            label="View medical history"
            isView
            done="Medical history downloaded"
            describe={describe}
            missing={history.isSet ? null : 'The member has not completed the medical history.'}
          />
          <PaperButton
            page={page}
            paper="consent"
            action="download-consent"
            label="Download member agreement and consent"
            done="Member agreement and consent downloaded"
            describe={describe}
          />
        </div>
        <p className="stp__quiet">{paperWarning}</p>
      </div>
    </Panel>
  )
}
