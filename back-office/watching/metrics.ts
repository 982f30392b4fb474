import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type MeasuredSign, toFigure } from '#domain/watching/alert-rules.ts'
import type { ServerSigns } from '#domain/watching/server-signs.ts'

/** The name of each sign as a metric, with its base unit, as Prometheus names metrics. */
export const signMetrics: Readonly<Record<MeasuredSign, { readonly name: string; readonly help: string }>> = {
  bookingP99Ms: { name: 'atrium_booking_p99_milliseconds', help: 'Booking calls of the last 10 minutes, p99.' },
  callP99Ms: { name: 'atrium_call_p99_milliseconds', help: 'All calls of the last 10 minutes, p99.' },
  unexpectedErrors: { name: 'atrium_unexpected_errors', help: 'Unexpected errors of the last 5 minutes.' },
  feedLagSeconds: { name: 'atrium_feed_lag_seconds', help: 'From a change until a workstation got it, longest.' },
  unknownPayments: { name: 'atrium_unknown_payments', help: 'Card payments without a known result after 5 minutes.' },
  lateMessages: { name: 'atrium_late_messages', help: 'Messages not sent 10 minutes after they were due.' },
  messagesForStaff: { name: 'atrium_messages_for_staff', help: 'Failed or uncertain messages without a decision.' },
  lateDeliveries: { name: 'atrium_late_deliveries', help: 'Sends to practitioners without an end after 30 minutes.' },
  undecidedResults: { name: 'atrium_undecided_results', help: 'Received results not decided after 5 minutes.' },
  backupAgeSeconds: { name: 'atrium_backup_age_seconds', help: 'Since the last backup that succeeded.' },
  hasBackupFailed: { name: 'atrium_backup_failed', help: '1 if the last backup failed.' },
  isBackupMissing: { name: 'atrium_backup_missing', help: '1 if no backup ever succeeded.' },
  drillAgeSeconds: { name: 'atrium_drill_age_seconds', help: 'Since the last restore drill that succeeded.' },
  hasDrillFailed: { name: 'atrium_drill_failed', help: '1 if the last restore drill failed.' },
  auditHeadAgeSeconds: { name: 'atrium_audit_head_age_seconds', help: 'Since the oldest audit row without a head.' },
  auditHeadProblems: { name: 'atrium_audit_head_problems', help: 'Workstations whose heads differ from the log.' },
  diskFreeBytes: { name: 'atrium_disk_free_bytes', help: 'Free space of the disk with the data folder.' },
  diskFreeShare: { name: 'atrium_disk_free_ratio', help: 'The same as a share of the disk.' },
  certificateDays: { name: 'atrium_certificate_days', help: 'Days until the certificate expires.' },
  clockJumpSeconds: { name: 'atrium_clock_jump_seconds', help: 'Jump of the computer’s clock in the last 10 minutes.' },
  lostConnections: { name: 'atrium_database_connections_lost', help: 'Lost in the last 5 minutes.' },
  lostSpans: { name: 'atrium_spans_lost', help: 'Spans of the last 5 minutes that were not exported.' },
  isDatabaseReached: { name: 'atrium_database_reached', help: '1 if the database answered in time.' },
  isDatabaseReadOnly: { name: 'atrium_database_read_only', help: '1 if the database accepts no changes.' },
}

export type Metrics = {
  /** Counts an answered call; `name` is a name of the route table. */
  countCall(name: string, status: number, ms: number): void
  /** Returns all metrics in Prometheus's text format. */
  print(): Promise<{ readonly contentType: string; readonly text: string }>
}

/**
 * Creates the metrics of this process. Their only labels are the name of a call and the class of its status, so no
 * metric can name a person, a study or a text.
 */
export const createMetrics = (readSigns: () => Promise<ServerSigns>): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'atrium_call_duration_seconds',
    help: 'Answered calls.',
    labelNames: ['call', 'status'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15],
    registers: [registry],
  })
  const gauges = Object.entries(signMetrics).map(([sign, metric]) => ({
    sign: sign as MeasuredSign,
    gauge: new Gauge({ ...metric, registers: [registry] }),
  }))
  return {
    countCall: (call, status, ms) => calls.observe({ call, status: `${Math.floor(status / 100)}xx` }, ms / 1000),
    print: async () => {
      const signs = await readSigns()
      // A sign that was not measured has no value, so that no rule compares it.
      for (const { sign, gauge } of gauges) gauge.set(toFigure(signs[sign]) ?? Number.NaN)
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
