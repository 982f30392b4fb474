import { Check, Megaphone, X } from 'lucide-react'
import { readFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { ActButton } from '../../study/act-button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { FeedbackMail } from './feedback-mail.tsx'

/**
 * Shows the amplification of the member's feedback: Not done, Done or Denied (study spec §4). Done and denied exclude
 * each other.
 */
export function Amplification({ page }: StudyPartProps) {
  const { study, location } = page.view
  const zone = location.timezone
  const done = readFlag(study.status, 'feedbackAmplificationDone')
  const denied = readFlag(study.status, 'feedbackAmplificationDenied')
  const standing = done.isSet ? done : denied
  return (
    <section className="stp__part stp" aria-label="Feedback amplification">
      <FactList>
        <Fact label="Amplification">
          <Badge tone={done.isSet ? 'success' : 'neutral'}>
            {done.isSet ? 'Done' : denied.isSet ? 'Denied' : 'Not done'}
          </Badge>
        </Fact>
        <Fact label="Time" missing={standing.isSet ? 'Not recorded' : 'Not done'}>
          {standing.time === null ? null : flagWords(standing, zone)}
        </Fact>
        <Fact label="By" missing={standing.isSet ? 'Not recorded' : 'Nobody yet'}>
          {standing.by}
        </Fact>
        <Fact label="Amplification requested" missing="Not requested">
          {flagWords(readFlag(study.status, 'feedbackAmplificationRequestSent'), zone)}
        </Fact>
      </FactList>
      <div className="stp__actions">
        <ActButton
          page={page}
          act="feedbackAmplificationDone"
          label="Mark amplification done"
          undoLabel="Undo amplification done"
          done="Amplification marked as done"
          undone="Amplification not marked as done any more"
          icon={<Check aria-hidden="true" />}
        />
        <ActButton
          page={page}
          act="feedbackAmplificationDenied"
          label="Mark amplification denied"
          undoLabel="Undo amplification denied"
          done="Amplification marked as denied"
          undone="Amplification not marked as denied any more"
          icon={<X aria-hidden="true" />}
        />
        <FeedbackMail
          page={page}
          message="amplification"
          label="Resend feedback amplification"
          failed={studyMessages.amplificationFailed}
          icon={<Megaphone aria-hidden="true" />}
        />
      </div>
    </section>
  )
}
