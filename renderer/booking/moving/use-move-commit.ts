import { useStore } from 'zustand'
import type { AppointmentInput } from '#contract/booking/bridge.ts'
import { incompleteAppointmentMessage } from '#domain/booking/booking-form.ts'
import type { DropPlace } from '#domain/booking/move-drop.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { Consequence } from '#domain/study/move-consequences.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import { whyNotSettled } from '../settle-field.tsx'
import { isHeldAgain } from './hold-again.ts'
import { useMoveChanges, withoutShownNotices } from './move-changes.tsx'
import { movingWords } from './moving-words.ts'
import type { MoveAttempt, MoveForm, ReadStudy, StudyBookingDesk } from './study-booking-state.ts'
import { useMoveSettle } from './use-move-settle.ts'

const words = movingWords.move

type Input = {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly form: MoveForm
  readonly stores: WithClock & WithConnectivity
  readonly isOnline: boolean
}

/** The action of the Move button, and the reason that prevents it. */
export type MoveCommit = {
  /** The new time and place; null while no time is chosen. */
  readonly place: AppointmentInput | null
  /** The effects of the move, without those that the fields above already show. */
  readonly changes: readonly Consequence[]
  readonly move: MoveAttempt
  readonly verb: 'move' | 'hold' | 'retry'
  /** Why the move cannot be made now; null if it can. */
  readonly reason: string | null
}

/** Returns the action of the Move button, from the chosen time, the safety answers and the connection. */
export function useMoveCommit(input: Input): MoveCommit {
  const { desk, read, form, isOnline } = input
  const move = useStore(desk.store, (state) => state.move)
  const { place, changes } = useMoveChanges(input)
  const settle = useMoveSettle(input)
  const isSame = place !== null && changes.length === 0
  return {
    place,
    move,
    changes: withoutShownNotices(changes, settle.notices),
    verb: move.kind === 'unknown' ? 'retry' : isHeldAgain(read.study, form, place) ? 'hold' : 'move',
    reason:
      reasonAgainst(move, place !== null, isSame, isOnline) ??
      (move.kind === 'unknown' ? null : whyNotSettled('move', settle)),
  }
}

const reasonAgainst = (move: MoveAttempt, hasPlace: boolean, isSame: boolean, isOnline: boolean): string | null => {
  const offline = whyNotOffline('move', isOnline)
  if (move.kind === 'unknown') return offline
  if (!hasPlace) return incompleteAppointmentMessage
  if (isSame) return words.sameTime
  return offline
}

/**
 * Adds a reason that disables the move if the chosen machine and time are not those at which the user dropped the
 * appointment. A move with an unknown result stays enabled, because it repeats the sent request.
 */
export const limitToDrop = (commit: MoveCommit, { machineID, utcStart }: DropPlace): MoveCommit => {
  const { place, move, reason } = commit
  if (place === null || move.kind === 'unknown') return commit
  const isDropped = place.machineID === machineID && place.utcStart === utcStart
  return isDropped ? commit : { ...commit, reason: reason ?? words.dialog.notDropped }
}
