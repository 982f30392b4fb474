import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { CrmBooking } from '#contract/crm/bridge.ts'
import { decideOpportunityChoice } from '#domain/crm/opportunity-choice.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import { Button } from '../../kit/controls/button.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { paths } from '../../routes.ts'
import { assistedWords } from './assisted-words.ts'
import type { BookingDesk } from './booking-state.ts'
import './opportunity-field.css'

const words = assistedWords.opportunity

type Props = { readonly desk: BookingDesk; readonly isOnline: boolean; readonly isDisabled: boolean }

/** Finds an opportunity of the CRM by its id and attaches the opportunity to the booking (booking spec §1). */
export function OpportunityField({ desk, isOnline, isDisabled }: Props) {
  const opportunityID = useStore(desk.booking, ({ form }) => form.opportunityID)
  const [isOpen, setIsOpen] = useState(false)
  const label = useId()
  if (opportunityID !== null) {
    return (
      <section className="of" aria-labelledby={label}>
        <h3 className="of__label" id={label}>
          {words.label}
        </h3>
        <p className="of__attached">
          <span className="tabular">{opportunityID}</span>
          <Button
            size="small"
            variant="plain"
            isDisabled={isDisabled}
            onPress={() => desk.booking.getState().update({ opportunityID: null, opportunityMemberID: null })}
          >
            {words.remove}
          </Button>
        </p>
      </section>
    )
  }
  if (!isOpen) {
    return (
      <Button size="small" className="of__open" isDisabled={isDisabled} onPress={() => setIsOpen(true)}>
        {words.add}
      </Button>
    )
  }
  const close = (): void => {
    desk.opportunity.getState().clear()
    setIsOpen(false)
  }
  return <OpportunitySearch desk={desk} isOnline={isOnline} isDisabled={isDisabled} onClose={close} />
}

function OpportunitySearch({ desk, isOnline, isDisabled, onClose }: Props & { readonly onClose: () => void }) {
  const { text, found } = useStore(desk.opportunity)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // The summary scrolls, and a result below its edge would go unnoticed.
    if (found.kind !== 'loading') section.current?.scrollIntoView({ block: 'nearest' })
  }, [found.kind])
  const { type, find } = desk.opportunity.getState()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isOnline && !isDisabled) void find()
  }
  return (
    <section className="of" aria-label={words.label} ref={section}>
      <form className="of__search" onSubmit={submit}>
        <TextField
          label={words.id}
          autoFocus
          isDisabled={isDisabled}
          value={text}
          onChange={type}
          maxLength={40}
          errorMessage={found.kind === 'failed' ? found.failure.message : undefined}
        />
        <div className="of__actions">
          <Button
            type="submit"
            size="small"
            icon={<Search aria-hidden="true" />}
            isPending={found.kind === 'loading'}
            disabledReason={whyNotOffline('lookUpSale', isOnline) ?? (text.trim() === '' ? words.idMissing : null)}
          >
            {words.find}
          </Button>
          <Button size="small" variant="plain" onPress={onClose}>
            {words.close}
          </Button>
        </div>
      </form>
      {found.kind === 'ready' ? (
        <FoundOpportunity desk={desk} found={found.value} isDisabled={isDisabled} onClose={onClose} />
      ) : null}
    </section>
  )
}

type FoundProps = {
  readonly desk: BookingDesk
  readonly found: CrmBooking
  readonly isDisabled: boolean
  readonly onClose: () => void
}

/** Shows the found opportunity and its person, and offers to attach the opportunity or to open a CRM booking. */
function FoundOpportunity({ desk, found, isDisabled, onClose }: FoundProps) {
  const { person, opportunity } = found
  const state = useStore(desk.booking, ({ member }) => member)
  const member = state.kind === 'ready' ? state.value : null
  const choice = decideOpportunityChoice(person, member)
  const born = parsePlainDate(person.dob ?? '')
  const attachTo = ({ patientID }: Member): void => {
    const { opportunityID } = opportunity
    desk.booking.getState().update({ opportunityID, opportunityMemberID: patientID })
    onClose()
  }
  const bookFor = (chosen: Member): void => {
    desk.booking.getState().chooseMember(chosen)
    attachTo(chosen)
  }
  return (
    <div className="of__found">
      <p className="of__person">
        {`${person.firstname} ${person.lastname}`.trim()}
        {born === undefined ? null : <span className="of__born">{formatDate(born)}</span>}
      </p>
      <p className="of__sale">
        {[opportunity.StageName, opportunity.Scan_Type__c].filter((part) => part !== null && part !== '').join(' · ')}
      </p>
      {choice.kind === 'other-member' ? <p className="of__warning">{words.otherMember}</p> : null}
      {choice.kind === 'confirm' ? (
        <p className="of__warning">{words.differs(choice.differences.map((detail) => words.details[detail]))}</p>
      ) : null}
      {choice.kind === 'no-member' && found.member === null ? <p>{words.notMember}</p> : null}
      <div className="of__actions">
        {member !== null && (choice.kind === 'attach' || choice.kind === 'confirm') ? (
          <Button size="small" variant="primary" isDisabled={isDisabled} onPress={() => attachTo(member)}>
            {choice.kind === 'confirm' ? words.attachAnyway : words.attach}
          </Button>
        ) : null}
        {choice.kind === 'no-member' && found.member !== null ? (
          <Button
            size="small"
            variant="primary"
            isDisabled={isDisabled}
            onPress={() => found.member !== null && bookFor(found.member)}
          >
            {words.bookFor(fullName(found.member))}
          </Button>
        ) : null}
        {choice.kind === 'no-member' ? (
          <LinkButton
            size="small"
            href={paths.crmBooking({ personID: person.personID, opportunityID: opportunity.opportunityID })}
          >
            {words.openCrm}
          </LinkButton>
        ) : null}
      </div>
    </div>
  )
}
