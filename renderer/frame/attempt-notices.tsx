import { useEffect } from 'react'
import { useStore } from 'zustand'
import { formatMoney } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { isFinalAttempt, isOpenAttempt, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { toMoney } from '#domain/values/money.ts'
import { Banner, type BannerTone } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import type { AppStores } from './app-stores.ts'
import { frameNoticeWords } from './frame-notice-words.ts'

const words = frameNoticeWords.attempts

type Props = { readonly stores: Pick<AppStores, 'attempts' | 'locations'> }

/**
 * Shows, on every screen, the workstation's card attempts that are open or whose result no user has seen, except those
 * that a modal of this window shows. Each has a link to its study.
 */
export function AttemptNotices({ stores }: Props) {
  const { attempts, watched, load, acknowledge } = useStore(stores.attempts)
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  useEffect(() => {
    // Another window may have shown the result in the meantime.
    const refresh = (): void => void load()
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [load])
  const shown = attempts.filter(({ studyID }) => !watched.includes(studyID))
  if (shown.length === 0) return null
  return (
    <section aria-label={words.label}>
      {shown.map((attempt) => (
        <Banner
          key={attempt.attemptID}
          tone={toneOf(attempt)}
          title={describeNotice(
            attempt,
            locations.find(({ locationID }) => locationID === attempt.locationID)?.timezone,
          )}
          action={
            <span className="s-frame__actions">
              <LinkButton size="small" href={paths.studyPayment(attempt.studyID)}>
                {frameNoticeWords.openStudy(attempt.studyID)}
              </LinkButton>
              {isOpenAttempt(attempt) ? null : (
                <Button size="small" onPress={() => void acknowledge(attempt.attemptID)}>
                  {words.dismiss}
                </Button>
              )}
            </span>
          }
        >
          {isOpenAttempt(attempt) ? null : attempt.failure?.message}
        </Banner>
      ))}
    </section>
  )
}

const toneOf = (attempt: PaymentAttempt): BannerTone =>
  isOpenAttempt(attempt) ? 'warning' : attempt.state === 'succeeded' ? 'success' : 'warning'

/**
 * Returns the notice, such as `Card payment of CA$500.00, started 22 Nov 2026 02:02pm PST, succeeded and is recorded.`
 * The time is in the zone of the study's location, and is missing while the zone is unknown. The notice does not name
 * the member; the study's page does.
 */
const describeNotice = (attempt: PaymentAttempt, zone: ZoneId | undefined): string => {
  const isRefund = attempt.kind === 'refund'
  const at = zone === undefined ? null : formatInstant(attempt.begunAt, zone)
  const money = formatMoney(toMoney(attempt.amountMinor), attempt.currency)
  const what = words.subject(isRefund, money, at)
  if (!isFinalAttempt(attempt.state)) {
    return attempt.state === 'unknown' ? words.unknown(what, isRefund) : words.underWay(what)
  }
  if (attempt.state !== 'succeeded') return words.failed(what, isRefund)
  return attempt.transactionID === null ? words.notRecorded(what) : words.recorded(what)
}
