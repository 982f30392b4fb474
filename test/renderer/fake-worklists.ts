import { fail, ok } from '#contract/reply.ts'
import type { WorklistsBridge } from '#contract/worklists/bridge.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { fullName } from '#domain/members/member.ts'
import type { StudyReport } from '#domain/release/study-report.ts'
import { readAssignment } from '#domain/study/assignment.ts'
import { packageName } from '#domain/study/package-name.ts'
import { daysLate, isLate, lastDayOf } from '#domain/worklists/allowance.ts'
import { maySeeWorklist, type Worklist, worklistsOf } from '#domain/worklists/worklist.ts'
import { compareWorklistRows, type WorklistRow } from '#domain/worklists/worklist-row.ts'
import { allowances, anchorOf, tasksOf } from '#domain/worklists/worklist-task.ts'
import type { FakeWorld } from './fake-members.ts'

/** The worklists of the fake bridge: the domain's rules over the studies and the uploaded reports in memory. */
export const createFakeWorklists = (world: FakeWorld, reports: readonly StudyReport[]): WorklistsBridge => {
  const { clinic } = world
  const rowsOf = (list: Worklist): WorklistRow[] => {
    const user = world.user()
    const now = world.now()
    return clinic.studies
      .flatMap((study) => {
        const location = clinic.locations.find(({ locationID }) => locationID === study.locationID)
        const member = clinic.members.find(({ patientID }) => patientID === study.patientID)
        if (user === null || location === undefined || member === undefined) return []
        if (!isLocationAllowed(user, study.locationID)) return []
        const drafts = reports.filter(({ studyID, version }) => studyID === study.studyID && version === null)
        const draftAt = drafts.map(({ createdAt }) => createdAt).sort()[0] ?? null
        return tasksOf[list].flatMap((task): WorklistRow[] => {
          const anchor = anchorOf(task, { study, location, draftAt, now })
          if (anchor === null) return []
          const assignment = readAssignment(study.status)
          const due = [anchor, allowances[task], location.timezone] as const
          return [
            {
              ...{ task, anchor, studyID: study.studyID, memberID: member.patientID },
              ...{ member: fullName(member), dob: member.dob, scan: packageName(study.skuID, location) },
              ...{ locationID: study.locationID, location: location.address.name, timezone: location.timezone },
              dueOn: lastDayOf(...due),
              isLate: isLate(now, ...due),
              daysLate: daysLate(now, ...due),
              draftAt,
              isUrgent: study.status.urgent === true,
              isPrioritized: study.status.prioritized === true,
              isSensitive: study.status.sensitive === true,
              assignedTo: assignment?.name ?? null,
              assignedToID: assignment?.userID ?? null,
            },
          ]
        })
      })
      .sort(compareWorklistRows)
  }
  const countsOf = (rows: readonly WorklistRow[]) => ({
    total: rows.length,
    late: rows.filter((row) => row.isLate).length,
  })
  const offline = () => fail('offline', 'The back office cannot be reached.')
  return {
    read: async ({ list, locationID, assigned, rows: most }) => {
      const user = world.user()
      if (user === null || !maySeeWorklist(user.roles, list)) {
        return fail('insufficient-permissions', 'Your role does not permit this.')
      }
      if (locationID !== undefined && !isLocationAllowed(user, locationID)) {
        return fail('location-forbidden', 'This location is not one of yours.')
      }
      if (!world.isOnline()) return offline()
      const rows = rowsOf(list)
        .filter((row) => locationID === undefined || row.locationID === locationID)
        .filter((row) => assigned !== 'mine' || row.assignedToID === user.user_id)
        .filter((row) => assigned !== 'unassigned' || row.assignedTo === null)
      return ok({ asOf: world.now(), list, rows: rows.slice(0, most), ...countsOf(rows) })
    },
    count: async () => {
      const lists = worklistsOf(world.user()?.roles ?? [])
      if (lists.length === 0) return fail('insufficient-permissions', 'Your role does not permit this.')
      if (!world.isOnline()) return offline()
      return ok({ asOf: world.now(), lists: lists.map((list) => ({ list, ...countsOf(rowsOf(list)) })) })
    },
  }
}
