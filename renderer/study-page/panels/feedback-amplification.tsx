import { Check, Megaphone, X } from 'lucide-react'
import { readFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { ActButton } from '../../study/act-button.tsx'
import { panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { FeedbackMail } from './feedback-mail.tsx'
import { reportPanelWords } from './report-panel-words.ts'

const words = reportPanelWords.amplification

/**
 * Shows the amplification of the member's feedback: Not done, Done or Denied (study spec §4). Done and denied exclude
 * each other.
 */
export function Amplification({ page }: StudyPartProps) {
  const { study, location } = page.view
  const zone = location.timezone
  const done = readFlag(study.status, 'feedbackAmplificationDone')
  const denied = readFlag(study.status, 'feedbackAmplificationDenied')
  const shownFlag = done.isSet ? done : denied
  return (
    <section className="stp__part stp" aria-label={words.title}>
      <FactList>
        <Fact label={words.label}>
          <Badge tone={done.isSet ? 'success' : 'neutral'}>
            {done.isSet ? words.done : denied.isSet ? words.denied : words.notDone}
          </Badge>
        </Fact>
        <Fact label={words.time} missing={shownFlag.isSet ? panelWords.notRecorded : words.notDone}>
          {shownFlag.time === null ? null : flagWords(shownFlag, zone)}
        </Fact>
        <Fact label={words.by} missing={shownFlag.isSet ? panelWords.notRecorded : panelWords.noName}>
          {shownFlag.by}
        </Fact>
        <Fact label={words.requested} missing={words.notRequested}>
          {flagWords(readFlag(study.status, 'feedbackAmplificationRequestSent'), zone)}
        </Fact>
      </FactList>
      <div className="stp__actions">
        <ActButton page={page} act="feedbackAmplificationDone" {...words.doneAct} icon={<Check aria-hidden="true" />} />
        <ActButton page={page} act="feedbackAmplificationDenied" {...words.deniedAct} icon={<X aria-hidden="true" />} />
        <FeedbackMail
          page={page}
          message="amplification"
          label={words.resend}
          failed={studyMessages.amplificationFailed}
          icon={<Megaphone aria-hidden="true" />}
        />
      </div>
    </section>
  )
}
