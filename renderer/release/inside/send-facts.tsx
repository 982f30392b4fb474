import type { ReleaseView } from '#contract/release/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import { isSameAddress } from '#domain/release/recipient.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Fact, FactList } from '../../kit/controls/fact-list.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { addressReason, formatAddress, recipientNameOf, recipientPractice } from './release-words.ts'
import { sendWords } from './send-words.ts'
import type { SendForm } from './use-send.ts'

const { member: memberWords, recipient: recipientWords } = sendWords

/** Shows the member as stamped on every page (study spec §2 Sent-report modal). */
export function MemberFacts({ view }: { readonly view: ReleaseView }) {
  const { member, study } = view
  return (
    <section className="rel-send__part" aria-label={memberWords.title}>
      <h3 className="stp__subtitle">{memberWords.title}</h3>
      <FactList className="rel-send__facts">
        <Fact label={memberWords.name}>{fullName(member)}</Fact>
        <Fact label={memberWords.dob}>{formatDate(member.dob)}</Fact>
        <Fact label={memberWords.sex}>{memberWords.sexes[member.gender]}</Fact>
        <Fact label={memberWords.studyID}>{study.studyID}</Fact>
      </FactList>
    </section>
  )
}

type RecipientProps = {
  readonly send: SendForm
  readonly view: ReleaseView
  /** Why the choices are locked now; null if they are not. */
  readonly held: string | null
  /** Opens the directory entry of the recipient. */
  readonly onEditDirectory: () => void
}

/**
 * Shows the recipient, the address, when the address was last used, and a field to re-enter a new address (study spec
 * §5).
 */
export function RecipientFacts({ send, view, held, onEditDirectory }: RecipientProps) {
  const { recipient, start, address } = send
  const { channel } = start
  if (recipient === null) {
    return (
      <section className="rel-send__part" aria-label={recipientWords.title}>
        <h3 className="stp__subtitle">{recipientWords.title}</h3>
        <Banner tone="error" title={recipientWords.gone}>
          {recipientWords.goneHint}
        </Banner>
      </section>
    )
  }
  const known = recipient.addresses.find((each) => each.channel === channel)
  const problem = addressReason(channel, known)
  const isSent = channel === 'fax' || channel === 'email'
  return (
    <section className="rel-send__part" aria-label={recipientWords.title}>
      <h3 className="stp__subtitle">{recipientWords.title}</h3>
      <FactList className="rel-send__facts">
        <Fact label={recipientWords.name}>{recipientNameOf(recipient)}</Fact>
        <Fact label={recipientWords.practice} missing={recipientWords.noPractice}>
          {recipientPractice(recipient)}
        </Fact>
        {isSent ? (
          <>
            <Fact label={channel === 'fax' ? recipientWords.fax : recipientWords.email}>
              {formatAddress(channel, address)}
            </Fact>
            <Fact label={recipientWords.lastUsed} missing={recipientWords.neverUsed}>
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
      label={isFax ? recipientWords.retypeFax : recipientWords.retypeEmail}
      isRequired
      type={isFax ? 'tel' : 'email'}
      value={retyped}
      description={isFax ? recipientWords.retypeFaxHint : recipientWords.retypeEmailHint}
      errorMessage={
        isDone && !isSameAddress(start.channel, address, retyped) ? releaseMessages.retypedDiffers : undefined
      }
      disabledReason={held}
      onPaste={(event) => event.preventDefault()}
      onChange={(typed) => change({ retyped: typed })}
    />
  )
}
