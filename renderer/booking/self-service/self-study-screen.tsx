import { CalendarCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { formatPhone } from '#domain/format/format-phone.ts'
import type { Location } from '#domain/locations/location.ts'
import type { SafetyDraft } from '#domain/safety/study-safety-draft.ts'
import type { Study } from '#domain/study/study.ts'
import type { Language } from '#domain/values/language.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import type { Loadable } from '../../kit/loadable.ts'
import { paths } from '../../routes.ts'
import type { SelfServiceProps } from '../../session/screen-props.ts'
import { SelfPage } from './self-page.tsx'
import { SelfSafety } from './self-safety.tsx'
import type { SelfServiceStores } from './self-service-factories.ts'
import './self-study-screen.css'
import { useBookingWords } from '../member-booking-words.ts'
import { useSelfLanguage } from './self-language.tsx'

type Props = SelfServiceProps<SelfServiceStores> & {
  readonly page: string
  readonly studyID: StudyID
  /** Unsent safety answers of this study, in memory only. */
  readonly draft: SafetyDraft | null
  readonly onDraft: (studyID: StudyID, draft: SafetyDraft | null) => void
}
type Booked = { readonly study: Study; readonly location: Location; readonly language: Language }

/**
 * Shows the page `/booking/{page}/{studyID}` of a member's own booking (booking spec §2): `confirmation` shows the
 * booking, `referral` its safety questions.
 */
export function SelfStudyScreen(props: Props) {
  const { words: all } = useSelfLanguage()
  const words = all.confirmation
  switch (props.page) {
    case 'confirmation':
      return <ConfirmationPage {...props} />
    case 'referral':
      return (
        <SelfPage deskPath={props.deskPath} title={words.safetyPage}>
          <SelfSafety {...props} />
        </SelfPage>
      )
    default:
      return (
        <SelfPage deskPath={props.deskPath} title={words.notFoundPage}>
          <EmptyState
            title={words.notFoundTitle}
            action={<LinkButton href={paths.selfSlot()}>{all.bookScan}</LinkButton>}
          >
            {words.notFound}
          </EmptyState>
        </SelfPage>
      )
  }
}

function ConfirmationPage({ bridge, studyID, deskPath }: Props) {
  const { adopt, words: all } = useSelfLanguage()
  const words = all.confirmation
  const { tryAgain } = useBookingWords()
  const [booked, setBooked] = useState<Loadable<Booked>>({ kind: 'loading' })
  const load = useCallback(async (): Promise<void> => {
    setBooked({ kind: 'loading' })
    const reply = await bridge.selfService.readStudy({ studyID })
    if (reply.ok) adopt(reply.value.language)
    setBooked(reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure })
  }, [bridge, studyID, adopt])
  useEffect(() => void load(), [load])

  return (
    <SelfPage deskPath={deskPath} title={words.title}>
      {booked.kind === 'ready' ? (
        <Confirmation {...booked.value} />
      ) : booked.kind === 'failed' ? (
        booked.failure.code === 'not-found' ? (
          <EmptyState
            title={words.notShownTitle}
            action={<LinkButton href={paths.selfSlot()}>{all.bookScan}</LinkButton>}
          >
            {words.notShown}
          </EmptyState>
        ) : (
          <EmptyState title={words.failedTitle} action={<Button onPress={() => void load()}>{tryAgain}</Button>}>
            {words.failed}
          </EmptyState>
        )
      ) : (
        <SkeletonGroup label={words.loading}>
          <Skeleton shape="block" height="180px" />
        </SkeletonGroup>
      )}
    </SelfPage>
  )
}

function Confirmation({ study, location }: Pick<Booked, 'study' | 'location'>) {
  const { words: all, format } = useSelfLanguage()
  const words = all.confirmation
  const scan = location.catalog.primary.find((sold) => sold.skuID === study.skuID)
  const { address, contactInfo } = location
  if (study.booking === null || study.status.cancelled) {
    return (
      <Banner tone="warning" title={all.cancelledTitle}>
        {all.cancelled(formatPhone(contactInfo.phone))}
      </Banner>
    )
  }
  return (
    <section className="sc" aria-label={words.label}>
      <CalendarCheck aria-hidden="true" size={40} className="sc__icon" />
      <h2 className="sc__title">{words.booked}</h2>
      <p className="sc__time tabular">{format.weekdayAndInstant(study.booking.utcStart, location.timezone)}</p>
      <dl className="sc__facts">
        <div>
          <dt>{words.clinic}</dt>
          <dd>
            {[address.name, address.address, address.address2, address.city, address.state, address.postalCode]
              .filter((part, index, all) => part !== '' && all.indexOf(part) === index)
              .join(', ')}
          </dd>
        </div>
        <div>
          <dt>{words.scan}</dt>
          <dd>{scan?.name ?? study.skuID}</dd>
        </div>
        <div>
          <dt>{words.number}</dt>
          <dd className="tabular">{study.studyID}</dd>
        </div>
        <div>
          <dt>{words.questions}</dt>
          <dd className="tabular">
            {formatPhone(contactInfo.phone)}, {contactInfo.email}
          </dd>
        </div>
      </dl>
      {study.safety.state === 'complete' ? (
        <p className="sc__note">{words.safetyDone}</p>
      ) : (
        <Banner tone="warning" title={words.safetyTitle} className="sc__safety">
          <p>{words.safetyNote}</p>
          <LinkButton href={paths.selfStudy('referral', study.studyID)} variant="primary">
            {words.answerSafety}
          </LinkButton>
        </Banner>
      )}
      <p className="sc__note">{words.zoneNote(address.name)}</p>
    </section>
  )
}
