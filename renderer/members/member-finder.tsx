import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '#contract/reply.ts'
import type { Member } from '#domain/members/member.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import { MemberCell } from '../study/member-cell.tsx'
import type { MemberFactories } from './member-factories.ts'
import { memberSearchWords as words } from './member-search-words.ts'
import { NoMembersFound } from './no-members-found.tsx'
import './choice-list.css'

type Props = {
  readonly stores: MemberFactories
  /** The initial search text; if absent, nothing is searched at first. */
  readonly startText?: string
  readonly describeFailure: (failure: Failure) => string
  /** Returns what a choice shows in addition to the member's name, birth date and id. */
  readonly note?: (member: Member) => ReactNode
  /** Whether a member can be chosen; all can when absent. */
  readonly isChoosable?: (member: Member) => boolean
  readonly onChoose: (member: Member) => void
}

/** Lets the user choose one member, found by a search; for a dialog. */
export function MemberFinder({ stores, startText = '', describeFailure, note, isChoosable, onChoose }: Props) {
  const store = useMemo(() => stores.newMembers(), [stores])
  const { text, found, search, retry } = useStore(store)
  useEffect(() => {
    if (startText !== '') void store.getState().search(startText)
    return () => store.getState().stop()
  }, [store, startText])
  return (
    <div className="choice-list">
      <TextField
        label={words.label}
        type="search"
        icon={<Search aria-hidden="true" size={16} />}
        placeholder={words.placeholder}
        value={text}
        onChange={(next) => void search(next)}
        onClear={() => void search('')}
        autoFocus
      />
      <p className="choice-list__quiet" role="status">
        {found.kind === 'loading' ? words.loading : null}
        {found.kind === 'ready' && found.value.members.length > 0 ? words.found(found.value.members.length) : null}
      </p>
      {found.kind === 'failed' ? (
        <Banner
          tone="error"
          title={words.failedTitle}
          action={<Button onPress={() => void retry()}>{words.tryAgain}</Button>}
        >
          {describeFailure(found.failure)}
        </Banner>
      ) : null}
      {found.kind === 'ready' && found.value.members.length === 0 ? (
        <p>
          <NoMembersFound text={found.value.text} source={found.value.source} />
        </p>
      ) : null}
      {found.kind === 'ready' && found.value.members.length > 0 ? (
        <ul className="choice-list__options">
          {found.value.members.map((member) => (
            <li key={member.patientID}>
              <button
                type="button"
                className="choice-list__option"
                disabled={isChoosable?.(member) === false}
                onClick={() => onChoose(member)}
              >
                <MemberCell name={member} dob={member.dob} />
                <span className="choice-list__quiet">{member.patientID}</span>
                {note?.(member)}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
