import { hasRole } from '../session/role.ts'
import type { StudyStatus } from './study.ts'

/** The radiologist who reads a study; null for an unassigned study. */
export type Assignment = {
  /** The account's id; null in older records, which have only the name. */
  readonly userID: string | null
  readonly name: string
}

/** Returns the radiologist who will read a study (study spec §3 assignedTo); null if it is unassigned. */
export const readAssignment = (status: StudyStatus): Assignment | null => {
  const { assignedTo, assignedToID } = status
  if (typeof assignedTo !== 'string' || assignedTo === '') return null
  return { userID: typeof assignedToID === 'string' ? assignedToID : null, name: assignedTo }
}

type Person = { readonly userID: string; readonly roles: readonly string[] }

/**
 * Returns whether a person may assign studies to others: health-information staff and administrators (decision 284).
 */
export const mayAssignToOthers = ({ roles }: Pick<Person, 'roles'>): boolean =>
  hasRole(roles, 'hi') || hasRole(roles, 'admin')

/**
 * Returns why a person cannot assign a study to an account, or unassign it (`to` is null), in words; null if they can.
 * A radiologist can take an unassigned study, and unassign a study that is assigned to them. Only staff who may
 * assign studies to others can reassign another radiologist's study.
 */
export const assignmentReason = (status: StudyStatus, person: Person, to: string | null): string | null => {
  if (status.cancelled) return 'This appointment has been cancelled.'
  if (!status.scanned) return 'The member has not been scanned.'
  if (status.read === true) return 'The images have been read.'
  if (mayAssignToOthers(person)) return null
  const assigned = readAssignment(status)
  if (assigned !== null && assigned.userID !== person.userID) return `This study is assigned to ${assigned.name}.`
  if (to !== null && to !== person.userID) return 'You can assign a study only to yourself.'
  return null
}
