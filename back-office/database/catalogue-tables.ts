import type { Currency } from '#domain/values/money.ts'

/**
 * The columns of a record that administrators change. `version` counts the changes from 1, for the optimistic lock, and
 * `active` is 0 once the record is deactivated. Both are optional, because the database has defaults for them.
 */
type Administered = { version?: number | undefined; active?: 0 | 1 | undefined }

export type SkuTable = { sku_id: number; document: string } & Administered

export type PromoCodeTable = { promo_id: string; document: string } & Administered

export type PractitionerTable = {
  practitioner_id: string
  search_text: string
  /** `Practitioner` without its version, JSON; fields that an older row lacks are read as empty. */
  document: string
  /** Counts changes, from 1. */
  version: number
  active?: 0 | 1 | undefined
  /** The entry that replaced this one; null if none did. */
  merged_into?: string | null | undefined
}

export type PharmacyTable = {
  pharmacy_id: string
  /** The fields of `DirectoryPharmacy` without its id, JSON. */
  document: string
} & Administered

export type DocumentTypeTable = { uuid: string; name: string; description: string } & Administered

/** Append-only; the changeable facts of a card are in its state and its entries. */
export type GiftCardTable = { gift_card_key: string; number: string; currency: Currency; created_at: number }

/** Whether a gift card may be used to pay. A gift card without a row has version 1 and may be used. */
type GiftCardStateTable = { gift_card_key: string; version: number; active: 0 | 1 }

/**
 * A price of a scan type at a location from a day on. Append-only, but `effective_at` may be set later. Of the rows in
 * effect the one with the latest first day counts; of several with that day, the one written last.
 */
export type LocationPriceTable = {
  price_id: string
  location_id: string
  sku_id: number
  /** Minor units of the location's currency; null ends the sale. */
  amount: number | null
  /** Date on the location's clock. */
  first_day: string
  /** 1: only staff may book the scan type. */
  admin_only: 0 | 1
  by_user: string
  by_name: string
  at: number
  /** Counts the rows, to order those of the same day and second. */
  place: number
  /** When the price came into effect; null before its first day. */
  effective_at: number | null
}

/** The tables of what administrators keep for bookings and papers. */
export type CatalogueTables = {
  sku: SkuTable
  location_price: LocationPriceTable
  promo_code: PromoCodeTable
  practitioner: PractitionerTable
  pharmacy: PharmacyTable
  document_type: DocumentTypeTable
  gift_card: GiftCardTable
  gift_card_state: GiftCardStateTable
}
