import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { isNotSent, isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import { lacksNote } from '#domain/finance/build-cash-up.ts'
import type { CashUp, CashUpLine, CashUpTableName } from '#domain/finance/cash-up.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { type LocationID, locationIDSchema } from '#domain/values/location-id.ts'
import { toDecimalAmount } from '#domain/values/money.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import type { Attempt, Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { saveFile } from '../kit/save-file.ts'
import type { Drafts } from '../session/drafts.ts'

/** A count while it is entered; kept as a draft, with the key it is sent under. */
const countSchema = z.object({
  locationID: locationIDSchema,
  date: plainDateSchema,
  userID: z.string(),
  paymentType: z.enum(paymentTypes),
  counted: z.string(),
  note: z.string(),
  /** The block of the day that was shown when the count began. */
  block: z.number(),
  idempotencyKey: z.string(),
})
type Count = z.infer<typeof countSchema>

/** A close while it is entered, of the block that was shown. */
type Closing = {
  readonly note: string
  readonly reason: string
  readonly block: number
  readonly idempotencyKey: string
}

type FinanceStoreState = {
  readonly locationID: LocationID | null
  readonly date: PlainDate | null
  readonly day: Loadable<CashUp>
  /** Why the last reading failed while an earlier one is shown. */
  readonly behind: Failure | null
  /** The count in hand; null while none is. */
  readonly count: Count | null
  readonly counting: Attempt
  /** The close that is being entered; null while none is. */
  readonly closing: Closing | null
  readonly signing: Attempt
  /** The reopening that is being entered; null while none is. */
  readonly reopening: { readonly reason: string; readonly idempotencyKey: string } | null
  readonly opening: Attempt
  readonly exporting: Attempt & { readonly format?: 'csv' | 'pdf' }
  readonly open: (locationID: LocationID, date: PlainDate) => Promise<void>
  readonly load: () => Promise<void>
  readonly beginCount: (
    line: Pick<CashUpLine, 'userID' | 'paymentType' | 'counted' | 'difference' | 'isOutdated' | 'note' | 'counts'>,
  ) => void
  readonly changeCount: (change: Partial<Pick<Count, 'counted' | 'note'>>) => void
  readonly leaveCount: () => void
  /** True once it is recorded. */
  readonly sendCount: () => Promise<boolean>
  readonly beginClosing: () => void
  readonly changeClosing: (change: Partial<Pick<Closing, 'note' | 'reason'>>) => void
  readonly leaveClosing: () => void
  readonly signOff: () => Promise<boolean>
  readonly beginReopening: () => void
  readonly changeReopening: (reason: string) => void
  readonly leaveReopening: () => void
  readonly reopen: () => Promise<boolean>
  readonly exportDay: (format: 'csv' | 'pdf', table?: CashUpTableName) => Promise<void>
}
export type FinanceStore = StoreApi<FinanceStoreState>

type Options = {
  readonly bridge: Pick<Bridge, 'finance' | 'on'>
  readonly drafts: Drafts
  readonly newKey: () => string
}

const draftID = 'finance:count'

/** Whether the last try may have been recorded: the same key finds out. */
const isLost = (attempt: Attempt): boolean => attempt.kind === 'failed' && isOutcomeUnknown('bridge', attempt.failure)

/** How a try ended. One that was not sent says nothing about the one before, whose answer was lost. */
const toFailed = (before: Attempt, failure: Failure): Attempt =>
  isLost(before) && isNotSent('bridge', failure) ? before : { kind: 'failed', failure }

/** The store of a location's day as finance closes it. */
export const createFinanceStore = ({ bridge, drafts, newKey }: Options): FinanceStore =>
  createStore<FinanceStoreState>((set, get) => {
    const readings = createReadings()
    const isAt = (locationID: LocationID, date: PlainDate): boolean =>
      get().locationID === locationID && get().date === date

    return {
      locationID: null,
      date: null,
      day: { kind: 'idle' },
      behind: null,
      count: null,
      counting: { kind: 'idle' },
      closing: null,
      signing: { kind: 'idle' },
      reopening: null,
      opening: { kind: 'idle' },
      exporting: { kind: 'idle' },
      open: async (locationID, date) => {
        if (isAt(locationID, date)) return
        set({ locationID, date, day: { kind: 'loading' }, behind: null, count: null, closing: null, reopening: null })
        const [kept] = await Promise.all([drafts.read(draftID), get().load()])
        const count = countSchema.safeParse(kept)
        if (count.success && isAt(count.data.locationID, count.data.date)) set({ count: count.data })
      },
      load: async () => {
        const { locationID, date } = get()
        if (locationID === null || date === null) return
        const isLatest = readings.begin()
        if (get().day.kind === 'failed') set({ day: { kind: 'loading' } })
        const reply = await bridge.finance.readCashUp({ locationID, date })
        if (!isLatest()) return
        if (reply.ok) set({ day: { kind: 'ready', value: reply.value }, behind: null })
        else if (get().day.kind === 'ready') set({ behind: reply.failure })
        else set({ day: { kind: 'failed', failure: reply.failure } })
      },
      beginCount: (line) => {
        const { userID, paymentType } = line
        const { locationID, date, day } = get()
        if (locationID === null || date === null || day.kind !== 'ready') return
        const { block } = day.value
        // A line that lacks only its note keeps its amount.
        const counted = lacksNote(line) && line.counted !== null ? line.counted.toFixed(2) : ''
        const count = { locationID, date, userID, paymentType, counted, note: '', block, idempotencyKey: newKey() }
        set({ count, counting: { kind: 'idle' } })
      },
      changeCount: (change) => {
        const { count, counting } = get()
        if (count === null || counting.kind === 'pending') return
        // After an answer that was lost, another count is another deed only once that one is known.
        const next = { ...count, ...change, idempotencyKey: isLost(counting) ? count.idempotencyKey : newKey() }
        set({ count: next, counting: isLost(counting) ? counting : { kind: 'idle' } })
        drafts.keep(draftID, next)
      },
      leaveCount: () => {
        if (get().counting.kind === 'pending') return
        set({ count: null, counting: { kind: 'idle' } })
        void drafts.discard(draftID)
      },
      sendCount: async () => {
        const { count, counting } = get()
        const typed = parseTypedAmount(count?.counted ?? '', { min: 'zero' })
        if (count === null || !typed.ok || counting.kind === 'pending') return false
        set({ counting: { kind: 'pending' } })
        await drafts.flush()
        const reply = await bridge.finance.count({
          ...count,
          counted: toDecimalAmount(typed.amount),
          note: count.note.trim(),
        })
        if (!reply.ok) {
          set({ counting: toFailed(counting, reply.failure) })
          if (reply.failure.code === 'day-signed-off') void get().load()
          return false
        }
        readings.expire()
        set({ count: null, counting: { kind: 'idle' }, day: { kind: 'ready', value: reply.value }, behind: null })
        void drafts.discard(draftID)
        return true
      },
      beginClosing: () => {
        const { day } = get()
        if (day.kind !== 'ready') return
        const closing = { note: '', reason: '', block: day.value.block, idempotencyKey: newKey() }
        set({ closing, signing: { kind: 'idle' } })
      },
      changeClosing: (change) => {
        const { closing, signing } = get()
        if (closing === null || signing.kind === 'pending') return
        const idempotencyKey = isLost(signing) ? closing.idempotencyKey : newKey()
        set({
          closing: { ...closing, ...change, idempotencyKey },
          signing: isLost(signing) ? signing : { kind: 'idle' },
        })
      },
      leaveClosing: () => {
        if (get().signing.kind !== 'pending') set({ closing: null, signing: { kind: 'idle' } })
      },
      signOff: async () => {
        const { locationID, date, closing, signing } = get()
        if (locationID === null || date === null || closing === null || signing.kind === 'pending') return false
        set({ signing: { kind: 'pending' } })
        const { note, reason, ...rest } = closing
        const texts = { note: note.trim(), reason: reason.trim() }
        const reply = await bridge.finance.signOff({ locationID, date, ...rest, ...texts })
        if (!reply.ok) {
          set({ signing: toFailed(signing, reply.failure) })
          void get().load()
          return false
        }
        readings.expire()
        set({ closing: null, signing: { kind: 'idle' }, day: { kind: 'ready', value: reply.value }, behind: null })
        return true
      },
      beginReopening: () => set({ reopening: { reason: '', idempotencyKey: newKey() }, opening: { kind: 'idle' } }),
      changeReopening: (reason) => {
        const { reopening, opening } = get()
        if (reopening === null || opening.kind === 'pending') return
        const idempotencyKey = isLost(opening) ? reopening.idempotencyKey : newKey()
        set({ reopening: { reason, idempotencyKey }, opening: isLost(opening) ? opening : { kind: 'idle' } })
      },
      leaveReopening: () => {
        if (get().opening.kind !== 'pending') set({ reopening: null, opening: { kind: 'idle' } })
      },
      reopen: async () => {
        const { locationID, date, reopening, opening } = get()
        if (locationID === null || date === null || reopening === null || opening.kind === 'pending') return false
        set({ opening: { kind: 'pending' } })
        const reason = reopening.reason.trim()
        const { idempotencyKey } = reopening
        const reply = await bridge.finance.reopen({ locationID, date, reason, idempotencyKey })
        if (!reply.ok) {
          set({ opening: toFailed(opening, reply.failure) })
          void get().load()
          return false
        }
        readings.expire()
        set({ reopening: null, opening: { kind: 'idle' }, day: { kind: 'ready', value: reply.value }, behind: null })
        return true
      },
      exportDay: async (format, table) => {
        const { locationID, date, exporting } = get()
        if (locationID === null || date === null || exporting.kind === 'pending') return
        set({ exporting: { kind: 'pending', format } })
        const reply = await bridge.finance.exportDay({ locationID, date, format, table })
        set({ exporting: reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure } })
        if (!reply.ok) return
        saveFile(reply.value.base64, reply.value.fileName, format === 'csv' ? 'text/csv' : 'application/pdf')
      },
    }
  })

/** Reads the day again whenever money moves, until the returned function is called. */
export const followFinance = (bridge: Pick<Bridge, 'on'>, store: FinanceStore): (() => void) => {
  const reload = (): void => void store.getState().load()
  const stops = [bridge.on('payments.changed', reload), bridge.on('bridge.gap', reload)]
  return () => {
    for (const stop of stops) stop()
  }
}
