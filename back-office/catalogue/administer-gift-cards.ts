import { randomInt } from 'node:crypto'
import type { RouteAnswer } from '#contract/back-office.ts'
import type { AdministeredGiftCard } from '#domain/catalogue/administered-catalogue.ts'
import { normalizeGiftCardNumber } from '#domain/payments/gift-card.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { changeGiftCardRow, readGiftCardRows } from '../repositories/administered-catalogue-repository.ts'
import { addGiftCardEntry } from '../repositories/gift-cards-repository.ts'
import { recordNotFound, staleAgainst } from './administration-refusals.ts'

/** The letters and digits without I, L, O, 0 and 1, which are easily confused. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const groups = 4
const charactersInGroup = 4

/** Returns an unguessable number such as `7K2M-XQ9P-...`: 16 characters from an alphabet of 31, about 79 bits. */
const newGiftCardNumber = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: charactersInGroup }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

const withoutKey = ({ key: _, ...card }: AdministeredGiftCard & { readonly key: string }): AdministeredGiftCard => card

/** Returns all gift cards with their balances, the newest first. */
export const readGiftCards = async (context: Pick<HandlerContext, 'db'>): Promise<RouteAnswer<'readGiftCards'>> =>
  (await readGiftCardRows(context.db)).map(withoutKey)

/** Issues a gift card and loads the amount as its first entry. The audit row never contains the number. */
export const issueGiftCard = async (
  { amount, currency }: HandlerInput<'issueGiftCard'>['body'],
  context: Pick<HandlerContext, 'db' | 'newId' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'issueGiftCard'>> =>
  inTransaction(context.db, async (db) => {
    const number = newGiftCardNumber()
    const key = normalizeGiftCardNumber(number)
    await db.insertInto('gift_card').values({ gift_card_key: key, number, currency, created_at: context.now }).execute()
    await addGiftCardEntry(db, {
      entry_id: context.newId(),
      gift_card_key: key,
      amount: roundToMoney(amount),
      study_id: null,
      transaction_id: null,
      at: context.now,
    })
    const issued = (await readGiftCardRows(db)).find((card) => card.key === key)
    if (issued === undefined) throw recordNotFound()
    const card = withoutKey(issued)
    context.setAuditSubject({ what: `gift card ${card.giftCardID}`, change: { before: null, after: card } })
    return { number, card }
  })

/**
 * Deactivates a gift card, so that it cannot pay, or activates it again. Its entries stay, and refunds still reach it.
 * Throws 409 `stale` with the current record; 404 for an unknown gift card.
 */
export const changeGiftCard = async (
  giftCardID: string,
  { version, active }: HandlerInput<'changeGiftCard'>['body'],
  context: Pick<HandlerContext, 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'changeGiftCard'>> =>
  inTransaction(context.db, async (db) => {
    const found = (await readGiftCardRows(db)).find((card) => card.giftCardID === giftCardID)
    if (found === undefined) throw recordNotFound()
    const before = withoutKey(found)
    if (found.version !== version) throw staleAgainst(before)
    if (!(await changeGiftCardRow(db, { key: found.key, version, active }))) throw staleAgainst(before)
    const after = { ...before, active, version: version + 1 }
    context.setAuditSubject({ what: `gift card ${giftCardID}`, change: { before, after } })
    return after
  })
