import type { Member } from '#domain/members/member.ts'
import { addDays } from '#domain/values/plain-date.ts'
import type { IncomingResultTable, RefusedDeliveryTable } from '../../database/result-tables.ts'
import type { StudyTable } from '../../database/tables.ts'
import { firstHome } from './demo-homes.ts'

const text = [
  'Whole-body MRI',
  '',
  'Brain, neck, chest, abdomen and pelvis were read. Comparison: none.',
  'No finding that needs follow-up. Degenerative change of the lumbar spine as usual for the age.',
  '',
  'Impression: no finding that needs follow-up.',
].join('\n')

const reasons = ['mismatch', 'unmatched', 'incomplete'] as const

/**
 * Creates three results of a reading group that wait for a person: one with another birth date, one with an accession
 * number that no study has, and one without patient id and birth date.
 */
export const createDemoResults = (
  studies: readonly StudyTable[],
  members: readonly Member[],
  now: number,
): IncomingResultTable[] => {
  const unread = studies.filter(({ location_id, status }) => location_id === firstHome && isScannedOnly(status))
  return unread.slice(0, 3).flatMap((study, index) => {
    const member = members.find(({ patientID }) => patientID === study.patient_id)
    if (member === undefined) return []
    const whole = {
      patientIDs: index === 0 ? [] : [member.patientID as string],
      given: member.firstname,
      family: member.lastname,
      birthDate: index === 0 ? addDays(member.dob, 1) : member.dob,
      sex: member.gender,
    }
    const identity = index === 2 ? { ...whole, patientIDs: [], birthDate: null } : whole
    const receivedAt = now - (3 - index) * 3600
    return {
      result_id: `demo-result-${index + 1}`,
      channel: 'hl7' as const,
      sender: 'RIS NORTH',
      message_id: `demo-${index + 1}`,
      content_hash: `demo-result-${index + 1}`,
      digest: `demo-result-${index + 1}`,
      study_ref: index === 1 ? 'F-20418' : study.study_id,
      kind: 'structured' as const,
      status: 'final' as const,
      issued_at: receivedAt - 600,
      identity: JSON.stringify(identity),
      content: JSON.stringify({ type: 'text', text }),
      received_at: receivedAt,
      copies: 1,
      state: 'waiting' as const,
      reason: reasons[index] ?? null,
      study_id: null,
      report_id: null,
      decided_at: null,
      decided_by: null,
      decided_reason: null,
      tries: 0,
      retry_at: null,
    }
  })
}

/** Creates two refused messages: one from a connection that broke, and one of a type that is not accepted. */
export const createDemoRefusals = (now: number): RefusedDeliveryTable[] =>
  (
    [
      { reason: 'message-type', sender: 'RIS NORTH', control_id: 'ADT-20551', address: '10.20.0.7', copies: 3 },
      { reason: 'connection-lost', sender: '', control_id: '', address: '10.20.0.9', copies: 1 },
    ] as const
  ).map((refusal, index) => ({
    ...refusal,
    refusal_id: `demo-refusal-${index + 1}`,
    mark: `demo-refusal-${index + 1}`,
    channel: 'hl7',
    detail: '',
    first_at: now - (5 - index) * 3600,
    last_at: now - (3 - index) * 3600,
    state: 'open',
    closed_at: null,
    closed_by: null,
    note: null,
  }))

const isScannedOnly = (status: string): boolean => {
  const flags: { readonly scanned?: boolean; readonly read?: boolean; readonly cancelled?: boolean } =
    JSON.parse(status)
  return flags.scanned === true && flags.read !== true && flags.cancelled !== true
}
