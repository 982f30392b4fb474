import { Search, UserPlus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { describeListed, similarName } from '#domain/members/match-reason.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { MemberFormValues } from '#domain/members/member-rules.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { isTextTarget } from '../../kit/letter-keys.ts'
import type { Loadable } from '../../kit/loadable.ts'
import { stopTypedAhead } from '../../kit/typed-ahead.ts'
import type { MemberFactories } from '../../members/member-factories.ts'
import { MemberForm } from '../../members/member-form.tsx'
import { inCopy } from '../../members/member-search-words.ts'
import { NoMembersFound } from '../../members/no-members-found.tsx'
import type { Drafts } from '../../session/drafts.ts'
import type { BookingFactories } from '../booking-factories.ts'
import { hasLookalike, type MemberSearchStore, searchLimit, toInitialNames } from './member-search-store.ts'
import './member-panel.css'
import { bookingWords } from '../booking-words.ts'
import { assistedWords } from './assisted-words.ts'

const words = assistedWords.member

type MemberPanelProps = {
  readonly newMemberSearch: BookingFactories['newMemberSearch']
  readonly newMemberForm: MemberFactories['newMemberForm']
  readonly drafts: Drafts
  readonly today: PlainDate
  /** The location of the booking. */
  readonly locationID: LocationID
  /** The country of that location, which the form of a new member presets. */
  readonly country: string
  readonly member: Loadable<Member>
  readonly onChoose: (member: Member | null) => void
  readonly onRetry: () => void
  readonly isOnline: boolean
  /** The CRM's data about a person who is not a member yet. */
  readonly initial?: Partial<MemberFormValues> | undefined
  /** The chosen member's appointments, in their card. */
  readonly appointments?: ReactNode
  /** Why another member cannot be chosen; null if another member can be chosen. */
  readonly lockedReason?: string | null
}

type Form = 'none' | 'create' | 'change'

/** Finds, creates or changes the booking's member, and shows the identifying details (booking spec §2, §5). */
export function MemberPanel(props: MemberPanelProps) {
  const { newMemberSearch, newMemberForm, drafts, today, member, onChoose } = props
  const search = useMemo(() => newMemberSearch(), [newMemberSearch])
  const [form, setForm] = useState<Form>('none')
  const [isAnother, setIsAnother] = useState(false)
  const chosen = member.kind === 'ready' ? member.value : null

  useEffect(() => {
    if (chosen !== null) void search.getState().findLookalikes(chosen)
  }, [search, chosen])
  useEffect(() => {
    // The card replaces the search, so later key presses belong to the page.
    if (chosen !== null) stopTypedAhead()
  }, [chosen])

  const accept = (accepted: Member): void => {
    setForm('none')
    onChoose(accepted)
  }

  return (
    <section className="mp" aria-label={words.title}>
      <h2 className="mp__title">{words.title}</h2>
      <div className="mp__body">
        {member.kind === 'loading' ? (
          <SkeletonGroup label={words.loading}>
            <Skeleton width="70%" />
            <Skeleton width="45%" />
            <Skeleton width="85%" />
          </SkeletonGroup>
        ) : null}
        {member.kind === 'failed' ? (
          <Banner
            tone="error"
            title={words.failed}
            action={
              <Button size="small" onPress={props.onRetry}>
                {bookingWords.tryAgain}
              </Button>
            }
          >
            {member.failure.message}
          </Banner>
        ) : null}
        {chosen === null ? (
          <MemberSearch
            search={search}
            isFocused={isAnother}
            isOnline={props.isOnline}
            onChoose={onChoose}
            onCreate={() => setForm('create')}
          />
        ) : (
          <MemberCard
            member={chosen}
            search={search}
            onChange={() => setForm('change')}
            onClear={() => {
              setIsAnother(true)
              onChoose(null)
            }}
            appointments={props.appointments}
            lockedReason={props.lockedReason ?? null}
          />
        )}
      </div>
      <Dialog
        isOpen={form !== 'none'}
        onClose={() => setForm('none')}
        title={form === 'change' && chosen !== null ? words.changeTitle(fullName(chosen)) : words.createTitle}
        subtitle={
          form === 'change' && chosen !== null ? words.changeSubtitle(formatDate(chosen.dob), chosen.patientID) : null
        }
      >
        {form === 'none' ? null : (
          <MemberForm
            key={form}
            newStore={newMemberForm}
            drafts={drafts}
            draftID={form === 'change' ? `member-change:${chosen?.patientID ?? 'none'}` : 'member-new'}
            purpose={
              form === 'change' && chosen !== null
                ? { kind: 'change', member: chosen }
                : { kind: 'create', initial: props.initial ?? toInitialNames(search.getState().text) }
            }
            today={today}
            locationID={props.locationID}
            country={props.country}
            offlineReason={form === 'create' ? whyNotOffline('createMember', props.isOnline) : null}
            onSaved={accept}
            onUseExisting={form === 'create' ? accept : undefined}
            onCancel={() => setForm('none')}
          />
        )}
      </Dialog>
    </section>
  )
}

type SearchProps = {
  readonly search: MemberSearchStore
  /** True after the user pressed Change member: the search replaces the member card and takes its focus. */
  readonly isFocused: boolean
  readonly isOnline: boolean
  readonly onChoose: (member: Member) => void
  readonly onCreate: () => void
}

function MemberSearch({ search, isFocused, isOnline, onChoose, onCreate }: SearchProps) {
  const { text, found } = useStore(search)
  const list = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // A booking starts with its member, so the search takes the focus unless another element of the page has it.
  useEffect(() => {
    if (!isFocusInUse(field.current)) field.current?.focus()
  }, [])
  return (
    <>
      <TextField
        label={words.search}
        description={words.searchHint}
        type="search"
        autoFocus={isFocused}
        icon={<Search aria-hidden="true" size={16} />}
        value={text}
        onChange={(value) => void search.getState().search(value)}
        onClear={() => void search.getState().search('')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
          event.preventDefault()
          // Enter only focuses the first result, so that the user sees its birth date before choosing it.
          list.current?.querySelector('button')?.focus()
        }}
        ref={field}
      />
      <Results
        state={{ text }}
        found={found}
        list={list}
        field={field}
        onSearch={(wanted) => void search.getState().search(wanted)}
        onChoose={onChoose}
      />
      <Button
        icon={<UserPlus aria-hidden="true" />}
        isFullWidth
        disabledReason={whyNotOffline('createMember', isOnline)}
        onPress={onCreate}
      >
        {words.create}
      </Button>
    </>
  )
}

/** Returns whether the focus is in a control of the same page or in a dialog above it. */
const isFocusInUse = (field: HTMLElement | null): boolean => {
  const active = document.activeElement
  if (active === null || active === document.body) return false
  const page = field?.closest('main')
  if (active === page) return false
  return (
    page?.contains(active) === true ||
    isTextTarget(active) ||
    active.closest('[role=dialog], [role=alertdialog]') !== null
  )
}

type ResultsProps = {
  readonly state: { readonly text: string }
  readonly found: ReturnType<MemberSearchStore['getState']>['found']
  readonly list: RefObject<HTMLUListElement | null>
  readonly field: RefObject<HTMLInputElement | null>
  readonly onSearch: (text: string) => void
  readonly onChoose: (member: Member) => void
}

function Results({ state, found, list, field, onSearch, onChoose }: ResultsProps) {
  if (found.kind === 'idle') return null
  if (found.kind === 'loading') {
    return (
      <SkeletonGroup label={words.searching} className="mp__results mp__late">
        <Skeleton />
        <Skeleton width="60%" />
      </SkeletonGroup>
    )
  }
  if (found.kind === 'failed') {
    return (
      <Banner
        tone="error"
        title={words.searchFailed}
        action={
          <Button size="small" onPress={() => onSearch(state.text)}>
            {bookingWords.tryAgain}
          </Button>
        }
      >
        {found.failure.message}
      </Banner>
    )
  }
  const { members, source } = found.value
  const move = (event: KeyboardEvent<HTMLUListElement>): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const next = buttons[at + (event.key === 'ArrowDown' ? 1 : -1)]
    if (next !== undefined) next.focus()
    else if (event.key === 'ArrowUp') field.current?.focus()
  }
  return (
    <div className="mp__results">
      <p className="mp__count" role="status">
        {members.length === 0 ? (
          <NoMembersFound text={state.text} source={source} />
        ) : (
          words.found(members.length, members.length < searchLimit, source === 'cache' ? inCopy : '')
        )}
      </p>
      <ul ref={list} onKeyDown={move} aria-label={words.results}>
        {members.map((member) => {
          const { isSimilar, reasons } = describeListed(state.text, member, hasLookalike(member, members))
          return (
            <li key={member.patientID}>
              <button type="button" className="mp__result" onClick={() => onChoose(member)}>
                <span className="mp__name">{fullName(member)}</span>
                <span className="mp__facts tabular">
                  {formatDate(member.dob)} · {formatPhone(member.phone_number) || member.email}
                </span>
                {reasons.map((reason) => (
                  <span key={reason} className="mp__reason">
                    {reason}
                  </span>
                ))}
                {isSimilar ? <Badge tone="warning">{similarName}</Badge> : null}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type CardProps = {
  readonly member: Member
  readonly search: MemberSearchStore
  readonly onChange: () => void
  readonly onClear: () => void
  readonly appointments: ReactNode
  readonly lockedReason: string | null
}

function MemberCard({ member, search, onChange, onClear, appointments, lockedReason }: CardProps) {
  const lookalikes = useStore(search, (state) => state.lookalikes)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The list or form that had the focus is gone.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <div className="mp__card">
      <h3 className="mp__chosen" tabIndex={-1} ref={heading}>
        {fullName(member)}
      </h3>
      <p className="mp__dob tabular">
        {words.born} <strong>{formatDate(member.dob)}</strong>, {member.gender}
      </p>
      <dl className="mp__contact">
        <div>
          <dt>{words.phone}</dt>
          <dd className="tabular">{formatPhone(member.phone_number) || words.noContact}</dd>
        </div>
        <div>
          <dt>{words.email}</dt>
          <dd>{member.email || words.noContact}</dd>
        </div>
        <div>
          <dt>{words.address}</dt>
          <dd>{[member.city, member.state, member.country].filter((part) => part !== '').join(', ')}</dd>
        </div>
        <div>
          <dt>{words.memberID}</dt>
          <dd className="tabular">{member.patientID}</dd>
        </div>
      </dl>
      {lookalikes.length > 0 ? (
        <Banner tone="warning" title={words.similarNames}>
          <ul>
            {lookalikes.slice(0, 4).map((other) => (
              <li key={other.patientID} className="tabular">
                {fullName(other)}, {formatDate(other.dob)}
              </li>
            ))}
            {lookalikes.length > 4 ? <li>{words.moreSimilar(lookalikes.length - 4)}</li> : null}
          </ul>
        </Banner>
      ) : null}
      {appointments}
      <div className="mp__actions">
        <Button size="small" onPress={onChange}>
          {words.change}
        </Button>
        <Button size="small" variant="plain" onPress={onClear} disabledReason={lockedReason}>
          {words.clear}
        </Button>
      </div>
    </div>
  )
}
