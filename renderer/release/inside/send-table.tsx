import { History } from 'lucide-react'
import type { Recipient } from '#contract/release/bridge.ts'
import { type Delivery, type DeliveryChannel, deliveryChannels } from '#domain/release/delivery.ts'
import { recipientKey, toLastSends, toReleaseColumns } from '#domain/release/release-matrix.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { Table, type TableColumn } from '../../kit/controls/table.tsx'
import { nameColumn, practiceColumn } from '../../people/practitioner-columns.tsx'
import { type PractitionerRow, practitionerRows } from '../../people/practitioner-rows.ts'
import { faxOf } from '../../study/panel-words.ts'
import type { StudyPage } from '../../study/study-part-props.ts'
import { historyWords } from '../history-words.ts'
import type { ReleaseState } from '../release-store.ts'
import { LastSends } from './last-send.tsx'
import { addressReason, channelLabels, formatAddress, releaseWords } from './release-words.ts'
import { SendActs } from './send-acts.tsx'
import type { SendStart } from './use-send.ts'

const words = releaseWords.table

type Row = PractitionerRow & { readonly parts: string; readonly recipient: Recipient | null }

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
  const rows = new Map<string, Row>()
  for (const row of named) {
    const key = recipientKey(row.ref.practitionerID, row.ref.locationID)
    const known = rows.get(key)
    const recipient = columns.find((column) => column.key === key)?.recipient ?? null
    rows.set(
      key,
      known === undefined
        ? { ...row, key, parts: row.part, recipient }
        : { ...known, parts: known.parts.includes(row.part) ? known.parts : `${known.parts}, ${row.part}` },
    )
  }
  return [...rows.values()]
}

/** Shows the practitioners who receive a report, and for each the channels and the last sends (study spec §2). */
export function SendTable(props: Props) {
  const { page, release } = props
  return (
    <Table<Row>
      caption={words.caption}
      density="small"
      className="rel-table"
      columns={columnsFor(props)}
      rows={toRows(page, release)}
      rowKey={({ key }) => key}
    />
  )
}

const columnsFor = ({ page, release, onSend, onEditDirectory, onHistory }: Props): readonly TableColumn<Row>[] => [
  nameColumn,
  { id: 'role', header: words.role, cell: ({ parts }) => parts },
  practiceColumn,
  {
    id: 'fax',
    header: words.fax,
    cell: (row) => (
      <Address row={row} channel="fax" onEditDirectory={onEditDirectory}>
        {row.practitioner === null ? '' : faxOf(row.practitioner, row.ref)}
      </Address>
    ),
  },
  {
    id: 'email',
    header: words.email,
    cell: (row) => (
      <Address row={row} channel="email" onEditDirectory={onEditDirectory}>
        {row.practitioner?.contact.emailAddress ?? ''}
      </Address>
    ),
  },
  {
    id: 'actions',
    header: words.actions,
    cell: (row) => (
      <div className="rel-table__ways">
        {deliveryChannels.map((channel) => (
          <Button
            key={channel}
            size="xsmall"
            disabledReason={sendReason(page, release, row, channel)}
            aria-label={words.sendBy[channel](row.name, page.who)}
            onPress={() =>
              onSend({ channel, practitionerID: row.ref.practitionerID, practiceLocationID: row.ref.locationID })
            }
          >
            {channelLabels[channel]}
          </Button>
        ))}
      </div>
    ),
  },
  {
    id: 'last',
    header: words.lastSend,
    width: '220px',
    cell: (row) => (
      <>
        <Last page={page} release={release} row={row} onSend={onSend} />
        <Button
          size="micro"
          variant="plain"
          icon={<History aria-hidden="true" />}
          aria-label={historyWords.openOf(row.name)}
          onPress={() => onHistory({ practitionerID: row.ref.practitionerID, name: row.name })}
        >
          {historyWords.open}
        </Button>
      </>
    ),
  },
]

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
    <>
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
    </>
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

function Last({ page, release, row, onSend }: Pick<Props, 'page' | 'release' | 'onSend'> & { readonly row: Row }) {
  const { read, load } = release
  if (read.kind === 'failed') return <span className="stp__quiet">{words.unknown}</span>
  if (read.kind !== 'ready') {
    return (
      <SkeletonGroup label={words.loading}>
        <Skeleton width="160px" />
      </SkeletonGroup>
    )
  }
  const sent = read.value.deliveries.filter(
    ({ practitionerID, practiceLocationID }) => recipientKey(practitionerID, practiceLocationID) === row.key,
  )
  const resend = (delivery: Delivery): void => {
    const { channel, practitionerID, practiceLocationID } = delivery
    onSend({ channel, practitionerID, practiceLocationID, earlier: delivery })
  }
  return (
    <LastSends
      lasts={toLastSends(sent)}
      zone={page.view.location.timezone}
      acts={(delivery) => <SendActs page={page} delivery={delivery} reread={load} onResend={resend} />}
    />
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
