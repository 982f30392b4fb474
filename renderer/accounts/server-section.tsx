import { useCallback } from 'react'
import { countOf, formatCount, formatPercent } from '#domain/format/format-count.ts'
import { formatSize } from '#domain/format/format-size.ts'
import { formatTimeLeft } from '#domain/format/format-time-left.ts'
import { addMinutes } from '#domain/values/instant.ts'
import { findAlerts } from '#domain/watching/alert-rules.ts'
import { alertWords } from '#domain/watching/alert-words.ts'
import type { ServerSigns } from '#domain/watching/server-signs.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { Table } from '../kit/controls/table.tsx'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { accountsWords } from './accounts-words.ts'
import { ReadSection } from './read-section.tsx'

const words = accountsWords.server
const refreshMs = 20_000

const toMs = (ms: number | null): string =>
  ms === null ? words.notMeasured : words.milliseconds(formatCount(Math.round(ms)))
const toSeconds = (seconds: number | null): string =>
  seconds === null ? words.notMeasured : words.seconds(formatCount(Math.round(seconds)))
const toAge = (seconds: number | null, { at }: ServerSigns, without: string): string =>
  seconds === null ? without : words.ago(formatTimeLeft(addMinutes(at, -seconds / 60), at))

const toAuditAge = (signs: ServerSigns): string => {
  const { auditHeadAgeSeconds: age } = signs
  return age === 0 ? words.allCovered : toAge(age, signs, words.notMeasured)
}

const toCertificate = (days: number | null): string => {
  if (days === null) return words.noCertificate
  return days < 0 ? words.expired : words.days(countOf(days, 'day'))
}

const toDatabase = ({ isDatabaseReached, isDatabaseReadOnly }: ServerSigns): string => {
  if (!isDatabaseReached) return words.no
  return isDatabaseReadOnly ? words.readOnly : words.yes
}

type Row = { readonly name: string; readonly value: string }

/** Returns the measurements as rows, starting with those whose effects members and staff notice. */
const toRows = (signs: ServerSigns): readonly Row[] => {
  const { names } = words
  const { diskFreeBytes, diskFreeShare } = signs
  const disk =
    diskFreeBytes === null || diskFreeShare === null
      ? words.notMeasured
      : words.share(formatSize(diskFreeBytes), formatPercent(Math.round(diskFreeShare * 100) / 100))
  return [
    { name: names.database, value: toDatabase(signs) },
    { name: names.booking, value: toMs(signs.bookingP99Ms) },
    { name: names.calls, value: toMs(signs.callP99Ms) },
    { name: names.feed, value: toSeconds(signs.feedLagSeconds) },
    { name: names.errors, value: formatCount(signs.unexpectedErrors) },
    { name: names.payments, value: formatCount(signs.unknownPayments) },
    { name: names.lateMessages, value: formatCount(signs.lateMessages) },
    { name: names.staffMessages, value: formatCount(signs.messagesForStaff) },
    { name: names.deliveries, value: formatCount(signs.lateDeliveries) },
    { name: names.results, value: formatCount(signs.undecidedResults) },
    {
      name: names.backup,
      value: toAge(signs.backupAgeSeconds, signs, signs.isBackupMissing ? words.none : words.otherTools),
    },
    { name: names.drill, value: toAge(signs.drillAgeSeconds, signs, words.none) },
    { name: names.auditHead, value: toAuditAge(signs) },
    { name: names.auditProblems, value: formatCount(signs.auditHeadProblems) },
    { name: names.disk, value: disk },
    { name: names.certificate, value: toCertificate(signs.certificateDays) },
    { name: names.clock, value: toSeconds(signs.clockJumpSeconds) },
    { name: names.lost, value: formatCount(signs.lostConnections) },
    { name: names.lostSpans, value: formatCount(signs.lostSpans) },
  ]
}

function Alerts({ alerts }: { readonly alerts: ReturnType<typeof findAlerts> }) {
  return (
    <Table
      caption={words.alerts}
      columns={[
        {
          id: 'urgency',
          header: words.alertColumns.urgency,
          cell: ({ isUrgent }) => (
            <Badge tone={isUrgent ? 'danger' : 'warning'}>{isUrgent ? words.urgent : words.notUrgent}</Badge>
          ),
        },
        {
          id: 'name',
          header: words.alertColumns.name,
          isRowHeader: true,
          cell: ({ id }) => alertWords[id].name,
        },
        { id: 'todo', header: words.alertColumns.todo, cell: ({ id }) => alertWords[id].todo },
      ]}
      rows={alerts}
      rowKey={({ id }) => id}
    />
  )
}

/** Shows what the server measures about itself: first the problems with what to do, then all measurements. */
export function ServerSection({ bridge, stores }: ScreenProps<WithConnectivity>) {
  const read = useCallback(() => bridge.accounts.readServerSigns({}), [bridge])
  const summary = (signs: ServerSigns): string => {
    const count = findAlerts(signs).length
    return count === 0 ? words.allWell : words.alertCount(count)
  }
  return (
    <ReadSection stores={stores} read={read} everyMs={refreshMs} words={words} summary={summary}>
      {(signs) => {
        const alerts = findAlerts(signs)
        return (
          <>
            {alerts.length === 0 ? null : <Alerts alerts={alerts} />}
            <Table
              caption={words.signs}
              columns={[
                { id: 'name', header: words.signColumns.name, isRowHeader: true, cell: ({ name }) => name },
                { id: 'value', header: words.signColumns.value, cell: ({ value }) => value },
              ]}
              rows={toRows(signs)}
              rowKey={({ name }) => name}
            />
          </>
        )
      }}
    </ReadSection>
  )
}
