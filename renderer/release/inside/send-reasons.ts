import { decideResend } from '#domain/release/resend.ts'
import { confirmationReason } from '#domain/release/send-confirmation.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { offlineReasonOf } from '../../study/study-offline.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import { addressReason, describeSendFailure } from './release-words.ts'
import { sendActWords } from './send-act-words.ts'
import { sendWords } from './send-words.ts'
import { isRetypedRightly, type SendForm } from './use-send.ts'

const words = sendWords.reasons

/** Returns why the document cannot be sent in this state; null if it can. */
export const commitReason = (page: StudyPage, send: SendForm): string | null => {
  if (send.isSpent) return words.spent
  // The first try passed all checks. A retry has the same idempotency key, so it never sends the document twice.
  if (send.isLocked) return offlineReasonOf('send-to-practitioner', page.isOnline)
  return page.reason('send-to-practitioner') ?? recipientReason(send) ?? itemReason(send) ?? choiceReason(send)
}

const recipientReason = ({ start, recipient }: SendForm): string | null =>
  recipient === null
    ? words.recipientGone
    : addressReason(
        start.channel,
        recipient.addresses.find(({ channel }) => channel === start.channel),
      )

const itemReason = ({ start, item, choice, preview }: SendForm): string | null => {
  if (item === null) return choice.mode === 'manual' ? words.noItem : studyMessages.missingReport
  const { paper, drawn } = preview
  if (paper.kind === 'failed') {
    const { code } = paper.failure
    return code === 'report-missing' || code === 'pdf-refused'
      ? describeSendFailure(start.channel, paper.failure).text
      : words.previewFailed
  }
  if (drawn === 'failed') return words.previewFailed
  return drawn === 'drawn' ? null : words.previewLoading
}

/** Returns whether the dialog sends an item again whose earlier send has an unknown result. */
export const isUncertain = ({ earlier }: SendForm['start']): boolean =>
  earlier !== undefined && decideResend(earlier).kind === 'ask'

const choiceReason = (send: SendForm): string | null => {
  const { channel } = send.start
  if (!isRetypedRightly(send)) return channel === 'fax' ? words.retypeFax : words.retypeEmail
  if ((channel === 'cd' || channel === 'usb') && send.choice.target === null) {
    return send.choice.isTargetGone ? words.targetGone : words.noTarget
  }
  if (isUncertain(send.start) && !send.choice.isUncertainAccepted) return sendActWords.tickUncertain
  return confirmationReason(send.isConfirmed)
}
