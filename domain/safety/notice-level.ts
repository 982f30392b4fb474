import type { Notice } from './notices.ts'

/**
 * The importance of a notice (decisions §6). `forbidden`: the member cannot be scanned at all. `settle`: the scan needs
 * a sign-off. `note`: information that needs no decision.
 */
export type NoticeLevel = 'forbidden' | 'settle' | 'note'

/** Returns the level of a notice. A dated wait that is over by the appointment is green and therefore a note. */
export const noticeLevel = ({ tone, isProhibitive }: Pick<Notice, 'tone' | 'isProhibitive'>): NoticeLevel => {
  if (tone !== 'red') return 'note'
  return isProhibitive ? 'forbidden' : 'settle'
}
