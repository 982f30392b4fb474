import type { RouteAnswer } from '#contract/back-office.ts'
import { type AdministeredPromo, promoProblems } from '#domain/catalogue/administered-catalogue.ts'
import type { Database } from '../database/database.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  addPromo,
  changePromoRow,
  readAdministeredPromos,
  readAdministeredSkus,
  setSkusOfPromo,
} from '../repositories/administered-catalogue-repository.ts'
import { recordNotFound, refusedField, staleAgainst } from './administration-refusals.ts'
import { catalogueAdministrationWords as words } from './catalogue-administration-words.ts'

type PromoContext = Pick<HandlerContext, 'db' | 'setAuditSubject'>
type PromoFields = Omit<AdministeredPromo, 'promoID' | 'version' | 'active'>

const checkPromo = async (db: Database, promo: PromoFields): Promise<void> => {
  const fields = promoProblems(promo)
  const [message] = Object.values(fields)
  if (message !== undefined) throw new Refusal('invalid-input', message, { fields })
  const known = new Set((await readAdministeredSkus(db)).map(({ skuID }) => skuID))
  if (promo.skuIDs.some((skuID) => !known.has(skuID))) throw refusedField('skuIDs', words.noSuchSku)
}

/**
 * Creates a promo code for the named scan types. Throws 400 with the invalid fields, or with field `promoID` if another
 * promo code has this code.
 */
export const createPromo = async (
  body: HandlerInput<'createPromo'>['body'],
  context: PromoContext,
): Promise<RouteAnswer<'createPromo'>> =>
  inTransaction(context.db, async (db) => {
    const { promoID } = body
    const isUsed = (await readAdministeredPromos(db)).some(
      (other) => other.promoID.toLowerCase() === promoID.toLowerCase(),
    )
    if (isUsed) throw refusedField('promoID', words.promoUsed)
    await checkPromo(db, body)
    const { skuIDs, ...promo } = body
    if (!(await addPromo(db, promo))) throw refusedField('promoID', words.promoUsed)
    await setSkusOfPromo(db, promoID, skuIDs)
    const after = { ...body, version: 1, active: true }
    context.setAuditSubject({ what: `promo ${promoID}`, change: { before: null, after } })
    return after
  })

/**
 * Changes a promo code, deactivates it, or activates it again. Discounts already given stay. Throws 400 with the
 * invalid fields; 409 `stale` with the current record; 404 for an unknown promo code.
 */
export const changePromo = async (
  promoID: string,
  { version, active, ...fields }: HandlerInput<'changePromo'>['body'],
  context: PromoContext,
): Promise<RouteAnswer<'changePromo'>> =>
  inTransaction(context.db, async (db) => {
    const before = (await readAdministeredPromos(db)).find((promo) => promo.promoID === promoID)
    if (before === undefined) throw recordNotFound()
    if (before.version !== version) throw staleAgainst(before)
    await checkPromo(db, fields)
    const changed = { ...before, ...fields, active }
    if (!(await changePromoRow(db, changed))) throw staleAgainst(before)
    await setSkusOfPromo(db, promoID, fields.skuIDs)
    const after = { ...changed, version: version + 1 }
    context.setAuditSubject({ what: `promo ${promoID}`, change: { before, after } })
    return after
  })
