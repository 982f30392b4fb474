import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BookingBridge } from '#contract/booking/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { ChosenTime } from '#domain/booking/appointment.ts'
import { decideHoldUpkeep } from '#domain/booking/hold-upkeep.ts'
import type { SlotHold } from '#domain/booking/machine-time.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'

/** A chosen time and the hold that secures it. */
type HeldTime = { readonly chosen: ChosenTime; readonly hold: SlotHold; readonly renewedAt: Instant }

export type HoldState =
  | { readonly kind: 'none' }
  /** `chosen` is requested and already shown as chosen; `before` stays held until the answer arrives. */
  | { readonly kind: 'asking'; readonly chosen: ChosenTime; readonly before: HeldTime | null }
  | ({ readonly kind: 'held' } & HeldTime)
  | { readonly kind: 'releasing'; readonly chosen: ChosenTime }

/** Why a chosen time is not held, shown until the next choice or until dismissed. */
export type HoldNotice =
  /**
   * `previous` is the time held before the request, if that time is still free: it can be chosen again (decisions §5).
   */
  | { readonly kind: 'slot-taken'; readonly wanted: ChosenTime; readonly previous: ChosenTime | null }
  | { readonly kind: 'lapsed'; readonly chosen: ChosenTime }
  | { readonly kind: 'failed'; readonly wanted: ChosenTime; readonly failure: Failure }

type HoldStoreState = {
  readonly state: HoldState
  readonly notice: HoldNotice | null
  /** Holds a time. The same time again releases it; another time moves the hold (booking spec §4). */
  readonly choose: (chosen: ChosenTime) => void
  readonly clear: () => Promise<void>
  /** Adopts a hold from a draft if the hold is still valid; resolves when the answer is known. */
  readonly adopt: (chosen: ChosenTime, hold: SlotHold) => Promise<void>
  /** Records that a booking was made with the hold, so the hold is not released. */
  readonly consume: () => void
  readonly dismiss: () => void
  /** Records that the user is filling in the form. */
  readonly noteActivity: () => void
  /** Renews the hold when a renewal is due, and drops an expired hold; called every second. */
  readonly upkeep: () => void
}
export type HoldStore = StoreApi<HoldStoreState>

type Options = {
  readonly calls: Pick<BookingBridge, 'holdSlot' | 'releaseHold' | 'renewHold'>
  readonly now: () => Instant
}

/** Milliseconds between two tries of an unanswered renewal. */
const renewRetryMs = 5000

export const isSameTime = (a: ChosenTime | null, b: ChosenTime | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.locationID === b.locationID &&
    a.skuID === b.skuID &&
    a.utcStart === b.utcStart &&
    a.slotSelectionType === b.slotSelectionType &&
    (a.slotSelectionType === 'slot' || a.candidates.join() === b.candidates.join()))

/** Returns the time that is held or requested; null if there is none. */
export const chosenTime = ({ state }: Pick<HoldStoreState, 'state'>): ChosenTime | null =>
  state.kind === 'held' || state.kind === 'asking' ? state.chosen : null

const toRequest = (
  { locationID, skuID, utcStart, candidates }: ChosenTime,
  before: HeldTime | null,
): Parameters<BookingBridge['holdSlot']>[0] => ({
  locationID,
  skuID,
  utcStart,
  candidates,
  previousHold: before?.hold ?? null,
})

/** Returns the notice for a time that could not be held. */
const toNotice = (wanted: ChosenTime, before: HeldTime | null, failure: Failure): HoldNotice => {
  if (failure.code !== 'slot-taken') return { kind: 'failed', wanted, failure }
  const previous = failure.details?.previousSlotFree === true ? (before?.chosen ?? null) : null
  return { kind: 'slot-taken', wanted, previous }
}

/** Renews the earlier hold after a failed request. Returns null if the renewal fails, because the hold may be lost. */
const recover = async (
  before: HeldTime,
  calls: Pick<Options['calls'], 'renewHold'>,
  now: () => Instant,
): Promise<HeldTime | null> => {
  const renewed = await calls.renewHold({ hold: before.hold })
  return renewed.ok ? { ...before, hold: renewed.value, renewedAt: now() } : null
}

/**
 * Creates the store of the one slot hold of a booking page (booking spec §4 Slot selection, decisions §5). A clicked
 * time is shown as chosen immediately, and the requests are sent one after the other. Only the last click counts, so
 * that quick clicks never leave two holds.
 */
export const createHoldStore = ({ calls, now }: Options): HoldStore =>
  createStore<HoldStoreState>((set, get) => {
    let wanted: ChosenTime | null = null
    let held: HeldTime | null = null
    let isSettling = false
    let isRenewing = false
    let lastTriedMs = 0
    let lastActivity = now()

    const show = (): void => set({ state: held === null ? { kind: 'none' } : { kind: 'held', ...held } })

    const settle = async (): Promise<void> => {
      if (isSettling) return
      isSettling = true
      while (!isSameTime(wanted, held?.chosen ?? null)) {
        if (wanted === null) await giveBack()
        else await ask(wanted)
      }
      isSettling = false
      show()
    }

    const giveBack = async (): Promise<void> => {
      if (held === null) return
      const { chosen, hold } = held
      set({ state: { kind: 'releasing', chosen } })
      // If the release does not arrive, the hold expires by itself.
      await calls.releaseHold({ hold })
      held = null
    }

    const ask = async (chosen: ChosenTime): Promise<void> => {
      const before = held
      set({ state: { kind: 'asking', chosen, before } })
      const reply = await calls.holdSlot(toRequest(chosen, before))
      if (reply.ok) {
        held = { chosen, hold: reply.value, renewedAt: now() }
        return
      }
      const isStillWanted = isSameTime(wanted, chosen)
      held = null
      if (reply.failure.code !== 'slot-taken' && before !== null) held = await recover(before, calls, now)
      if (!isStillWanted) return
      wanted = held?.chosen ?? null
      set({ notice: toNotice(chosen, before, reply.failure) })
    }

    const renew = async (): Promise<void> => {
      const current = held
      if (current === null || isRenewing) return
      isRenewing = true
      lastTriedMs = toEpochMs(now())
      const reply = await calls.renewHold({ hold: current.hold })
      isRenewing = false
      if (held !== current) return
      if (reply.ok) {
        held = { ...current, hold: reply.value, renewedAt: now() }
        if (!isSettling) show()
      } else if (reply.failure.code === 'hold-lapsed' || reply.failure.code === 'hold-of-someone-else') lapse(current)
    }

    const lapse = (current: HeldTime): void => {
      held = null
      if (isSameTime(wanted, current.chosen)) wanted = null
      set({ notice: { kind: 'lapsed', chosen: current.chosen } })
      if (!isSettling) show()
    }

    return {
      state: { kind: 'none' },
      notice: null,
      choose: (chosen) => {
        lastActivity = now()
        wanted = isSameTime(wanted, chosen) ? null : chosen
        set({ notice: null })
        if (isSettling) {
          // Shows the choice immediately, even while an earlier request is in progress.
          set({ state: wanted === null ? { kind: 'releasing', chosen } : { kind: 'asking', chosen, before: held } })
        } else void settle()
      },
      clear: async () => {
        wanted = null
        await settle()
      },
      adopt: async (chosen, hold) => {
        set({ state: { kind: 'asking', chosen, before: null } })
        const reply = await calls.renewHold({ hold })
        if (wanted !== null || held !== null) return
        if (reply.ok) {
          held = { chosen, hold: reply.value, renewedAt: now() }
          wanted = chosen
        } else if (reply.failure.code === 'hold-lapsed' || reply.failure.code === 'hold-of-someone-else') {
          set({ notice: { kind: 'lapsed', chosen } })
        } else if (toEpochMs(hold.expiresAt) > toEpochMs(now())) {
          // The failure is not about the hold (for example offline), so the hold is valid until it expires.
          held = { chosen, hold, renewedAt: now() }
          wanted = chosen
        }
        show()
      },
      consume: () => {
        held = null
        wanted = null
        set({ state: { kind: 'none' }, notice: null })
      },
      dismiss: () => set({ notice: null }),
      noteActivity: () => {
        lastActivity = now()
      },
      upkeep: () => {
        const { state } = get()
        if (state.kind !== 'held' || held === null || isSettling) return
        const { hold, renewedAt } = held
        const due = decideHoldUpkeep({ now: now(), expiresAt: hold.expiresAt, renewedAt, lastActivity })
        if (due === 'lapsed') lapse(held)
        else if (due === 'renew' && toEpochMs(now()) - lastTriedMs >= renewRetryMs) void renew()
      },
    }
  })
