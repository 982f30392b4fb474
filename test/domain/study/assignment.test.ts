import { describe, expect, it } from 'vitest'
import type { Role } from '#domain/session/role.ts'
import { assignmentReason, readAssignment } from '#domain/study/assignment.ts'
import { aStudyWith } from './study-records.ts'

const statusOf = (status: Readonly<Record<string, unknown>>) => aStudyWith(status).status

describe('readAssignment', () => {
  it.each([
    [{}, null],
    [{ assignedTo: null, assignedToID: 'u-1' }, null],
    [{ assignedTo: '', assignedToID: 'u-1' }, null],
    [{ assignedTo: 'Ines Duarte' }, { userID: null, name: 'Ines Duarte' }],
    [
      { assignedTo: 'Ines Duarte', assignedToID: 'u-1' },
      { userID: 'u-1', name: 'Ines Duarte' },
    ],
  ])('of %j is %j', (status, assignment) => {
    expect(readAssignment(statusOf(status))).toEqual(assignment)
  })
})

describe('assignmentReason', () => {
  const me = 'u-me'
  const free = { scanned: true }
  const mine = { scanned: true, assignedTo: 'Me', assignedToID: me }
  const other = { scanned: true, assignedTo: 'Ines Duarte', assignedToID: 'u-1' }
  const oldRecord = { scanned: true, assignedTo: 'Ines Duarte' }
  const taken = 'This study is assigned to Ines Duarte.'
  const onlySelf = 'You can assign a study only to yourself.'

  it.each<[Role, object, string | null, string | null]>([
    ['radiologist', free, me, null],
    ['radiologist', free, 'u-1', onlySelf],
    ['radiologist', mine, null, null],
    ['radiologist', mine, 'u-1', onlySelf],
    ['radiologist', other, me, taken],
    ['radiologist', other, null, taken],
    ['radiologist', oldRecord, me, taken],
    ['hi', free, 'u-1', null],
    ['hi', other, 'u-2', null],
    ['hi', other, null, null],
    ['admin', oldRecord, 'u-2', null],
    ['admin', {}, 'u-2', 'The member has not been scanned.'],
    ['radiologist', {}, me, 'The member has not been scanned.'],
    ['hi', { ...other, read: true }, null, 'The images have been read.'],
    ['radiologist', { ...mine, read: true }, null, 'The images have been read.'],
    ['admin', { ...free, cancelled: true }, 'u-1', 'This appointment has been cancelled.'],
  ])('of a %s who assigns a study with the status %j to %j is %j', (role, status, to, reason) => {
    expect(assignmentReason(statusOf({ ...status }), { userID: me, roles: [role] }, to)).toBe(reason)
  })
})
