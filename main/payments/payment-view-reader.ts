import type { PaymentsBridge, PaymentView } from '#contract/payments/bridge.ts'
import { ok } from '#contract/reply.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import type { PromoCode } from '#domain/catalogue/sku.ts'
import type { StudyPayments } from '#domain/payments/payment-view.ts'
import { isPromoOffered } from '#domain/payments/promo.ts'
import type { Study } from '#domain/study/study.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { LocationsService } from '../locations/locations-service.ts'
import type { CacheSync } from '../sync/cache-sync.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import type { PaymentAttempts } from './attempts.ts'
import type { TenderOutbox } from './tender-outbox.ts'

export type PaymentViewReaderParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly catalogue: LocationsService
  readonly keeper: RecordKeeper
  readonly sync: CacheSync
  readonly attempts: PaymentAttempts
  readonly outbox: TenderOutbox
  /** Returns a study as it will be once its waiting acts are sent. */
  withWaiting(study: Study): Study
  now(): Instant
}

const toSeconds = (instant: Instant): number => Math.floor(toEpochMs(instant) / 1000)

/**
 * Creates the queries of the payments screen. They return the back office's ledger, and the card attempts and waiting
 * payments of this workstation.
 */
export const createPaymentViewReader = (parts: PaymentViewReaderParts): Pick<PaymentsBridge, 'read' | 'readKept'> => {
  const { calls, database, catalogue, keeper, sync, attempts, outbox, withWaiting, now } = parts

  const skuPromos = async (studyPayments: StudyPayments): Promise<readonly string[]> => {
    const find = () =>
      database.withCache((cache) => cache.catalogue.skus()).find(({ skuID }) => skuID === studyPayments.skuID)
    if (find() === undefined) await catalogue.refresh()
    return find()?.promocodes ?? []
  }

  const offeredPromos = async (
    { study }: StudyView,
    payments: StudyPayments,
    all: readonly PromoCode[],
  ): Promise<readonly PromoCode[]> => {
    const place = {
      promocodesOfSku: await skuPromos(payments),
      now: toSeconds(now()),
      appointment: study.booking === null ? null : toSeconds(study.booking.utcStart),
      mayUseOpen: payments.mayUseOpenPromos,
    }
    return all.filter((promo) => isPromoOffered(promo, place))
  }

  const keptOf = (studyID: StudyID): Pick<PaymentView, 'attempts' | 'provisional'> => ({
    attempts: attempts.openOf(studyID),
    provisional: outbox.provisional(studyID),
  })

  return {
    read: async ({ studyID }) => {
      // Reads the workstation's own payments before the ledger. A payment that is recorded between the two reads
      // therefore appears twice for a moment, but is never missing.
      const kept = keptOf(studyID)
      const params = { studyId: studyID }
      const [detailed, payments, promos] = await Promise.all([
        calls.call('readStudyDetailed', { params }),
        calls.call('readPayments', { params }),
        catalogue.promocodes(),
      ])
      if (!detailed.ok) return detailed
      if (!payments.ok) return payments
      if (!promos.ok) return promos
      keeper.keepMembers([detailed.value.member])
      keeper.keepStudy(detailed.value.study)
      // Follows the study's location even if this workstation shows another location, because payments from other
      // workstations must appear at once.
      sync.lookAt(detailed.value.study.locationID)
      const view: PaymentView = {
        ...detailed.value,
        study: withWaiting(detailed.value.study),
        payments: payments.value,
        promocodes: await offeredPromos(detailed.value, payments.value, promos.value),
        ...kept,
        asOf: now(),
      }
      return ok(view)
    },

    readKept: async ({ studyID }) => ok(keptOf(studyID)),
  }
}
