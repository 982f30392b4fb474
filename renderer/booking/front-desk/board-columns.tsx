import { ClockAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatTimeAt } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { phoneLink } from '#domain/members/phone-link.ts'
import type { BoardDay } from '#domain/study/board-day.ts'
import { decideMarkUndo } from '#domain/study/mark-undo.ts'
import { appointmentState, appointmentStateWords } from '#domain/study/member-appointments.ts'
import { lateMinutes } from '#domain/study/next-arrivals.ts'
import { whyNoCheckIn } from '#domain/study/today-board.ts'
import { waitingWords } from '#domain/study/waiting-notes.ts'
import type { Instant } from '#domain/values/instant.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { PhoneLink } from '../../kit/controls/phone-link.tsx'
import type { TableColumn } from '../../kit/controls/table.tsx'
import { VisuallyHidden } from '../../kit/controls/visually-hidden.tsx'
import { paths } from '../../routes.ts'
import { MemberCell } from '../../study/member-cell.tsx'
import { BoardChips } from './board-chips.tsx'
import { frontDeskWords } from './front-desk-words.ts'
import { NextButton, whyNoUndo } from './next-button.tsx'
import { RowMenu } from './row-menu.tsx'
import { type TodayRow, whoIs } from './today-rows.ts'

const texts = frontDeskWords.board

type BoardColumnsInput = {
  readonly location: Location
  readonly day: BoardDay
  readonly now: Instant
  readonly isOnline: boolean
  /** The keys of the rows whose members are expected next. */
  readonly arriving: ReadonlySet<string>
  /** The name of the signed-in user, who can undo their own marks. */
  readonly fullname: string
  readonly onCheckIn: (row: TodayRow) => void
  readonly onMarkScanned: (row: TodayRow) => void
  readonly onUndoMark: (row: TodayRow) => void
  readonly onNote: (row: TodayRow) => void
  readonly onCancel: (row: TodayRow) => void
}

/**
 * Returns the columns of the board. Each row has two lines of fixed height, so that changes do not move other rows.
 * Only a name that needs more room makes its row higher, because a name is never cut. A window too narrow for note and
 * phone shows the note as a chip and the phone in the row's menu.
 */
export const boardColumns = (input: BoardColumnsInput): readonly TableColumn<TodayRow>[] => {
  const { location, day, now, isOnline, fullname, onCheckIn, onMarkScanned, onUndoMark } = input
  const timeOf = (instant: Instant): string => formatTimeAt(instant, location.timezone)
  return [
    {
      id: 'time',
      header: texts.time,
      cell: (row) => (
        <span className={row.utcEnd <= now ? 'fd__two fd__over' : 'fd__two'}>
          <LinkButton href={paths.studyBooking(row.study.studyID)} variant="text" className="fd__time tabular">
            {timeOf(row.utcStart)} – {timeOf(row.utcEnd)}
            <VisuallyHidden>{texts.openBooking(whoIs(row))}</VisuallyHidden>
          </LinkButton>
          <span className="fd__quiet fd__short" title={row.machine}>
            {row.machine}
          </span>
        </span>
      ),
    },
    {
      id: 'member',
      header: texts.member,
      isRowHeader: true,
      cell: (row) => (
        <MemberCell
          name={row.member ?? texts.unknownName}
          dob={row.member?.dob ?? null}
          otherwise={row.study.studyID}
          href={paths.study(row.study.studyID)}
          linkLabel={texts.openStudy(whoIs(row))}
          nameClass="fd__name"
          isTwoLines
          after={
            row.hasSimilarName ? (
              <span className="fd__chip" title={texts.similarNameTitle}>
                <Badge tone="warning">
                  {texts.similarName}
                  <VisuallyHidden> {texts.similarNameToday}</VisuallyHidden>
                </Badge>
              </span>
            ) : null
          }
        />
      ),
    },
    {
      id: 'scan',
      header: texts.scan,
      cell: (row) => (
        <span className="fd__two">
          <span className="fd__short" title={row.scanType}>
            {row.scanType}
          </span>
          <RowState
            row={row}
            day={day}
            now={now}
            timeOf={timeOf}
            onCheckIn={onCheckIn}
            undo={
              decideMarkUndo(row.study, fullname, now).kind === 'can' ? (
                <UndoButton row={row} isOnline={isOnline} isBusy={row.isBusy} onUndoMark={onUndoMark} />
              ) : null
            }
          />
        </span>
      ),
    },
    { id: 'chips', header: texts.alerts, cell: (row) => <BoardChips row={row} location={location} /> },
    {
      id: 'note',
      header: texts.note,
      cell: ({ study }) => (
        <span className="fd__note" title={study.details.frontDeskNote}>
          {study.details.frontDeskNote}
        </span>
      ),
    },
    { id: 'phone', header: texts.phone, cell: (row) => <RowPhone row={row} /> },
    {
      id: 'next',
      header: texts.next,
      cell: (row) => (
        <NextButton
          row={row}
          isOnline={isOnline}
          isBusy={row.isBusy}
          isArriving={input.arriving.has(row.key)}
          onCheckIn={onCheckIn}
          onMarkScanned={onMarkScanned}
        />
      ),
    },
    {
      id: 'more',
      header: <VisuallyHidden>{texts.more}</VisuallyHidden>,
      cell: (row) => <RowMenu row={row} isOnline={isOnline} onNote={input.onNote} onCancel={input.onCancel} />,
    },
  ]
}

/** Shows the member's phone number as a link that calls it. */
function RowPhone({ row }: { readonly row: TodayRow }) {
  const number = row.member === null ? '' : formatPhone(row.member.phone_number)
  const href = row.member === null ? null : phoneLink(row.member, 'call')
  if (href === null) return <span className="fd__quiet tabular">{number === '' ? texts.noPhone : number}</span>
  return (
    <PhoneLink href={href} className="fd__phone tabular" aria-label={texts.callWho(number, whoIs(row))}>
      {number}
    </PhoneLink>
  )
}

type RowStateProps = {
  readonly row: TodayRow
  readonly day: BoardDay
  readonly now: Instant
  readonly timeOf: (instant: Instant) => string
  readonly onCheckIn: (row: TodayRow) => void
  /** The button that undoes the row's last mark; null if this user cannot undo it. */
  readonly undo: ReactNode
}

/**
 * Shows the member's progress, or how late the member is. Before the check-in it also shows a check-in button, unless
 * the Next column has one. Only a forbidden notice disables the button. Other open points block the check-in in the
 * dialog, or are confirmed there. If a colleague's check-in waits to be sent, the member is here, so not late.
 */
function RowState({ row, day, now, timeOf, onCheckIn, undo }: RowStateProps) {
  const { study, next, isCheckInWaiting, othersCheckIn } = row
  const { status } = study
  if (status.scanned) {
    const at = study.status.scannedTime
    const words = texts.scanned(typeof at === 'string' ? timeOf(at as Instant) : null)
    return (
      <span className="fd__quiet fd__line">
        <span className="fd__short">{words}</span>
        {undo}
      </span>
    )
  }
  if (status.checkin) {
    const at = status.checkinTime === null ? null : timeOf(status.checkinTime)
    const by = status.checkinBy === null ? '' : texts.by(status.checkinBy)
    return (
      <span className="fd__quiet fd__line">
        {isCheckInWaiting ? <Badge tone="warning">{waitingWords}</Badge> : null}
        <span className="fd__short" title={`${texts.checkedIn(at)}${by}`}>
          {texts.checkedIn(at)}
          {by === '' ? null : <span className="fd__by">{by}</span>}
        </span>
        {undo}
      </span>
    )
  }
  const state = appointmentStateWords[appointmentState(study, now)]
  const minutes = othersCheckIn === null ? lateMinutes(row, now) : null
  return (
    <span className="fd__quiet fd__line">
      {minutes === null ? <span className="fd__short">{state}</span> : <LateChip state={state} minutes={minutes} />}
      {othersCheckIn === null ? null : (
        <span className="fd__chip" title={othersCheckIn}>
          <Badge tone="warning">
            {texts.notSent}
            <VisuallyHidden>: {othersCheckIn}</VisuallyHidden>
          </Badge>
        </span>
      )}
      {next.kind === 'check-in' || day === 'future' ? null : (
        <Button
          size="micro"
          variant="plain"
          className="fd__act"
          aria-label={texts.checkInWho(whoIs(row))}
          aria-keyshortcuts="C"
          disabledReason={whyNoCheckIn(study, day)}
          onPress={() => onCheckIn(row)}
        >
          {texts.checkIn}
        </Button>
      )}
    </span>
  )
}

/** Shows how late a member is, in place of the state's word. Screen readers get the state and a full sentence. */
function LateChip({ state, minutes }: { readonly state: string; readonly minutes: number }) {
  const text = texts.lateText(state, minutes)
  return (
    <span className="fd__chip fd__late" title={text}>
      <Badge tone="warning" icon={<ClockAlert aria-hidden="true" />}>
        <span className="fd__short" aria-hidden="true">
          <span className="fd__roomy">{texts.late(minutes)}</span>
          <span className="fd__tight">{texts.lateShort(minutes)}</span>
        </span>
        <VisuallyHidden>{text}</VisuallyHidden>
      </Badge>
    </span>
  )
}

type UndoButtonProps = {
  readonly row: TodayRow
  readonly isOnline: boolean
  readonly isBusy: boolean
  readonly onUndoMark: (row: TodayRow) => void
}

/** Undoes the row's last mark, which this user set. */
function UndoButton({ row, isOnline, isBusy, onUndoMark }: UndoButtonProps) {
  return (
    <Button
      size="micro"
      className="fd__undo"
      isPending={isBusy}
      aria-label={texts.undoWho(row.study.status.scanned ? 'scanned' : 'checkin', whoIs(row))}
      aria-keyshortcuts="U"
      disabledReason={whyNoUndo(row, isOnline)}
      onPress={() => onUndoMark(row)}
    >
      {texts.undo}
    </Button>
  )
}
