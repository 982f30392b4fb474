import { useState } from 'react'
import { useStore } from 'zustand'
import type { MediumTarget, Recipient, ReleasableItem, ReleaseView } from '#contract/release/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { Delivery, DeliveryChannel, DeliveryMode } from '#domain/release/delivery.ts'
import type { MemberDetails } from '#domain/release/member-details.ts'
import { isSameAddress, normalAddress } from '#domain/release/recipient.ts'
import { itemKey, recipientKey, sentBefore } from '#domain/release/release-matrix.ts'
import { whoOf } from '../../study/named-notices.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import type { ReleaseStores } from '../release-factories.ts'
import { isSameWay, isSpent, type OpenSend, type SendWay, type Sent } from '../sends-store.ts'
import { commitLabel, recipientNameOf } from './release-words.ts'
import { type Preview, usePreview } from './use-preview.ts'

/** What a send was begun for: a way, and a practitioner at a practice. */
export type SendStart = {
  readonly channel: DeliveryChannel
  readonly practitionerID: string
  readonly practiceLocationID: string | null
}

/** What the sender decides. */
type SendChoice = {
  readonly mode: DeliveryMode
  /** With Manual the chosen item's key; null: none yet. */
  readonly itemKey: string | null
  readonly shouldEncryptPdf: boolean
  readonly shouldHideHIContent: boolean
  readonly retyped: string
  readonly target: MediumTarget | null
  /** What was chosen was not found there any more. */
  readonly isTargetGone: boolean
}

export type SendForm = {
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
  readonly preview: Preview
  /** The same that was sent to them already, or is on its way. */
  readonly before: readonly Delivery[]
  /** The words of the committing button; of an earlier try whose end is not known while there is one. */
  readonly label: string
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
  /** An earlier try has gone through: nothing may be asked for again from here. */
  readonly isSpent: boolean
  readonly send: () => Promise<Sent | null>
  /** The window is closed; what nobody knows the end of is kept for whoever opens it again. */
  readonly putAside: () => void
}

/** A fax cannot be locked. E-mail passes other servers and a disc can be lost, so both are locked by default. */
const startChoice = (channel: DeliveryChannel): SendChoice => ({
  mode: 'automated',
  itemKey: null,
  shouldEncryptPdf: channel !== 'fax',
  shouldHideHIContent: true,
  retyped: '',
  target: null,
  isTargetGone: false,
})

/** What was chosen for a send whose end is not known. */
const choiceOf = ({ input }: OpenSend): SendChoice => ({
  mode: input.mode,
  itemKey: input.item === null ? null : itemKey(input.item),
  shouldEncryptPdf: input.shouldEncryptPdf,
  shouldHideHIContent: input.shouldHideHIContent,
  retyped: input.retyped ?? '',
  target: input.target === null ? null : { path: input.target, label: input.target, freeBytes: null },
  isTargetGone: false,
})

const detailsOf = ({ member }: ReleaseView): MemberDetails => ({
  firstname: member.firstname,
  lastname: member.lastname,
  dob: member.dob,
  sex: member.gender,
})

type Options = {
  readonly page: StudyPage<ReleaseStores>
  readonly view: ReleaseView
  readonly start: SendStart
  readonly reread: () => Promise<void>
}

/** One opened window of sending: what was chosen stays after a failure, and the tick counts only for what it was set for. */
export const useSend = ({ page, view, start, reread }: Options): SendForm => {
  const { channel, practitionerID, practiceLocationID } = start
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const { sends } = page.stores
  const way: SendWay = { studyID: view.study.studyID, channel, practitionerID, practiceLocationID }
  const open = useStore(sends, (state) => state.open.find(({ input }) => isSameWay(input, way)) ?? null)
  const [choice, setChoice] = useState(() => (open === null ? startChoice(channel) : choiceOf(open)))

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
  const { mode, shouldEncryptPdf, shouldHideHIContent } = choice
  const preview = usePreview({ page, item, mode, shouldHideHIContent, memberDetails })

  const memberNow = JSON.stringify(memberDetails)
  const addressNow = JSON.stringify([address, recipient?.practitioner.firstName, recipient?.practitioner.lastName])
  const [seen, setSeen] = useState({ member: memberNow, address: addressNow })
  const { retyped: _retyped, isTargetGone: _isTargetGone, ...confirmable } = choice
  // The title of what is looked at: the back office may have a newer version than was read here.
  const title = preview.paper.kind === 'ready' ? preview.paper.value.title : (item?.title ?? null)
  const before = item === null || title === null ? [] : sentBefore(view.deliveries, { ...item, title }, practitionerID)
  const beforeNow = before.map(({ deliveryID, state }) => [deliveryID, state])
  const subject = JSON.stringify([confirmable, title, memberNow, addressNow, beforeNow])
  const who = whoOf(view.member)
  const to = recipient === null ? 'nobody' : recipientNameOf(recipient)
  const label = open?.label ?? commitLabel(channel, { title: title ?? 'the report', who, to, address })
  // Once its end is not known, what stands here may have changed: the first try is what is asked for again.
  const input = open?.input ?? {
    ...way,
    mode,
    item: mode === 'automated' ? null : (item?.item ?? null),
    title,
    address,
    retyped: isNewAddress ? normalAddress(channel, choice.retyped) : null,
    memberDetails,
    shouldEncryptPdf,
    shouldHideHIContent,
    isConfirmed: true as const,
    target: choice.target?.path ?? null,
  }

  const send = async (): Promise<Sent | null> => {
    if (item === null && open === null) return null
    const reply = await sends.getState().send({ input, label, who })
    setRefusal(reply.ok ? null : reply.failure)
    // What it was refused for may be news here: whose record, which address, whether it is published.
    void reread()
    if (reply.ok) return reply.value
    if (reply.failure.code === 'stale' || reply.failure.code === 'recipient-unconfirmed') setConfirmed(null)
    // What was looked at may be what is not as it was.
    if (reply.failure.code === 'stale') preview.reread()
    return null
  }

  const isLocked = open !== null && open.failure !== null
  return {
    start,
    choice,
    change: (change) => setChoice((before) => ({ ...before, ...change })),
    recipient,
    address,
    isNewAddress,
    item,
    memberDetails,
    preview,
    before,
    label,
    changed: {
      member: !isLocked && memberNow !== seen.member,
      address: !isLocked && addressNow !== seen.address,
    },
    isConfirmed: open !== null || confirmed === subject,
    confirm: (isConfirmed) => {
      setConfirmed(isConfirmed ? subject : null)
      if (isConfirmed) setSeen({ member: memberNow, address: addressNow })
    },
    isTouched: isLocked || confirmed === subject || JSON.stringify(choice) !== JSON.stringify(startChoice(channel)),
    isBusy: open?.isBusy ?? false,
    failure: open?.failure ?? refusal,
    isLocked,
    isSpent: open !== null && isSpent(open),
    send,
    putAside: () => sends.getState().putAside(way),
  }
}

/** Whether a new address was typed again rightly; true where nothing has to be. */
export const isRetypedRightly = ({ isNewAddress, start, address, choice }: SendForm): boolean =>
  !isNewAddress || isSameAddress(start.channel, address, choice.retyped)
