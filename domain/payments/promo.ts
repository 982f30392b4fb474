import type { PromoCode, promoCategories } from '../catalogue/sku.ts'
import { formatCount, formatPercent } from '../format/format-count.ts'
import { formatTableAmount } from '../format/format-money.ts'
import { type Environment, isProduction } from '../settings/environment.ts'
import { type Money, roundToMoney, toMoney } from '../values/money.ts'

export type PromoCategory = (typeof promoCategories)[number]

/** The facts that a promo is checked against. Times are unix seconds; `appointment` is null before a time is chosen. */
type PromoPlace = {
  readonly promocodesOfSku: readonly string[]
  readonly now: number
  readonly appointment: number | null
  /** Whether the person may use open amounts (booking spec §5, §6). */
  readonly mayUseOpen: boolean
}

/**
 * Returns whether a promo is offered (booking spec §5): it is for the chosen SKU, valid now, and the appointment is
 * within its booking window. Both ends of a window are included. An open promo also requires `mayUseOpen`.
 */
export const isPromoOffered = (promo: PromoCode, place: PromoPlace): boolean =>
  place.promocodesOfSku.includes(promo.promoID) &&
  promo.validFrom <= place.now &&
  !isPromoExpired(promo, place.now) &&
  place.appointment !== null &&
  promo.booking_valid_from <= place.appointment &&
  place.appointment <= promo.booking_valid_to &&
  (promo.type !== 'open' || place.mayUseOpen)

/** Returns whether a promo is past its last second; `now` is unix seconds. */
export const isPromoExpired = ({ validTo }: Pick<PromoCode, 'validTo'>, now: number): boolean => now > validTo

/**
 * Returns whether a promo is listed under a category: `all` lists every promo, and a promo of category `all` is in each
 * list.
 */
export const isInCategory = (promo: Pick<PromoCode, 'category'>, category: PromoCategory): boolean =>
  category === 'all' || promo.category === 'all' || promo.category === category

/**
 * Returns whether this person may use open-type promos: everyone outside production, only named persons in production.
 */
export const mayUseOpenPromos = (input: {
  readonly environment: Environment
  readonly email: string
  readonly allowedEmails: readonly string[]
}): boolean =>
  !isProduction(input.environment) ||
  input.allowedEmails.some((email) => email.toLowerCase() === input.email.toLowerCase())

/**
 * Returns the discount of a promo in minor units: a fixed amount, a percentage of the price rounded to the nearest
 * cent, or an open amount as typed. Never more than the balance and never below 0.
 */
export const promoDiscount = (
  promo: Pick<PromoCode, 'type' | 'amount'>,
  against: { readonly price: Money; readonly balance: Money; readonly openAmount: Money | null },
): Money => {
  const wanted =
    promo.type === 'percentage'
      ? // Rounds to 6 decimals first: as a float, 28.5 cents can be 28.499999999999996, which would round down.
        Math.round(Number((against.price * promo.amount).toFixed(6)))
      : promo.type === 'fixed'
        ? roundToMoney(promo.amount)
        : (against.openAmount ?? 0)
  return toMoney(Math.max(0, Math.min(wanted, against.balance)))
}

/**
 * Returns the text of a promo (booking spec §9): `Welcome - $100 off`, `Ten percent - 10% off`, `Goodwill - open
 * amount`.
 */
export const describePromo = (promo: Pick<PromoCode, 'name' | 'type' | 'amount'>): string => {
  switch (promo.type) {
    case 'percentage':
      return `${promo.name} - ${formatPercent(promo.amount)} off`
    case 'fixed':
      return `${promo.name} - $${Number.isInteger(promo.amount) ? formatCount(promo.amount) : formatTableAmount(roundToMoney(promo.amount))} off`
    case 'open':
      return `${promo.name} - open amount`
  }
}
