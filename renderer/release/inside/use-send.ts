import { useState } from 'react'
import { useStore } from 'zustand'
import type { MediumTarget, Recipient, ReleasableItem, ReleaseView } from '#contract/release/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { Delivery, DeliveryChannel, DeliveryMode } from '#domain/release/delivery.ts'
import { type MemberDetails, toMemberDetails } from '#domain/release/member-details.ts'
import { isSameAddress, normalAddress } from '#domain/release/recipient.ts'
import { isSameItem, itemKey, recipientKey, sentBefore } from '#domain/release/release-matrix.ts'
import { whoOf } from '../../study/named-notices.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import type { ReleaseStores } from '../release-factories.ts'
import { isSameSendTarget, isSpent, type OpenSend, type SendTargetKey, type Sent } from '../sends-store.ts'
import { commitLabel, recipientNameOf } from './release-words.ts'
import { sendWords } from './send-words.ts'
import { type Preview, usePreview } from './use-preview.ts'

/** The channel and the recipient with which a send dialog opens: a practitioner at a practice. */
export type SendStart = {
  readonly channel: DeliveryChannel
  readonly practitionerID: string
  readonly practiceLocationID: string | null
  /** The earlier send that is sent again; absent for a first send. */
  readonly earlier?: Delivery
}

/** The sender's choices. */
type SendChoice = {
  readonly mode: DeliveryMode
  /** With Manual, the key of the chosen item; null until the user chooses one. */
  readonly itemKey: string | null
  readonly shouldEncryptPdf: boolean
  readonly shouldHideHIContent: boolean
  readonly hasCoverSheet: boolean
  readonly retyped: string
  readonly target: MediumTarget | null
  /** Whether the chosen disc or stick was removed from the computer. */
  readonly isTargetGone: boolean
  /** Whether the sender accepts that the recipient may get the document twice. */
  readonly isUncertainAccepted: boolean
}

export type SendForm = {
  readonly start: SendStart
  readonly choice: SendChoice
  readonly change: (change: Partial<SendChoice>) => void
  /** Null if the study no longer names this practitioner. */
  readonly recipient: Recipient | null
  /** The fax number or email address in the directory now; empty for CD and USB. */
  readonly address: string
  readonly isNewAddress: boolean
  /** The item to send; null if there is no report, or if the user has not chosen an item. */
  readonly item: ReleasableItem | null
  readonly memberDetails: MemberDetails
  readonly preview: Preview
  /** Earlier deliveries of the same item and version to this practitioner that neither failed nor were cancelled. */
  readonly before: readonly Delivery[]
  /** The title of the document to send, as previewed; null if there is none. */
  readonly title: string | null
  /** The label of the button that sends. While the result of an earlier try is unknown, the label of that try. */
  readonly label: string
  /** What has changed since the user opened the dialog or, later, last confirmed the data. */
  readonly changed: { readonly member: boolean; readonly address: boolean }
  readonly isConfirmed: boolean
  readonly confirm: (isConfirmed: boolean) => void
  /** Whether closing the dialog would lose a choice or leave a send whose result is unknown. */
  readonly isTouched: boolean
  readonly isBusy: boolean
  readonly failure: Failure | null
  /** Whether the result of the first try is unknown. Then only the same send may be repeated. */
  readonly isLocked: boolean
  /** Whether an earlier send has used the idempotency key. Then nothing can be sent from this dialog. */
  readonly isSpent: boolean
  readonly send: () => Promise<Sent | null>
  /** Records that the user closed the dialog. Opening it again shows a send whose result is still unknown. */
  readonly putAside: () => void
}

/**
 * Returns the initial choices of a send dialog. A fax cannot have a password. Email passes through other servers, and a
 * disc or stick can be lost, so these three channels have a password by default.
 */
const startChoice = ({ channel, earlier }: SendStart, { items, location }: ReleaseView): SendChoice => ({
  ...startItem(earlier, items),
  shouldEncryptPdf: earlier?.isEncrypted ?? channel !== 'fax',
  shouldHideHIContent: true,
  hasCoverSheet: channel === 'fax' && location.faxCoverSheet === true,
  retyped: '',
  target: null,
  isTargetGone: false,
  isUncertainAccepted: false,
})

/** Returns the item of the earlier send, or the study's own report. */
const startItem = (
  earlier: Delivery | undefined,
  items: readonly ReleasableItem[],
): Pick<SendChoice, 'mode' | 'itemKey'> => {
  const report = items.find(({ isReport }) => isReport)
  return earlier === undefined || (report !== undefined && isSameItem(report.item, earlier.item))
    ? { mode: 'automated', itemKey: null }
    : { mode: 'manual', itemKey: itemKey(earlier.item) }
}

/** Returns the choices of a send whose result is unknown. */
const choiceOf = ({ input }: OpenSend): SendChoice => ({
  mode: input.mode,
  itemKey: input.item === null ? null : itemKey(input.item),
  shouldEncryptPdf: input.shouldEncryptPdf,
  shouldHideHIContent: input.shouldHideHIContent,
  hasCoverSheet: input.hasCoverSheet ?? false,
  retyped: input.retyped ?? '',
  target: input.target === null ? null : { path: input.target, label: input.target, freeBytes: null },
  isTargetGone: false,
  isUncertainAccepted: input.resend?.isUncertainAccepted ?? false,
})

type Options = {
  readonly page: StudyPage<ReleaseStores>
  readonly view: ReleaseView
  readonly start: SendStart
  readonly reread: () => Promise<void>
}

/**
 * Returns the form of one opened send dialog. Choices survive a failure, and a confirmation is valid only for the data
 * that the user confirmed.
 */
export const useSend = ({ page, view, start, reread }: Options): SendForm => {
  const { channel, practitionerID, practiceLocationID } = start
  const [refusal, setRefusal] = useState<Failure | null>(null)
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const { sends } = page.stores
  const sendKey: SendTargetKey = { studyID: view.study.studyID, channel, practitionerID, practiceLocationID }
  const open = useStore(sends, (state) => state.open.find(({ input }) => isSameSendTarget(input, sendKey)) ?? null)
  const [choice, setChoice] = useState(() => (open === null ? startChoice(start, view) : choiceOf(open)))

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
  const memberDetails = toMemberDetails(view.member)
  const { mode, shouldEncryptPdf, shouldHideHIContent, hasCoverSheet } = choice
  const preview = usePreview({ page, item, mode, shouldHideHIContent, memberDetails })

  const memberNow = JSON.stringify(memberDetails)
  const addressNow = JSON.stringify([address, recipient?.practitioner.firstName, recipient?.practitioner.lastName])
  const [seen, setSeen] = useState({ member: memberNow, address: addressNow })
  const { retyped: _retyped, isTargetGone: _isTargetGone, ...confirmable } = choice
  // The title of the previewed document: the back office may have a newer version than the one that this page has read.
  const title = preview.paper.kind === 'ready' ? preview.paper.value.title : (item?.title ?? null)
  const before = item === null || title === null ? [] : sentBefore(view.deliveries, { ...item, title }, practitionerID)
  const beforeNow = before.map(({ deliveryID, state }) => [deliveryID, state])
  const subject = JSON.stringify([confirmable, title, memberNow, addressNow, beforeNow])
  const who = whoOf(view.member)
  const to = recipient === null ? sendWords.noRecipient : recipientNameOf(recipient)
  const label = open?.label ?? commitLabel(channel, { title: title ?? sendWords.theReport, who, to, address })
  // While the result is unknown, the first request is repeated, even if the choices in the dialog have changed.
  const input = open?.input ?? {
    ...sendKey,
    mode,
    item: mode === 'automated' ? null : (item?.item ?? null),
    title,
    address,
    retyped: isNewAddress ? normalAddress(channel, choice.retyped) : null,
    memberDetails,
    shouldEncryptPdf,
    shouldHideHIContent,
    ...(channel === 'fax' && { hasCoverSheet }),
    isConfirmed: true as const,
    target: choice.target?.path ?? null,
    ...(start.earlier !== undefined && {
      resend: { deliveryID: start.earlier.deliveryID, isUncertainAccepted: choice.isUncertainAccepted },
    }),
  }

  const send = async (): Promise<Sent | null> => {
    if (item === null && open === null) return null
    const reply = await sends.getState().send({ input, label, who })
    setRefusal(reply.ok ? null : reply.failure)
    // The reason for a refusal may be a change that this page has not read yet: to the member's details, to the
    // address, or to the document's publication.
    void reread()
    if (reply.ok) return reply.value
    if (reply.failure.code === 'stale' || reply.failure.code === 'recipient-unconfirmed') setConfirmed(null)
    // The previewed document may be the one that is stale.
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
    title: open === null ? title : open.input.title,
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
    isTouched: isLocked || confirmed === subject || JSON.stringify(choice) !== JSON.stringify(startChoice(start, view)),
    isBusy: open?.isBusy ?? false,
    failure: open?.failure ?? refusal,
    isLocked,
    isSpent: open !== null && isSpent(open),
    send,
    putAside: () => sends.getState().putAside(sendKey),
  }
}

/** Returns whether the user typed a new address again without a mistake; true if the address is not new. */
export const isRetypedRightly = ({ isNewAddress, start, address, choice }: SendForm): boolean =>
  !isNewAddress || isSameAddress(start.channel, address, choice.retyped)
