import { Send } from 'lucide-react'
import { readFlag } from '#domain/study/status-flags.ts'
import type { Feedback } from '#domain/study/study-details.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { Amplification } from './feedback-amplification.tsx'
import { FeedbackMail } from './feedback-mail.tsx'
import { Stars } from './stars.tsx'
import '../../study/panels.css'

const ratings = [
  { name: 'prescan', label: 'Before the scan' },
  { name: 'checkin', label: 'Check-in' },
  { name: 'mri', label: 'MRI' },
  { name: 'radiology', label: 'Radiology' },
  { name: 'experience', label: 'Experience' },
  { name: 'recommend', label: 'Would recommend' },
] as const satisfies readonly { readonly name: keyof Feedback; readonly label: string }[]

/** Shows the member's ratings, and the requests for feedback (study spec §2 Feedback, §4 amplification). */
export function FeedbackPanel({ page }: StudyPartProps) {
  const { study, location } = page.view
  const zone = location.timezone
  const { feedback } = study.details
  const received = readFlag(study.status, 'feedbackReceived')
  return (
    <Panel title="Feedback" views={['show', 'hide']}>
      <div className="stp">
        <FactList>
          <Fact label="Feedback requested" missing="Not requested">
            {flagWords(readFlag(study.status, 'feedbackRequestSent'), zone)}
          </Fact>
          <Fact label="Feedback received" missing="Not received">
            {flagWords(received, zone)}
          </Fact>
        </FactList>
        {feedback === null ? (
          <p className="stp__quiet">The member has not given feedback.</p>
        ) : (
          <>
            <FactList>
              {ratings.map(({ name, label }) => {
                const stars = feedback[name]
                return (
                  <Fact key={name} label={label} missing="Nothing said">
                    {stars === null || stars === 0 ? null : <Stars stars={stars} />}
                  </Fact>
                )
              })}
            </FactList>
            {feedback.feedback === '' ? (
              <p className="stp__quiet">Nothing was written beside the stars.</p>
            ) : (
              <blockquote className="stp__text stp__quote">{feedback.feedback}</blockquote>
            )}
          </>
        )}
        <div className="stp__actions">
          <FeedbackMail
            page={page}
            message="reminder"
            label="Resend feedback request"
            failed={studyMessages.feedbackFailed}
            icon={<Send aria-hidden="true" />}
          />
        </div>
        <Amplification page={page} />
      </div>
    </Panel>
  )
}
