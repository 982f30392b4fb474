import type { SafetyRevision } from '#domain/safety/safety-record.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { lockMachines } from '../repositories/machine-times-repository.ts'
import { findMember, replaceMember } from '../repositories/members-repository.ts'
import { findGender } from '../repositories/safety-repository.ts'
import { findStudiesOfMember } from '../repositories/studies-repository.ts'

const healthNumberField = 'Prescription.PatientHealthNumber'

/**
 * Locks a member for this transaction, and the change feeds of the locations where the member has studies: a change of
 * the member is written to these feeds. Call it before any study is locked, in the same order as a change of the
 * member, to avoid deadlocks.
 */
export const openMember = async (
  db: Database,
  memberID: string,
  context: Pick<HandlerContext, 'kind'>,
): Promise<void> => {
  if (context.kind === 'sqlite') return
  await findGender(db, context.kind, memberID, true)
  const studies = await findStudiesOfMember(db, memberID)
  await lockMachines(
    db,
    context.kind,
    [],
    studies.map((study) => study.location_id),
  )
}

/**
 * Writes the health number from these changed safety answers to the member (booking spec §7: phn), in the caller's
 * transaction. If the changes contain no health number, or remove it, the member's number stays: staff may have
 * corrected it in the meantime.
 */
export const keepHealthNumber = async (
  db: Database,
  memberID: string,
  changes: SafetyRevision['changes'],
): Promise<void> => {
  const phn = changes.find(({ field }) => field === healthNumberField)?.to
  if (typeof phn !== 'string') return
  const member = await findMember(db, memberID)
  if (member === undefined || member.phn === phn) return
  await replaceMember(db, { ...member, phn, version: member.version + 1 }, member.version)
}
