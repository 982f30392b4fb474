import type { Database } from '#back-office/database/database.ts'
import { addMember } from '#back-office/repositories/members-repository.ts'
import { anAttemptRow, aStudyRow, clinic } from '../../builders/back-office.ts'
import { aMember } from '../../builders/records.ts'

/** The member of the test, with an id as the server makes them. */
export const planted = { memberID: 'm-3f9a0b7c21de', studyID: 's-77aa0b7c21de', name: 'Mrk01 Mrk04' } as const

/** Matches every marker. */
export const marker = /mrk\d\d/gi

const contact = {
  ...{ firstname: 'Mrk01', middlename: 'Mrk02', preferredName: 'Mrk03', lastname: 'Mrk04' },
  ...{ email: 'mrk05@mail.example', phone_number: 'Mrk06', address: 'Mrk07', city: 'Mrk08', state: 'Mrk09' },
  ...{ postalCode: 'Mrk10', country: 'Mrk11', phn: 'Mrk12', leadSource: 'Mrk13', leadSourceDetail: 'Mrk14' },
  ...{ salesforceAccountId: 'Mrk15', sfOpportunityID: 'Mrk16' },
}

const plantAround = async (db: Database, now: number): Promise<void> => {
  const { memberID, studyID } = planted
  await db
    .insertInto('user')
    .values({
      ...{ user_id: memberID, email: 'mrk05@mail.example', email_key: 'mrk05@mail.example', password_hash: 'Mrk17' },
      ...{ failed_sign_ins: 0, locked_until: null, firstname: 'Mrk01', lastname: 'Mrk04', roles: '["user"]' },
      ...{ allowed_locations: null, home_location: null },
    })
    .execute()
  await db
    .insertInto('session')
    .values({ token_hash: 'Mrk18', user_id: memberID, created_at: now, last_used_at: now, expires_at: now + 60 })
    .execute()
  const by = { by_user: 'u-admin', by_name: 'Robin admin', at: now }
  await db
    .insertInto('member_email_change')
    .values({ member_id: memberID, previous_email: 'mrk19@mail.example', location_id: clinic.home, ...by })
    .execute()
  await db
    .insertInto('member_email_confirmation')
    .values({ member_id: memberID, location_id: clinic.home, email_key: 'mrk20@mail.example', ...by })
    .execute()
  await db
    .insertInto('message_opt_out')
    .values({ member_id: memberID, channel: 'sms', at: now, address: 'Mrk21' })
    .execute()
  await db
    .insertInto('external_id')
    .values({ kind: 'members', external_id: 'Mrk22', our_id: memberID, imported_at: now })
    .execute()
  await db
    .insertInto('crm_person')
    .values({ person_id: 'Mrk23', atrium_id: memberID, document: '{"firstname":"Mrk24"}' })
    .execute()
  await db
    .insertInto('crm_opportunity')
    .values({ opportunity_id: 'Mrk25', person_id: 'Mrk23', study_id: studyID, document: '{"Campaign__c":"Mrk26"}' })
    .execute()
  await db
    .insertInto('sent_mail')
    .values({
      ...{ mail_id: 'mail-1', at: now, sender: 'clinic@clinic.example', recipients: '["Mrk05@mail.example"]' },
      ...{ subject: 'Mrk27', body: 'Mrk28', attachments: '[{"fileName":"Mrk29"}]', request_key: null },
    })
    .execute()
  await db
    .insertInto('scheduler_event')
    .values({
      ...{ event_id: 'event-1', invitee_id: 'invitee-1', team: 'team', starts_at: now, status: 'active' },
      ...{ name: 'Mrk30', email: 'Mrk05@mail.example', created_at: now },
    })
    .execute()
  await db
    .insertInto('idempotency_key')
    .values({
      ...{ idempotency_key: 'key-1', user_id: 'u-admin', route: 'createMember', body_hash: 'hash', status: 200 },
      ...{ answer: JSON.stringify({ member: { patientID: memberID, firstname: 'Mrk31' } }), created_at: now },
    })
    .execute()
  await db
    .insertInto('legal_hold')
    .values({
      ...{ hold_id: 'hold-1', member_id: memberID, name: 'Mrk32', name_key: 'mrk32', reason: 'Mrk33', placed_at: now },
      ...{ placed_by: 'Robin admin', placed_by_user: 'u-admin', lifted_at: now, lifted_by: 'Robin admin' },
      lifted_reason: 'Mrk34',
    })
    .execute()
  await db
    .insertInto('member_merge')
    .values({
      ...{ merge_id: 'merge-1', kept_id: memberID, merged_id: 'm-merged', merged_at: now, by_user: 'u-admin' },
      ...{ reason: 'Mrk73', document: '{"merged":"Mrk74"}', by_name: 'Robin admin' },
      ...{ undone_at: now, undone_by: 'u-admin', undone_by_name: 'Robin admin', undone_reason: 'Mrk75' },
    })
    .execute()
  await db
    .insertInto('safety_draft')
    .values({
      ...{ draft_id: 'draft-1', study_id: null, member_id: memberID, location_id: clinic.home },
      ...{ answers: '{"a":"Mrk35"}', version: 1, base_version: 0, saved_at: now, saved_by: 'Mrk01 Mrk04' },
      saved_by_user: memberID,
    })
    .execute()
}

const plantSafety = async (db: Database, now: number): Promise<void> => {
  const study_id = planted.studyID
  const saved = { saved_at: now, saved_by: 'Mrk01 Mrk04' }
  await db
    .insertInto('safety_record')
    .values({ study_id, answers: '{"a":"Mrk36"}', version: 1, ...saved, saved_by_user: planted.memberID })
    .execute()
  await db
    .insertInto('safety_revision')
    .values({ study_id, version: 1, ...saved, changes: '[{"field":"a","from":null,"to":"Mrk37"}]' })
    .execute()
  await db
    .insertInto('safety_sign_off')
    .values({
      ...{ sign_off_id: 'sign-off-1', study_id, version: 1, signed_at: now, signed_by: 'Robin np', reason: 'Mrk38' },
      ...{ signed_by_user: 'u-np', ground: '{"notices":{"a":"Mrk39"}}', withdrawn_at: now, withdrawn_by: 'Robin np' },
      withdrawn_reason: 'Mrk40',
    })
    .execute()
  const given = { study_id, given_at: now, given_by: 'Robin np', given_by_user: 'u-np', notices: '[{"text":"Mrk41"}]' }
  await db
    .insertInto('settle_reason')
    .values({ settle_reason_id: 'reason-1', kind: 'booked', reason: 'Mrk42', ...given })
    .execute()
  await db
    .insertInto('act_reason')
    .values({ act_reason_id: 'reason-2', kind: 'scanned', reason: 'Mrk43', others: '[{"text":"Mrk44"}]', ...given })
    .execute()
  await db
    .insertInto('safety_presence')
    .values({ study_id, desk_id: 'desk-1', user_id: planted.memberID, name: 'Mrk01 Mrk04', since: now, seen_at: now })
    .execute()
}

const plantFiles = async (db: Database, now: number): Promise<void> => {
  const { memberID: patient_id, studyID: study_id } = planted
  await db
    .insertInto('document')
    .values({
      ...{ uuid: 'document-1', study_id, patient_id, type_id: clinic.documentType, name: 'Mrk45', status: 'PUBLISHED' },
      ...{ active: 1, file_type: 'application/pdf', base64_file: 'Mrk46'.repeat(2000), created_at: now, version: 1 },
      ...{ pages: 1, byte_size: 5, created_by: null, status_at: null, status_by: null },
    })
    .execute()
  await db
    .insertInto('study_report')
    .values({
      ...{ report_id: 'report-1', study_id, kind: 'structured', state: 'published', version: 1, base64_file: 'Mrk47' },
      ...{ pages: 1, byte_size: 5, created_at: now, created_by: 'Robin hi', state_at: now, state_by: 'Robin hi' },
    })
    .execute()
  await db.insertInto('image_request').values({ study_id, requested_at: now, requested_by: 'Mrk01 Mrk04' }).execute()
  await db.insertInto('share').values({ study_id, platform_id: 'Mrk48', shared_at: now }).execute()
  const result = {
    ...{ channel: 'hl7' as const, sender: 'RIS', kind: 'structured' as const, status: 'final' as const },
    ...{ issued_at: now, received_at: now, copies: 1, tries: 1, retry_at: null, decided_at: now },
    ...{ decided_by: 'Robin hi', decided_reason: 'Mrk49', content: '{"type":"text","text":"Mrk50"}' },
    identity: JSON.stringify({ patientIDs: ['Mrk12'], given: 'Mrk51', family: 'Mrk04', birthDate: '1981-02-03' }),
  }
  await db
    .insertInto('incoming_result')
    .values([
      {
        ...{ ...result, result_id: 'result-1', message_id: 'a', content_hash: 'a', digest: 'a', study_ref: study_id },
        ...{ state: 'attached', reason: null, study_id, report_id: 'report-1' },
      },
      // No study matched this result, so it waits for staff.
      {
        ...{ ...result, result_id: 'result-2', message_id: 'b', content_hash: 'b', digest: 'b', study_ref: 'Mrk52' },
        ...{ state: 'waiting', reason: 'unmatched', study_id: null, report_id: null },
      },
    ])
    .execute()
}

const plantSends = async (db: Database, now: number): Promise<void> => {
  const study_id = planted.studyID
  await db
    .insertInto('message')
    .values({
      ...{ message_id: 'message-1', study_id, kind: 'feedback', channel: 'email', occasion: 'release', sequence: 1 },
      ...{ event_id: null, starts_at: null, location_id: clinic.home, due_at: now, state: 'sent', attempts: 1 },
      ...{ claim: null, lease_until: null, recipient: 'mrk53@mail.example', receipt: 'Mrk54', delivery: null },
      ...{ check_at: null, failure: null, planned_at: now, state_at: now, by_user: null, decided_by: null },
    })
    .execute()
  await db
    .insertInto('message_content')
    .values({
      ...{ message_id: 'message-1', subject: 'Mrk55', text: 'Mrk56', file_name: 'Mrk57.pdf' },
      ...{ content_type: 'application/pdf', base64_file: 'Mrk58' },
    })
    .execute()
  await db
    .insertInto('delivery')
    .values({
      ...{ delivery_id: 'delivery-1', study_id, author_id: 'u-hi', author_name: 'Robin hi', channel: 'fax' },
      ...{ mode: 'manual', item: '{"kind":"document","uuid":"document-1"}', title: 'Mrk59', reading_version: null },
      ...{ practitioner_id: clinic.practitioner, practice_location_id: null, recipient_name: 'Élodie Marchand' },
      ...{ address: '16045550100', address_key: '16045550100', password: 'Mrk60', hides_hi_content: 0, reason: null },
      ...{ state: 'delivered', pages: 1, sending: 1, receipt: null, sender_run: null, sending_since: null },
      ...{ request_key: null, created_at: now, handed_over_at: now, delivered_at: now, ended_at: now },
      ...{ confirmed_by: null, resend_of: null, cover_sheet: 0 },
    })
    .execute()
  await db
    .insertInto('study_log')
    .values({ log_id: 'log-1', study_id, place: 1, category: 'Note', time: now, content: 'Mrk61', by_user: 'Robin hi' })
    .execute()
  await db
    .insertInto('payment_attempt')
    .values({
      ...anAttemptRow(study_id, now),
      ...{ state: 'declined', memo: 'Mrk62', user_id: planted.memberID, user_name: 'Mrk01 Mrk04', settled_at: now },
    })
    .execute()
  await db
    .insertInto('machine_time')
    .values({
      ...{ event_id: 'event-9', machine_id: 'ca-bc-1-m1', location_id: clinic.home, starts_at: now - 90_000 },
      ...{ ends_at: now - 86_400, kind: 'study', study_id, owner_user_id: planted.memberID, owner_name: 'Mrk63' },
      ...{ expires_at: null, overridden: 0, renewable_until: null },
    })
    .execute()
}

/** Writes a member with a scanned study and more than 60 distinct markers, in every column that is about a person. */
export const plantMember = async (db: Database, now: number): Promise<void> => {
  const { memberID, studyID } = planted
  await addMember(
    db,
    aMember({
      ...{ patientID: memberID, user_id: memberID, atriumID: memberID, ...contact },
      ...{ dob: '1981-02-03', yob: 1981, mob: 2, version: 1 },
    }),
    now,
  )
  const base = aStudyRow(now)
  await db
    .insertInto('study')
    .values({
      ...base,
      ...{ study_id: studyID, patient_id: memberID, location_id: clinic.home, balance: 0, price: 0 },
      status: JSON.stringify({
        ...JSON.parse(base.status),
        ...{ booked: true, bookedBy: 'Mrk01 Mrk04', scanned: true, scannedBy: 'Robin hi', note: 'Mrk64' },
      }),
      cancellation: JSON.stringify({ cancellationReason: 'member-commute', cancellationDetail: 'Mrk65' }),
      ...{ opportunity_id: 'Mrk25', referrer: 'Mrk66', sedative_taken: 'Mrk67' },
      extra: JSON.stringify({
        reasonForScan: 'Mrk68',
        frontDeskNote: 'Mrk68',
        feedback: { feedback: 'Mrk69' },
        consulting: { eventID: 'Mrk70' },
      }),
      other_safety: JSON.stringify({ others: [{ text: 'Mrk71' }], reason: { reason: 'Mrk72' } }),
    })
    .execute()
  await plantAround(db, now)
  await plantSafety(db, now)
  await plantFiles(db, now)
  await plantSends(db, now)
}
