import { confirmationReason } from '#domain/release/send-confirmation.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { studyOfflineReason } from '../../study/study-offline.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import { addressReason, describeSendFailure } from './release-words.ts'
import { isRetypedRightly, type SendForm } from './use-send.ts'

/** Returns why it cannot be sent as it is; null where it can. */
export const commitReason = (page: StudyPage, send: SendForm): string | null => {
  if (send.isSpent) return 'An earlier try has gone through: look at Last Send.'
  // The first try passed all checks. Asking again only finds out its result.
  if (send.isLocked) return page.isOnline ? null : studyOfflineReason
  return page.reason('send-to-practitioner') ?? recipientReason(send) ?? itemReason(send) ?? choiceReason(send)
}

const recipientReason = ({ start, recipient }: SendForm): string | null =>
  recipient === null
    ? 'The study names this practitioner no more.'
    : addressReason(
        start.channel,
        recipient.addresses.find(({ channel }) => channel === start.channel),
      )

const itemReason = ({ start, item, choice, preview }: SendForm): string | null => {
  if (item === null) return choice.mode === 'manual' ? 'Choose what is sent first.' : studyMessages.missingReport
  const { paper, drawn } = preview
  if (paper.kind === 'failed') {
    const { code } = paper.failure
    return code === 'report-missing' || code === 'pdf-refused'
      ? describeSendFailure(start.channel, paper.failure).text
      : 'The preview could not be shown: press Try again there first.'
  }
  if (drawn === 'failed') return 'The preview could not be shown: press Try again there first.'
  return drawn === 'drawn' ? null : 'The preview is still being made.'
}

const choiceReason = (send: SendForm): string | null => {
  const { channel } = send.start
  if (!isRetypedRightly(send)) {
    return `Type the ${channel === 'fax' ? 'fax number' : 'e-mail address'} again first: nothing has been sent there before.`
  }
  if ((channel === 'cd' || channel === 'usb') && send.choice.target === null) {
    return send.choice.isTargetGone
      ? 'What was chosen is not there any more: choose where it is written to.'
      : 'Choose where it is written to first.'
  }
  return confirmationReason(send.isConfirmed)
}
