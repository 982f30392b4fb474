import { readFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { flagWords, flagWordsWithName } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { ActButton } from '../../study/act-button.tsx'
import { failureText, panelWords } from '../../study/panel-words.ts'
import { PaperButton } from '../../study/paper-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { studyPartWords } from '../../study/study-words.ts'
import { reportPanelWords } from './report-panel-words.ts'
import '../../study/panels.css'

const words = reportPanelWords.history

/**
 * Shows whether the medical history is completed and the consent signed, with buttons for both papers (study spec §2
 * Medical History).
 */
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
    <Panel title={words.title} views={['show', 'hide']}>
      <div className="stp">
        <FactList>
          <Fact label={words.requested} missing={words.notRequested}>
            {flagWords(readFlag(status, 'medicalHistoryRequested'), zone)}
          </Fact>
          <Fact label={words.completed} missing={words.notCompleted}>
            {flagWords(history, zone)}
          </Fact>
          <Fact label={words.reviewed} missing={words.notReviewed}>
            {flagWordsWithName(readFlag(status, 'medicalHistoryReviewed'), zone)}
          </Fact>
          <Fact label={words.emailSent} missing={panelWords.notSent}>
            {flagWords(readFlag(status, 'reminderMedicalHistoryEmailSent'), zone)}
          </Fact>
          <Fact label={words.smsSent} missing={panelWords.notSent}>
            {flagWords(readFlag(status, 'reminderMedicalHistorySMSSent'), zone)}
          </Fact>
          <Fact label={words.memberConsent}>{details.memberConsentSigned ? words.signed : words.notSigned}</Fact>
          <Fact label={words.technologistConsent}>
            {details.technologistConsentSigned ? words.signed : words.notSigned}
          </Fact>
        </FactList>
        <div className="stp__actions">
          <ActButton page={page} act="medicalHistoryRequested" {...words.requestAct} />
          <ActButton page={page} act="medicalHistory" {...words.receivedAct} />
          <ActButton page={page} act="medicalHistoryReviewed" {...words.reviewedAct} />
          <PaperButton
            page={page}
            paper="medical-history"
            action="view-medical-history"
            label={words.view}
            isView
            done={words.viewDone}
            describe={describe}
            missing={history.isSet ? null : words.missing}
          />
          <PaperButton
            page={page}
            paper="consent"
            action="download-consent"
            label={words.consent}
            done={words.consentDone}
            describe={describe}
          />
        </div>
        <p className="stp__quiet">{studyPartWords.paper.warning}</p>
      </div>
    </Panel>
  )
}
