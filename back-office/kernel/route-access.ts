import { z } from 'zod'
import type { Route } from '#contract/route.ts'
import { hasRole } from '#domain/session/role.ts'
import { type CalendarID, locationOfMachine, type MachineID, toMachineID } from '#domain/values/location-id.ts'
import type { Database } from '../database/database.ts'
import type { ReadUrgency } from '../database/shared-reads.ts'
import type { AccessRecords } from './access-records.ts'
import { type AuditSubject, type Caller, mayWorkAt, signedOut } from './handler.ts'
import type { ParsedInput } from './http/parse-input.ts'
import { asKeptMember } from './kept-members.ts'
import { backOfficeKernelWords } from './kernel-words.ts'
import { Refusal } from './refusal.ts'
import { hashToken, parseBearer, toCaller } from './session-token.ts'

/** How a caller is found. With `takesTickets` a delivery's ticket is accepted too. */
export type CallerSearch = { readonly takesTickets?: boolean; readonly urgency?: ReadUrgency }

/**
 * Returns the caller behind an `Authorization` header; null when there is none or the session has ended. `now` in epoch
 * seconds. A delivery's ticket acts for its author, with the author's current roles and locations.
 */
export const findCaller = async (
  { db, records }: { readonly db: Database; readonly records: Omit<AccessRecords, 'findStudyScope'> },
  authorization: string | undefined,
  now: number,
  { takesTickets = false, urgency = 'urgent' }: CallerSearch = {},
): Promise<Caller | null> => {
  const token = parseBearer(authorization)
  if (token === undefined) return null
  const tokenHash = hashToken(token)
  const user = await records.findSessionUser(db, tokenHash, now, urgency)
  if (user !== undefined) return await asKeptMember(toCaller(user, tokenHash), { db, records })
  const found = takesTickets ? await records.findTicket(db, tokenHash, now) : undefined
  if (found === undefined) return null
  return { ...toCaller(found.user, tokenHash), ticket: { deliveryID: found.deliveryID, studyID: found.studyID } }
}

/**
 * Throws 404, as for an unknown study, when a ticket is used for another study or delivery than its own. A call that
 * can name a delivery must name the ticket's delivery, because a ticket cannot register a new one.
 */
export const checkTicket = (
  route: Pick<Route, 'access' | 'params' | 'body'>,
  input: ParsedInput,
  caller: Caller | null,
): void => {
  const ticket = caller?.ticket
  if (ticket === undefined) return
  const deliveryID = findField(input, ['deliveryID'])
  const isOwn = findField(input, ['studyId', 'studyID']) === ticket.studyID
  const isOther = deliveryID === undefined ? namesDelivery(route) : deliveryID !== ticket.deliveryID
  if (route.access.ticket === undefined || !isOwn || isOther) throw noSuchStudy()
}

const namesDelivery = ({ params, body }: Pick<Route, 'params' | 'body'>): boolean =>
  [params, body].some((schema) => schema instanceof z.ZodObject && 'deliveryID' in schema.shape)

/**
 * Throws unless the route is open to this caller's session and roles: 401 `signed-out`, 403 `insufficient-permissions`.
 */
export const checkRoles = (route: Pick<Route, 'access'>, caller: Caller | null): void => {
  if (route.access.session === 'open') return
  if (caller === null) throw signedOut()
  if (isStatusRead(route, caller)) return
  const { roles } = route.access
  const isAllowed =
    (route.access.session === 'member' || caller.isStaff) &&
    (roles === undefined || roles.some((role) => hasRole(caller.roles, role)))
  if (!isAllowed) {
    throw notForYou()
  }
}

export const notForYou = (): Refusal => new Refusal('insufficient-permissions', backOfficeKernelWords.noPermission)

/**
 * Returns whether a ticket only reads its delivery's status, which does not require the permission of the ticket's
 * author.
 */
const isStatusRead = ({ access }: Pick<Route, 'access'>, { ticket }: Caller): boolean =>
  ticket !== undefined && access.ticket === 'reads'

/** Returns the refusal for an unknown study. Members get the same answer for a study that is not theirs. */
export const noSuchStudy = (): Refusal => new Refusal('not-found', backOfficeKernelWords.studyNotFound)

export const locationForbidden = (): Refusal =>
  new Refusal('location-forbidden', 'The location is not allowed to your account.')

/**
 * Returns the refusal for a study out of the caller's reach: staff get `location-forbidden`, members the answer for an
 * unknown study.
 */
export const studyOutOfReach = (caller: Caller): Refusal => (caller.isStaff ? locationForbidden() : noSuchStudy())

/**
 * Throws unless a staff caller may work at every location that the input names, directly or through a machine, calendar
 * or study. For a member, throws unless the study is the member's own. Checking only one of the named locations would
 * allow moving a study to a clinic out of reach. Sets the audit subject to the study's member and location.
 */
export const checkLocation = async (
  route: Pick<Route, 'access'>,
  input: ParsedInput,
  caller: Caller | null,
  { db, records }: { readonly db: Database; readonly records: Pick<AccessRecords, 'findStudyScope'> },
  setAuditSubject: (subject: AuditSubject) => void,
): Promise<void> => {
  if (route.access.location === 'none' || caller === null) return
  const studyID = findField(input, ['studyId', 'studyID'])
  if (studyID !== undefined) {
    const scope = await records.findStudyScope(db, studyID)
    if (scope === undefined) throw noSuchStudy()
    // The audit row names the member even when the study is out of reach; the answer does not.
    setAuditSubject({ memberID: scope.patientID, locationID: scope.locationID })
    if (isStatusRead(route, caller)) return
    const isOwn = caller.isStaff ? mayWorkAt(caller, scope.locationID) : scope.patientID === caller.memberID
    if (!isOwn) throw studyOutOfReach(caller)
  }
  if (!caller.isStaff) return
  const machineID = findField(input, ['machineID'])
  const calendarID = findField(input, ['calendarId'])
  const named = [
    findField(input, ['locationID']),
    machineID && locationOfMachine(machineID as MachineID),
    calendarID && locationOfMachine(toMachineID(calendarID as CalendarID)),
  ]
  for (const locationID of named) {
    if (locationID !== undefined && !mayWorkAt(caller, locationID)) throw locationForbidden()
  }
}

/** Returns the audit subject that the input itself names; operations add what they find. */
export const toAuditSubject = (path: string, input: ParsedInput): AuditSubject => {
  const namesMember = /\/(userV2|members|atriumID)\/:id/.test(path)
  return {
    memberID:
      (namesMember ? findField({ ...input, query: {}, body: {} }, ['id']) : undefined) ??
      findField(input, ['patientID', 'user_id']) ??
      null,
    studyID: findField(input, ['studyId', 'studyID']) ?? null,
    locationID: findField(input, ['locationID']) ?? null,
  }
}

const findField = (input: ParsedInput, names: readonly string[]): string | undefined => {
  for (const part of [input.params, input.query, input.body]) {
    for (const name of names) {
      const value = Object.hasOwn(part, name) ? part[name] : undefined
      if (typeof value === 'string') return value
    }
  }
  return undefined
}

export const forbidden = (message: string): Refusal => new Refusal('insufficient-permissions', message)
