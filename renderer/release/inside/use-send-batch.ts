import { useState } from 'react'
import type { Recipient, RecipientAddress, ReleasableItem, ReleaseView } from '#contract/release/bridge.ts'
import { type MemberDetails, toMemberDetails } from '#domain/release/member-details.ts'
import { isSameAddress, normalAddress } from '#domain/release/recipient.ts'
import { itemKey, toReleaseColumns } from '#domain/release/release-matrix.ts'
import { confirmationReason } from '#domain/release/send-confirmation.ts'
import {
  mostPlannedSends,
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

/** One way to one recipient that can be chosen. */
export type BatchWay = {
  readonly id: string
  readonly key: string
  readonly practitionerID: string
  readonly channel: PlanChannel
  readonly recipient: Recipient
  readonly name: string
  readonly practice: string | null
  readonly address: string
  readonly lastUsedAt: RecipientAddress['lastUsedAt']
  /** Why nothing can be sent this way; null if something can. */
  readonly problem: string | null
}

type PlannedPart = PlannedSend<ReleasableItem, BatchWay>

type Choice = {
  readonly items: readonly string[]
  readonly ways: readonly string[]
  readonly retyped: { readonly [wayID: string]: string }
  readonly shouldEncryptPdf: boolean
  readonly shouldHideHIContent: boolean
  readonly hasCoverSheet: boolean
}

export type BatchForm = {
  readonly items: readonly ReleasableItem[]
  readonly ways: readonly BatchWay[]
  readonly choice: Choice
  readonly change: (change: Partial<Choice>) => void
  readonly chosenItems: readonly ReleasableItem[]
  readonly chosenWays: readonly BatchWay[]
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

const toWays = (view: ReleaseView): readonly BatchWay[] =>
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

/** Returns whether the address of a way must be typed a second time, because nothing was sent to it before. */
export const isNewWay = ({ address, lastUsedAt }: BatchWay): boolean => address !== '' && lastUsedAt === null

type Options = { readonly page: StudyPage<ReleaseStores>; readonly view: ReleaseView }

const startChoice = (items: readonly ReleasableItem[], { location }: ReleaseView): Choice => ({
  items: items.filter(({ isReport, isPublished }) => isReport && isPublished).map(({ item }) => itemKey(item)),
  ways: [],
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
  const ways = toWays(view)
  const [choice, setChoice] = useState(() => startChoice(items, view))
  const [shownKey, setShownKey] = useState<string | null>(null)
  const [seen, setSeen] = useState<readonly string[]>([])
  const [confirmed, setConfirmed] = useState<string | null>(null)

  const chosenItems = items.filter(({ item, isPublished }) => isPublished && choice.items.includes(itemKey(item)))
  const chosenWays = ways.filter(({ id, problem }) => problem === null && choice.ways.includes(id))
  const plan = planSends(chosenItems, chosenWays, view.deliveries)
  const memberDetails = toMemberDetails(view.member)
  const shown = chosenItems.find(({ item }) => itemKey(item) === shownKey) ?? chosenItems[0] ?? null
  const { shouldHideHIContent, shouldEncryptPdf } = choice
  const mode = shown?.isReport === true ? 'automated' : 'manual'
  const preview = usePreview({ page, item: shown, mode, shouldHideHIContent, memberDetails })
  const seenKey = (item: ReleasableItem): string => JSON.stringify([item.title, shouldHideHIContent, memberDetails])
  const isSeen = (item: ReleasableItem): boolean =>
    seen.includes(seenKey(item)) || (item === shown && preview.drawn === 'drawn')

  const subject = JSON.stringify([
    plan.map(({ key, item, way, before }) => [key, item.title, way.address, way.name, before.map((one) => one.state)]),
    memberDetails,
    shouldEncryptPdf,
    shouldHideHIContent,
    choice.hasCoverSheet,
  ])
  const isConfirmed = plan.length > 0 && confirmed === subject
  const recipients = new Set(chosenWays.map(({ key }) => key)).size
  return {
    items,
    ways,
    choice,
    change: (change) => setChoice((before) => ({ ...before, ...change })),
    chosenItems,
    chosenWays,
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
    isTouched: choice.ways.length > 0 || JSON.stringify(choice) !== JSON.stringify(startChoice(items, view)),
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
  if (plan.length > mostPlannedSends) return words.reasons.tooMany(mostPlannedSends)
  const open = plan.find(
    ({ way }) => isNewWay(way) && !isSameAddress(way.channel, way.address, choice.retyped[way.id] ?? ''),
  )
  return open === undefined ? null : words.reasons.retype(open.way.name)
}

const seenReason = (item: ReleasableItem | undefined): string | null =>
  item === undefined ? null : words.reasons.notSeen(item.title)

/** Returns one part as the bridge takes it, with the words that name it in the list of results. */
const toPart = (
  { key, item, way }: PlannedPart,
  choice: Choice,
  memberDetails: MemberDetails,
  studyID: SendInput['studyID'],
) => ({
  key,
  input: {
    studyID,
    channel: way.channel,
    mode: item.isReport ? ('automated' as const) : ('manual' as const),
    item: item.isReport ? null : item.item,
    title: item.title,
    practitionerID: way.recipient.practitioner.id,
    practiceLocationID: way.recipient.practiceLocationID,
    address: way.address,
    retyped: isNewWay(way) ? normalAddress(way.channel, choice.retyped[way.id] ?? '') : null,
    memberDetails,
    shouldEncryptPdf: way.channel === 'email' && choice.shouldEncryptPdf,
    shouldHideHIContent: choice.shouldHideHIContent,
    ...(way.channel === 'fax' && { hasCoverSheet: choice.hasCoverSheet }),
    isConfirmed: true as const,
    target: null,
  },
  words: {
    title: item.title,
    to: [way.name, way.practice, words.way[way.channel](formatAddress(way.channel, way.address))]
      .filter(Boolean)
      .join(', '),
  },
})
