import { useState } from 'react'
import type { MediumTarget, Recipient, ReleasableItem, ReleaseView } from '#domain/contract/bridge.ts'
import type { Failure } from '#domain/contract/reply.ts'
import type { Job } from '#domain/jobs/job.ts'
import type { Delivery, DeliveryChannel, DeliveryMode } from '#domain/release/delivery.ts'
import type { MemberDetails } from '#domain/release/member-details.ts'
import { isSameAddress, normalAddress } from '#domain/release/recipient.ts'
import { itemKey, recipientKey } from '#domain/release/release-matrix.ts'
import { isOutcomeUnknown } from '../../../booking-parts/booking-failures.ts'
import { useOnceKeys } from '../../../booking-parts/once-keys.ts'
import type { StudyPage } from '../study-part-props.ts'

/** What a send was begun for: a way, and a practitioner at a practice. */
export type SendStart = {
  readonly channel: DeliveryChannel
  readonly practitionerID: string
  readonly practiceLocationID: string | null
}

/** What the sender decides. */
export type SendChoice = {
  readonly mode: DeliveryMode
  /** With Manual the chosen item's key; null: none yet. */
  readonly itemKey: string | null
  readonly shouldEncryptPdf: boolean
  readonly shouldHideHIContent: boolean
  readonly retyped: string
  readonly target: MediumTarget | null
}

export type Sent = { readonly job: Job; readonly delivery: Delivery; readonly password: string | null }

export type Send = {
  readonly start: SendStart
  readonly choice: SendChoice
  readonly change: (change: Partial<SendChoice>) => void
  /** Null: the study names this practitioner no more. */
  readonly recipient: Recipient | null
  /** The number or e-mail address as the directory has it now; empty for CD and USB. */
  readonly address: string
  readonly isNewAddress: boolean
  /** What is sent; null where there is no report, or none was chosen. */
  readonly item: ReleasableItem | null
  readonly memberDetails: MemberDetails
  /** What is not as it was when it was last confirmed or opened. */
  readonly changed: { readonly member: boolean; readonly address: boolean }
  readonly isConfirmed: boolean
  readonly confirm: (isConfirmed: boolean) => void
  /** Something would be lost by closing. */
  readonly isTouched: boolean
  readonly isBusy: boolean
  readonly failure: Failure | null
  /** Nobody knows whether it was sent: only the very same may be asked for again. */
  readonly isLocked: boolean
  readonly send: () => Promise<Sent | null>
}

/** A fax cannot be locked; mail travels through other hands; a disc is handed over (decisions on release: encryption). */
const startChoice = (channel: DeliveryChannel): SendChoice => ({
  mode: 'automated',
  itemKey: null,
  shouldEncryptPdf: channel === 'email',
  shouldHideHIContent: true,
  retyped: '',
  target: null,
})

const detailsOf = ({ member }: ReleaseView): MemberDetails => ({
  firstname: member.firstname,
  lastname: member.lastname,
  dob: member.dob,
  sex: member.gender,
})

type Options = {
  readonly page: StudyPage
  readonly view: ReleaseView
  readonly start: SendStart
  readonly reread: () => Promise<void>
}

/** One opened window of sending: what was chosen stays after a failure, and the tick counts only for what it was set for. */
export const useSend = ({ page, view, start, reread }: Options): Send => {
  const { channel, practitionerID, practiceLocationID } = start
  const [choice, setChoice] = useState(() => startChoice(channel))
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const once = useOnceKeys()

  const wanted = recipientKey(practitionerID, practiceLocationID)
  const recipient =
    view.recipients.find((each) => recipientKey(each.practitioner.id, each.practiceLocationID) === wanted) ?? null
  const known = recipient?.addresses.find((each) => each.channel === channel)
  const address = known?.address ?? ''
  const isNewAddress = address !== '' && known?.lastUsedAt === null
  const item =
    (choice.mode === 'automated'
      ? view.items.find(({ isReport }) => isReport)
      : view.items.find((each) => each.isPublished && itemKey(each.item) === choice.itemKey)) ?? null
  const memberDetails = detailsOf(view)

  const memberNow = JSON.stringify(memberDetails)
  const addressNow = JSON.stringify([address, recipient?.practitioner.firstName, recipient?.practitioner.lastName])
  const [seen, setSeen] = useState({ member: memberNow, address: addressNow })
  const { retyped: _retyped, ...confirmable } = choice
  const subject = JSON.stringify([confirmable, item?.title ?? null, memberNow, addressNow])

  const send = async (): Promise<Sent | null> => {
    if (item === null || isBusy) return null
    setBusy(true)
    const reply = await once('send', (idempotencyKey) =>
      page.bridge.release.send({
        studyID: view.study.studyID,
        channel,
        mode: choice.mode,
        item: choice.mode === 'automated' ? null : item.item,
        title: item.title,
        practitionerID,
        practiceLocationID,
        address,
        retyped: isNewAddress ? normalAddress(channel, choice.retyped) : null,
        memberDetails,
        shouldEncryptPdf: choice.shouldEncryptPdf,
        shouldHideHIContent: choice.shouldHideHIContent,
        isConfirmed: true,
        target: choice.target?.path ?? null,
        idempotencyKey,
      }),
    )
    setBusy(false)
    if (reply.ok) {
      setFailure(null)
      void reread()
      return reply.value
    }
    setFailure(reply.failure)
    if (reply.failure.code === 'stale' || reply.failure.code === 'recipient-unconfirmed') setConfirmed(null)
    // What it was refused for may be news here: whose record, which address, whether it is published.
    void reread()
    return null
  }

  return {
    start,
    choice,
    change: (change) => setChoice((before) => ({ ...before, ...change })),
    recipient,
    address,
    isNewAddress,
    item,
    memberDetails,
    changed: { member: memberNow !== seen.member, address: addressNow !== seen.address },
    isConfirmed: confirmed === subject,
    confirm: (isConfirmed) => {
      setConfirmed(isConfirmed ? subject : null)
      if (isConfirmed) setSeen({ member: memberNow, address: addressNow })
    },
    isTouched: confirmed === subject || JSON.stringify(choice) !== JSON.stringify(startChoice(channel)),
    isBusy,
    failure,
    isLocked: failure !== null && isOutcomeUnknown(failure),
    send,
  }
}

/** Whether a new address was typed again rightly; true where nothing has to be. */
export const isRetypedRightly = ({ isNewAddress, start, address, choice }: Send): boolean =>
  !isNewAddress || isSameAddress(start.channel, address, choice.retyped)
