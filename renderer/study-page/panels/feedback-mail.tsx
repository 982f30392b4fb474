import type { ReactNode } from 'react'
import { ok } from '#contract/reply.ts'
import { messageReason } from '#domain/study/message-reasons.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Button } from '../../kit/controls/button.tsx'
import { useRetryKeys } from '../../kit/retry-keys.ts'
import { failureText, panelWords } from '../../study/panel-words.ts'
import type { StudyPartProps } from '../../study/study-part-props.ts'

type Props = StudyPartProps & {
  readonly message: 'reminder' | 'amplification'
  readonly label: string
  /** What failed, in the words of the error catalogue. Shown below the title "Resend failed". */
  readonly failed: string
  readonly icon?: ReactNode
}

/**
 * Sends the member a message about feedback again. Pressing again after a lost answer repeats the idempotency key, so
 * one message goes out.
 */
export function FeedbackMail({ page, message, label, failed, icon }: Props) {
  const withRetryKey = useRetryKeys()
  const { study, member } = page.view
  const key = `feedback ${message}`
  const send = async (): Promise<void> => {
    const reply = await page.perform(key, studyMessages.resendFailed, async () =>
      ok(
        await withRetryKey(key, (idempotencyKey) =>
          page.bridge.study.resendFeedback({ studyID: study.studyID, message, idempotencyKey }),
        ),
      ),
    )
    // On success the message is a job in the queue, and the queue's notices show whether it was sent.
    if (reply === null || reply.ok) return
    const description = panelWords.failure(failed, failureText(reply.failure))
    page.notices.error({ title: studyMessages.resendFailed, description })
  }
  const kind = message === 'reminder' ? 'feedback-reminder' : 'amplification'
  return (
    <Button
      size="small"
      icon={icon}
      isPending={page.isBusy(key)}
      disabledReason={page.reason('resend-feedback') ?? messageReason(kind, study, member, page.now)}
      aria-label={panelWords.actFor(label, page.who)}
      onPress={() => void send()}
    >
      {label}
    </Button>
  )
}
