import type { PromoCode, promoCategories } from '../catalogue/sku.ts'
import { type Environment, isProduction } from '../settings/environment.ts'
import { type Money, roundToMoney, toMoney } from '../values/money.ts'

export type PromoCategory = (typeof promoCategories)[number]

/** What a promo is judged against. Times are unix seconds; `appointment` is null before a time is chosen. */
type PromoPlace = {
  readonly promocodesOfSku: readonly string[]
  readonly now: number
  readonly appointment: number | null
  /** Whether the person may use open amounts (booking spec §5, §6). */
  readonly mayUseOpen: boolean
}

/** Whether a promo is for the chosen SKU, valid now, with the appointment inside its booking window (booking spec §5); both ends count. */
export const isPromoOffered = (promo: PromoCode, place: PromoPlace): boolean =>
  place.promocodesOfSku.includes(promo.promoID) &&
  promo.validFrom <= place.now &&
  place.now <= promo.validTo &&
  place.appointment !== null &&
  promo.booking_valid_from <= place.appointment &&
  place.appointment <= promo.booking_valid_to &&
  (promo.type !== 'open' || place.mayUseOpen)

/** Whether a promo is listed under a category: `all` lists every one, and one of category `all` stands under each. */
export const isInCategory = (promo: Pick<PromoCode, 'category'>, category: PromoCategory): boolean =>
  category === 'all' || promo.category === 'all' || promo.category === category

/** Whether the environment lets this person use open-type promos: everyone outside production, in it the named ones. */
export const mayUseOpenPromos = (input: {
  readonly environment: Environment
  readonly email: string
  readonly allowedEmails: readonly string[]
}): boolean =>
  !isProduction(input.environment) ||
  input.allowedEmails.some((email) => email.toLowerCase() === input.email.toLowerCase())

/**
 * The discount of a promo in minor units: fixed amounts as they are, percentages of the price rounded to the nearest cent,
 * open ones as typed. Never more than what is owed and never below 0.
 */
export const promoDiscount = (
  promo: Pick<PromoCode, 'type' | 'amount'>,
  against: { readonly price: Money; readonly balance: Money; readonly openAmount: Money | null },
): Money => {
  const wanted =
    promo.type === 'percentage'
      ? // Through decimal digits first: 28.5 cents are 28.499999999999996 to a float, and would round down.
        Math.round(Number((against.price * promo.amount).toFixed(6)))
      : promo.type === 'fixed'
        ? roundToMoney(promo.amount)
        : (against.openAmount ?? 0)
  return toMoney(Math.max(0, Math.min(wanted, against.balance)))
}

const toPercent = (share: number): number => Number((share * 100).toFixed(2))

/** How a promo is shown (booking spec §9): `Welcome - $100 off`, `Ten percent - 10% off`, `Care gesture - open amount`. */
export const describePromo = (promo: Pick<PromoCode, 'name' | 'type' | 'amount'>): string => {
  switch (promo.type) {
    case 'percentage':
      return `${promo.name} - ${toPercent(promo.amount)}% off`
    case 'fixed':
      return `${promo.name} - $${Number.isInteger(promo.amount) ? promo.amount : promo.amount.toFixed(2)} off`
    case 'open':
      return `${promo.name} - open amount`
  }
}
