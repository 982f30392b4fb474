import type { Location } from '#domain/locations/location.ts'
import { toInstant } from '#domain/values/instant.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { toReferralCode } from '../../repositories/referral-code.ts'
import { firstHome, isDemoHome } from './demo-homes.ts'
import { type DemoCashier, type DemoLedger, type DemoMoneyRows, openDemoLedger, sellGiftCard } from './demo-ledger.ts'
import type { DemoStudy } from './demo-studies.ts'
import { demoTenders, payAndCancel, payByInvoice, payDeposit } from './demo-tenders.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The money rows of the demo clinics, and the studies as their ledgers changed them. */
type DemoMoney = DemoMoneyRows & { readonly studies: readonly DemoStudy[] }

const hour = 3600
const day = 24 * hour
const wholeBody: readonly number[] = [300, 350, 400]

const cashiers: readonly DemoCashier[] = [
  { userID: 'u-frontdesk', name: 'Robin Frost' },
  { userID: 'u-sales', name: 'Sam Holt' },
  { userID: 'u-admin', name: 'Alex Finch' },
]
const cashierOfFirstHome: DemoCashier = { userID: 'u-onelocation', name: 'Nico Vale' }

/** Gift cards to try, in both currencies; the last one is empty. @internal Tests cover every entry. */
export const demoGiftCards = [
  { number: 'GIFT-1000', currency: 'CAD', amount: 100_000 },
  { number: 'GIFT-2500', currency: 'CAD', amount: 250_000 },
  { number: 'GIFT-0050', currency: 'CAD', amount: 5000 },
  { number: 'GIFT-US-1000', currency: 'USD', amount: 100_000 },
  { number: 'GIFT-US-2500', currency: 'USD', amount: 250_000 },
  { number: 'GIFT-EMPTY', currency: 'CAD', amount: 0 },
] as const

/** Share Health Credits of the first demo member, in Canadian cents. @internal Tests cover every entry. */
export const demoCredits = { patientID: 'm-000001', amount: 30_000 } as const

/**
 * Creates the studies' ledgers. Paid studies use every way of payment in turn; some studies are paid in part, most
 * often today's studies at the home locations; some cancelled studies have refunds and fees. `now` in epoch seconds. No
 * payment is later than now; `timeOf` chooses the times.
 */
export const createDemoMoney = (
  random: SeededRandom,
  studies: readonly DemoStudy[],
  locations: readonly Location[],
  now: number,
): DemoMoney => {
  const rows: DemoMoneyRows = { transactions: [], steps: [], credits: [], giftCards: [], giftCardEntries: [], log: [] }
  for (const { number, currency, amount } of demoGiftCards) sellGiftCard(rows, number, currency, amount, now - 20 * day)
  const byID = new Map(locations.map((location) => [location.locationID as string, location]))
  const scans = Map.groupBy(studies, ({ study }) => study.patient_id)
  let index = 0
  const settled = studies.map((demo): DemoStudy => {
    const location = byID.get(demo.study.location_id)
    if (location === undefined) throw new RangeError('a demo study without a location')
    const fill = howPaid(random, demo, location, now)
    if (fill === null) return demo
    index += 1
    const cashier =
      demo.study.location_id === firstHome && index % 4 === 0
        ? cashierOfFirstHome
        : (cashiers[index % cashiers.length] ?? cashierOfFirstHome)
    const ledger = openDemoLedger(rows, demo, timeOf(random, demo, location, now), cashier)
    const isFirstScan = scans.get(demo.study.patient_id)?.length === 1
    const referrer = `m-${String((index % 400) + 2).padStart(6, '0')}`
    const mayBeReferred = isFirstScan && wholeBody.includes(demo.study.sku_id) && referrer !== demo.study.patient_id
    fill(ledger, {
      rows,
      location,
      index,
      referrer: mayBeReferred ? { patientID: referrer, code: toReferralCode(referrer) } : null,
    })
    return ledger.settled()
  })
  grantCredits(rows, studies, now)
  return { ...rows, studies: settled }
}

type Fill = (ledger: DemoLedger, context: Parameters<(typeof demoTenders)[number]>[1]) => void

/** Returns a study's way of payment; null when nothing was paid. */
const howPaid = (random: SeededRandom, demo: DemoStudy, location: Location, now: number): Fill | null => {
  const { study } = demo
  const mayPay = study.cancelled === 0 && study.temporary_hold === 0 && demo.scene?.paysBy !== 'nothing'
  const [isInPart, isRefunded] = [random.chance(isToday(demo, location, now) ? 0.35 : 0.02), random.chance(0.4)]
  if (study.price === 0) return null
  if (study.cancelled === 1) return isRefunded ? payAndCancel : null
  if (demo.isPaid) {
    if (location.type === 'whitelabel' || demo.scene?.paysBy === 'invoice') return payByInvoice
    return (ledger, context) => demoTenders[context.index % demoTenders.length]?.(ledger, context)
  }
  return mayPay && (isInPart || demo.scene?.paysBy === 'deposit') ? payDeposit : null
}

/** Returns whether a study takes place today at one of the home locations. */
const isToday = ({ study }: DemoStudy, location: Location, now: number): boolean =>
  isDemoHome(location.locationID) && study.wall_time?.slice(0, 10) === todayAt(toInstant(now * 1000), location.timezone)

/** Duration of the demo's longest ledger, with some minutes between entries. */
const maxLedgerSeconds = hour

/**
 * Returns the time of a study's first payment. For today's studies at a home location it is 30 to 60 minutes before the
 * appointment, if that is at least an hour ago. Otherwise it is in opening hours, before the appointment and before
 * today. It is never before the booking.
 */
const timeOf = (random: SeededRandom, demo: DemoStudy, location: Location, now: number): number => {
  const { created_at: booked, starts_at: startsAt } = demo.study
  const midnight = Math.floor(now / day) * day
  const before = random.whole(2, 48) * hour
  const atTheCounter = (startsAt ?? midnight) - hour + random.whole(0, 30) * 60
  if (isToday(demo, location, now) && atTheCounter <= now - maxLedgerSeconds) return Math.max(booked, atTheCounter)
  const earliest = Math.min((startsAt ?? midnight) - before, midnight - before)
  // Between 16:00 and 22:00 UTC every clinic is open.
  const atTheDesk = Math.floor(earliest / day) * day + 16 * hour + random.whole(0, 360) * 60
  return Math.max(booked, Math.min(atTheDesk, (startsAt ?? midnight) - hour, now - maxLedgerSeconds))
}

/** Grants the first demo member credits to try. */
const grantCredits = (rows: DemoMoneyRows, studies: readonly DemoStudy[], now: number): void => {
  const { patientID, amount } = demoCredits
  const own = studies.find(({ study }) => study.patient_id === patientID)
  if (own === undefined) return
  rows.credits.push({
    credit_id: 'mc-granted-1',
    patient_id: patientID,
    amount,
    currency: 'CAD',
    study_id: own.study.study_id,
    transaction_id: null,
    reason: 'granted',
    at: now - 20 * day,
    processed_by: 'u-admin',
  })
}
