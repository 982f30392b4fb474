import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { NextActionKind } from '#domain/study/today-board.ts'
import { Button } from '../../kit/controls/button.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { placeOfAction } from './board-places.ts'
import { frontDeskWords } from './front-desk-words.ts'
import { type TodayRow, whoIs } from './today-rows.ts'

const words = frontDeskWords.board

type NextButtonProps = {
  readonly row: TodayRow
  readonly isOnline: boolean
  readonly isBusy: boolean
  /** Whether the member is expected next. Only then is the button filled. */
  readonly isArriving: boolean
  readonly onCheckIn: (row: TodayRow) => void
  readonly onMarkScanned: (row: TodayRow) => void
}

/**
 * Returns why a next action is impossible now; null when it is possible. Only a scan mark needs a connection:
 * offline, a check-in is stored at this workstation, and links still open their pages.
 */
export const whyNotNow = (kind: NextActionKind, isOnline: boolean): string | null =>
  kind === 'mark-scanned' ? whyNotOffline('markScanned', isOnline) : null

/**
 * Returns why a mark cannot be undone now; null if it can be undone. A check-in that is not sent yet can be undone
 * offline.
 */
export const whyNoUndo = (
  { isCheckInWaiting }: Pick<TodayRow, 'isCheckInWaiting'>,
  isOnline: boolean,
): string | null => (isCheckInWaiting ? null : whyNotOffline('undoMark', isOnline))

/** Shows a member's next action as a button or a link: filled for the next arrivals, quiet for all other members. */
export function NextButton({ row, isOnline, isBusy, isArriving, onCheckIn, onMarkScanned }: NextButtonProps) {
  const { kind, label } = row.next
  const place = placeOfAction(kind, row.study.studyID)
  const look = isArriving
    ? ({ variant: 'primary', className: 'fd__next' } as const)
    : ({ variant: 'plain', className: 'fd__next fd__act' } as const)
  if (kind === 'none') return <span className="fd__nothing">{label}</span>
  // The accessible name has the action first and the member after it, so that a search for either finds the button.
  if (place !== null) {
    return (
      <LinkButton href={place} size="small" {...look} aria-label={`${label}: ${whoIs(row)}`}>
        {label}
      </LinkButton>
    )
  }
  return (
    <Button
      size="small"
      {...look}
      isPending={isBusy}
      aria-label={kind === 'check-in' ? words.checkInWho(whoIs(row)) : `${label}: ${whoIs(row)}`}
      aria-keyshortcuts={kind === 'check-in' ? 'N C' : 'N'}
      disabledReason={whyNotNow(kind, isOnline)}
      onPress={() => (kind === 'check-in' ? onCheckIn(row) : onMarkScanned(row))}
    >
      {label}
    </Button>
  )
}
