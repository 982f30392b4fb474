import { describeConsentVersion } from '#domain/settings/consent-text.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { type MemberConsent, readMemberConsent } from '#domain/study/study-consent.ts'
import type { StudyDetails } from '#domain/study/study-details.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { flagWords, flagWordsWithName } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { ActButton } from '../../study/act-button.tsx'
import { panelWords } from '../../study/panel-words.ts'
import { PaperButton } from '../../study/paper-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { studyPartWords } from '../../study/study-words.ts'
import { reportPanelWords } from './report-panel-words.ts'
import '../../study/panels.css'

const words = reportPanelWords.history

const describeConsent = (consent: MemberConsent, zone: ZoneId, text: StudyDetails['consentText']): string | null => {
  if (consent.kind === 'missing') return null
  const { kind, time } = consent
  const facts = flagWordsWithName({ isSet: time !== null, time, by: kind === 'on-paper' ? consent.by : null }, zone)
  const signed = kind === 'signed' ? words.signed : words.signedOnPaper
  return [signed, text === null ? null : describeConsentVersion(text), facts].filter((part) => part !== null).join(', ')
}

/**
 * Shows whether the medical history is completed and the consent signed, with buttons for both papers (study spec §2
 * Medical History).
 */
export function MedicalHistoryPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const zone = location.timezone
  const { details, status } = study
  const history = readFlag(status, 'medicalHistory')
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
          <Fact label={words.memberConsent} missing={words.notSigned}>
            {describeConsent(readMemberConsent(study), zone, details.consentText)}
          </Fact>
          <Fact label={words.technologistConsent}>
            {details.technologistConsentSigned ? words.signed : words.notSigned}
          </Fact>
        </FactList>
        <div className="stp__actions">
          <ActButton page={page} act="medicalHistoryRequested" {...words.requestAct} />
          <ActButton page={page} act="medicalHistory" {...words.receivedAct} />
          <ActButton page={page} act="medicalHistoryReviewed" {...words.reviewedAct} />
          <PaperButton page={page} paper="medical-history" label={words.view} isView done={words.viewDone} />
          <PaperButton page={page} paper="consent" label={words.consent} done={words.consentDone} />
        </div>
        <p className="stp__quiet">{studyPartWords.paper.warning}</p>
      </div>
    </Panel>
  )
}
