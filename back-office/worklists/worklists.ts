import type { RouteAnswer } from '#contract/back-office.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName } from '#domain/members/member.ts'
import { readAssignment } from '#domain/study/assignment.ts'
import { packageName } from '#domain/study/package-name.ts'
import { type Instant, parseInstant, toInstant } from '#domain/values/instant.ts'
import { type Allowance, daysLate, lastDayOf, lateBefore } from '#domain/worklists/allowance.ts'
import { maySeeWorklist, type Worklist, worklistsOf } from '#domain/worklists/worklist.ts'
import { maxWorklistRows, type WorklistRow } from '#domain/worklists/worklist-row.ts'
import { allowances, tasksOf, type WorklistTask } from '#domain/worklists/worklist-task.ts'
import { type HandlerContext, type HandlerInput, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { notForYou } from '../kernel/route-access.ts'
import { readLocations } from '../repositories/locations-repository.ts'
import { findMembers } from '../repositories/members-repository.ts'
import { parseStatus } from '../repositories/studies-repository.ts'
import {
  countTasks,
  findStudiesOfWork,
  findWork,
  type TaskCutoffs,
  type WorklistQuery,
  type WorkRow,
} from '../repositories/worklists-repository.ts'

type WorklistContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'now' | 'setAuditSubject'>

/**
 * Returns, for each task and location, the instant before which the task's anchor counts as late. Locations in one time
 * zone share the result.
 */
const cutoffsOf = (
  tasks: readonly WorklistTask[],
  locations: readonly Location[],
  now: Instant,
): readonly TaskCutoffs[] => {
  const known = new Map<string, Instant>()
  const limit = (allowance: Allowance, zone: Location['timezone']): Instant => {
    const key = `${JSON.stringify(allowance)} ${zone}`
    const found = known.get(key) ?? lateBefore(now, allowance, zone)
    known.set(key, found)
    return found
  }
  return tasks.map((task) => ({
    task,
    lateBefore: locations
      .filter(({ referralRequired }) => task !== 'obtain-referral' || referralRequired)
      .map(({ locationID, timezone }) => ({ locationID, instant: limit(allowances[task], timezone) })),
  }))
}

/**
 * Returns the first rows of a list that match the filter, at the caller's locations. The audit row names the locations
 * whose members the answer shows. Throws 403 `insufficient-permissions` for the list of another role.
 */
export const readWorklist = async (
  list: Worklist,
  { locationID, rows = maxWorklistRows, ...filter }: HandlerInput<'readWorklist'>['body'],
  context: WorklistContext,
): Promise<RouteAnswer<'readWorklist'>> => {
  const caller = requireCaller(context)
  if (!maySeeWorklist(caller.roles, list)) throw notForYou()
  const { db, kind } = context
  const now = toInstant(context.now * 1000)
  const locations = (await readLocations(db)).filter(
    (location) =>
      mayWorkAt(caller, location.locationID) && (locationID === undefined || location.locationID === locationID),
  )
  const wanted = tasksOf[list].filter((task) => filter.task === undefined || task === filter.task)
  const tasks = cutoffsOf(wanted, locations, now)
  const query: WorklistQuery = { kind, now, tasks, filter, userID: caller.userID }
  const { rows: found, total, late } = await findWork(db, query, rows)
  const shown = await toRows(found, locations, now, context)
  const places = [...new Set(shown.map((row) => row.locationID))].sort()
  context.setAuditSubject({ locationID: locationID ?? null, what: `${list}: ${places.join(' ') || 'no rows'}` })
  return {
    asOf: now,
    list,
    rows: shown,
    total,
    late,
  }
}

const everyRow: WorklistQuery['filter'] = { assigned: 'all', lateOnly: false }

/** Returns the counts of every list of the caller's roles, at all of the caller's locations. */
export const countWorklists = async (
  context: Omit<WorklistContext, 'setAuditSubject'>,
): Promise<RouteAnswer<'countWorklists'>> => {
  const caller = requireCaller(context)
  const { db, kind } = context
  const now = toInstant(context.now * 1000)
  const locations = (await readLocations(db)).filter(({ locationID }) => mayWorkAt(caller, locationID))
  const lists = worklistsOf(caller.roles)
  // Two lists can share a task, which is counted once.
  const tasks = cutoffsOf([...new Set(lists.flatMap((list) => tasksOf[list]))], locations, now)
  const counts = await countTasks(db, { kind, now, tasks, filter: everyRow, userID: caller.userID })
  const sum = (of: readonly WorklistTask[]): { readonly total: number; readonly late: number } => {
    const found = of.map((task) => counts.get(task) ?? { total: 0, late: 0 })
    const add = (part: 'total' | 'late'): number => found.reduce((all, one) => all + one[part], 0)
    return { total: add('total'), late: add('late') }
  }
  return {
    asOf: now,
    lists: lists.map((list) => ({ list, ...sum(tasksOf[list]) })),
    all: sum(tasks.map(({ task }) => task)),
  }
}

const toRows = async (
  found: readonly WorkRow[],
  locations: readonly Location[],
  now: Instant,
  { db }: Pick<HandlerContext, 'db'>,
): Promise<WorklistRow[]> => {
  const ids = [...new Set(found.map(({ study_id }) => study_id))]
  const studies = new Map((await findStudiesOfWork(db, ids)).map((study) => [study.study_id, study]))
  const memberIDs = [...new Set([...studies.values()].map(({ patient_id }) => patient_id))]
  const members = new Map((await findMembers(db, memberIDs)).map((member) => [member.patientID as string, member]))
  return found.flatMap((work): WorklistRow[] => {
    const study = studies.get(work.study_id)
    const member = study && members.get(study.patient_id)
    const location = study && locations.find((one) => one.locationID === study.location_id)
    if (study === undefined || member === undefined || location === undefined) return []
    // If an older record has a time that is not an instant, the appointment's time is used.
    const anchor = parseInstant(work.anchor) ?? toInstant((study.starts_at ?? 0) * 1000)
    const status = parseStatus(study)
    const assignment = readAssignment(status)
    const allowance = allowances[work.task]
    return [
      {
        task: work.task,
        studyID: study.study_id as WorklistRow['studyID'],
        memberID: member.patientID,
        member: fullName(member),
        dob: member.dob,
        scan: packageName(study.sku_id as Parameters<typeof packageName>[0], location),
        locationID: location.locationID,
        location: location.address.name,
        timezone: location.timezone,
        anchor,
        dueOn: lastDayOf(anchor, allowance, location.timezone),
        isLate: work.is_late === 1,
        daysLate: daysLate(now, anchor, allowance, location.timezone),
        draftAt: study.draft_at === null ? null : toInstant(study.draft_at * 1000),
        isUrgent: status.urgent === true,
        isPrioritized: status.prioritized === true,
        isSensitive: status.sensitive === true,
        assignedTo: assignment?.name ?? null,
        assignedToID: assignment?.userID ?? null,
      },
    ]
  })
}
