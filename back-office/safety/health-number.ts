import type { SafetyRevision } from '#domain/safety/safety-record.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { lockMachines } from '../repositories/machine-times-repository.ts'
import { findMember, replaceMember } from '../repositories/members-repository.ts'
import { findGender } from '../repositories/safety-repository.ts'
import { findStudiesOfMember } from '../repositories/studies-repository.ts'

const healthNumberField = 'Prescription.PatientHealthNumber'

/**
 * Lets this transaction alone change a member until it ends. To be asked for before any study is locked, as whoever changes a
 * member has it: a member's change is noted at every location that has a study of theirs.
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
 * Puts the health number that these changes of safety answers give on the member (booking spec §7: phn), in the caller's
 * transaction. Where they give none, or take one away, the member's stays: a desk may have mended it meanwhile.
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
