import type { ReleaseView } from '#contract/release/bridge.ts'
import { fullName } from '#domain/members/member.ts'
import { isSameAddress } from '#domain/release/recipient.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { formatDate, formatInstant } from '#domain/values/format-time.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { addressReason, formatAddress, recipientNameOf, recipientPractice } from './release-words.ts'
import type { SendForm } from './use-send.ts'

const sexWords = { female: 'Female', male: 'Male' } as const

/** Shows the member as stamped on every page (study spec §2 Sent-report modal). */
export function MemberFacts({ view }: { readonly view: ReleaseView }) {
  const { member, study } = view
  return (
    <section className="rel-send__part" aria-label="Member information">
      <h3 className="stp__subtitle">Member information</h3>
      <FactList className="rel-send__facts">
        <Fact label="Full name">{fullName(member)}</Fact>
        <Fact label="Date of birth">{formatDate(member.dob)}</Fact>
        <Fact label="Sex">{sexWords[member.gender]}</Fact>
        <Fact label="Study ID">{study.studyID}</Fact>
      </FactList>
    </section>
  )
}

type RecipientProps = {
  readonly send: SendForm
  readonly view: ReleaseView
  /** Why nothing can be chosen now; null where it can. */
  readonly held: string | null
  /** Opens the directory entry of the recipient. */
  readonly onEditDirectory: () => void
}

/**
 * Shows the recipient and the address, when it was last used, and a field that repeats a new address (study spec §5).
 */
export function RecipientFacts({ send, view, held, onEditDirectory }: RecipientProps) {
  const { recipient, start, address } = send
  const { channel } = start
  if (recipient === null) {
    return (
      <section className="rel-send__part" aria-label="Recipient information">
        <h3 className="stp__subtitle">Recipient information</h3>
        <Banner tone="error" title="The study names this practitioner no more">
          Close this window and choose somebody whom it names.
        </Banner>
      </section>
    )
  }
  const known = recipient.addresses.find((each) => each.channel === channel)
  const problem = addressReason(channel, known)
  const isSent = channel === 'fax' || channel === 'email'
  return (
    <section className="rel-send__part" aria-label="Recipient information">
      <h3 className="stp__subtitle">Recipient information</h3>
      <FactList className="rel-send__facts">
        <Fact label="Name">{recipientNameOf(recipient)}</Fact>
        <Fact label="Practice" missing="None named">
          {recipientPractice(recipient)}
        </Fact>
        {isSent ? (
          <>
            <Fact label={channel === 'fax' ? 'Fax number' : 'E-mail address'}>{formatAddress(channel, address)}</Fact>
            <Fact label="Last used" missing="Never">
              {known?.lastUsedAt == null ? null : formatInstant(known.lastUsedAt, view.location.timezone)}
            </Fact>
          </>
        ) : null}
      </FactList>
      {problem === null ? null : (
        <Banner
          tone="error"
          title={problem}
          action={
            <Button size="small" onPress={onEditDirectory}>
              {releaseMessages.updateDirectory}
            </Button>
          }
        />
      )}
      {send.isNewAddress && problem === null ? <Retype send={send} held={held} /> : null}
    </section>
  )
}

function Retype({ send, held }: Pick<RecipientProps, 'send' | 'held'>) {
  const { choice, start, address, change } = send
  const isFax = start.channel === 'fax'
  const { retyped } = choice
  // An incomplete entry is not an error yet.
  const isDone = isFax ? retyped.replace(/\D/gu, '').length >= address.length : retyped.length >= address.length
  return (
    <TextField
      label={isFax ? 'Fax number, typed again' : 'E-mail address, typed again'}
      isRequired
      type={isFax ? 'tel' : 'email'}
      value={retyped}
      description={`${releaseMessages.newAddress} Pasting is off.`}
      errorMessage={
        isDone && !isSameAddress(start.channel, address, retyped) ? releaseMessages.retypedDiffers : undefined
      }
      disabledReason={held}
      onPaste={(event) => event.preventDefault()}
      onChange={(typed) => change({ retyped: typed })}
    />
  )
}
