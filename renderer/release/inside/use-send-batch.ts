import { useState } from 'react'
import type { Recipient, RecipientAddress, ReleasableItem, ReleaseView } from '#contract/release/bridge.ts'
import { type MemberDetails, toMemberDetails } from '#domain/release/member-details.ts'
import { isSameAddress, normalAddress } from '#domain/release/recipient.ts'
import { itemKey, toReleaseColumns } from '#domain/release/release-matrix.ts'
import { confirmationReason } from '#domain/release/send-confirmation.ts'
import {
  maxPlannedSends,
  type PlanChannel,
  type PlannedSend,
  planChannels,
  planSends,
} from '#domain/release/send-plan.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import type { ReleaseStores } from '../release-factories.ts'
import type { SendInput } from '../sends-store.ts'
import { addressReason, formatAddress, recipientNameOf, recipientPractice } from './release-words.ts'
import { sendBatchWords as words } from './send-batch-words.ts'
import { type Preview, usePreview } from './use-preview.ts'

/** A recipient and a channel that the user can choose. */
export type BatchTarget = {
  readonly id: string
  readonly key: string
  readonly practitionerID: string
  readonly channel: PlanChannel
  readonly recipient: Recipient
  readonly name: string
  readonly practice: string | null
  readonly address: string
  readonly lastUsedAt: RecipientAddress['lastUsedAt']
  /** Why the recipient cannot be reached by this channel; null if it can. */
  readonly problem: string | null
}

type PlannedPart = PlannedSend<ReleasableItem, BatchTarget>

type Choice = {
  readonly items: readonly string[]
  readonly targets: readonly string[]
  readonly retyped: { readonly [targetID: string]: string }
  readonly shouldEncryptPdf: boolean
  readonly shouldHideHIContent: boolean
  readonly hasCoverSheet: boolean
}

export type BatchForm = {
  readonly items: readonly ReleasableItem[]
  readonly targets: readonly BatchTarget[]
  readonly choice: Choice
  readonly change: (change: Partial<Choice>) => void
  readonly chosenItems: readonly ReleasableItem[]
  readonly chosenTargets: readonly BatchTarget[]
  readonly plan: readonly PlannedPart[]
  readonly count: string
  /** The document in the preview; null if none is chosen. */
  readonly shown: ReleasableItem | null
  readonly show: (key: string) => void
  readonly preview: Preview
  readonly isConfirmed: boolean
  readonly confirm: (isConfirmed: boolean) => void
  readonly isTouched: boolean
  /** Why the documents cannot be sent now; null if they can. */
  readonly reason: string | null
  readonly toParts: () => readonly { key: string; input: SendInput; words: { title: string; to: string } }[]
}

const toTargets = (view: ReleaseView): readonly BatchTarget[] =>
  toReleaseColumns(view.recipients).flatMap(({ key, recipient }) =>
    planChannels.map((channel) => {
      const known = recipient.addresses.find((each) => each.channel === channel)
      return {
        id: `${key} ${channel}`,
        key,
        practitionerID: recipient.practitioner.id,
        channel,
        recipient,
        name: recipientNameOf(recipient),
        practice: recipientPractice(recipient),
        address: known?.address ?? '',
        lastUsedAt: known?.lastUsedAt ?? null,
        problem: addressReason(channel, known),
      }
    }),
  )

/** Returns whether the user must type the address again, because nothing was sent to it before. */
export const isNewAddress = ({ address, lastUsedAt }: BatchTarget): boolean => address !== '' && lastUsedAt === null

type Options = { readonly page: StudyPage<ReleaseStores>; readonly view: ReleaseView }

const startChoice = (items: readonly ReleasableItem[], { location }: ReleaseView): Choice => ({
  items: items.filter(({ isReport, isPublished }) => isReport && isPublished).map(({ item }) => itemKey(item)),
  targets: [],
  retyped: {},
  shouldEncryptPdf: true,
  shouldHideHIContent: true,
  hasCoverSheet: location.faxCoverSheet === true,
})

/**
 * Returns the form of a send to several recipients. A confirmation is valid only for the documents, recipients and
 * member that the user confirmed, and each chosen document must have been shown.
 */
export const useSendBatch = ({ page, view }: Options): BatchForm => {
  const isManual = page.reason('send-report-manually') === null
  const items = view.items.filter(({ isReport }) => isReport || isManual)
  const targets = toTargets(view)
  const [choice, setChoice] = useState(() => startChoice(items, view))
  const [shownKey, setShownKey] = useState<string | null>(null)
  const [seen, setSeen] = useState<readonly string[]>([])
  const [confirmed, setConfirmed] = useState<string | null>(null)

  const chosenItems = items.filter(({ item, isPublished }) => isPublished && choice.items.includes(itemKey(item)))
  const chosenTargets = targets.filter(({ id, problem }) => problem === null && choice.targets.includes(id))
  const plan = planSends(chosenItems, chosenTargets, view.deliveries)
  const memberDetails = toMemberDetails(view.member)
  const shown = chosenItems.find(({ item }) => itemKey(item) === shownKey) ?? chosenItems[0] ?? null
  const { shouldHideHIContent, shouldEncryptPdf } = choice
  const mode = shown?.isReport === true ? 'automated' : 'manual'
  const preview = usePreview({ page, item: shown, mode, shouldHideHIContent, memberDetails })
  const seenKey = (item: ReleasableItem): string => JSON.stringify([item.title, shouldHideHIContent, memberDetails])
  const isSeen = (item: ReleasableItem): boolean =>
    seen.includes(seenKey(item)) || (item === shown && preview.drawn === 'drawn')

  const subject = JSON.stringify([
    plan.map(({ key, item, target, before }) => [
      key,
      item.title,
      target.address,
      target.name,
      before.map((one) => one.state),
    ]),
    memberDetails,
    shouldEncryptPdf,
    shouldHideHIContent,
    choice.hasCoverSheet,
  ])
  const isConfirmed = plan.length > 0 && confirmed === subject
  const recipients = new Set(chosenTargets.map(({ key }) => key)).size
  return {
    items,
    targets,
    choice,
    change: (change) => setChoice((before) => ({ ...before, ...change })),
    chosenItems,
    chosenTargets,
    plan,
    count: words.planCount(plan.length, chosenItems.length, recipients),
    shown,
    show: (key) => {
      if (shown !== null && preview.drawn === 'drawn') setSeen((before) => [...before, seenKey(shown)])
      setShownKey(key)
    },
    preview,
    isConfirmed,
    confirm: (isTicked) => setConfirmed(isTicked ? subject : null),
    isTouched: choice.targets.length > 0 || JSON.stringify(choice) !== JSON.stringify(startChoice(items, view)),
    reason:
      page.reason('send-to-practitioner') ??
      planReason(plan, choice) ??
      seenReason(chosenItems.find((item) => !isSeen(item))) ??
      confirmationReason(isConfirmed),
    toParts: () => plan.map((part) => toPart(part, choice, memberDetails, view.study.studyID)),
  }
}

const planReason = (plan: readonly PlannedPart[], choice: Choice): string | null => {
  if (choice.items.length === 0) return words.reasons.noItem
  if (plan.length === 0) return words.reasons.noWay
  if (plan.length > maxPlannedSends) return words.reasons.tooMany(maxPlannedSends)
  const open = plan.find(
    ({ target }) =>
      isNewAddress(target) && !isSameAddress(target.channel, target.address, choice.retyped[target.id] ?? ''),
  )
  return open === undefined ? null : words.reasons.retype(open.target.name)
}

const seenReason = (item: ReleasableItem | undefined): string | null =>
  item === undefined ? null : words.reasons.notSeen(item.title)

/** Returns one part as input for the bridge, with the words that name the part in the list of results. */
const toPart = (
  { key, item, target }: PlannedPart,
  choice: Choice,
  memberDetails: MemberDetails,
  studyID: SendInput['studyID'],
) => ({
  key,
  input: {
    studyID,
    channel: target.channel,
    mode: item.isReport ? ('automated' as const) : ('manual' as const),
    item: item.isReport ? null : item.item,
    title: item.title,
    practitionerID: target.recipient.practitioner.id,
    practiceLocationID: target.recipient.practiceLocationID,
    address: target.address,
    retyped: isNewAddress(target) ? normalAddress(target.channel, choice.retyped[target.id] ?? '') : null,
    memberDetails,
    shouldEncryptPdf: target.channel === 'email' && choice.shouldEncryptPdf,
    shouldHideHIContent: choice.shouldHideHIContent,
    ...(target.channel === 'fax' && { hasCoverSheet: choice.hasCoverSheet }),
    isConfirmed: true as const,
    target: null,
  },
  words: {
    title: item.title,
    to: [target.name, target.practice, words.byChannel[target.channel](formatAddress(target.channel, target.address))]
      .filter(Boolean)
      .join(', '),
  },
})
