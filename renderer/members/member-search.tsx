import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { formatPhone } from '#domain/format/format-phone.ts'
import { describeListed, similarName } from '#domain/members/match-reason.ts'
import type { Member, MemberID } from '#domain/members/member.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/controls/empty-state.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../kit/controls/skeleton.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { paths } from '../routes.ts'
import { type ConnectivityStore, isOnlineNow } from '../session/connectivity-store.ts'
import { MemberCell } from '../study/member-cell.tsx'
import { copyMayLack, memberSearchWords as words } from './member-search-words.ts'
import type { FoundMembers, MembersStore } from './members-store.ts'
import { NoMembersFound } from './no-members-found.tsx'

type Props = {
  store: MembersStore
  selectedID: MemberID | null
  connectivity: ConnectivityStore
  /** Shown before anything is searched. */
  children: ReactNode
}

/** Shows the member search and its results in every state. */
export function MemberSearchPanel({ store, selectedID, connectivity, children }: Props) {
  const state = useStore(store)
  const online = useStore(connectivity, isOnlineNow)
  const listRef = useRef<HTMLDivElement>(null)

  function moveFocus(event: KeyboardEvent, from: 'search' | 'list') {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const rows = [...(listRef.current?.querySelectorAll<HTMLElement>('.s-members__row') ?? [])]
    const at = from === 'search' ? -1 : rows.indexOf(document.activeElement as HTMLElement)
    const next = rows[event.key === 'ArrowDown' ? at + 1 : at - 1]
    event.preventDefault()
    if (next !== undefined) next.focus()
    else if (event.key === 'ArrowUp') document.querySelector<HTMLElement>('.s-members__search input')?.focus()
  }

  return (
    <>
      <TextField
        className="s-members__search"
        label={words.label}
        isLabelHidden
        type="search"
        icon={<Search aria-hidden="true" size={16} />}
        placeholder={words.placeholder}
        value={state.text}
        onChange={(text) => void state.search(text)}
        onClear={() => void state.search('')}
        onKeyDown={(event) => moveFocus(event, 'search')}
        autoFocus={selectedID === null}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the links inside */}
      <div ref={listRef} className="s-members__found" onKeyDown={(event) => moveFocus(event, 'list')}>
        <Found state={state} selectedID={selectedID} online={online}>
          {children}
        </Found>
      </div>
    </>
  )
}

type FoundProps = {
  state: ReturnType<MembersStore['getState']>
  selectedID: MemberID | null
  online: boolean
  children: ReactNode
}

function Found({ state, selectedID, online, children }: FoundProps) {
  const { found } = state
  switch (found.kind) {
    case 'idle':
      return children
    case 'loading':
      return (
        <SkeletonGroup label={words.loading} className="s-members__skeleton">
          {['a', 'b', 'c', 'd', 'e'].map((key) => (
            <Skeleton key={key} shape="block" height="54px" />
          ))}
        </SkeletonGroup>
      )
    case 'failed':
      return (
        <Banner
          tone="error"
          title={words.failedTitle}
          action={
            <Button size="small" onPress={() => void state.retry()}>
              {words.tryAgain}
            </Button>
          }
        >
          {found.failure.message}
        </Banner>
      )
    case 'ready':
      return (
        <>
          {found.value.source === 'cache' && found.value.members.length > 0 ? (
            <Banner tone={online ? 'info' : 'warning'} title={words.copyTitle}>
              {online ? words.copyOnline : copyMayLack}
            </Banner>
          ) : null}
          <FoundList found={found.value} selectedID={selectedID} />
        </>
      )
  }
}

function FoundList({ found, selectedID }: { found: FoundMembers; selectedID: MemberID | null }) {
  if (found.members.length === 0) {
    return (
      <EmptyState
        title={found.source === 'cache' ? words.noneInCopyTitle : words.noneTitle}
        action={<LinkButton href={paths.members({ new: 1 })}>{words.create}</LinkButton>}
      >
        <NoMembersFound text={found.text} source={found.source} />
      </EmptyState>
    )
  }
  const describeCount = found.isCut ? words.firstCount : words.count
  return (
    <>
      <p className="s-members__count" role="status">
        {describeCount(found.members.length, found.source === 'cache')}
      </p>
      <ul className="s-members__rows">
        {found.members.map((member) => (
          <li key={member.patientID}>
            <MemberRow
              member={member}
              {...describeListed(found.text, member, found.similar.has(member.patientID))}
              isSelected={member.patientID === selectedID}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

type RowProps = { member: Member; reasons: readonly string[]; isSimilar: boolean; isSelected: boolean }

function MemberRow({ member, reasons, isSimilar, isSelected }: RowProps) {
  return (
    <Link
      href={paths.members({ memberID: member.patientID })}
      className="s-members__row"
      aria-current={isSelected ? 'true' : undefined}
    >
      <MemberCell name={member} dob={member.dob}>
        {isSimilar ? <Badge tone="warning">{similarName}</Badge> : null}
        {reasons.map((reason) => (
          <span key={reason} className="s-members__reason">
            {reason}
          </span>
        ))}
      </MemberCell>
      <span className="s-members__email">{member.email}</span>
      <span className="s-members__phone tabular">{formatPhone(member.phone_number)}</span>
      <span className="s-members__place">
        {[member.city, member.state, member.country].filter((part) => part !== '').join(', ')}
      </span>
    </Link>
  )
}
