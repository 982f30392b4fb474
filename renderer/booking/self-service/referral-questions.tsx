import { useStore } from 'zustand'
import type { Location } from '#domain/locations/location.ts'
import { findSettleNotices } from '#domain/safety/settle-rule.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { TextField } from '../../kit/controls/text-field.tsx'
import { findProhibition } from '../../safety/booking-safety.ts'
import { SafetyForm } from '../../safety/safety-form.tsx'
import type { SelfServiceProps } from '../../session/screen-props.ts'
import { ProhibitionBanner } from './prohibition-banner.tsx'
import type { SelfBookingDesk } from './self-booking-state.ts'
import { useSelfLanguage } from './self-language.tsx'
import { SettleBanner } from './settle-banner.tsx'
import { useMemberNotices } from './use-member-notices.ts'

/** Shows the field for the referrer on the referral page. */
export function ReferredBy({ desk }: { readonly desk: SelfBookingDesk }) {
  const { referral: words } = useSelfLanguage().words
  const referrer = useStore(desk.store, (state) => state.referrer)
  return (
    <TextField
      label={words.referredBy}
      description={words.referredByHint}
      value={referrer}
      onChange={(value) => desk.store.getState().refer(value)}
      maxLength={200}
      name="referrer"
    />
  )
}

type Props = Pick<SelfServiceProps, 'bridge' | 'stores'> & {
  readonly desk: SelfBookingDesk
  readonly location: Location
}

/**
 * Shows the safety questions of the referral page (booking spec §2). The member can give missing answers after the
 * booking.
 */
export function ReferralQuestions({ desk, location, bridge, stores }: Props) {
  const minute = useStore(stores.clock, (state) => state.minute)
  const isFrozen = useStore(desk.store, ({ signUp }) => signUp.kind === 'pending' || signUp.kind === 'unknown')
  const { language, words: all } = useSelfLanguage()
  const words = all.referral
  const notices = useMemberNotices(desk.safety)
  const prohibition = findProhibition({ notices })
  return (
    <section className="ss__step" aria-label={words.safety}>
      <h2 className="ss__title">{words.safetyTitle}</h2>
      <p className="ss__reason">{words.safetyNote}</p>
      <SafetyForm
        store={desk.safety}
        today={todayAt(minute, location.timezone)}
        headingLevel={3}
        isDisabled={isFrozen}
        audience="member"
        language={language}
        bridge={bridge}
        locationID={location.locationID}
      />
      {prohibition === null ? null : (
        <ProhibitionBanner title={words.cannotBook} text={prohibition} location={location} stores={stores} />
      )}
      {prohibition === null ? (
        <SettleBanner
          title={words.callFirst}
          notices={findSettleNotices(notices)}
          location={location}
          stores={stores}
        />
      ) : null}
    </section>
  )
}
