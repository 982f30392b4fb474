import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createErasureJournal } from '#main/journal/erasure-journal.ts'
import { journalMigrations } from '#main/journal/journal-migrations.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { openDatabaseFile } from '#runtime/open-database-file.ts'

const memberID = 'm-000001'
const erased = { memberID, studyIDs: ['s-1', 's-2'] }

describe('the journal after the erasure of a member', () => {
  let folder: string
  let db: Database
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'erasure-journal-'))
    db = openDatabaseFile({
      path: join(folder, 'journal.db'),
      keyHex: '5a'.repeat(32),
      synchronous: 'NORMAL',
      migrations: journalMigrations,
    })
  })
  afterEach(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const draft = (draftID: string, content: object): void => {
    db.prepare('insert into draft values (?, ?, ?, 1)').run('u-1', draftID, JSON.stringify(content))
  }
  const booking = (key: string, state: string, answer: object | null, draftID: string | null = null): void => {
    db.prepare(
      `insert into booking_attempt (idempotency_key, author, kind, draft_id, request, state, answer, begun_at)
        values (?, 'u-1', 'book', ?, '{}', ?, ?, 1)`,
    ).run(key, draftID, state, answer === null ? null : JSON.stringify(answer))
  }
  const act = (key: string, studyID: string, state: string): void => {
    db.prepare(
      `insert into study_act (idempotency_key, author, author_name, study_id, kind, request, state, done_at)
        values (?, 'u-1', '', ?, 'note', '{"content":"Mrk"}', ?, 1)`,
    ).run(key, studyID, state)
  }
  const job = (id: string, kind: string, state: string, studyID: string): void => {
    db.prepare(
      `insert into job (job_id, kind, state, changed_at, at, payload, face) values (?, ?, ?, 1, 1, '{}', ?)`,
    ).run(id, kind, state, JSON.stringify({ studyID, member: { name: 'Mrk' } }))
    db.prepare('insert into job_content values (?, ?)').run(id, Buffer.from('Mrk'))
  }
  const idsOf = (table: string, id: string): unknown[] =>
    db.prepare<[], string>(`select ${id} from ${table} order by 1`).pluck(true).all()

  it('no longer has the drafts, notes and ended work of the member, and keeps the work of other members', () => {
    draft('member:m-000001', { changes: { firstname: 'Mrk' } })
    draft('member-change:m-000001', {})
    draft('booking:new', { memberID, answers: 'Mrk' })
    draft('note:s-1', { text: 'Mrk' })
    draft('booking:frontdesk', { memberID: 'm-0000012' })
    draft('member-new', { firstname: 'Other' })
    booking('done', 'done', { patientID: memberID, name: 'Mrk' })
    booking('other', 'done', { patientID: 'm-000002' })
    act('note-1', 's-1', 'waiting')
    act('note-2', 's-2', 'done')
    act('note-3', 's-3', 'waiting')
    job('print', 'print', 'queued', 's-1')
    job('ended', 'fax', 'delivered', 's-1')
    job('failed', 'email', 'failed', 's-2')
    job('other', 'fax', 'delivered', 's-3')
    createErasureJournal(db).erase(erased)
    expect(idsOf('draft', 'draft_id')).toEqual(['booking:frontdesk', 'member-new'])
    expect(idsOf('booking_attempt', 'idempotency_key')).toEqual(['other'])
    expect(idsOf('study_act', 'idempotency_key')).toEqual(['note-3'])
    expect(idsOf('job', 'job_id')).toEqual(['other'])
    expect(idsOf('job_content', 'job_id')).toEqual(['other'])
    // The feed may send a page twice.
    createErasureJournal(db).erase(erased)
    expect(idsOf('draft', 'draft_id')).toEqual(['booking:frontdesk', 'member-new'])
  })

  it('keeps unsent payments, sends that may have been delivered, and a booking whose result is unknown', () => {
    db.prepare(
      `insert into tender (idempotency_key, call_key, author, study_id, payment_type, is_whitelabel, amount_minor,
        request, state, begun_at) values ('cash', 'cash', 'u-1', 's-1', 'cash', 0, 1000, '{}', 'waiting', 1)`,
    ).run()
    db.prepare(
      `insert into payment_attempt (attempt_id, study_id, is_open, acknowledged, attempt, begun_at)
        values ('card', 's-1', 1, 0, '{}', '2026')`,
    ).run()
    draft('booking:new', { memberID })
    booking('open', 'open', null, 'booking:new')
    job('sending', 'fax', 'handed-over', 's-1')
    job('uncertain', 'email', 'uncertain', 's-1')
    createErasureJournal(db).erase(erased)
    expect(idsOf('tender', 'idempotency_key')).toEqual(['cash'])
    expect(idsOf('payment_attempt', 'attempt_id')).toEqual(['card'])
    expect(idsOf('draft', 'draft_id')).toEqual(['booking:new'])
    expect(idsOf('booking_attempt', 'idempotency_key')).toEqual(['open'])
    expect(idsOf('job', 'job_id')).toEqual(['sending', 'uncertain'])
  })
})
