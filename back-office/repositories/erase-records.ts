import { sql } from 'kysely'
import { erasedEmail, erasedFirstName, erasedLastName, eraseStatus, toErasedMember } from '#domain/members/erasure.ts'
import type { Member } from '#domain/members/member.ts'
import { nameWords } from '#domain/members/name-keys.ts'
import { nameWord, studyWords } from '#domain/members/search-words.ts'
import { noSedative } from '#domain/study/sedative.ts'
import type { Database } from '../database/database.ts'
import { findMembers, toMemberRow } from './members-repository.ts'
import { addLogRow, parseStatus, type StudyRow } from './studies-repository.ts'

/** Whose records are erased, when, and what replaces them. */
export type ErasedRecords = {
  readonly memberIDs: readonly string[]
  readonly studies: readonly StudyRow[]
  /** Epoch seconds. */
  readonly now: number
  /** The safety summary of a study without answers, JSON. */
  readonly noSafety: string
  /** The answer to a repeated call that had answered with data of the member. */
  readonly answer: { readonly status: number; readonly json: string }
  readonly newId: () => string
  /** The name in the activity log of the studies. */
  readonly by: string
  readonly line: string
}

const erasedName = `${erasedFirstName} ${erasedLastName}`
/** Replaces a text that a screen expects. */
const erasedText = 'Erased'

/** Matches a text that contains `part`, even if `part` has wildcard characters. */
const containing = (part: string): string => `%${part.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Returns the names, in lower case, by which the flags of a study may name the member. */
const namesOf = (members: readonly Member[]): ReadonlySet<string> =>
  new Set(
    members
      .flatMap(({ firstname, middlename, preferredName, lastname }) => [
        `${firstname} ${lastname}`,
        [firstname, middlename, lastname].filter(Boolean).join(' '),
        `${preferredName} ${lastname}`,
        firstname,
        lastname,
      ])
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  )

const eraseIdentity = async (db: Database, members: readonly Member[], now: number): Promise<void> => {
  for (const member of members) {
    const { patient_id, created_at: _at, ...columns } = toMemberRow(toErasedMember(member), 0)
    await db
      .updateTable('member')
      .set({ ...columns, search_text: patient_id.toLowerCase(), referral_code: null, erased_at: now })
      .where('patient_id', '=', patient_id)
      .execute()
    await db.deleteFrom('member_word').where('member_id', '=', patient_id).execute()
    // The tombstone is found by its id only.
    await db
      .insertInto('member_word')
      .values(studyWords(patient_id).map((word) => ({ word, member_id: patient_id })))
      .execute()
    await db
      .updateTable('user')
      .set({
        email: erasedEmail(patient_id),
        email_key: erasedEmail(patient_id),
        firstname: erasedFirstName,
        lastname: erasedLastName,
        password_hash: null,
        active: 0,
      })
      .where('user_id', '=', patient_id)
      .execute()
  }
  await removeNameKeys(db, new Set(members.flatMap((member) => nameWords(member))))
}

/** Removes the keys of names that no other member has. */
const removeNameKeys = async (db: Database, names: ReadonlySet<string>): Promise<void> => {
  for (const name of names) {
    const used = await db
      .selectFrom('member_word')
      .select('member_id')
      .where('word', '=', nameWord(name))
      .limit(1)
      .executeTakeFirst()
    if (used === undefined) await db.deleteFrom('name_key').where('word', '=', name).execute()
  }
}

/** Removes the records that belong to the member alone: sessions, addresses, drafts, links, ids in other systems. */
const removeAroundMember = async (db: Database, members: readonly Member[], given: ErasedRecords): Promise<void> => {
  const { memberIDs, now } = given
  const studyIDs = given.studies.map(({ study_id }) => study_id)
  await db.deleteFrom('session').where('user_id', 'in', memberIDs).execute()
  await db.deleteFrom('found_member').where('member_id', 'in', memberIDs).execute()
  await db.deleteFrom('member_email_change').where('member_id', 'in', memberIDs).execute()
  await db.deleteFrom('member_email_confirmation').where('member_id', 'in', memberIDs).execute()
  await db.deleteFrom('safety_draft').where('member_id', 'in', memberIDs).execute()
  await db.deleteFrom('share').where('platform_id', 'in', memberIDs).execute()
  await db
    .deleteFrom('external_id')
    .where('our_id', 'in', [...memberIDs, ...studyIDs])
    .execute()
  await db
    .deleteFrom('member_merge')
    .where((merge) => merge.or([merge('kept_id', 'in', memberIDs), merge('merged_id', 'in', memberIDs)]))
    .execute()
  await db.deleteFrom('message_opt_out').where('member_id', 'in', memberIDs).execute()
  // These opt-outs prevent the planning of further messages to the member.
  await db
    .insertInto('message_opt_out')
    .values(
      memberIDs.flatMap((member_id) =>
        (['email', 'sms'] as const).map((channel) => ({ member_id, channel, at: now, address: null })),
      ),
    )
    .execute()
  await db
    .updateTable('legal_hold')
    .set({ name: erasedText, name_key: erasedText, reason: erasedText, lifted_reason: erasedText })
    .where('member_id', 'in', memberIDs)
    .execute()
  await db.updateTable('machine_time').set({ owner_name: erasedName }).where('owner_user_id', 'in', memberIDs).execute()
  for (const email of new Set(members.map((member) => member.email.toLowerCase()).filter((text) => text !== ''))) {
    await db
      .deleteFrom('sent_mail')
      .where(sql<boolean>`lower(recipients) like ${containing(email)} escape '\\'`)
      .execute()
    await db
      .updateTable('scheduler_event')
      .set({ name: erasedName, email: erasedText })
      .where(sql`lower(email)`, '=', email)
      .execute()
  }
}

/** Removes the copies of the CRM's records of the member. The CRM itself is another system. */
const removeCrmCopies = async (db: Database, { memberIDs, studies }: ErasedRecords): Promise<void> => {
  const people = (
    await db.selectFrom('crm_person').select('person_id').where('atrium_id', 'in', memberIDs).execute()
  ).map(({ person_id }) => person_id)
  if (people.length > 0) {
    await db.deleteFrom('crm_opportunity').where('person_id', 'in', people).execute()
    await db.deleteFrom('crm_person').where('person_id', 'in', people).execute()
  }
  const studyIDs = studies.map(({ study_id }) => study_id)
  if (studyIDs.length === 0) return
  await db.deleteFrom('crm_opportunity').where('study_id', 'in', studyIDs).execute()
}

const eraseStudies = async (db: Database, members: readonly Member[], given: ErasedRecords): Promise<void> => {
  const names = namesOf(members)
  for (const study of given.studies) {
    const { cancellationReason = '' } = (JSON.parse(study.cancellation ?? '{}') ?? {}) as {
      cancellationReason?: string
    }
    await db
      .updateTable('study')
      .set({
        status: JSON.stringify(eraseStatus(parseStatus(study), names)),
        cancellation:
          study.cancellation === null ? null : JSON.stringify({ cancellationReason, cancellationDetail: '' }),
        referrer: '',
        sedative_taken: null,
        sedative: JSON.stringify(noSedative),
        safety: given.noSafety,
        other_safety: null,
        extra: '{}',
        opportunity_id: null,
        version: study.version + 1,
      })
      .where('study_id', '=', study.study_id)
      .execute()
  }
}

/** Deletes the content of studies: answers, notes, documents, reports, results, texts of messages. */
const removeContent = async (db: Database, studyIDs: readonly string[]): Promise<void> => {
  const messages = db.selectFrom('message').select('message_id').where('study_id', 'in', studyIDs)
  await db.deleteFrom('message_content').where('message_id', 'in', messages).execute()
  await db
    .updateTable('message')
    .set({ recipient: null, receipt: null, check_at: null })
    .where('study_id', 'in', studyIDs)
    .execute()
  await db
    .updateTable('message')
    .set({ state: 'withdrawn', claim: null, lease_until: null })
    .where('study_id', 'in', studyIDs)
    .where('state', '=', 'planned')
    .execute()
  await db.updateTable('incoming_result').set({ report_id: null }).where('study_id', 'in', studyIDs).execute()
  for (const table of [
    'safety_revision',
    'safety_sign_off',
    'safety_record',
    'safety_draft',
    'safety_presence',
    'settle_reason',
    'act_reason',
    'study_log',
    'share',
    'document',
    'study_report',
    'image_request',
  ] as const) {
    await db.deleteFrom(table).where('study_id', 'in', studyIDs).execute()
  }
  await db.updateTable('closure_keep').set({ reason: erasedText }).where('study_id', 'in', studyIDs).execute()
  await db
    .updateTable('delivery')
    .set({ title: erasedText, password: null })
    .where('study_id', 'in', studyIDs)
    .execute()
  await db.updateTable('payment_attempt').set({ memo: '' }).where('study_id', 'in', studyIDs).execute()
}

const foldName = (text: string): string => text.trim().toLowerCase()
const firstOf = (names: string): string => foldName(names).split(/\s+/)[0] ?? ''

/**
 * Returns whether given names can be the member's. They are compared because twins have the same family name and birth
 * date.
 */
const matchesGivenNames = (given: string, { firstname, preferredName }: Member): boolean =>
  [firstOf(firstname), firstOf(preferredName), ''].includes(firstOf(given))

/** Returns whether a stored identity of a result names one of the members. */
const namesMember = (identity: string, members: readonly Member[]): boolean => {
  let read: { patientIDs?: unknown; given?: unknown; family?: unknown; birthDate?: unknown } | null
  try {
    read = JSON.parse(identity)
  } catch {
    return false
  }
  if (read === null || typeof read !== 'object') return false
  const ids = Array.isArray(read.patientIDs) ? read.patientIDs.map((id) => foldName(String(id))) : []
  return members.some(
    (member) =>
      ids.includes(foldName(member.patientID)) ||
      (member.phn !== '' && ids.includes(foldName(member.phn))) ||
      (read.birthDate === member.dob &&
        foldName(String(read.family ?? '')) === foldName(member.lastname) &&
        matchesGivenNames(String(read.given ?? ''), member)),
  )
}

const noIdentity = JSON.stringify({
  patientIDs: [],
  given: '',
  family: '',
  birthDate: null,
  partialBirthDate: '',
  sex: null,
})

/**
 * Empties the results of other systems about the studies or the member, including those that were never matched. Their
 * hashes stay, so that a repeated result is not stored as a new one.
 */
const eraseResults = async (db: Database, members: readonly Member[], studyIDs: readonly string[]): Promise<void> => {
  const unmatched = await db
    .selectFrom('incoming_result')
    .select(['result_id', 'identity'])
    .where('study_id', 'is', null)
    .where('identity', '<>', noIdentity)
    .execute()
  const named = unmatched.filter(({ identity }) => namesMember(identity, members)).map(({ result_id }) => result_id)
  const ofStudies =
    studyIDs.length === 0
      ? []
      : await db
          .selectFrom('incoming_result')
          .select('result_id')
          .where((row) => row.or([row('study_id', 'in', studyIDs), row('study_ref', 'in', studyIDs)]))
          .execute()
  const ids = [...new Set([...named, ...ofStudies.map(({ result_id }) => result_id)])]
  if (ids.length === 0) return
  await db
    .updateTable('incoming_result')
    .set({
      identity: noIdentity,
      content: JSON.stringify({ type: 'none' }),
      state: 'rejected',
      reason: null,
      retry_at: null,
      study_ref: '',
      decided_reason: erasedText,
      report_id: null,
    })
    .where('result_id', 'in', ids)
    .execute()
}

/**
 * Replaces the stored answers of keyed calls that name the member or one of the studies. The keys stay, so that a
 * repeated call cannot act again.
 */
const eraseAnswers = async (db: Database, given: ErasedRecords): Promise<void> => {
  const parts = [...given.memberIDs, ...given.studies.map(({ study_id }) => study_id)]
  for (const part of parts) {
    await db
      .updateTable('idempotency_key')
      .set({ status: given.answer.status, answer: given.answer.json })
      .where('answer', 'is not', null)
      .where(sql<boolean>`answer like ${containing(`"${part}"`)} escape '\\'`)
      .execute()
  }
  await db
    .updateTable('idempotency_key')
    .set({ status: given.answer.status, answer: given.answer.json })
    .where('user_id', 'in', given.memberIDs)
    .where('answer', 'is not', null)
    .execute()
}

/**
 * Replaces everything that identifies members, and all medical content of their studies. These records stay, under the
 * member's id, which reveals nothing personal: the studies with their times and prices, the ledger, card payments,
 * cash-ups, the recipients of sends, and the audit log (decision 338). Runs in the caller's transaction.
 */
export const eraseRecords = async (db: Database, given: ErasedRecords): Promise<void> => {
  const members = await findMembers(db, given.memberIDs)
  const studyIDs = given.studies.map(({ study_id }) => study_id)
  await removeCrmCopies(db, given)
  await removeAroundMember(db, members, given)
  await eraseResults(db, members, studyIDs)
  if (studyIDs.length > 0) {
    await removeContent(db, studyIDs)
    await eraseStudies(db, members, given)
    for (const study_id of studyIDs) {
      const line = { category: 'Study', time: given.now, content: given.line, by_user: given.by }
      await addLogRow(db, { log_id: given.newId(), study_id, ...line })
    }
  }
  await db
    .updateTable('payment_attempt')
    .set({ user_name: erasedName })
    .where('user_id', 'in', given.memberIDs)
    .execute()
  await eraseIdentity(db, members, given.now)
  await eraseAnswers(db, given)
}
