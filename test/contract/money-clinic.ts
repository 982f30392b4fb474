import { toReferralCode } from '#back-office/repositories/referral-code.ts'
import { backOfficeRoutes, type RouteAnswer, type RouteName } from '#contract/back-office.ts'
import { type AccountName, type Answer, aStudyRow, clinic, type RunningBackOffice } from '../builders/back-office.ts'
import { aLocation } from '../builders/records.ts'

/** Ids of what {@link fillMoney} adds to the small clinic, and of a friend who refers members. */
export const moneyClinic = {
  whitelabel: 'ca-wl-1',
  lender: 'us-ny-9',
  giftCard: 'Gift-0001',
  foreignGiftCard: 'GIFT-USD',
  emptyGiftCard: 'GIFT-EMPTY',
  friend: clinic.otherMember,
  friendsCode: toReferralCode(clinic.otherMember),
  partialScan: 400,
} as const

const day = 86_400

const promo = (now: number, promoID: string, more: object) => ({
  promo_id: promoID,
  document: JSON.stringify({
    promoID,
    name: promoID,
    type: 'fixed',
    amount: 100,
    notes: '',
    category: 'marketing',
    validFrom: now - 30 * day,
    validTo: now + 30 * day,
    booking_valid_from: now - 30 * day,
    booking_valid_to: now + 90 * day,
    ...more,
  }),
})

const sku = (skuID: number, category: string, promocodes: readonly string[]) => ({
  sku_id: skuID,
  document: JSON.stringify({
    skuID,
    name: category,
    shortName: 'x',
    category,
    price: 2495,
    time: 60,
    description: '',
    type: 'primary',
    extensions: [],
    technique: { male: '', female: '' },
    promocodes,
  }),
})

/** Adds promos, gift cards, a scan type, and two locations with special money rules to the small clinic. */
export const fillMoney = async (office: RunningBackOffice): Promise<void> => {
  const now = office.now()
  const { db } = office
  const offered = ['FIXED', 'TENTH', 'OPEN', 'OVER', 'SOON', 'LATER', 'HUGE', 'ANY']
  await db
    .updateTable('sku')
    .set(sku(300, 'whole-body', offered))
    .where('sku_id', '=', 300)
    .execute()
  await db
    .insertInto('sku')
    .values(sku(moneyClinic.partialScan, 'partial', []))
    .execute()
  await db
    .insertInto('promo_code')
    .values([
      promo(now, 'FIXED', {}),
      promo(now, 'TENTH', { type: 'percentage', amount: 0.1 }),
      promo(now, 'OPEN', { type: 'open', amount: 0 }),
      promo(now, 'OVER', { validTo: now - 1 }),
      promo(now, 'SOON', { validFrom: now + day }),
      promo(now, 'LATER', { booking_valid_from: now + 80 * day }),
      promo(now, 'HUGE', { amount: 9000 }),
      promo(now, 'ANY', { category: 'all' }),
      promo(now, 'OTHERSKU', {}),
    ])
    .execute()
  const whitelabel = aLocation({ locationID: moneyClinic.whitelabel, type: 'whitelabel', invoiceNumber: 'WL' })
  const lender = aLocation({
    locationID: moneyClinic.lender,
    currency: { currency: 'USD' },
    externalLender: 'buyNowPayLater',
  })
  for (const location of [whitelabel, lender]) {
    await db
      .insertInto('location')
      .values({ location_id: location.locationID, document: JSON.stringify(location), version: 1 })
      .execute()
  }
  const cards = [
    [moneyClinic.giftCard, 'CAD', 50_000],
    [moneyClinic.foreignGiftCard, 'USD', 50_000],
    [moneyClinic.emptyGiftCard, 'CAD', 0],
  ] as const
  for (const [number, currency, amount] of cards) {
    const key = number.toUpperCase()
    await db.insertInto('gift_card').values({ gift_card_key: key, number, currency, created_at: now }).execute()
    await db
      .insertInto('gift_card_entry')
      .values({ entry_id: `put-on-${key}`, gift_card_key: key, amount, study_id: null, transaction_id: null, at: now })
      .execute()
  }
}

let studies = 0
let keys = 0

/** The actions of staff about the money of studies. */
export const createPaymentActs = (office: RunningBackOffice) => {
  const ask = async (name: RouteName, input: object, who: AccountName = 'frontdesk', key?: string): Promise<Answer> => {
    keys += 1
    const used = key ?? `money-${keys}`
    return office.call(name, input, { token: await office.signIn(who), key: used })
  }

  /** Adds a study with an appointment in ten days and 2,495.00 owed, as the first scan of a new member. */
  const newStudy = async (columns: object = {}): Promise<string> => {
    studies += 1
    const id = `s-money-${studies}`
    const patientID = `m-money-${studies}`
    const member = await office.db
      .selectFrom('member')
      .selectAll()
      .where('patient_id', '=', clinic.member)
      .executeTakeFirstOrThrow()
    await office.db
      .insertInto('member')
      .values({
        ...member,
        patient_id: patientID,
        email: `${patientID}@mail.example`,
        email_key: `${patientID}@mail.example`,
        referral_code: toReferralCode(patientID),
      })
      .execute()
    const startsAt = office.now() + 10 * day
    await office.db
      .insertInto('study')
      .values({
        ...aStudyRow(office.now()),
        study_id: id,
        patient_id: patientID,
        location_id: clinic.home,
        starts_at: startsAt,
        ends_at: startsAt + 3600,
        wall_time: '2026-12-01T09:00',
        timezone: 'America/Vancouver',
        machine_id: 'ca-bc-1-m1',
        event_id: `e-${id}`,
        ...columns,
      })
      .execute()
    return id
  }
  const pay = (studyId: string, payment: object, who: AccountName = 'frontdesk', key?: string) =>
    ask('recordPayment', { params: { studyId }, body: { payment } }, who, key)
  const cash = (studyId: string, amount: number, key?: string) =>
    pay(studyId, { paymentType: 'cash', amount }, 'frontdesk', key)
  const refund = (studyId: string, id: string, body: object, key?: string) =>
    ask('refundTransaction', { params: { studyId, id }, body: { memo: 'moved away', ...body } }, 'frontdesk', key)
  const promoOn = (studyId: string, promoID: string, body: object = {}, who: AccountName = 'frontdesk') =>
    ask(
      'applyPromo',
      { params: { studyId, promoID }, body: { promoReason: 'kind', promoCategory: 'marketing', ...body } },
      who,
    )
  const referral = (studyId: string, code: string) => ask('applyReferral', { params: { studyId, code } })
  const step = (studyId: string, transactionID: string, details: object, more: object = {}) =>
    ask('updateTransaction', { params: { studyId, transactionID }, body: { details, ...more } })
  const read = async (studyId: string) => (await ask('readPayments', { params: { studyId } })).body
  const rowOf = (studyId: string) =>
    office.db.selectFrom('study').selectAll().where('study_id', '=', studyId).executeTakeFirstOrThrow()
  /** Checks that the study agrees with its ledger, and returns the summary. */
  const agreed = async (studyId: string) => {
    const payments = backOfficeRoutes.readPayments.answer.parse(await read(studyId))
    const row = await rowOf(studyId)
    const owed =
      payments.totalPrice -
      payments.discountPromo -
      payments.discountReferral -
      payments.discountReferralCredit -
      payments.paid +
      payments.reconciliationAdjust
    if (Math.abs(owed * 100 - row.balance) > 1e-6) throw new Error(`${studyId}: ${owed} is not ${row.balance}`)
    const step = invoiceStepOf(payments)
    if (row.invoice_step !== step) throw new Error(`${studyId}: the bill is ${step}, not ${row.invoice_step}`)
    if (row.ledger_version !== payments.ledgerVersion) throw new Error(`${studyId}: the ledger version differs`)
    return payments
  }
  return { ask, newStudy, pay, cash, refund, promoOn, referral, step, read, rowOf, agreed }
}

const stepsOfBill = ['not-issued', 'issued', 'deposited', 'paid']

/** The step of a study's bill, computed from its transactions as shown. */
const invoiceStepOf = ({ transactions }: RouteAnswer<'readPayments'>): string => {
  const bills = transactions.filter(
    ({ transactionType, paymentType, refundable }) =>
      transactionType === 'payment' &&
      ['invoice', 'partner invoice', 'cardInvoice'].includes(paymentType) &&
      refundable > 0,
  )
  const reached = bills.map(({ steps }) => [steps?.issued, steps?.deposit, steps?.paid].findLastIndex((s) => s?.isDone))
  return bills.length === 0 ? 'none' : (stepsOfBill[Math.min(...reached) + 1] ?? 'none')
}

/** Status, code and refused fields, to compare refusals. */
export const refusalOf = ({ status, body }: Answer): readonly unknown[] =>
  body?.details?.fields === undefined
    ? [status, body?.code]
    : [status, body?.code, ...Object.keys(body.details.fields).sort()]
