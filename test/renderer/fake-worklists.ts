import { fail, ok } from '#contract/reply.ts'
import type { WorklistsBridge } from '#contract/worklists/bridge.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { fullName } from '#domain/members/member.ts'
import { memberWords } from '#domain/members/search-words.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import type { StudyReport } from '#domain/release/study-report.ts'
import { readAssignment } from '#domain/study/assignment.ts'
import { packageName } from '#domain/study/package-name.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { daysLate, isLate, lastDayOf } from '#domain/worklists/allowance.ts'
import { sendWorkOf } from '#domain/worklists/send-work.ts'
import { maySeeWorklist, type Worklist, worklistsOf } from '#domain/worklists/worklist.ts'
import { showsRow } from '#domain/worklists/worklist-filter.ts'
import { compareWorklistRows, type WorklistRow } from '#domain/worklists/worklist-row.ts'
import { allowances, anchorOf, tasksOf } from '#domain/worklists/worklist-task.ts'
import type { FakeWorld } from './fake-members.ts'

/**
 * Creates the worklists of the fake bridge. Applies the domain's rules to the studies and the uploaded reports in
 * memory.
 */
export const createFakeWorklists = (
  world: FakeWorld,
  { reports, deliveries }: { readonly reports: readonly StudyReport[]; readonly deliveries: () => readonly Delivery[] },
): WorklistsBridge => {
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
          const sends = sendWorkOf(deliveries().filter(({ studyID }) => studyID === study.studyID))
          const anchor = anchorOf(task, { study, location, draftAt, sends, now })
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
  const factsOf = ({ memberID, studyID }: WorklistRow) => {
    const known = clinic.members.find(({ patientID }) => patientID === memberID)
    const booking = clinic.studies.find((study) => study.studyID === studyID)?.booking ?? null
    return {
      words: known === undefined ? [] : memberWords(known),
      scanDate: booking === null ? null : toWallTime(booking.utcStart, booking.timezone).date,
    }
  }
  const countsOf = (rows: readonly WorklistRow[]) => ({
    total: rows.length,
    late: rows.filter((row) => row.isLate).length,
  })
  const offline = () => fail('offline', 'The back office cannot be reached.')
  return {
    read: async ({ list, rows: most, ...fields }) => {
      const { locationID, task = null, member = '', scanFrom = null, scanTo = null, assigned, lateOnly } = fields
      const user = world.user()
      if (user === null || !maySeeWorklist(user.roles, list)) {
        return fail('insufficient-permissions', 'Your role does not permit this.')
      }
      if (locationID !== undefined && !isLocationAllowed(user, locationID)) {
        return fail('location-forbidden', 'This location is not one of yours.')
      }
      if (!world.isOnline()) return offline()
      const filter = { locationID: locationID ?? null, task, member, scanFrom, scanTo, assigned, lateOnly }
      const rows = rowsOf(list).filter((row) => showsRow(filter, { ...row, ...factsOf(row) }, user.user_id))
      return ok({ asOf: world.now(), list, rows: rows.slice(0, most), ...countsOf(rows) })
    },
    count: async () => {
      const lists = worklistsOf(world.user()?.roles ?? [])
      if (lists.length === 0) return fail('insufficient-permissions', 'Your role does not permit this.')
      if (!world.isOnline()) return offline()
      const each = lists.map((list) => ({ list, rows: rowsOf(list) }))
      const all = new Map(each.flatMap(({ rows }) => rows.map((row) => [`${row.studyID} ${row.task}`, row])))
      return ok({
        asOf: world.now(),
        lists: each.map(({ list, rows }) => ({ list, ...countsOf(rows) })),
        all: countsOf([...all.values()]),
      })
    },
  }
}
