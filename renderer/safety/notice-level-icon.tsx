import { CircleCheck, Info, OctagonAlert, OctagonX } from 'lucide-react'
import { noticeLevel } from '#domain/safety/notice-level.ts'
import type { Notice } from '#domain/safety/notices.ts'

const stopIcons = { forbidden: OctagonX, settle: OctagonAlert } as const

type Props = {
  readonly notice: Pick<Notice, 'tone' | 'isProhibitive'>
  readonly size?: number
  readonly className?: string
}

/** Shows the icon of a notice's level. Each level has its own shape, so that colour is not the only sign. */
export function NoticeLevelIcon({ notice, size = 16, className }: Props) {
  const level = noticeLevel(notice)
  const Icon = level === 'note' ? (notice.tone === 'green' ? CircleCheck : Info) : stopIcons[level]
  return <Icon className={className} aria-hidden="true" size={size} />
}
