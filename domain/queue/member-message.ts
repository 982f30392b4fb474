/** Emails to a member that staff request and the queue sends (booking spec §7, study spec §2). */
export const memberMessages = ['invoice', 'receipt', 'confirmation', 'feedback-reminder', 'amplification'] as const
export type MemberMessage = (typeof memberMessages)[number]

/** The titles of these emails in the queue and the notices. */
export const memberMessageTitles = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  confirmation: 'Booking confirmation',
  'feedback-reminder': 'Feedback request',
  amplification: 'Feedback amplification request',
} as const satisfies Record<MemberMessage, string>

/** Returns which message a job of kind `message` sends, found by the title of the job; null for an unknown title. */
export const messageOfTitle = (title: string): MemberMessage | null =>
  memberMessages.find((message) => memberMessageTitles[message] === title) ?? null
