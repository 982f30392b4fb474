import { Ban, CalendarClock, CreditCard, EllipsisVertical, MessageSquare, Phone, StickyNote } from 'lucide-react'
import { formatPhone } from '#domain/format/format-phone.ts'
import { phoneLink } from '#domain/members/phone-link.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { IconButton } from '../../kit/controls/icon-button.tsx'
import { Menu } from '../../kit/controls/menu.tsx'
import { paths } from '../../routes.ts'
import { frontDeskWords } from './front-desk-words.ts'
import { type TodayRow, whoIs } from './today-rows.ts'

const words = frontDeskWords.menu

type RowMenuProps = {
  readonly row: TodayRow
  readonly isOnline: boolean
  readonly onNote: (row: TodayRow) => void
  readonly onCancel: (row: TodayRow) => void
}

/** Shows the menu with the other actions on a row: move, cancel, note, payment, call and text. */
export function RowMenu({ row, isOnline, onNote, onCancel }: RowMenuProps) {
  const { study, member } = row
  const who = whoIs(row)
  const isOver = study.status.scanned ? words.isScanned : null
  const call = member === null ? null : phoneLink(member, 'call')
  const text = member === null ? null : phoneLink(member, 'text')
  const number = member === null ? '' : formatPhone(member.phone_number)
  return (
    <Menu
      trigger={<IconButton size="small" label={words.open(who)} icon={<EllipsisVertical aria-hidden="true" />} />}
      label={words.open(who)}
      placement="bottom end"
      onAction={(id) => {
        if (id === 'note') onNote(row)
        if (id === 'cancel') onCancel(row)
      }}
      entries={[
        {
          id: 'move',
          label: words.move,
          accessibleName: words.about(words.move, who),
          icon: <CalendarClock aria-hidden="true" />,
          href: paths.studyBooking(study.studyID),
          disabledReason: isOver,
        },
        {
          id: 'note',
          label: study.details.frontDeskNote === '' ? words.addNote : words.editNote,
          icon: <StickyNote aria-hidden="true" />,
        },
        {
          id: 'payment',
          label: words.payment,
          icon: <CreditCard aria-hidden="true" />,
          href: paths.frontdeskStudy(study.studyID),
        },
        ...(call === null
          ? []
          : [
              {
                id: 'call',
                label: words.call,
                description: number,
                icon: <Phone aria-hidden="true" />,
                href: call,
                isExternal: true,
              },
            ]),
        ...(text === null
          ? []
          : [
              {
                id: 'text',
                label: words.text,
                description: number,
                icon: <MessageSquare aria-hidden="true" />,
                href: text,
                isExternal: true,
              },
            ]),
        {
          id: 'cancel',
          label: words.cancel,
          accessibleName: words.about(words.cancel, who),
          icon: <Ban aria-hidden="true" />,
          tone: 'danger' as const,
          disabledReason: isOver ?? whyNotOffline('cancel', isOnline, true),
          section: { id: 'end' },
        },
      ]}
    />
  )
}
