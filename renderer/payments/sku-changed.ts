import { z } from 'zod'
import type { PaymentView } from '#contract/payments/bridge.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { decimalAmountSchema } from '#domain/values/money.ts'
import { type StudyID, studyIDSchema } from '#domain/values/study-id.ts'

/** The browser event for a changed scan type of a study (booking spec §7). The spec spells its field `studyId`. */
const skuChangedEvent = 'skuChanged'

const detailSchema = z.object({
  studyId: studyIDSchema,
  skuID: skuIDSchema,
  newPrice: decimalAmountSchema,
  newTotalBalance: decimalAmountSchema,
  skuName: z.string(),
})
export type SkuChanged = z.infer<typeof detailSchema>

/** Notifies every payment panel in this window that a scan type has changed. */
export const announceSkuChange = (detail: SkuChanged): void => {
  window.dispatchEvent(new CustomEvent(skuChangedEvent, { detail }))
}

/** Listens to changes of one study's scan type until the returned function is called. */
export const onSkuChanged = (studyID: StudyID, listener: (change: SkuChanged) => void): (() => void) => {
  const notify = (event: Event): void => {
    const change = detailSchema.safeParse((event as CustomEvent<unknown>).detail)
    if (change.success && change.data.studyId === studyID) listener(change.data)
  }
  window.addEventListener(skuChangedEvent, notify)
  return () => window.removeEventListener(skuChangedEvent, notify)
}

/** Returns the view to show until the ledger has been read again. */
export const withSkuChange = (view: PaymentView, change: SkuChanged): PaymentView => ({
  ...view,
  study: { ...view.study, skuID: change.skuID, price: change.newPrice },
  payments: {
    ...view.payments,
    skuID: change.skuID,
    skuName: change.skuName,
    price: change.newPrice,
    totalBalance: Math.max(0, change.newTotalBalance),
  },
})
