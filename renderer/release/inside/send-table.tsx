import { History } from 'lucide-react'
import type { Recipient } from '#contract/release/bridge.ts'
import { practiceName } from '#domain/people/practitioner.ts'
import { type Delivery, type DeliveryChannel, deliveryChannels } from '#domain/release/delivery.ts'
import { hasOpenProblem, recipientKey, toLastSends, toReleaseColumns } from '#domain/release/release-matrix.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { Table, type TableColumn } from '../../kit/controls/table.tsx'
import { type PractitionerRow, practitionerRows } from '../../people/practitioner-rows.ts'
import { practitionerWords } from '../../people/practitioner-words.ts'
import { faxOf, practiceOf } from '../../study/panel-words.ts'
import { useUnfoldFor } from '../../study/sections.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import { historyWords } from '../history-words.ts'
import type { ReleaseState } from '../release-store.ts'
import { LastSends } from './last-send.tsx'
import { addressReason, channelLabels, formatAddress, releaseWords } from './release-words.ts'
import { SendActs } from './send-acts.tsx'
import type { SendStart } from './use-send.ts'

const words = releaseWords.table

type Row = PractitionerRow & {
  readonly parts: string
  readonly recipient: Recipient | null
  /** Every delivery to this practitioner at this practice; empty until they are loaded. */
  readonly sent: readonly Delivery[]
}

type Props = {
  readonly page: StudyPage
  readonly release: ReleaseState
  readonly onSend: (start: SendStart) => void
  readonly onEditDirectory: (practitionerID: string) => void
  readonly onHistory: (recipient: { readonly practitionerID: string; readonly name: string }) => void
}

/**
 * Returns one row for each practitioner and practice that the study names. `recipient` has the addresses that the back
 * office knows; null if they are not loaded or the practitioner is not in the directory.
 */
const toRows = (page: StudyPage, release: ReleaseState): readonly Row[] => {
  const { study, practitioners } = page.view
  const view = release.read.kind === 'ready' ? release.read.value : null
  // Offline the page's view has no practitioners, but the last loaded list of recipients may have them.
  const known = practitioners ?? view?.recipients.map(({ practitioner }) => practitioner) ?? null
  const named = practitionerRows(study.details.practitioners, known)
  const columns = toReleaseColumns(view?.recipients ?? [])
  const sentTo = (key: string): readonly Delivery[] =>
    (view?.deliveries ?? []).filter(
      ({ practitionerID, practiceLocationID }) => recipientKey(practitionerID, practiceLocationID) === key,
    )
  const rows = new Map<string, Row>()
  for (const row of named) {
    const key = recipientKey(row.ref.practitionerID, row.ref.locationID)
    const known = rows.get(key)
    const recipient = columns.find((column) => column.key === key)?.recipient ?? null
    rows.set(
      key,
      known === undefined
        ? { ...row, key, parts: row.part, recipient, sent: sentTo(key) }
        : { ...known, parts: known.parts.includes(row.part) ? known.parts : `${known.parts}, ${row.part}` },
    )
  }
  return [...rows.values()]
}

/**
 * Shows who receives the report and how: one row for each practitioner, one column for each channel with its address
 * and button, and the last send by each channel (study spec §2 Provider follow-up).
 */
export function SendTable(props: Props) {
  const { page, release } = props
  const rows = toRows(page, release)
  // A failed or unknown send opens the section, because staff must act.
  useUnfoldFor(rows.some(({ sent }) => hasOpenProblem(sent)))
  return (
    <Table<Row>
      caption={words.caption}
      density="small"
      className="rel-table"
      columns={columnsFor(props)}
      rows={rows}
      rowKey={({ key }) => key}
    />
  )
}

const columnsFor = (props: Props): readonly TableColumn<Row>[] => [
  { id: 'name', header: words.practitioner, isRowHeader: true, cell: (row) => <RecipientCell row={row} {...props} /> },
  ...deliveryChannels.map((channel) => ({
    id: channel,
    header: words.channels[channel],
    cell: (row: Row) => <ChannelCell row={row} channel={channel} {...props} />,
  })),
  { id: 'last', header: words.lastSend, width: '38%', cell: (row) => <Last row={row} {...props} /> },
]

type CellProps = Props & { readonly row: Row }

/** Names the practitioner, the roles on the study and the practice, and opens the contact in the directory. */
function RecipientCell({ page, row, onEditDirectory }: CellProps) {
  const { name, practitioner, parts, ref } = row
  const practice = practitioner === null ? null : practiceOf(practitioner, ref)
  return (
    <>
      {name}
      <span className="stp__below">{[practitioner?.profession, parts].filter(Boolean).join(' · ')}</span>
      <span className="stp__below">
        {practice === null ? practitionerWords.practiceNotNamed : practiceName(practice)}
      </span>
      <Button
        size="micro"
        variant="plain"
        className="rel-table__quiet"
        disabledReason={
          page.reason('edit-practitioner-directory') ??
          (practitioner === null ? practitionerWords.cannotEditUnknown : null)
        }
        aria-label={practitionerWords.editContactOf(name)}
        onPress={() => onEditDirectory(ref.practitionerID)}
      >
        {practitionerWords.editContact}
      </Button>
    </>
  )
}

type ChannelCellProps = CellProps & { readonly channel: DeliveryChannel }

/** Shows the button that begins a send, and the address for a fax or an email. */
function ChannelCell({ page, release, row, channel, onSend, onEditDirectory }: ChannelCellProps) {
  const { practitioner, ref } = row
  return (
    <>
      <Button
        size="xsmall"
        disabledReason={sendReason(page, release, row, channel)}
        aria-label={words.sendBy[channel](row.name, page.who)}
        onPress={() => onSend({ channel, practitionerID: ref.practitionerID, practiceLocationID: ref.locationID })}
      >
        {channelLabels[channel]}
      </Button>
      {channel === 'fax' || channel === 'email' ? (
        <Address row={row} channel={channel} onEditDirectory={onEditDirectory}>
          {practitioner === null
            ? ''
            : channel === 'fax'
              ? faxOf(practitioner, ref)
              : practitioner.contact.emailAddress}
        </Address>
      ) : null}
    </>
  )
}

type AddressProps = {
  readonly row: Row
  readonly channel: 'fax' | 'email'
  /** The address from the directory; empty if there is none. */
  readonly children: string
  readonly onEditDirectory: Props['onEditDirectory']
}

/**
 * Shows the address. If nothing can be sent to it, also shows the reason and a button that opens the directory entry
 * (study spec §5).
 */
function Address({ row, channel, children, onEditDirectory }: AddressProps) {
  const { recipient, practitioner } = row
  const problem =
    recipient === null
      ? null
      : addressReason(
          channel,
          recipient.addresses.find((each) => each.channel === channel),
        )
  return (
    <span className="rel-table__to">
      {children === '' ? (
        <span className="stp__quiet">{words.noAddress}</span>
      ) : channel === 'fax' ? (
        <span className="stp__unbroken tabular">{formatAddress('fax', children)}</span>
      ) : (
        <MailAddress>{children}</MailAddress>
      )}
      {problem === null || practitioner === null ? null : (
        <span className="rel-table__problem">
          {children === '' ? null : <span>{problem}</span>}
          <Button
            size="micro"
            variant="plain"
            aria-label={words.updateDirectoryOf(releaseMessages.updateDirectory, row.name)}
            onPress={() => onEditDirectory(row.ref.practitionerID)}
          >
            {releaseMessages.updateDirectory}
          </Button>
        </span>
      )}
    </span>
  )
}

/** Lets the line break after the @. */
function MailAddress({ children }: { readonly children: string }) {
  const at = children.indexOf('@') + 1
  return (
    <span className="rel-table__address">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </span>
  )
}

function Last({ page, release, row, onSend, onHistory }: CellProps) {
  const { read, load } = release
  if (read.kind === 'failed') return <span className="stp__quiet">{words.unknown}</span>
  if (read.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loading}>
        <Skeleton width="160px" />
      </SkeletonGroup>
    )
  }
  const resend = (delivery: Delivery): void => {
    const { channel, practitionerID, practiceLocationID } = delivery
    onSend({ channel, practitionerID, practiceLocationID, earlier: delivery })
  }
  return (
    <>
      <LastSends
        lasts={toLastSends(row.sent)}
        zone={page.view.location.timezone}
        acts={(delivery) => <SendActs page={page} delivery={delivery} reread={load} onResend={resend} />}
      />
      <Button
        size="micro"
        variant="plain"
        className="rel-table__quiet"
        icon={<History aria-hidden="true" />}
        aria-label={historyWords.openOf(row.name)}
        onPress={() => onHistory({ practitionerID: row.ref.practitionerID, name: row.name })}
      >
        {historyWords.open}
      </Button>
    </>
  )
}

/** Returns why nothing can be sent while the recipients are not loaded; null once they are. */
export const readReason = ({ read }: ReleaseState): string | null =>
  read.kind === 'failed' ? words.readFailed : read.kind === 'ready' ? null : words.reading

/** Returns why a channel cannot be used to send to a recipient; null if it can. */
const sendReason = (
  page: StudyPage,
  release: ReleaseState,
  { recipient }: Row,
  channel: DeliveryChannel,
): string | null => {
  const refused = page.reason('send-to-practitioner')
  if (refused !== null) return refused
  const unread = readReason(release)
  if (unread !== null) return unread
  if (recipient === null) return words.notInDirectory
  return addressReason(
    channel,
    recipient.addresses.find((each) => each.channel === channel),
  )
}
