import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { CashUp } from '#domain/finance/cash-up.ts'
import {
  type ChangedCheque,
  type ChequeDeposit,
  type ChequeDeposits,
  type ChequeSum,
  sumCheques,
} from '#domain/finance/cheque-deposit.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Currency } from '#domain/values/money.ts'
import { type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { isLost, toFailed } from './finance-state.ts'
import { followPayments } from './follow-payments.ts'

export type OpenCheque = CashUp['undepositedCheques'][number]

/** The deposit that the user is about to confirm. */
type DepositForm = {
  /** The cheques as they were shown when the form opened. */
  readonly cheques: readonly OpenCheque[]
  /** `YYYY-MM-DD`; null while it is incomplete. */
  readonly date: string | null
  readonly bankReference: string
  readonly idempotencyKey: string
}

type ChequeDepositsState = {
  readonly locationID: LocationID | null
  /** The transaction ids of the chosen cheques. The id of a cheque that is no longer listed is ignored. */
  readonly chosen: ReadonlySet<string>
  readonly form: DepositForm | null
  readonly sending: Submission
  /** The cheques that the last try could not deposit. They are not in the form any more. */
  readonly refused: readonly ChangedCheque[]
  readonly deposits: Loadable<ChequeDeposits>
  readonly readingEarlier: Submission
  /** The deposit that was just recorded, to print its slip. */
  readonly made: ChequeDeposit | null
  /** Shows a location. Clears the cheques that were chosen at another location. */
  readonly open: (locationID: LocationID) => void
  /** Reads the latest deposits. */
  readonly load: () => Promise<void>
  readonly loadEarlier: () => Promise<void>
  readonly choose: (transactionIDs: readonly string[], isChosen: boolean) => void
  readonly begin: (cheques: readonly OpenCheque[], today: PlainDate) => void
  readonly change: (change: Partial<Pick<DepositForm, 'date' | 'bankReference'>>) => void
  readonly leave: () => void
  /** Sends the deposit. Resolves to it, or to null if it was refused or its outcome is unknown. */
  readonly send: () => Promise<ChequeDeposit | null>
  readonly forgetMade: () => void
}
export type ChequeDepositsStore = StoreApi<ChequeDepositsState>

type Parts = { readonly bridge: Pick<Bridge, 'finance'>; readonly newKey: () => string }

const nothingSent = { form: null, sending: { kind: 'idle' }, refused: [] } as const

/** Creates the store that deposits cheques of a location, with the earlier deposits. */
export const createChequeDepositsStore = ({ bridge, newKey }: Parts): ChequeDepositsStore => {
  const readings = createReadings()
  return createStore<ChequeDepositsState>((set, get) => {
    const without = (transactionIDs: readonly string[]): ReadonlySet<string> => {
      const left = new Set(get().chosen)
      for (const id of transactionIDs) left.delete(id)
      return left
    }
    /** Adds the earlier deposits that are already shown, so that a new read does not shorten the list. */
    const withEarlier = (latest: ChequeDeposits): ChequeDeposits => {
      const { deposits } = get()
      const last = latest.deposits.at(-1)
      if (deposits.kind !== 'ready' || last === undefined) return latest
      const earlier = deposits.value.deposits.filter(({ number }) => number < last.number)
      return earlier.length === 0
        ? latest
        : { deposits: [...latest.deposits, ...earlier], hasEarlier: deposits.value.hasEarlier }
    }
    return {
      locationID: null,
      chosen: new Set(),
      ...nothingSent,
      deposits: { kind: 'idle' },
      readingEarlier: { kind: 'idle' },
      made: null,
      open: (locationID) => {
        if (get().locationID === locationID) return
        readings.expire()
        set({ locationID, chosen: new Set(), ...nothingSent, made: null })
        set({ deposits: { kind: 'idle' }, readingEarlier: { kind: 'idle' } })
      },
      load: async () => {
        const { locationID, deposits } = get()
        if (locationID === null) return
        const isLatest = readings.begin()
        if (deposits.kind !== 'ready') set({ deposits: { kind: 'loading' } })
        const reply = await bridge.finance.readDeposits({ locationID, before: null })
        if (!isLatest()) return
        if (reply.ok) set({ deposits: { kind: 'ready', value: withEarlier(reply.value) } })
        // An earlier list stays: its slips can still be printed.
        else if (get().deposits.kind !== 'ready') set({ deposits: { kind: 'failed', failure: reply.failure } })
      },
      loadEarlier: async () => {
        const { locationID, deposits, readingEarlier } = get()
        const last = deposits.kind === 'ready' ? deposits.value.deposits.at(-1) : undefined
        if (locationID === null || last === undefined || readingEarlier.kind === 'pending') return
        const isLatest = readings.begin('earlier')
        set({ readingEarlier: { kind: 'pending' } })
        const reply = await bridge.finance.readDeposits({ locationID, before: last.number })
        const shown = get().deposits
        if (!isLatest() || shown.kind !== 'ready') return
        if (!reply.ok) {
          set({ readingEarlier: { kind: 'failed', failure: reply.failure } })
          return
        }
        const later = shown.value.deposits.filter(({ number }) => number >= last.number)
        const all = [...later, ...reply.value.deposits]
        set({
          deposits: { kind: 'ready', value: { deposits: all, hasEarlier: reply.value.hasEarlier } },
          readingEarlier: { kind: 'idle' },
        })
      },
      choose: (transactionIDs, isChosen) =>
        set({ chosen: isChosen ? new Set([...get().chosen, ...transactionIDs]) : without(transactionIDs) }),
      begin: (cheques, today) =>
        set({ ...nothingSent, form: { cheques, date: today, bankReference: '', idempotencyKey: newKey() } }),
      change: (change) => {
        const { form, sending } = get()
        // After a lost answer, only the same request shows whether the deposit was recorded.
        if (form === null || sending.kind === 'pending' || isLost(sending)) return
        set({ form: { ...form, ...change, idempotencyKey: newKey() }, sending: { kind: 'idle' } })
      },
      leave: () => {
        if (get().sending.kind !== 'pending') set(nothingSent)
      },
      send: async () => {
        const { locationID, form, sending } = get()
        const date = parsePlainDate(form?.date)
        if (locationID === null || form === null || date === undefined || sending.kind === 'pending') return null
        set({ sending: { kind: 'pending' } })
        const { cheques, idempotencyKey } = form
        const bankReference = form.bankReference.trim()
        const named = cheques.map(({ transactionID, version }) => ({ transactionID, version }))
        const reply = await bridge.finance.depositCheques({
          ...{ locationID, date, bankReference, cheques: named, idempotencyKey },
        })
        // The user went to another location, which has a form of its own.
        if (get().form?.idempotencyKey !== idempotencyKey) return reply.ok ? reply.value : null
        if (reply.ok) {
          set({
            ...nothingSent,
            made: reply.value,
            chosen: without(reply.value.cheques.map(({ transactionID }) => transactionID)),
          })
          void get().load()
          return reply.value
        }
        const failed = toFailed(sending, reply.failure)
        if (isLost(failed)) {
          set({ sending: failed, refused: [] })
          return null
        }
        // The other cheques stay chosen, and are sent as another request.
        const refused = reply.failure.details?.cheques ?? []
        const gone = refused.map(({ transactionID }) => transactionID)
        const left = cheques.filter(({ transactionID }) => !gone.includes(transactionID))
        set({
          form: { ...form, cheques: left, idempotencyKey: newKey() },
          sending: failed,
          refused,
          chosen: without(gone),
        })
        return null
      },
      forgetMade: () => set({ made: null }),
    }
  })
}

/** Sums cheques by their currencies; the day's `currency` is that of a cheque without its own. */
export const sumOpenCheques = (cheques: readonly OpenCheque[], currency: Currency): readonly ChequeSum[] =>
  sumCheques(cheques.map((cheque) => ({ ...cheque, currency: cheque.currency ?? currency })))

/** Returns the listed cheques that are chosen and not hidden. */
export const chosenCheques = (cheques: readonly OpenCheque[], chosen: ReadonlySet<string>): readonly OpenCheque[] =>
  cheques.filter(({ transactionID, amount }) => amount !== null && chosen.has(transactionID))

/**
 * Reads the latest deposits now and after each change of payments, until the returned function is called. Such a change
 * may have taken back a deposited cheque.
 */
export const followDeposits = (bridge: Pick<Bridge, 'on'>, store: ChequeDepositsStore): (() => void) => {
  void store.getState().load()
  return followPayments(bridge, () => void store.getState().load())
}
