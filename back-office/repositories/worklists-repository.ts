import { type RawBuilder, sql } from 'kysely'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import type { AssignmentFilter } from '#domain/worklists/worklist.ts'
import { memberTerms } from '#domain/worklists/worklist-filter.ts'
import { daysAhead, type WorklistTask } from '#domain/worklists/worklist-task.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { hasAll } from './member-search-repository.ts'
import type { StudyRow } from './studies-repository.ts'

const DAY_MS = 86_400_000

/** The SQL of one engine: constant texts, so that the conditions match those of the indexes of migration 087. */
type Dialect = {
  readonly has: (flag: string) => string
  readonly lacks: (flag: string) => string
  /** A text or number within a JSON column. */
  readonly at: (column: 'status' | 'extra' | 'safety', ...path: readonly string[]) => string
  readonly toNumber: (value: string) => string
  /** An instant as text, from epoch seconds. */
  readonly toText: (column: string) => string
  /** Compares text by its bytes. */
  readonly byBytes: string
}

const dialects: { readonly [Kind in DatabaseKind]: Dialect } = {
  sqlite: {
    has: (flag) => `json_type(status, '$.${flag}') = 'true'`,
    lacks: (flag) => `json_type(status, '$.${flag}') is not 'true'`,
    at: (column, ...path) => `json_extract(${column}, '$.${path.join('.')}')`,
    toNumber: (value) => value,
    toText: (column) => `strftime('%Y-%m-%dT%H:%M:%SZ', ${column}, 'unixepoch')`,
    byBytes: '',
  },
  postgresql: {
    has: (flag) => `(status::jsonb -> '${flag}') = 'true'::jsonb`,
    lacks: (flag) => `(status::jsonb -> '${flag}') is distinct from 'true'::jsonb`,
    at: (column, ...path) => `(${column}::jsonb #>> '{${path.join(',')}}')`,
    toNumber: (value) => `(${value})::integer`,
    toText: (column) => `to_char(to_timestamp(${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    byBytes: ' collate "C"',
  },
}

/** A task in SQL: its condition without times, and its anchor. */
type TaskSql = {
  /** The condition of the task's index. */
  readonly where: readonly string[]
  readonly anchor: string
  /** The tables; by default `study` alone. */
  readonly from?: string
  /**
   * `near`: the appointment is not over and begins within the next days. `coming`: it is not over. Absent if any time
   * is possible.
   */
  readonly appointment?: 'near' | 'coming'
}

/** Returns the first of these times whose flag is set, else the start of the appointment. */
const timeOf = ({ has, at, toText }: Dialect, ...flags: readonly string[]): string =>
  `coalesce(${[
    ...flags.map((flag) => `case when ${has(flag)} then ${at('status', `${flag}Time`)} end`),
    toText('starts_at'),
  ].join(', ')})`

/** Returns the condition of `countOpenStops(safety) > 0` of domain/safety/known-safety.ts. */
const hasOpenStops = ({ at, toNumber }: Dialect): string => {
  const stops = toNumber(at('safety', 'draft', 'stops'))
  const saved = toNumber(at('safety', 'red'))
  const fresh = `coalesce(${toNumber(at('safety', 'draft', 'newStops'))}, ${stops}, 0)`
  const isSigned = `${at('safety', 'signOff')} is not null`
  return `((not ${isSigned} and (coalesce(${saved}, 0) > 0 or coalesce(${stops}, 0) > 0)) or (${isSigned} and ${fresh} > 0))`
}

/** The studies with reports that wait to be published, and when the oldest report of each arrived, in epoch seconds. */
const drafts = `(select study_id as draft_of, min(created_at) as draft_at from study_report
  where state = 'draft' group by study_id) as draft`

/**
 * The studies with discs that wait to be burnt, and when the wait of each study's oldest disc began, in epoch seconds.
 */
const discs = `(select study_id as disc_of, min(coalesce(handed_over_at, created_at)) as waits_since from delivery
  where channel = 'cd' and state = 'handed-over' group by study_id) as disc`

/**
 * Returns the studies with failed or uncertain sends that no later send replaced, as in domain/worklists/send-work.ts,
 * and when the oldest such send began. Sends from before the notification was completed are omitted.
 */
const failedSends = ({ has, lacks, at, toText, byBytes }: Dialect): string => {
  const flag = 'providerReportNotification'
  const isBefore = `${at('status', `${flag}Time`)}${byBytes} < ${toText('send.created_at')}`
  return `(select send.study_id as troubled, min(send.created_at) as troubled_since
    from delivery as send join study as sent on sent.study_id = send.study_id
    where send.state in ('failed', 'uncertain') and (${lacks(flag)} or (${has(flag)} and ${isBefore}))
    and not exists (select 1 from delivery as later where later.study_id = send.study_id and later.state <> 'cancelled'
      and later.practitioner_id = send.practitioner_id and later.item = send.item
      and (later.created_at > send.created_at
        or (later.created_at = send.created_at and later.delivery_id${byBytes} < send.delivery_id${byBytes})))
    group by send.study_id) as trouble`
}

/** Returns every task in SQL. Each is the rule of the same name in domain/worklists/worklist-task.ts. */
const taskSql = (dialect: Dialect): { readonly [Task in WorklistTask]: TaskSql } => {
  const { has, lacks, at, toText } = dialect
  const consult = (field: string): string => at('extra', 'consulting', field)
  const appointment = { anchor: toText('starts_at'), appointment: 'near' } as const
  return {
    read: { where: [has('scanned'), lacks('read')], anchor: timeOf(dialect, 'scanned') },
    'complete-qa': {
      where: [`(${has('read')} or ${has('published')})`, lacks('reportQADone')],
      anchor: timeOf(dialect, 'published', 'read'),
    },
    'confirm-body-composition': {
      where: ['sku_id = 370', has('scanned'), lacks('bodyCompositionQC')],
      anchor: timeOf(dialect, 'scanned'),
    },
    publish: { where: [has('read'), lacks('published')], anchor: timeOf(dialect, 'read') },
    'publish-draft': {
      // SQLite reads the tables of a cross join in this order: the few drafts first, then the study of each.
      from: `${drafts} cross join study`,
      where: ['study_id = draft_of', has('published')],
      anchor: toText('draft_at'),
    },
    'release-to-member': {
      where: [has('published'), has('reportQADone'), lacks('releasedToPatient'), lacks('traditionalReleasedToPatient')],
      anchor: timeOf(dialect, 'reportQADone'),
    },
    'notify-practitioner': {
      where: [has('published'), has('reportQADone'), has('providerAdded'), lacks('providerReportNotification')],
      anchor: timeOf(dialect, 'reportQADone'),
    },
    'burn-disc': {
      from: `${discs} cross join study`,
      where: ['study_id = disc_of'],
      anchor: toText('waits_since'),
    },
    'check-send': {
      from: `${failedSends(dialect)} cross join study`,
      where: ['study_id = troubled'],
      anchor: toText('troubled_since'),
    },
    'receive-history': {
      where: [has('medicalHistoryRequested'), lacks('medicalHistory'), lacks('scanned')],
      ...appointment,
    },
    'review-history': {
      where: [has('medicalHistory'), lacks('medicalHistoryReviewed'), lacks('scanned')],
      ...appointment,
    },
    'book-consult': {
      where: [
        `${consult('requestedStatus')} = 'requested'`,
        `coalesce(${consult('scheduledStatus')}, '') not in ('booked', 'complete')`,
      ],
      anchor: `coalesce(${consult('requestedAt')}, ${toText('starts_at')})`,
    },
    'hold-consult': {
      where: [`${consult('scheduledStatus')} = 'booked'`, `${consult('completedTime')} is null`],
      anchor: consult('consultTime'),
    },
    'resolve-stop': { where: [hasOpenStops(dialect), lacks('scanned')], ...appointment },
    'convert-hold': {
      where: ['temporary_hold_until is not null', lacks('scanned')],
      appointment: 'coming',
      anchor: toText('temporary_hold_until'),
    },
    'collect-payment': { where: ['balance > 0', 'temporary_hold_until is null', lacks('scanned')], ...appointment },
    'obtain-referral': { where: [lacks('referred'), lacks('scanned')], ...appointment },
  }
}

const sqlOf = { sqlite: taskSql(dialects.sqlite), postgresql: taskSql(dialects.postgresql) }

/** The locations of a list, and for each the instant before which an anchor of the task is late. */
export type TaskCutoffs = {
  readonly task: WorklistTask
  readonly lateBefore: readonly { readonly locationID: string; readonly instant: Instant }[]
}

export type WorklistQuery = {
  readonly kind: DatabaseKind
  readonly now: Instant
  /** At least one; a task without locations is omitted. */
  readonly tasks: readonly TaskCutoffs[]
  readonly filter: {
    readonly assigned: AssignmentFilter
    readonly lateOnly: boolean
    readonly member?: string | undefined
    readonly scanFrom?: PlainDate | undefined
    readonly scanTo?: PlainDate | undefined
  }
  readonly userID: string
}

export type WorkRow = {
  readonly study_id: string
  readonly task: WorklistTask
  readonly anchor: string
  readonly is_late: number
}

type FoundWork = { readonly rows: readonly WorkRow[]; readonly total: number; readonly late: number }

/** Returns the studies that need one task. */
const selectTask = (
  { kind, now, filter, userID }: WorklistQuery,
  { task, lateBefore }: TaskCutoffs,
  isCounted: boolean,
): RawBuilder<unknown> => {
  const dialect = dialects[kind]
  const { where, anchor, appointment, from = 'study' } = sqlOf[kind][task]
  const at = sql.raw(anchor)
  const nowSeconds = toEpochMs(now) / 1000
  const conditions = [
    ...where.map((condition) => sql.raw(condition)),
    ...(appointment === undefined ? [] : [sql`ends_at > ${nowSeconds}`]),
    // An appointment that is not over began less than a day ago. The bound on the start lets the database use the
    // index.
    ...(appointment === 'near'
      ? [sql`starts_at > ${nowSeconds - DAY_MS / 1000}`, sql`starts_at <= ${nowSeconds + daysAhead * (DAY_MS / 1000)}`]
      : []),
    ...(task === 'hold-consult'
      ? [
          sql`${at}${sql.raw(dialect.byBytes)} between ${toInstant(toEpochMs(now) - DAY_MS)} and ${toInstant(toEpochMs(now) + DAY_MS)}`,
        ]
      : []),
    ...assignmentConditions(dialect, filter.assigned, userID),
    ...scanConditions(filter),
  ]
  const cases = lateBefore.map(({ locationID, instant }) => sql`when ${locationID} then cast(${instant} as text)`)
  const flag = (name: string): RawBuilder<unknown> => sql.raw(`case when ${dialect.has(name)} then 1 else 0 end`)
  const details = sql`study_id, ${at} as anchor, ${flag('urgent')} as is_urgent,
    ${flag('prioritized')} as is_prioritized,`
  return sql`select ${isCounted ? sql`` : details} ${sql.lit(task)} as task,
    case when ${at}${sql.raw(dialect.byBytes)} < case location_id ${sql.join(cases, sql` `)} end then 1 else 0 end as is_late
    from ${sql.raw(from)} where cancelled = 0 and location_id in (${sql.join(lateBefore.map(({ locationID }) => locationID))})
    ${sql.join(
      conditions.map((condition) => sql`and ${condition}`),
      sql` `,
    )} and ${at} is not null`
}

/** Returns the conditions of a filter by the day and the member. `wall_time` is the location's date and time. */
const scanConditions = ({ member = '', scanFrom, scanTo }: WorklistQuery['filter']): RawBuilder<unknown>[] => {
  const terms = memberTerms(member)
  return [
    ...(scanFrom === undefined ? [] : [sql`wall_time >= ${scanFrom}`]),
    ...(scanTo === undefined ? [] : [sql`wall_time < ${addDays(scanTo, 1)}`]),
    ...(terms === null ? [] : [terms.length === 0 ? sql`1 = 0` : sql`(1 = 1 ${hasAll(terms, sql`patient_id`)})`]),
  ]
}

const assignmentConditions = (dialect: Dialect, assigned: AssignmentFilter, userID: string): RawBuilder<unknown>[] => {
  const name = sql.raw(`coalesce(${dialect.at('status', 'assignedTo')}, '')`)
  if (assigned === 'unassigned') return [sql`${name} = ''`]
  if (assigned === 'all') return []
  return [sql`${name} <> ''`, sql`${sql.raw(dialect.at('status', 'assignedToID'))} = ${userID}`]
}

const selectWork = (query: WorklistQuery, isCounted: boolean): RawBuilder<unknown> =>
  sql.join(
    query.tasks.filter(({ lateBefore }) => lateBefore.length > 0).map((task) => selectTask(query, task, isCounted)),
    sql` union all `,
  )

const hasWork = ({ tasks }: WorklistQuery): boolean => tasks.some(({ lateBefore }) => lateBefore.length > 0)

/**
 * Returns the first rows of a list in the order of `compareWorklistRows` (domain/worklists/worklist-row.ts), and how
 * many rows there are.
 */
export const findWork = async (db: Database, query: WorklistQuery, limit: number): Promise<FoundWork> => {
  if (!hasWork(query)) return { rows: [], total: 0, late: 0 }
  const bytes = sql.raw(dialects[query.kind].byBytes)
  type Row = WorkRow & { readonly total: number | string; readonly late: number | string }
  const { rows } = await sql<Row>`select study_id, task, anchor, is_late,
    count(*) over () as total, sum(is_late) over () as late from (${selectWork(query, false)}) as work
    ${query.filter.lateOnly ? sql`where is_late = 1` : sql``}
    order by is_urgent desc, is_prioritized desc, is_late desc, anchor${bytes}, study_id${bytes}, task${bytes}
    limit ${limit}`.execute(db)
  return { rows, total: Number(rows[0]?.total ?? 0), late: Number(rows[0]?.late ?? 0) }
}

/** Returns how many rows each task has, and how many of them are late. */
export const countTasks = async (
  db: Database,
  query: WorklistQuery,
): Promise<ReadonlyMap<WorklistTask, { readonly total: number; readonly late: number }>> => {
  if (!hasWork(query)) return new Map()
  type Count = { readonly task: WorklistTask; readonly total: number | string; readonly late: number | string }
  const { rows } = await sql<Count>`select task, count(*) as total, sum(is_late) as late
    from (${selectWork(query, true)}) as work group by task`.execute(db)
  return new Map(rows.map(({ task, total, late }) => [task, { total: Number(total), late: Number(late) }]))
}

type StudyOfWork = Pick<StudyRow, 'study_id' | 'patient_id' | 'location_id' | 'sku_id' | 'starts_at' | 'status'> & {
  /** When the oldest report that waits to be published arrived. */
  readonly draft_at: number | null
}

/** Returns the data of studies that the rows of a list show. */
export const findStudiesOfWork = async (db: Database, studyIDs: readonly string[]): Promise<readonly StudyOfWork[]> =>
  studyIDs.length === 0
    ? []
    : db
        .selectFrom('study')
        .select(['study_id', 'patient_id', 'location_id', 'sku_id', 'starts_at', 'status'])
        .select((study) => [
          study
            .selectFrom('study_report')
            .select(({ fn }) => fn.min('created_at').as('draft_at'))
            .whereRef('study_report.study_id', '=', 'study.study_id')
            .where('state', '=', 'draft')
            .as('draft_at'),
        ])
        .where('study_id', 'in', [...studyIDs])
        .execute()
