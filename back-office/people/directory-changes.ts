import type { RouteAnswer } from '#contract/back-office.ts'
import { decidedDays, mayKeepDirectory, practicePrefix } from '#domain/people/directory-change.ts'
import { alreadyDecided, entryChanged } from '#domain/people/directory-words.ts'
import type { PractitionerContactChanges } from '#domain/people/practitioner.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { changePractitionerContact, findPractitioner } from '../repositories/catalogue-repository.ts'
import {
  announceDirectoryChange,
  decideProposal,
  fieldsOf,
  findDecided,
  findDirectoryChange,
  findProposals,
  findUnseenDirectoryChanges,
  noteSeen,
} from '../repositories/directory-repository.ts'
import { findLocationsNaming } from '../repositories/studies-repository.ts'
import { directoryValueOf } from './practitioners.ts'

const noSuchChange = (): Refusal => new Refusal('not-found', 'This directory change no longer exists.')

/**
 * Returns the open proposals, the proposals decided in the last 30 days, and the changes announced to a location and
 * not acknowledged there. Users who may decide on proposals see all proposals; every other user sees only their own.
 */
export const readDirectoryChanges = async (
  { locationID }: HandlerInput<'readDirectoryChanges'>['query'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<RouteAnswer<'readDirectoryChanges'>> => {
  const { roles, userID } = requireCaller(context)
  const byUser = mayKeepDirectory(roles) ? null : userID
  return {
    proposals: await findProposals(context.db, byUser),
    notices: await findUnseenDirectoryChanges(context.db, locationID),
    decided: await findDecided(context.db, byUser, context.now - decidedDays * 86_400),
  }
}

const toContact = (
  fields: readonly { readonly field: string; readonly after: string }[],
): PractitionerContactChanges => {
  const own = fields.filter(({ field }) => !field.startsWith(practicePrefix))
  const practices = fields.filter(({ field }) => field.startsWith(practicePrefix))
  return {
    ...Object.fromEntries(own.map(({ field, after }) => [field, after])),
    ...(practices.length === 0
      ? {}
      : {
          practiceFaxNumbers: Object.fromEntries(
            practices.map(({ field, after }) => [field.slice(practicePrefix.length), after]),
          ),
        }),
  }
}

/**
 * Confirms or declines a proposal. Throws 409 `stale` if the proposal is already decided, or if a value that the
 * proposal would replace has changed after the proposal was made; 404 for an unknown proposal.
 */
export const decideDirectoryProposal = async (
  changeID: string,
  { isConfirmed }: HandlerInput<'decideDirectoryProposal'>['body'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'decideDirectoryProposal'>> =>
  inTransaction(context.db, async (db) => {
    const row = await findDirectoryChange(db, changeID)
    const entry = row === undefined ? undefined : await findPractitioner(db, row.practitioner_id)
    if (row === undefined || entry === undefined) throw noSuchChange()
    context.setAuditSubject({ what: `${row.practitioner_id} ${isConfirmed ? 'confirmed' : 'declined'}` })
    const state = isConfirmed ? 'confirmed' : 'declined'
    const isFirst = await decideProposal(db, changeID, {
      state,
      byName: requireCaller(context).name,
      at: context.now,
    })
    if (!isFirst) {
      const { state: present, decided_by_name: decidedBy } = (await findDirectoryChange(db, changeID)) ?? row
      throw new Refusal('stale', alreadyDecided(present, decidedBy))
    }
    if (!isConfirmed) return { practitioner: entry }
    const fields = fieldsOf(row)
    const changed = fields.every(({ field, before }) => directoryValueOf(entry, field) === before)
      ? await changePractitionerContact(db, entry, toContact(fields))
      : undefined
    if (changed === undefined) throw new Refusal('stale', entryChanged)
    await announceDirectoryChange(db, changeID, await findLocationsNaming(db, entry.id))
    return { practitioner: changed }
  })

/** Records that staff at a location saw an announced change. */
export const seeDirectoryChange = async (
  changeID: string,
  { locationID }: HandlerInput<'seeDirectoryChange'>['body'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<RouteAnswer<'seeDirectoryChange'>> => {
  await noteSeen(context.db, { changeID, locationID }, { byName: requireCaller(context).name, at: context.now })
  return { ok: true }
}
