import {
  type AdministeredCatalogue,
  type AdministeredPromo,
  administeredPromoSchema,
  promoIDSchema,
} from '#domain/catalogue/administered-catalogue.ts'
import { fromPromoPercent, toPromoPercent } from '#domain/catalogue/promo-percent.ts'
import { promoCategories } from '#domain/catalogue/sku.ts'
import { toFieldAmount } from '#domain/format/format-money.ts'
import type { Location } from '#domain/locations/location.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { startOfDay, toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { addDays, type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import type { ParsedRecord, SavedRecord } from '../records/record-dialog.tsx'
import { choicesOf, type RecordFieldSpec, type RecordValues } from '../records/record-field.tsx'
import { recordsWords } from '../records/records-words.ts'
import { parsedOrErrors, typedAmount } from '../records/typed-fields.ts'
import { promoSectionWords as words } from './catalogue-section-words.ts'

const kinds = ['fixed', 'percentage', 'open'] as const

/** Returns the fields of a promo code's form. Days are in the time zone of `location`. */
export const promoFormFields = (
  isNew: boolean,
  { skus }: Pick<AdministeredCatalogue, 'skus'>,
  location: Location,
): readonly RecordFieldSpec[] => {
  const day = (name: string, label: string): RecordFieldSpec => ({
    name,
    label,
    kind: 'date',
    isRequired: true,
    description: words.daysHint(location.address.name),
  })
  return [
    {
      name: 'promoID',
      label: words.code,
      kind: 'line',
      isRequired: true,
      description: words.codeHint,
      lockedReason: isNew ? null : words.codeFixed,
    },
    { name: 'name', label: words.name, kind: 'line', isRequired: true },
    {
      name: 'type',
      label: words.kind,
      kind: 'choice',
      isRequired: true,
      description: words.openHint,
      options: kinds.map((kind) => ({ value: kind, label: words.kinds[kind] })),
    },
    { name: 'amount', label: words.amount, kind: 'number', description: words.amountHint },
    {
      name: 'category',
      label: words.category,
      kind: 'choice',
      isRequired: true,
      options: promoCategories.map((category) => ({ value: category, label: words.categories[category] })),
    },
    day('validFrom', words.validFrom),
    day('validTo', words.validTo),
    day('booking_valid_from', words.bookingFrom),
    day('booking_valid_to', words.bookingTo),
    {
      name: 'skuIDs',
      label: words.skus,
      kind: 'choices',
      options: skus.map(({ skuID, name }) => ({ value: String(skuID), label: name })),
    },
    { name: 'notes', label: words.notes, kind: 'text' },
    ...(isNew
      ? []
      : [{ name: 'active', label: recordsWords.active, kind: 'check', description: recordsWords.activeHint } as const]),
  ]
}

/** Returns the date, in a time zone, of a time in seconds since 1970. */
export const promoDay = (seconds: number, zone: ZoneId): PlainDate => toWallTime(toInstant(seconds * 1000), zone).date

export const toPromoValues = (promo: AdministeredPromo, zone: ZoneId): RecordValues => ({
  promoID: promo.promoID,
  name: promo.name,
  type: promo.type,
  amount:
    promo.type === 'open'
      ? ''
      : promo.type === 'percentage'
        ? String(toPromoPercent(promo.amount))
        : toFieldAmount(roundToMoney(promo.amount)),
  category: promo.category,
  validFrom: promoDay(promo.validFrom, zone),
  validTo: promoDay(promo.validTo, zone),
  booking_valid_from: promoDay(promo.booking_valid_from, zone),
  booking_valid_to: promoDay(promo.booking_valid_to, zone),
  skuIDs: promo.skuIDs.join(','),
  notes: promo.notes,
  active: promo.active ? 'yes' : '',
})

/** Returns the saved promo code that a version conflict's answer contains; null if it contains none. */
export const readCurrentPromo = (current: unknown, zone: ZoneId): SavedRecord | null => {
  const { data } = administeredPromoSchema.safeParse(current)
  return data === undefined ? null : { values: toPromoValues(data, zone), version: data.version }
}

const secondsOf = (date: PlainDate, zone: ZoneId): number => Math.floor(toEpochMs(startOfDay(date, zone)) / 1000)

type PromoInput = Omit<AdministeredPromo, 'version'>

export const parsePromoForm = (
  values: RecordValues,
  skus: AdministeredCatalogue['skus'],
  zone: ZoneId,
): ParsedRecord<PromoInput> => {
  const type = kinds.find((kind) => kind === values.type) ?? 'fixed'
  const typed = typedAmount(values.amount, 'above-zero')
  const isAmount = type === 'open' || (typed !== null && (type === 'fixed' || typed <= 100))
  const days = (from: string, to: string) => {
    const [first, last] = [parsePlainDate(values[from]), parsePlainDate(values[to])]
    return { first, last, isInOrder: first === undefined || last === undefined || first <= last }
  }
  const validity = days('validFrom', 'validTo')
  const booking = days('booking_valid_from', 'booking_valid_to')
  const start = (date: PlainDate | undefined): number => (date === undefined ? 0 : secondsOf(date, zone))
  // A period, of validity or of booking, ends with the last second of its last day.
  const end = (date: PlainDate | undefined): number => (date === undefined ? 0 : secondsOf(addDays(date, 1), zone) - 1)
  const errors = {
    promoID: !promoIDSchema.safeParse(values.promoID).success && words.codeInvalid,
    amount: !isAmount && (type === 'percentage' ? words.amountPercent : words.amountFixed),
    validTo: !validity.isInOrder && words.lastBeforeFirst,
    booking_valid_to: !booking.isInOrder && words.lastBeforeFirst,
  }
  const chosen = choicesOf(values.skuIDs)
  return parsedOrErrors(errors, () => ({
    promoID: values.promoID ?? '',
    name: values.name ?? '',
    type,
    amount: type === 'open' ? 0 : type === 'percentage' ? fromPromoPercent(typed ?? 0) : (typed ?? 0),
    notes: values.notes ?? '',
    category: promoCategories.find((category) => category === values.category) ?? 'other',
    validFrom: start(validity.first),
    validTo: end(validity.last),
    booking_valid_from: start(booking.first),
    booking_valid_to: end(booking.last),
    skuIDs: skus.map(({ skuID }) => skuID).filter((skuID) => chosen.includes(String(skuID))),
    active: values.active === 'yes',
  }))
}
