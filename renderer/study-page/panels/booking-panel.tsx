import { Send } from 'lucide-react'
import { messageReason } from '#domain/study/message-reasons.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { bookingTypeWords, flagWords } from '../../crm/sale-words.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { Panel } from '../../kit/controls/panel.tsx'
import { useRetryKeys } from '../../kit/retry-keys.ts'
import { panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { visitPanelWords } from './visit-panel-words.ts'
import '../../crm/sale.css'

const words = visitPanelWords.booking

/** Shows how the study was booked, and the member's confirmation email (study spec §2 Booking). */
export function BookingPanel({ page }: StudyPartProps) {
  const { bridge, view, who } = page
  const { study, location } = view
  const withRetryKey = useRetryKeys()
  const { status } = study
  const booked = readFlag(status, 'booked')
  const confirmation = readFlag(status, 'bookingConfirmationEmailSent')
  const resend = async (): Promise<void> => {
    // On success the message is a job in the queue, and the queue's notices show whether it was sent.
    await page.perform('resend-confirmation', studyMessages.confirmationFailed, () =>
      withRetryKey('resend-confirmation', (idempotencyKey) =>
        bridge.study.resendConfirmation({ studyID: study.studyID, idempotencyKey }),
      ),
    )
  }
  return (
    <Panel title={words.title}>
      <div className="sale">
        <FactList>
          <Fact label={words.type} missing={booked.isSet ? panelWords.notRecorded : words.notBooked}>
            {bookingTypeWords(readFlag(status, 'bookedOnline'), readFlag(status, 'bookedOffline'))}
          </Fact>
          <Fact label={words.memberType}>{study.memberType}</Fact>
          <Fact label={words.bookedBy} missing={booked.isSet ? panelWords.notRecorded : words.notBooked}>
            {booked.by}
          </Fact>
          <Fact label={words.booked} missing={words.notBooked}>
            {flagWords(booked, location.timezone)}
          </Fact>
          <Fact label={words.confirmationSent} missing={panelWords.notSent}>
            {flagWords(confirmation, location.timezone)}
          </Fact>
        </FactList>
        <div className="sale__actions">
          <Button
            size="small"
            icon={<Send aria-hidden="true" />}
            isPending={page.isBusy('resend-confirmation')}
            disabledReason={
              page.reason('resend-confirmation') ?? messageReason('confirmation', study, view.member, page.now)
            }
            aria-label={panelWords.actFor(words.resend, who)}
            onPress={() => void resend()}
          >
            {words.resend}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
