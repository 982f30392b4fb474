import { z } from 'zod'
import { zoneIdSchema } from '../locations/location.ts'
import { memberIDSchema } from '../members/member.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema, plainDateSchema } from '../values/time-schemas.ts'
import { worklistSchema } from './worklist.ts'
import { worklistTaskSchema } from './worklist-task.ts'

/** One row of a worklist: one task of one study. */
const worklistRowSchema = z.object({
  task: worklistTaskSchema,
  studyID: studyIDSchema,
  memberID: memberIDSchema,
  /** The member's full name and birth date, to identify the member. */
  member: z.string(),
  dob: plainDateSchema,
  scan: z.string(),
  locationID: locationIDSchema,
  location: z.string(),
  timezone: zoneIdSchema,
  /** The anchor: the instant from which the task's time is counted. */
  anchor: instantSchema,
  /** The last day on which the task is not late. */
  dueOn: plainDateSchema,
  isLate: z.boolean(),
  /** Calendar days after `dueOn`; 0 on that day, negative before. */
  daysLate: z.number().int(),
  /** The time at which the oldest unpublished report arrived; null if there is none. */
  draftAt: instantSchema.nullable(),
  isUrgent: z.boolean(),
  isPrioritized: z.boolean(),
  isSensitive: z.boolean(),
  /** The radiologist to whom the study is assigned; null if it is unassigned. The id is null in older records. */
  assignedTo: z.string().nullable(),
  assignedToID: z.string().nullable(),
})
export type WorklistRow = z.infer<typeof worklistRowSchema>

/** The maximum number of rows in one answer. */
export const maxWorklistRows = 300

/** The first rows of a worklist, and the number of all its rows. */
export const worklistViewSchema = z.object({
  asOf: instantSchema,
  list: worklistSchema,
  rows: z.array(worklistRowSchema),
  total: z.number().int(),
  late: z.number().int(),
})
export type WorklistView = z.infer<typeof worklistViewSchema>

const counted = { total: z.number().int(), late: z.number().int() }

/** The numbers of rows and of late rows in each of the caller's lists. */
export const worklistCountsSchema = z.object({
  asOf: instantSchema,
  lists: z.array(z.object({ list: worklistSchema, ...counted })),
  /** All lists together. A row that is on two lists counts once. */
  all: z.object(counted),
})
export type WorklistCounts = z.infer<typeof worklistCountsSchema>

type Ordered = Pick<WorklistRow, 'isUrgent' | 'isPrioritized' | 'isLate' | 'anchor' | 'studyID' | 'task'>

const weigh = (row: Ordered): number => Number(row.isUrgent) * 4 + Number(row.isPrioritized) * 2 + Number(row.isLate)

/**
 * Compares for sorting (decision 271): urgent studies first, then prioritized ones, then late work, then the earliest
 * anchor. Equal rows keep a fixed order by study and task.
 * @internal The database sorts by the same rule; tests compare the two.
 */
export const compareWorklistRows = (a: Ordered, b: Ordered): number => {
  const byWeight = weigh(b) - weigh(a)
  if (byWeight !== 0) return byWeight
  const left = `${a.anchor} ${a.studyID} ${a.task}`
  const right = `${b.anchor} ${b.studyID} ${b.task}`
  return left === right ? 0 : left < right ? -1 : 1
}
