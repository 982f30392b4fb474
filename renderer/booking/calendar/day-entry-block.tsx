import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from 'react'
import { useMove } from 'react-aria/useMove'
import type { DayEntry } from '#contract/booking/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatTimeAt } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import { isKnownSafetySigned } from '#domain/safety/known-safety.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { classNames } from '../../kit/controls/class-names.ts'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Countdown } from '../../kit/countdown.tsx'
import { paths } from '../../routes.ts'
import { toSafetyChips } from '../../safety/booking-safety.ts'
import { calendarWords } from './calendar-words.ts'
import { type DayDrag, toMovable } from './use-day-drag.ts'

const words = calendarWords.day

/** The pointer moves this many pixels before a press becomes a drag, so that a click still opens the booking. */
const dragAfterPx = 4
/** Within this many pixels of an edge of the page's frame a drag scrolls the page. */
const edgePx = 48

type Props = {
  readonly entry: DayEntry
  readonly zone: ZoneId
  readonly clock: ClockStore
  /** Null if no appointment can be moved: offline, or on a page without moves. */
  readonly drag: DayDrag | null
}

/**
 * Shows the safety state only if it may prevent the scan. There is room for one badge, and a badge for unanswered
 * questions would be on most future studies.
 */
function BlockingSafetyBadge({ study }: { readonly study: NonNullable<DayEntry['study']> }) {
  const { safety, status } = study
  const [chip] = toSafetyChips(safety)
  if (chip?.tone !== 'danger' || isKnownSafetySigned(safety) || status.scanned) return null
  return <Badge tone="danger">{chip.text}</Badge>
}

/** Shows one entry of a machine's day: an appointment, a temporary hold or a slot hold. */
export function DayEntryBlock({ entry, zone, clock, drag }: Props) {
  const { machineTime, study, member, mine } = entry
  const times = `${formatTimeAt(machineTime.utcStart, zone)} – ${formatTimeAt(machineTime.utcEnd, zone)}`
  if (machineTime.kind === 'slot-hold') {
    return (
      <div className={mine ? 'dp__block dp__block--mine' : 'dp__block dp__block--held'}>
        <span className="dp__times tabular">{times}</span>
        <span>
          {mine ? words.yours : words.heldBy(machineTime.owner?.name ?? calendarWords.memberOnline)}
          {machineTime.expiresAt === null ? null : (
            <>
              , <Countdown until={machineTime.expiresAt} clock={clock} />
            </>
          )}
        </span>
      </div>
    )
  }
  const isTemporary = machineTime.kind === 'temporary-hold' || study?.temporaryHold === true
  const who = member === null ? words.unknownName : fullName(member)
  const born = member === null ? '' : formatDate(member.dob)
  const content = (
    <>
      <span className="dp__times tabular">
        {times}
        {isTemporary ? ` · ${words.temporaryHold}` : ''}
      </span>
      {study === null ? (
        <span className="dp__who">{who}</span>
      ) : (
        <LinkButton
          href={paths.studyBooking(study.studyID)}
          variant="text"
          size="small"
          className="dp__who"
          aria-label={words.openBooking(who, born, times, isTemporary)}
        >
          {who}
        </LinkButton>
      )}
      <span className="tabular">{born}</span>
      {study === null ? null : <BlockingSafetyBadge study={study} />}
    </>
  )
  const tone = isTemporary ? 'dp__block dp__block--temporary' : 'dp__block dp__block--study'
  if (drag === null || toMovable(entry) === null) return <div className={tone}>{content}</div>
  return (
    <MovableBlock entry={entry} drag={drag} tone={tone} name={words.move(who, born, times)}>
      {content}
    </MovableBlock>
  )
}

type MovableProps = {
  readonly entry: DayEntry
  readonly drag: DayDrag
  readonly tone: string
  /** The accessible name of the handle. */
  readonly name: string
  readonly children: ReactNode
}

/**
 * Shows an appointment that the pointer can drag, with a handle to move it with keys. A drag never changes the
 * appointment's length.
 */
function MovableBlock({ entry, drag, tone, name, children }: MovableProps) {
  const block = useRef<HTMLDivElement>(null)
  const press = useDragPress(entry, drag, block)
  const isDragged = drag.dragged?.entry.machineTime.eventID === entry.machineTime.eventID
  const isByKeys = isDragged && drag.dragged?.by === 'keyboard'
  const takeKey = (key: string): boolean => {
    const movable = toMovable(entry)
    if (movable === null) return false
    if (!isByKeys) return drag.dragByKey(movable, key === ' ' ? 'Enter' : key)
    if (key === 'Escape') drag.cancel()
    else if (key === 'Enter' || key === ' ') drag.release()
    else return drag.dragByKey(movable, key)
    return true
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || !takeKey(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handle inside offers the same move by keyboard
    <div
      ref={block}
      className={classNames(tone, 'dp__block--movable', isDragged && 'dp__block--carried')}
      data-study={entry.study?.studyID}
      onPointerDownCapture={press.onPointerDown}
      onClickCapture={press.onClick}
      onDragStart={(event) => event.preventDefault()}
    >
      {children}
      <button
        type="button"
        className="dp__grip"
        aria-label={name}
        aria-pressed={isByKeys}
        aria-describedby="dp-drag-hint"
        onBlur={() => {
          if (isByKeys) drag.cancel()
        }}
        onKeyDown={onKeyDown}
      >
        <GripVertical aria-hidden="true" size={14} />
      </button>
    </div>
  )
}

type DragPress = {
  readonly onPointerDown: (event: PointerEvent<HTMLDivElement>) => void
  readonly onClick: (event: MouseEvent<HTMLDivElement>) => void
}

/**
 * Returns the handlers that turn a press on a block into a drag. They receive the press before the link inside does, so
 * that a drag can also start on the name. A press without a drag still clicks the link.
 */
function useDragPress(entry: DayEntry, drag: DayDrag, block: RefObject<HTMLElement | null>): DragPress {
  const at = useRef({ x: 0, y: 0, startX: 0, startY: 0, grab: 0 })
  const isDragged = useRef(false)
  const isGivenUp = useRef(false)
  const { moveProps } = useMove({
    onMove: ({ deltaX, deltaY }) => {
      const press = at.current
      press.x += deltaX
      press.y += deltaY
      const isFar = Math.abs(press.x - press.startX) + Math.abs(press.y - press.startY) > dragAfterPx
      // After Escape the pointer may still be down, but the drag has ended.
      if (isDragged.current && !drag.isDragging()) isGivenUp.current = true
      if (isGivenUp.current || !(isFar || isDragged.current)) return
      isDragged.current = true
      const movable = toMovable(entry)
      if (movable === null) return
      if (block.current !== null) scrollAtEdge(block.current, press.y)
      drag.dragTo(movable, press.x, press.y - press.grab)
    },
    onMoveEnd: () => {
      if (isDragged.current && !isGivenUp.current) drag.release()
    },
  })
  return {
    onPointerDown: (event) => {
      isDragged.current = false
      isGivenUp.current = false
      if (event.button !== 0) return
      // A finger on a block scrolls the page; only the handle is dragged by touch.
      const isOnGrip = event.target instanceof Element && event.target.closest('.dp__grip') !== null
      if (event.pointerType === 'touch' && !isOnGrip) return
      const { clientX: x, clientY: y } = event
      const top = block.current?.getBoundingClientRect().top ?? y
      at.current = { x, y, startX: x, startY: y, grab: y - top }
      moveProps.onPointerDown?.(event)
    },
    onClick: (event) => {
      if (!isDragged.current) return
      isDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** Scrolls the page a little while a drag is near its upper or lower edge. */
const scrollAtEdge = (block: HTMLElement, y: number): void => {
  const page = block.closest('main')
  if (page === null) return
  const { top, bottom } = page.getBoundingClientRect()
  if (y > bottom - edgePx) page.scrollTop += edgePx / 4
  else if (y < top + edgePx) page.scrollTop -= edgePx / 4
}
