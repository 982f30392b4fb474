import { CalendarPlus, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { isErasedMember } from '#domain/members/erasure.ts'
import { fullName, type Member, type MemberID } from '#domain/members/member.ts'
import { hasRole } from '#domain/session/role.ts'
import { languageNames } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { IconButton } from '../kit/controls/icon-button.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel, type PanelView } from '../kit/controls/panel.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { paths } from '../routes.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import type { SimilarName } from '../study/similar-names-badge.tsx'
import { MemberAnswers } from './member-answers.tsx'
import { MemberDutiesPanel } from './member-duties.tsx'
import type { MemberFactories } from './member-factories.ts'
import { MemberForm } from './member-form.tsx'
import { MemberPhone } from './member-phone.tsx'
import { MemberState } from './member-state.tsx'
import { MemberStudies } from './member-studies.tsx'
import { membersScreenWords } from './members-screen-words.ts'
import { mergeWords } from './merge-words.ts'
import { MergesPanel } from './merges-panel.tsx'

const { member: words } = membersScreenWords
const { replaced } = mergeWords
const utc = 'UTC' as ZoneId

type Stores = MemberFactories & WithClock & WithConnectivity & WithDrafts & WithLocations

type Props = ScreenProps<Stores> & {
  memberID: MemberID
  today: PlainDate
  /** The members in the list beside this one. */
  listed: readonly SimilarName[]
}

/**
 * Shows one member: identity, details, health number and appointments. The user can change the details. The health
 * number is hidden until the user shows it. Of an erased member only the appointments and the data duties are shown.
 */
export function MemberScreen(props: Props) {
  const { bridge, stores, memberID, session, notices, listed } = props
  const store = useMemo(() => stores.newMember(memberID), [stores, memberID])
  const { member, studies, load, show } = useStore(store)
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const zone = useStore(stores.locations, chosenLocation)?.timezone ?? utc
  const now = useStore(stores.clock, (state) => state.minute)
  const [, navigate] = useLocation()

  useEffect(() => {
    void store.getState().load()
    return () => store.getState().stop()
  }, [store])

  if (member.kind === 'failed') {
    return (
      <section className="s-members__detail" aria-label={words.label}>
        <Banner
          tone="error"
          title={words.failedTitle}
          action={
            <Button size="small" onPress={() => void load()}>
              {words.tryAgain}
            </Button>
          }
        >
          {member.failure.message}
        </Banner>
      </section>
    )
  }
  // The line of the next appointment names its location, so it would grow when the locations are read later.
  if (member.kind !== 'ready' || catalogue.kind === 'idle' || catalogue.kind === 'loading') {
    return (
      <section className="s-members__detail" aria-label={words.label}>
        <MemberSkeleton />
      </section>
    )
  }
  const { value } = member
  const duties = hasRole(session.user.roles, 'admin') ? (
    <MemberDutiesPanel stores={stores} member={value} notices={notices} onErased={() => void load()} />
  ) : null
  if (isErasedMember(value)) {
    return (
      <section className="s-members__detail" aria-label={words.label}>
        <div className="s-members__identity">
          <div>
            <h2 className="s-members__title">{fullName(value)}</h2>
            <p className="s-members__subtitle tabular">{words.erased(value.patientID)}</p>
          </div>
          <div className="s-members__actions">
            <IconButton label={words.close} icon={<X aria-hidden="true" />} onPress={() => navigate(paths.members())} />
          </div>
        </div>
        {studies.kind === 'ready' && studies.value.length === 0 ? null : (
          <MemberStudies studies={studies} catalogue={catalogue} now={now} onRetry={() => void load()} />
        )}
        {duties}
      </section>
    )
  }
  return (
    <section className="s-members__detail" aria-label={words.label}>
      <div className="s-members__identity">
        <div>
          <h2 className="s-members__title">{fullName(value)}</h2>
          <p className="s-members__subtitle tabular">
            {words.subtitle(formatDate(value.dob), sexOf(value), value.patientID)}
          </p>
          <MemberState member={value} studies={studies} catalogue={catalogue} listed={listed} now={now} />
        </div>
        <div className="s-members__actions">
          <LinkButton
            href={paths.booking({ memberID: value.patientID })}
            variant="primary"
            icon={<CalendarPlus aria-hidden="true" />}
            aria-label={words.bookLabel(fullName(value), formatDate(value.dob))}
          >
            {words.book}
          </LinkButton>
          <IconButton label={words.close} icon={<X aria-hidden="true" />} onPress={() => navigate(paths.members())} />
        </div>
      </div>
      {value.patientID === memberID ? null : (
        <Banner
          title={replaced.title}
          action={
            <LinkButton href={paths.members({ memberID: value.patientID })} variant="outline">
              {replaced.open}
            </LinkButton>
          }
        >
          {replaced.text(memberID, fullName(value), value.patientID)}
        </Banner>
      )}
      <DetailsPanel {...props} member={value} onSaved={show} />
      <Panel title={words.healthNumber} views={['hide', 'show']} defaultView="hide" level={3}>
        <dl className="w-fact-rows s-members__facts">
          <dt>{words.healthNumber}</dt>
          <dd className="tabular">{value.phn === '' ? words.noHealthNumber : value.phn}</dd>
        </dl>
      </Panel>
      <MemberAnswers bridge={bridge} stores={stores} member={value} />
      <MemberStudies studies={studies} catalogue={catalogue} now={now} onRetry={() => void load()} />
      <MergesPanel
        member={value}
        stores={stores}
        session={session}
        notices={notices}
        zone={zone}
        onChanged={() => void load()}
      />
      {duties}
    </section>
  )
}

function MemberSkeleton() {
  return (
    <SkeletonGroup label={words.loading} className="s-members__skeleton">
      <Skeleton width="50%" height="1.75rem" />
      <Skeleton shape="block" height="220px" />
      <Skeleton shape="block" height="160px" />
    </SkeletonGroup>
  )
}

const sexOf = ({ gender }: Member): string => words[gender]

function DetailsPanel({
  memberID,
  member,
  onSaved,
  stores,
  notices,
  today,
}: Props & { member: Member; onSaved: (member: Member) => void }) {
  const [view, setView] = useState<PanelView>('show')
  const locationID = useStore(stores.locations, ({ chosenID }) => chosenID)
  return (
    <Panel title={words.details} level={3} views={['show', 'edit', 'hide']} view={view} onViewChange={setView}>
      {(shown) =>
        shown === 'edit' ? (
          <MemberForm
            newStore={stores.newMemberForm}
            drafts={stores.drafts}
            // The id in the address survives a merge into another member, so an open form keeps its text.
            draftID={`member:${memberID}`}
            purpose={{ kind: 'change', member }}
            today={today}
            locationID={locationID}
            onSaved={(saved) => {
              onSaved(saved)
              setView('show')
              notices.success(words.saved)
            }}
            onCancel={() => setView('show')}
          />
        ) : (
          <dl className="w-fact-rows s-members__facts">
            <dt>{words.name}</dt>
            <dd>{fullName(member)}</dd>
            {member.preferredName === '' ? null : (
              <>
                <dt>{words.preferredName}</dt>
                <dd>{member.preferredName}</dd>
              </>
            )}
            <dt>{words.birthDate}</dt>
            <dd className="tabular">{formatDate(member.dob)}</dd>
            <dt>{words.sex}</dt>
            <dd>{sexOf(member)}</dd>
            <dt>{words.email}</dt>
            <dd className="s-members__long">{member.email}</dd>
            <dt>{words.phone}</dt>
            <dd className="tabular">
              <MemberPhone member={member} />
            </dd>
            <dt>{words.address}</dt>
            <dd>
              {[member.address, member.city, member.state, member.postalCode, member.country]
                .filter((part) => part !== '')
                .join(', ')}
            </dd>
            <dt>{words.language}</dt>
            <dd>{languageNames[member.language]}</dd>
          </dl>
        )
      }
    </Panel>
  )
}
