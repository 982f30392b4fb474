import { CircleCheck } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { formatPhone } from '#domain/format/format-phone.ts'
import { safetyTextIn } from '#domain/safety/safety-text-in.ts'
import { findSettleNotices } from '#domain/safety/settle-rule.ts'
import type { SafetyDraft } from '#domain/safety/study-safety-draft.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { paths } from '../../routes.ts'
import { findProhibition } from '../../safety/booking-safety.ts'
import { focusFirstUnanswered } from '../../safety/safety-focus.ts'
import { SafetyForm } from '../../safety/safety-form.tsx'
import { fieldTitle } from '../../safety/safety-words.ts'
import { isOnlineNow } from '../../session/connectivity-store.ts'
import type { SelfServiceProps } from '../../session/screen-props.ts'
import { ProhibitionBanner } from './prohibition-banner.tsx'
import type { ClinicChanges, SelfSafetyDesk } from './self-safety-store.ts'
import type { SelfServiceStores } from './self-service-factories.ts'
import { SettleBanner } from './settle-banner.tsx'
import './self-safety.css'
import { useBookingWords } from '../member-booking-words.ts'
import { useSelfLanguage } from './self-language.tsx'
import { useMemberNotices } from './use-member-notices.ts'

type Props = SelfServiceProps<SelfServiceStores> & {
  readonly studyID: StudyID
  /** Unsent answers from before the booking or from an earlier visit to this page. */
  readonly draft: SafetyDraft | null
  /** Receives the unsent answers when the member leaves the page. */
  readonly onDraft: (studyID: StudyID, draft: SafetyDraft | null) => void
}

/** Shows the member's own safety questions after booking, `/booking/referral/{studyID}` (booking spec §2, §3). */
export function SelfSafety({ bridge, stores, studyID, draft, onDraft }: Props) {
  const [begun] = useState(draft)
  const { adopt, words: all } = useSelfLanguage()
  const words = all.safety
  const { tryAgain } = useBookingWords()
  const desk = useMemo(() => stores.newSelfSafety(studyID, begun), [stores, studyID, begun])
  const read = useStore(desk.store, (state) => state.read)
  const ofMember = read.kind === 'ready' ? read.value.language : null
  useEffect(() => {
    if (ofMember !== null) adopt(ofMember)
  }, [ofMember, adopt])
  useEffect(() => {
    void desk.store.getState().load()
    const { refresh } = desk.store.getState()
    const stops = [
      stores.clock.subscribe(({ minute }, before) => {
        if (minute !== before.minute) refresh()
      }),
      stores.connectivity.subscribe(refresh),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [desk, stores])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (desk.isUnshared()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('pagehide', desk.flush)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('pagehide', desk.flush)
      desk.flush()
      desk.stop()
      onDraft(studyID, desk.toDraft())
    }
  }, [desk, studyID, onDraft])

  switch (read.kind) {
    case 'idle':
    case 'loading':
      return (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="96px" />
          <Skeleton shape="block" height="480px" />
        </SkeletonGroup>
      )
    case 'failed':
      return read.failure.code === 'not-found' || read.failure.code === 'signed-out' ? (
        <EmptyState
          title={words.notShownTitle}
          action={<LinkButton href={paths.selfReferral()}>{all.bookScan}</LinkButton>}
        >
          {words.notShown}
        </EmptyState>
      ) : (
        <EmptyState
          title={words.failedTitle}
          action={<Button onPress={() => void desk.store.getState().load()}>{tryAgain}</Button>}
        >
          {words.failed}
        </EmptyState>
      )
    case 'ready':
      return <Questions desk={desk} bridge={bridge} stores={stores} {...read.value} />
  }
}

type ReadyProps = Pick<SelfServiceProps, 'bridge' | 'stores'> & {
  readonly desk: SelfSafetyDesk
} & Extract<ReturnType<SelfSafetyDesk['store']['getState']>['read'], { kind: 'ready' }>['value']

function Questions({ desk, bridge, stores, study, location }: ReadyProps) {
  const saving = useStore(desk.store, (state) => state.saving)
  const minute = useStore(stores.clock, (state) => state.minute)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const { language, words: all, format } = useSelfLanguage()
  const words = all.safety
  const notices = useMemberNotices(desk.safety)
  const prohibition = findProhibition({ notices })
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (saving.kind === 'failed' && saving.failure.code === 'missing-required-fields') {
      focusFirstUnanswered(form.current, desk.safety.getState().assessment)
    }
  }, [saving, desk])
  if (study.booking === null || study.status.cancelled) {
    return (
      <Banner tone="warning" title={all.cancelledTitle}>
        {all.cancelled(formatPhone(location.contactInfo.phone))}
      </Banner>
    )
  }
  return (
    <>
      <p className="oq__when tabular">
        {words.appointment(
          format.weekdayAndInstant(study.booking.utcStart, location.timezone),
          location.address.name,
          study.studyID,
        )}
      </p>
      <p className="oq__when">{words.sharedNote}</p>
      <div className="oq__form" ref={form}>
        <SafetyForm
          store={desk.safety}
          today={todayAt(minute, location.timezone)}
          headingLevel={2}
          isDisabled={saving.kind === 'pending'}
          audience="member"
          language={language}
          bridge={bridge}
          locationID={location.locationID}
        />
      </div>
      <div className="oq__foot">
        {prohibition === null ? null : (
          <ProhibitionBanner title={words.cannotScan} text={prohibition} location={location} stores={stores} />
        )}
        {prohibition === null ? (
          <SettleBanner
            title={words.callFirst}
            notices={findSettleNotices(notices)}
            location={location}
            stores={stores}
          />
        ) : null}
        <SaveNews desk={desk} />
        <Button
          variant="primary"
          size="large"
          isFullWidth
          icon={<CircleCheck aria-hidden="true" />}
          isPending={saving.kind === 'pending'}
          disabledReason={isOnline ? null : words.offline}
          onPress={() => void desk.store.getState().save()}
        >
          {words.send}
        </Button>
        <LinkButton href={paths.selfStudy('confirmation', study.studyID)} variant="text">
          {words.backToBooking}
        </LinkButton>
      </div>
    </>
  )
}

function SaveNews({ desk }: { readonly desk: SelfSafetyDesk }) {
  const saving = useStore(desk.store, (state) => state.saving)
  const news = useStore(desk.store, (state) => state.news)
  const { safety: words } = useSelfLanguage().words
  if (saving.kind === 'saved') {
    return (
      <Banner tone="success" title={words.savedTitle}>
        {words.saved}
      </Banner>
    )
  }
  if (saving.kind !== 'failed') return null
  switch (saving.failure.code) {
    case 'missing-required-fields':
      return (
        <Banner tone="error" title={words.missing}>
          {words.markedAbove}
        </Banner>
      )
    case 'invalid-input':
      return (
        <Banner tone="error" title={words.invalid}>
          {words.invalidMarked}
        </Banner>
      )
    case 'stale':
      return <StaleNews news={news} />
    default:
      return (
        <Banner tone="error" title={words.notSentTitle}>
          {words.notSent}
        </Banner>
      )
  }
}

function StaleNews({ news }: { readonly news: ClinicChanges | null }) {
  const { language, words: all } = useSelfLanguage()
  const words = all.safety
  const titlesOf = (fields: readonly string[]): string =>
    fields.map((field) => safetyTextIn(language, fieldTitle(field))).join('; ')
  return (
    <Banner tone="warning" title={words.changedTitle}>
      {news === null || news.taken.length === 0 ? null : <p>{words.taken(titlesOf(news.taken))}</p>}
      {news === null || news.differing.length === 0 ? null : <p>{words.differing(titlesOf(news.differing))}</p>}
      <p>{words.changedNote}</p>
    </Banner>
  )
}
