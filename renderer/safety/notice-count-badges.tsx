import { Info, OctagonAlert } from 'lucide-react'
import { describeNotes, describeStops, type NoticeCounts } from '#domain/safety/notice-words.ts'
import { Badge } from '../kit/controls/badge.tsx'

/** Shows the counts of stops and notes as badges; a count of zero has no badge. */
export function NoticeCountBadges({ stops, notes }: NoticeCounts) {
  return (
    <>
      {stops > 0 ? (
        <Badge tone="danger" icon={<OctagonAlert size={12} aria-hidden="true" />}>
          {describeStops(stops)}
        </Badge>
      ) : null}
      {notes > 0 ? (
        <Badge tone="info" icon={<Info size={12} aria-hidden="true" />}>
          {describeNotes(notes)}
        </Badge>
      ) : null}
    </>
  )
}
