import { useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import type { Location } from '#domain/locations/location.ts'
import { emptyMemberForm } from '#domain/members/member-rules.ts'
import { mustCallBeforeBooking } from '#domain/safety/self-service-refusal.ts'
import type { SafetyDraft } from '#domain/safety/study-safety-draft.ts'
import { type LocationID, locationIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { paths } from '../../routes.ts'
import { findProhibition, hasNoAnswers } from '../../safety/booking-safety.ts'
import { isOnlineNow } from '../../session/connectivity-store.ts'
import type { SelfServiceProps } from '../../session/screen-props.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { PlaceChoice, TimeChoice } from '../appointment-choice.tsx'
import { chosenTime } from '../calendar/hold-store.ts'
import { WeekPanel } from '../calendar/week-panel.tsx'
import { ReferralQuestions, ReferredBy } from './referral-questions.tsx'
import type { SelfBookingDesk } from './self-booking-state.ts'
import { SelfPage } from './self-page.tsx'
import type { SelfServiceStores } from './self-service-factories.ts'
import { SignUpForm } from './sign-up-form.tsx'
import './slot-screen.css'
import { useBookingWords } from '../member-booking-words.ts'
import { useSelfLanguage } from './self-language.tsx'
import { useMemberNotices } from './use-member-notices.ts'

type Props = SelfServiceProps<SelfServiceStores> & {
  /** True on the referral page, which also has the referrer and the safety questions. */
  readonly isReferral: boolean
  /** Receives the answers that the member completes after the booking. */
  readonly onDraft: (studyID: StudyID, draft: SafetyDraft) => void
}

/**
 * Shows the member's own booking pages (booking spec §2). On `/booking/slot?locationID=&skuID=` the member chooses a
 * time and signs up. `/booking/referral` also asks for the referrer and asks the safety questions.
 */
export function SelfSlotScreen({ bridge, stores, deskPath, isReferral, onDraft }: Props) {
  const query = new URLSearchParams(useSearch())
  const locationID = locationIDSchema.safeParse(query.get('locationID')).data ?? null
  const skuID = skuIDSchema.safeParse(Number(query.get('skuID'))).data ?? null
  const [, navigate] = useLocation()
  const desk = useMemo(() => stores.newSelfBooking({ isReferral, onDraft }), [stores, isReferral, onDraft])
  const locations = useStore(desk.store, (state) => state.locations)
  const location = useStore(desk.store, (state) => state.location)
  const booked = useStore(desk.store, (state) => (state.signUp.kind === 'booked' ? state.signUp.study : null))

  const isUnsaved = useIsUnsaved(desk)
  const { language, words: all } = useSelfLanguage()
  const words = all.slot
  const { tryAgain } = useBookingWords()

  useEffect(() => desk.store.getState().speak(language), [desk, language])
  useEffect(() => void desk.store.getState().load({ locationID, skuID }), [desk, locationID, skuID])
  useEffect(() => {
    const stop = desk.week.getState().start()
    const stopClock = stores.clock.subscribe(({ minute }, before) => {
      desk.hold.getState().upkeep()
      if (minute !== before.minute) desk.refreshSafety()
    })
    const stopPhone = stores.connectivity.subscribe(desk.refreshSafety)
    desk.refreshSafety()
    return () => {
      stop()
      stopClock()
      stopPhone()
      desk.stop()
      void desk.hold.getState().clear()
    }
  }, [desk, stores])
  useEffect(() => {
    if (booked !== null) navigate(paths.selfStudy('confirmation', booked.studyID))
  }, [booked, navigate])

  return (
    <SelfPage deskPath={deskPath} isUnsaved={isUnsaved} title={isReferral ? words.referredTitle : words.title}>
      {locations.kind === 'failed' ? (
        <EmptyState
          title={words.clinicsFailedTitle}
          action={<Button onPress={() => void desk.store.getState().load({ locationID, skuID })}>{tryAgain}</Button>}
        >
          {words.clinicsFailed(describeBookingFailure(locations.failure, language).title)}
        </EmptyState>
      ) : locations.kind !== 'ready' ? (
        <SkeletonGroup label={words.loadingClinics}>
          <Skeleton shape="block" height="320px" />
        </SkeletonGroup>
      ) : location === null ? (
        <EmptyState title={words.notOpenTitle}>{deskPath === null ? words.notOpen : words.notOpenAtDesk}</EmptyState>
      ) : (
        <SlotChoice
          desk={desk}
          bridge={bridge}
          stores={stores}
          locations={locations.value}
          location={location}
          isReferral={isReferral}
          wanted={locationID}
        />
      )}
    </SelfPage>
  )
}

/** Returns whether leaving would lose something: a held time, a started sign-up, answers. */
const useIsUnsaved = (desk: SelfBookingDesk): boolean => {
  const isHeld = useStore(desk.hold, (state) => chosenTime(state) !== null)
  const isTyped = useStore(desk.store, ({ values, referrer, signUp }) => {
    const isEmpty =
      JSON.stringify({ ...values, language: emptyMemberForm.language }) === JSON.stringify(emptyMemberForm) &&
      referrer === ''
    return signUp.kind !== 'booked' && !isEmpty
  })
  const isAnswered = useStore(desk.safety, ({ answers }) => !hasNoAnswers(answers))
  return isHeld || isTyped || isAnswered
}

type ChoiceProps = Pick<SelfServiceProps, 'bridge' | 'stores'> & {
  readonly desk: SelfBookingDesk
  readonly locations: readonly Location[]
  readonly location: Location
  readonly isReferral: boolean
  /** The clinic named in the URL. */
  readonly wanted: LocationID | null
}

function SlotChoice({ desk, bridge, stores, locations, location, isReferral, wanted }: ChoiceProps) {
  const skuID = useStore(desk.store, (state) => state.skuID)
  const signUp = useStore(desk.store, (state) => state.signUp)
  const state = useStore(desk.hold, (store) => store.state)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const isFrozen = signUp.kind === 'pending' || signUp.kind === 'unknown'
  const { words: all, format } = useSelfLanguage()
  const words = all.slot
  const notices = useMemberNotices(desk.safety)
  const reason =
    findProhibition({ notices }) ??
    (mustCallBeforeBooking(notices) ? words.callBeforeBooking : null) ??
    (state.kind !== 'held' && !isFrozen ? words.incomplete : isOnline ? null : words.offline)
  return (
    <>
      <section className="ss__step" aria-label={words.place}>
        <h2 className="ss__title">{words.placeTitle}</h2>
        <NotOnline wanted={wanted} location={location} />
        <PlaceChoice
          locations={locations}
          location={location}
          skuID={skuID}
          purpose="self-service"
          onLocation={(chosen) => desk.store.getState().chooseLocation(chosen)}
          onScanType={(chosen) => desk.store.getState().chooseScanType(chosen)}
        />
        {isReferral ? null : <ReferralLink desk={desk} location={location} />}
      </section>
      <section className="ss__step" aria-label={words.time}>
        <h2 className="ss__title">{words.timeTitle}</h2>
        {skuID === null ? (
          <EmptyState title={words.noScanTitle(location.address.name)}>{words.noScan}</EmptyState>
        ) : (
          <div className="ss__week">
            <WeekPanel
              week={desk.week}
              hold={desk.hold}
              location={location}
              skuID={skuID}
              clock={stores.clock}
              isOnline={isOnline}
              audience="member"
              mayChoose={() => !isFrozen}
            />
          </div>
        )}
        <TimeChoice
          state={state}
          hold={desk.hold}
          location={location}
          clock={stores.clock}
          owner={null}
          empty={words.noTime}
        />
      </section>
      <section className="ss__step" aria-label={words.about}>
        <h2 className="ss__title">{words.aboutTitle}</h2>
        <SignUpForm store={desk.store} />
        {isReferral ? <ReferredBy desk={desk} /> : null}
      </section>
      {isReferral ? <ReferralQuestions {...{ desk, location, bridge, stores }} /> : null}
      <div className="ss__foot">
        <SignUpProblem desk={desk} />
        <p className="ss__reason">{words.later}</p>
        <Button
          variant="primary"
          size="large"
          isFullWidth
          className="ss__commit"
          isPending={signUp.kind === 'pending'}
          disabledReason={reason}
          onPress={() => void desk.store.getState().book()}
        >
          {state.kind === 'held'
            ? words[signUp.kind === 'unknown' ? 'retryBook' : 'bookTime'](
                format.weekdayAndInstant(state.chosen.utcStart, location.timezone),
              )
            : words.book}
        </Button>
        {reason === null ? null : (
          <p className="ss__reason" aria-hidden="true">
            {reason}
          </p>
        )}
      </div>
    </>
  )
}

/** Leads to the page for referred members; hidden if leaving this page would lose something. */
function ReferralLink({ desk, location }: { readonly desk: SelfBookingDesk; readonly location: Location }) {
  const { slot: words } = useSelfLanguage().words
  const skuID = useStore(desk.store, (state) => state.skuID)
  if (useIsUnsaved(desk)) return null
  return (
    <LinkButton
      variant="text"
      size="small"
      className="ss__referral"
      href={paths.selfReferral({ locationID: location.locationID, skuID })}
    >
      {words.referred}
    </LinkButton>
  )
}

/** Explains that the clinic in the URL has no online booking, when the page opens with another clinic instead. */
function NotOnline({ wanted, location }: { readonly wanted: LocationID | null; readonly location: Location }) {
  const { slot: words } = useSelfLanguage().words
  const [isAsked] = useState(wanted !== null && location.locationID !== wanted)
  if (!isAsked) return null
  return <Banner title={words.notOnlineTitle}>{words.notOnline}</Banner>
}

function SignUpProblem({ desk }: { readonly desk: SelfBookingDesk }) {
  const { language, words: all } = useSelfLanguage()
  const words = all.slot
  const signUp = useStore(desk.store, (state) => state.signUp)
  if (signUp.kind === 'unknown') {
    return (
      <Banner tone="warning" title={words.unknownTitle}>
        {words.unknown}
      </Banner>
    )
  }
  if (signUp.kind !== 'refused') return null
  if (signUp.failure.code === 'member-exists') {
    return (
      <Banner tone="error" title={words.emailUsedTitle}>
        {words.emailUsed}
      </Banner>
    )
  }
  const { title, text } = describeBookingFailure(signUp.failure, language)
  return (
    <Banner tone="error" title={title}>
      {text}
    </Banner>
  )
}
