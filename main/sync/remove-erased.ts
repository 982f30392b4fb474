import { isErasedMember } from '#domain/members/erasure.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WorkstationCache } from '../cache/workstation-cache.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { Collected } from './collected.ts'

/**
 * Removes what this workstation has stored of an erased member, except payments that are still to be sent. Keeps a
 * cached tombstone, which another location's feed has already delivered.
 */
export const removeErased = (
  parts: { readonly database: WorkstationDatabase; readonly cache: WorkstationCache; readonly collected: Collected },
  { id, erasedStudies = [] }: { readonly id: string; readonly erasedStudies?: readonly string[] | undefined },
): boolean => {
  const { database, cache, collected } = parts
  const known = cache.members.member(id as MemberID)
  if (known !== null && !isErasedMember(known)) cache.members.deleteMember(id)
  for (const studyID of erasedStudies) cache.safety.deleteRecord(studyID)
  database.journal.erasures.erase({ memberID: id, studyIDs: erasedStudies })
  for (const studyID of erasedStudies) collected.studies.add(studyID as StudyID)
  return known !== null
}
