import { Send } from 'lucide-react'
import { feedbackRatings } from '#domain/study/feedback.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { flagWords } from '../../crm/sale-words.ts'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import type { WithDrafts } from '../../session/drafts.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { Amplification } from './feedback-amplification.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { FeedbackMail } from './feedback-mail.tsx'
import { reportPanelWords } from './report-panel-words.ts'
import { Stars } from './stars.tsx'
import '../../study/panels.css'

const words = reportPanelWords.feedback

/** Shows the member's ratings, and the requests for feedback (study spec §2 Feedback, §4 amplification). */
export function FeedbackPanel({ page }: StudyPartProps<WithDrafts>) {
  const { study, location } = page.view
  const zone = location.timezone
  const { feedback } = study.details
  const received = readFlag(study.status, 'feedbackReceived')
  return (
    <Panel title={words.title} views={['show', 'hide']}>
      <div className="stp">
        <FactList>
          <Fact label={words.requested} missing={words.notRequested}>
            {flagWords(readFlag(study.status, 'feedbackRequestSent'), zone)}
          </Fact>
          <Fact label={words.received} missing={words.notReceived}>
            {flagWords(received, zone)}
          </Fact>
        </FactList>
        {feedback === null ? (
          <p className="stp__quiet">{words.none}</p>
        ) : (
          <>
            <FactList>
              {feedbackRatings.map((name) => {
                const stars = feedback[name]
                return (
                  <Fact key={name} label={words.ratings[name]} missing={words.notRated}>
                    {stars === null || stars === 0 ? null : <Stars stars={stars} />}
                  </Fact>
                )
              })}
            </FactList>
            {feedback.feedback === '' ? (
              <p className="stp__quiet">{words.noText}</p>
            ) : (
              <blockquote className="stp__text stp__quote">{feedback.feedback}</blockquote>
            )}
          </>
        )}
        <FeedbackForm page={page} />
        <div className="stp__actions">
          <FeedbackMail
            page={page}
            message="reminder"
            label={words.resend}
            failed={studyMessages.feedbackFailed}
            icon={<Send aria-hidden="true" />}
          />
        </div>
        <Amplification page={page} />
      </div>
    </Panel>
  )
}
