import { type Delivery, deliveryChannels } from './delivery.ts'
import type { ReleaseItem } from './release-item.ts'

/** What a row of the matrix needs to know. */
type MatrixItem = { readonly item: ReleaseItem; readonly title: string }
/** What a column needs to know: who, at which practice, and as what the study names them. */
export type MatrixRecipient = {
  readonly practitioner: { readonly id: string }
  readonly role: 'primary' | 'referring' | 'additional'
  readonly practiceLocationID: string | null
}

/** One practitioner at one practice, with everything the study names them as. */
export type ReleaseColumn<Recipient extends MatrixRecipient> = {
  readonly key: string
  readonly recipient: Recipient
  readonly roles: readonly MatrixRecipient['role'][]
}

/** How a send stands: the newest that was not cancelled, and where that one went wrong the newest that got out. */
export type LastSend = { readonly latest: Delivery; readonly reached: Delivery | null }

export type ReleaseCell = {
  /** One for each way it was sent, the newest first; empty: not sent. */
  readonly lasts: readonly LastSend[]
  /** What was sent, where that is not what the row is now: an earlier version. */
  readonly sentAs: string | null
}

export type ReleaseMatrix<Item extends MatrixItem, Recipient extends MatrixRecipient> = {
  readonly columns: readonly ReleaseColumn<Recipient>[]
  readonly rows: readonly {
    readonly key: string
    readonly item: Item
    /** One for each column, in their order. */
    readonly cells: readonly ReleaseCell[]
  }[]
  /** What stands in no cell, newest first: to somebody the study names no more, or of something that is gone. */
  readonly others: readonly Delivery[]
}

/** Whether both mean the same thing to send; versions are not looked at. */
export const isSameItem = (one: ReleaseItem, other: ReleaseItem): boolean =>
  one.kind === 'paper'
    ? other.kind === 'paper' && one.paper === other.paper
    : other.kind === 'document' && one.uuid === other.uuid

export const itemKey = (item: ReleaseItem): string =>
  item.kind === 'paper' ? `paper ${item.paper}` : `document ${item.uuid}`

/** A practitioner at a practice; the same one at two practices is two. */
export const recipientKey = (practitionerID: string, practiceLocationID: string | null): string =>
  `${practitionerID} ${practiceLocationID ?? '-'}`

const keyOf = (delivery: Delivery): string => recipientKey(delivery.practitionerID, delivery.practiceLocationID)
const hasLeft = ({ state }: Delivery): boolean => state === 'handed-over' || state === 'delivered'

/**
 * The last send of these deliveries; null where nothing was sent but what was cancelled. In any order.
 * @internal Tests go through its cases alone.
 */
export const toLastSend = (deliveries: readonly Delivery[]): LastSend | null => {
  const newest = deliveries.filter(({ state }) => state !== 'cancelled').toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const [latest] = newest
  if (latest === undefined) return null
  return { latest, reached: hasLeft(latest) ? null : (newest.find(hasLeft) ?? null) }
}

/** The last send of each way among these deliveries, the newest way first; empty where nothing was sent. In any order. */
export const toLastSends = (deliveries: readonly Delivery[]): readonly LastSend[] =>
  deliveryChannels
    .flatMap((channel) => toLastSend(deliveries.filter((each) => each.channel === channel)) ?? [])
    .toSorted((a, b) => (a.latest.at < b.latest.at ? 1 : -1))

const isOpenOrOut = ({ state }: Delivery): boolean => state !== 'failed' && state !== 'cancelled'

/**
 * What was sent already, is on its way or may be, of the same thing in the same version to the same practitioner, by whatever
 * channel and at whichever practice; newest first.
 */
export const sentBefore = (
  deliveries: readonly Delivery[],
  { item, title }: MatrixItem,
  practitionerID: string,
): readonly Delivery[] =>
  deliveries
    .filter(
      (each) =>
        isOpenOrOut(each) &&
        each.practitionerID === practitionerID &&
        each.title === title &&
        isSameItem(each.item, item),
    )
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))

/** Recipients as columns: who is named twice at the same practice stands once, under every role. */
export const toReleaseColumns = <Recipient extends MatrixRecipient>(
  recipients: readonly Recipient[],
): readonly ReleaseColumn<Recipient>[] => {
  const columns = new Map<string, ReleaseColumn<Recipient>>()
  for (const recipient of recipients) {
    const key = recipientKey(recipient.practitioner.id, recipient.practiceLocationID)
    const known = columns.get(key)
    const roles = known?.roles ?? []
    if (roles.includes(recipient.role)) continue
    columns.set(key, { key, recipient: known?.recipient ?? recipient, roles: [...roles, recipient.role] })
  }
  return [...columns.values()]
}

/**
 * The release matrix of a study (study spec §2 Provider follow-up, Last Send): what can be sent by to whom, each cell with the
 * last send. A delivery belongs to the practitioner at the practice it was registered for, whatever the study names them as now.
 */
export const toReleaseMatrix = <Item extends MatrixItem, Recipient extends MatrixRecipient>({
  items,
  recipients,
  deliveries,
}: {
  readonly items: readonly Item[]
  readonly recipients: readonly Recipient[]
  readonly deliveries: readonly Delivery[]
}): ReleaseMatrix<Item, Recipient> => {
  const columns = toReleaseColumns(recipients)
  const toCell = (item: Item, key: string): ReleaseCell => {
    const sent = deliveries.filter((each) => keyOf(each) === key && isSameItem(each.item, item.item))
    const lasts = toLastSends(sent)
    const newest = toLastSend(sent)
    const shown = newest?.reached ?? newest?.latest
    return { lasts, sentAs: shown === undefined || shown.title === item.title ? null : shown.title }
  }
  return {
    columns,
    rows: items.map((item) => ({
      key: itemKey(item.item),
      item,
      cells: columns.map(({ key }) => toCell(item, key)),
    })),
    others: deliveries
      .filter((each) => each.state !== 'cancelled')
      .filter(
        (each) =>
          !columns.some(({ key }) => key === keyOf(each)) || !items.some(({ item }) => isSameItem(each.item, item)),
      )
      .toSorted((a, b) => (a.at < b.at ? 1 : -1)),
  }
}

/** How many of the practitioners that a study names the report has reached, by any way and in any version. */
export const countReached = (
  recipients: readonly MatrixRecipient[],
  deliveries: readonly Delivery[],
): { readonly reached: number; readonly named: number } => {
  const named = new Set(recipients.map(({ practitioner }) => practitioner.id))
  const reports = deliveries.filter((each) => isReportItem(each.item) && hasLeft(each))
  const reached = new Set(reports.map(({ practitionerID }) => practitionerID).filter((id) => named.has(id)))
  return { reached: reached.size, named: named.size }
}

const isReportItem = (item: ReleaseItem): boolean =>
  item.kind === 'paper' && (item.paper === 'physician-report' || item.paper === 'traditional-report')

/** `1 of 3 practitioners`; null where the study names one at most, or nothing of the sends is known here. */
export const describeReached = ({ reached, named }: ReturnType<typeof countReached>): string | null =>
  named < 2 || reached === 0 ? null : `${reached} of ${named} practitioners`
