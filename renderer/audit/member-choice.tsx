import { Search } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { TextField } from '../kit/controls/text-field.tsx'
import type { MemberFactories } from '../members/member-factories.ts'
import { NoMembersFound } from '../members/no-members-found.tsx'
import { auditWords, describeAuditFailure } from './audit-words.ts'

const words = auditWords.choice

type Props = {
  readonly stores: MemberFactories
  readonly onChoose: (member: Member) => void
  readonly onClose: () => void
}

/** Asks for the member whose entries are shown, found by a search. */
export function MemberChoice({ stores, onChoose, onClose }: Props) {
  const store = useMemo(() => stores.newMembers(), [stores])
  const { text, found, search, retry } = useStore(store)
  useEffect(() => () => store.getState().stop(), [store])
  return (
    <Dialog isOpen onClose={onClose} title={words.title}>
      <div className="s-audit__choice">
        <TextField
          label={words.search}
          type="search"
          icon={<Search aria-hidden="true" size={16} />}
          placeholder={words.placeholder}
          value={text}
          onChange={(next) => void search(next)}
          onClear={() => void search('')}
          autoFocus
        />
        <p className="s-audit__quiet" role="status">
          {found.kind === 'loading' ? words.searching : null}
          {found.kind === 'ready' && found.value.members.length > 0 ? words.found(found.value.members.length) : null}
        </p>
        {found.kind === 'failed' ? (
          <Banner
            tone="error"
            title={words.failed}
            action={<Button onPress={() => void retry()}>{auditWords.tryAgain}</Button>}
          >
            {describeAuditFailure(found.failure)}
          </Banner>
        ) : null}
        {found.kind === 'ready' && found.value.members.length === 0 ? (
          <p>
            <NoMembersFound text={found.value.text} source={found.value.source} />
          </p>
        ) : null}
        {found.kind === 'ready' ? (
          <ul className="s-audit__options">
            {found.value.members.map((member) => (
              <li key={member.patientID}>
                <button type="button" className="s-audit__option" onClick={() => onChoose(member)}>
                  <strong>{fullName(member)}</strong>
                  <span className="tabular">{auditWords.bornOn(formatDate(member.dob))}</span>
                  <span className="s-audit__quiet">{member.patientID}</span>
                </button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  )
}
