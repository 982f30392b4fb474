import { type Delivery, deliveryChannels } from './delivery.ts'
import type { ReleaseItem } from './release-item.ts'

/** The fields of a row that the matrix needs. */
type MatrixItem = { readonly item: ReleaseItem; readonly title: string }
/** The fields of a column that the matrix needs: the practitioner, the practice and the role on the study. */
export type MatrixRecipient = {
  readonly practitioner: { readonly id: string }
  readonly role: 'primary' | 'referring' | 'additional'
  readonly practiceLocationID: string | null
}

/** One practitioner at one practice, with all their roles on the study. */
type ReleaseColumn<Recipient extends MatrixRecipient> = {
  readonly key: string
  readonly recipient: Recipient
  readonly roles: readonly MatrixRecipient['role'][]
}

/**
 * `latest`: the newest delivery that was not cancelled. `reached`: if `latest` has not left the clinic, the newest
 * delivery that has; null otherwise.
 */
export type LastSend = { readonly latest: Delivery; readonly reached: Delivery | null }

type ReleaseCell = {
  /** The last send of each channel, the newest first; empty if nothing was sent. */
  readonly lasts: readonly LastSend[]
  /** The title that was sent, if an earlier version with another title than the row's was sent; null otherwise. */
  readonly sentAs: string | null
}

export type ReleaseMatrix<Item extends MatrixItem, Recipient extends MatrixRecipient> = {
  readonly columns: readonly ReleaseColumn<Recipient>[]
  readonly rows: readonly {
    readonly key: string
    readonly item: Item
    /** One cell for each column, in the order of the columns. */
    readonly cells: readonly ReleaseCell[]
  }[]
  /** Deliveries without a cell, newest first: the study no longer names the recipient, or the item no longer exists. */
  readonly others: readonly Delivery[]
}

/** Returns whether both are the same item: the same paper in any version, or the same version of a document. */
export const isSameItem = (one: ReleaseItem, other: ReleaseItem): boolean =>
  one.kind === 'paper'
    ? other.kind === 'paper' && one.paper === other.paper
    : other.kind === 'document' && one.uuid === other.uuid

export const itemKey = (item: ReleaseItem): string =>
  item.kind === 'paper' ? `paper ${item.paper}` : `document ${item.uuid}`

/** Returns the key of a practitioner at a practice; the same practitioner at two practices has two keys. */
export const recipientKey = (practitionerID: string, practiceLocationID: string | null): string =>
  `${practitionerID} ${practiceLocationID ?? '-'}`

const keyOf = (delivery: Delivery): string => recipientKey(delivery.practitionerID, delivery.practiceLocationID)
/** Returns whether the item has left the clinic. A disc that waits to be burnt has not left. */
const hasLeft = ({ state, channel }: Delivery): boolean =>
  state === 'delivered' || (state === 'handed-over' && channel !== 'cd')

/**
 * Returns the last send of these deliveries, which can be in any order; null if none was sent or all were cancelled.
 * @internal Tests check its cases directly.
 */
export const toLastSend = (deliveries: readonly Delivery[]): LastSend | null => {
  const newest = deliveries.filter(({ state }) => state !== 'cancelled').toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const [latest] = newest
  if (latest === undefined) return null
  return { latest, reached: hasLeft(latest) ? null : (newest.find(hasLeft) ?? null) }
}

/**
 * Returns the last send of each channel, the newest first; empty if nothing was sent. Takes the deliveries in any
 * order.
 */
export const toLastSends = (deliveries: readonly Delivery[]): readonly LastSend[] =>
  deliveryChannels
    .flatMap((channel) => toLastSend(deliveries.filter((each) => each.channel === channel)) ?? [])
    .toSorted((a, b) => (a.latest.at < b.latest.at ? 1 : -1))

/**
 * Returns whether staff must act, because the last send to a recipient by a channel failed or has an unknown result.
 */
export const hasOpenProblem = (deliveries: readonly Delivery[]): boolean =>
  Object.values(Object.groupBy(deliveries, keyOf)).some((sent = []) =>
    toLastSends(sent).some(({ latest: { state } }) => state === 'failed' || state === 'uncertain'),
  )

const isOpenOrSent = ({ state }: Delivery): boolean => state !== 'failed' && state !== 'cancelled'

/**
 * Returns the deliveries of this item, in this version, to this practitioner, the newest first, without failed and
 * cancelled deliveries. Channel and practice do not matter.
 */
export const sentBefore = (
  deliveries: readonly Delivery[],
  { item, title }: MatrixItem,
  practitionerID: string,
): readonly Delivery[] =>
  deliveries
    .filter(
      (each) =>
        isOpenOrSent(each) &&
        each.practitionerID === practitionerID &&
        each.title === title &&
        isSameItem(each.item, item),
    )
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))

/** Returns the recipients as columns. A practitioner named twice at one practice has one column with both roles. */
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
 * Returns the release matrix of a study (study spec §2 Provider follow-up, Last Send): items by recipients, each cell
 * with the last send of each channel. A delivery belongs to the practitioner and practice it was registered for,
 * whatever their role is now.
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

/**
 * Counts the practitioners that a study names, and those of them to whom any version of the report was handed over or
 * delivered.
 */
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

/** Returns `1 of 3 practitioners`; null if the study names at most one, or if none was reached. */
export const describeReached = ({ reached, named }: ReturnType<typeof countReached>): string | null =>
  named < 2 || reached === 0 ? null : `${reached} of ${named} practitioners`
