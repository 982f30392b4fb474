import { type ImportKind, importKinds } from '#domain/import/import-kinds.ts'
import type { MemberDraft } from '#domain/members/member.ts'
import { normalizeGiftCardNumber } from '#domain/payments/gift-card.ts'
import { foldText } from '#domain/values/plain-text.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { type AuditEntry, appendAudit } from '../kernel/audit-repository.ts'
import { toNewMember } from '../members/create-member.ts'
import { findMembersWithStudies, toExternalIDRow } from '../repositories/external-ids-repository.ts'
import { appendRows, replaceLocationDocument } from '../repositories/import-repository.ts'
import { addMembers } from '../repositories/members-repository.ts'
import { updateOtherSafety } from '../repositories/other-safety-repository.ts'
import { toBookingRows } from './booking-rows.ts'
import type { ImportContext, ImportPlan, ImportRecord } from './import-plan.ts'

/** Records stored between two reports of progress. */
const recordsATime = 1000

/** Rows of the audit log that one statement appends. */
const auditRowsATime = 500

/**
 * Writes a checked import, in the caller's transaction: the same records that workstations would write, their external
 * ids, and audit rows. The audit rows come last, because their lock blocks all other audited calls.
 */
export const storeImport = async (
  db: Database,
  kind: DatabaseKind,
  plan: ImportPlan,
  context: ImportContext,
): Promise<void> => {
  const store = new Store(db, plan, context)
  await store.places()
  await store.practitioners()
  await store.members()
  await store.giftCards()
  await store.bookings()
  const entries = auditEntries(plan, context)
  for (let from = 0; from < entries.length; from += auditRowsATime) {
    await appendAudit(db, kind, entries.slice(from, from + auditRowsATime))
  }
}

/** Returns the records of a plan, by kind. */
const recordsOf = (plan: ImportPlan): Readonly<Record<ImportKind, readonly ImportRecord<unknown>[]>> => ({
  locations: plan.locations,
  catalogue: plan.scanTypes,
  practitioners: plan.practitioners,
  members: plan.members,
  'gift-cards': plan.giftCards,
  bookings: plan.bookings,
})

class Store {
  readonly #db: Database
  readonly #plan: ImportPlan
  readonly #context: ImportContext
  readonly #total: number
  #done = 0

  constructor(db: Database, plan: ImportPlan, context: ImportContext) {
    this.#db = db
    this.#plan = plan
    this.#context = context
    this.#total = Object.values(recordsOf(plan)).reduce((sum, records) => sum + records.length, 0)
  }

  async places(): Promise<void> {
    await this.#store('locations', this.#plan.locations, async (some) => {
      const rows = some.map(({ id, value }) => ({ location_id: id, document: JSON.stringify(value), version: 1 }))
      await appendRows(this.#db, 'location', rows)
    })
    for (const location of this.#plan.changedLocations) {
      await replaceLocationDocument(this.#db, location.locationID, JSON.stringify(location))
    }
    await this.#store('catalogue', this.#plan.scanTypes, async (some) => {
      const rows = some.map(({ value: { sku } }) => ({ sku_id: sku.skuID, document: JSON.stringify(sku) }))
      await appendRows(this.#db, 'sku', rows)
    })
  }

  async practitioners(): Promise<void> {
    await this.#store('practitioners', this.#plan.practitioners, async (some) => {
      const rows = some.map(({ id, value }) => ({
        practitioner_id: id,
        search_text: foldText(`${value.firstName} ${value.lastName}`),
        version: 1,
        document: JSON.stringify({
          id,
          ...value,
          locations: value.locations.map((location) => ({ ...location, id: `pl-${id.slice(2)}-${location.id}` })),
        }),
      }))
      await appendRows(this.#db, 'practitioner', rows)
    })
  }

  async members(): Promise<void> {
    const { now, writer } = this.#context
    await this.#store('members', this.#plan.members, async (some) => {
      const members = some.map(({ id, value }: ImportRecord<MemberDraft>) => toNewMember(value, id))
      await addMembers(this.#db, members, now, writer.userID)
    })
  }

  async giftCards(): Promise<void> {
    const { now, newId } = this.#context
    await this.#store('gift-cards', this.#plan.giftCards, async (some) => {
      const cards = some.map(({ value }) => ({
        gift_card_key: normalizeGiftCardNumber(value.number),
        number: value.number,
        currency: value.currency,
        created_at: now,
      }))
      await appendRows(this.#db, 'gift_card', cards)
      const loads = some.flatMap(({ id, value }) =>
        value.balance === 0
          ? []
          : [
              {
                entry_id: newId(),
                gift_card_key: id,
                amount: value.balance,
                study_id: null,
                transaction_id: null,
                at: now,
              },
            ],
      )
      await appendRows(this.#db, 'gift_card_entry', loads)
    })
  }

  async bookings(): Promise<void> {
    await this.#store('bookings', this.#plan.bookings, async (some) => {
      const rows = some.map((record) => toBookingRows(record, this.#context))
      await appendRows(
        this.#db,
        'machine_time',
        rows.map((row) => row.machineTime),
      )
      await appendRows(
        this.#db,
        'study',
        rows.map((row) => row.study),
      )
      await appendRows(
        this.#db,
        'study_log',
        rows.flatMap((row) => row.log),
      )
      await appendRows(
        this.#db,
        'transaction',
        rows.flatMap((row) => row.payment ?? []),
      )
    })
    // Compares the safety answers of a member's bookings. A member with one booking has nothing to compare.
    const booked = [...new Set(this.#plan.bookings.map(({ value }) => value.patientID))]
    for (const memberID of await findMembersWithStudies(this.#db, booked, 2))
      await updateOtherSafety(this.#db, memberID)
  }

  async #store<Value>(
    kind: ImportKind,
    records: readonly ImportRecord<Value>[],
    write: (some: readonly ImportRecord<Value>[]) => Promise<void>,
  ): Promise<void> {
    for (let from = 0; from < records.length; from += recordsATime) {
      const some = records.slice(from, from + recordsATime)
      await write(some)
      const ids = some.map((record) => toExternalIDRow(kind, record, this.#context.now))
      await appendRows(this.#db, 'external_id', ids)
      this.#done += some.length
      this.#context.onProgress('stored', this.#done, this.#total)
    }
  }
}

/** Returns a row of the audit log for each member and study, and one with the counts. */
const auditEntries = (plan: ImportPlan, { now, writer }: ImportContext): readonly AuditEntry[] => {
  const entry = (what: string, about: Partial<AuditEntry>): AuditEntry => ({
    at: now,
    user_id: writer.userID,
    action: `import ${what}`,
    member_id: null,
    study_id: null,
    location_id: null,
    outcome: 'ok',
    workstation_id: writer.workstationID,
    ...about,
  })
  const records = recordsOf(plan)
  const counts = importKinds.flatMap((kind) => (records[kind].length === 0 ? [] : `${kind}: ${records[kind].length}`))
  if (counts.length === 0) return []
  return [
    entry(counts.join(', '), {}),
    ...plan.members.map(({ id }) => entry('member', { member_id: id })),
    ...plan.bookings.map(({ id, value }) =>
      entry('booking', { member_id: value.patientID, study_id: id, location_id: value.location.locationID }),
    ),
  ]
}
