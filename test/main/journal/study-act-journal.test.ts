import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { journalMigrations } from '#main/journal/journal-migrations.ts'
import { isRequestOf } from '#main/journal/request-mark.ts'
import type { NewStudyAct } from '#main/journal/study-act-journal.ts'
import { openWorkstationJournal, type WorkstationJournal } from '#main/journal/workstation-journal.ts'
import { openDatabaseFile } from '#runtime/open-database-file.ts'

const keyHex = '5a'.repeat(32)
const request = JSON.stringify({ category: 'Note', content: 'Xylophonamine' })
const aNote = (overrides: Partial<NewStudyAct> = {}): NewStudyAct => ({
  idempotencyKey: 'key-00000001',
  author: 'u-1',
  authorName: 'Robin Frost',
  studyID: 's-1',
  kind: 'note',
  request,
  doneAt: 10,
  ...overrides,
})
const seen = { failure: null, isSeen: true, settledAt: 20 } as const
const failure = { code: 'already-cancelled', message: 'Cancelled.' } as const

describe('the journal’s study acts', () => {
  let path: string
  let journal: WorkstationJournal
  beforeEach(() => {
    path = join(mkdtempSync(join(tmpdir(), 'atrium-acts-')), 'journal.db')
    journal = openWorkstationJournal(path, keyHex)
    expect(journal.studyActs.begin(aNote())).toBe(true)
  })
  afterEach(() => journal.close())
  const read = () => journal.studyActs.read('key-00000001')

  it('wait from the moment they are stored, oldest first, and are stored once for each key', () => {
    expect(journal.studyActs.begin(aNote({ request: '{}' }))).toBe(false)
    journal.studyActs.begin(aNote({ idempotencyKey: 'key-00000003', doneAt: 12, studyID: 's-2', author: 'u-2' }))
    journal.studyActs.begin(aNote({ idempotencyKey: 'key-00000002', doneAt: 11, kind: 'checkin' }))
    const keys = (acts: readonly { readonly idempotencyKey: string }[]) => acts.map((act) => act.idempotencyKey.at(-1))
    expect(keys(journal.studyActs.unsettled('u-1'))).toEqual(['1', '2'])
    expect(keys(journal.studyActs.ofStudy('s-2'))).toEqual(['3'])
    expect(keys(journal.studyActs.unread())).toEqual(['1', '2', '3'])
    expect(read()).toEqual({ ...aNote(), state: 'waiting', failure: null })
  })

  it.each(['done', 'withdrawn'] as const)("delete a note's text once %s, and still recognise it", (state) => {
    journal.studyActs.settle('key-00000001', { ...seen, state })
    const settled = read()
    expect(settled).toMatchObject({ state })
    expect(JSON.stringify(settled)).not.toContain('Xylophonamine')
    expect(settled !== null && isRequestOf(settled, request)).toBe(true)
    expect(settled !== null && isRequestOf(settled, '{}')).toBe(false)
    expect(journal.studyActs.unread()).toEqual([])
  })

  it('keep a refused note’s text until a user has read the reason', () => {
    journal.studyActs.settle('key-00000001', { state: 'refused', failure, isSeen: false, settledAt: 20 })
    expect(journal.studyActs.unread()).toMatchObject([{ request, failure }])
    expect(journal.studyActs.acknowledge('key-00000001')).toBe(true)
    expect(journal.studyActs.acknowledge('key-00000001')).toBe(false)
    expect(journal.studyActs.unread()).toEqual([])
    expect(JSON.stringify(read())).not.toContain('Xylophonamine')
  })

  it('cannot be dismissed while they wait, and keep their first result', () => {
    expect(journal.studyActs.acknowledge('key-00000001')).toBe(false)
    journal.studyActs.settle('key-00000001', { state: 'refused', failure, isSeen: true, settledAt: 20 })
    journal.studyActs.settle('key-00000001', { ...seen, state: 'done' })
    journal.studyActs.move('key-00000001', 'open')
    expect(read()).toMatchObject({ state: 'refused', failure })
  })

  it('use the new request when a withdrawn act is reopened', () => {
    journal.studyActs.settle('key-00000001', { ...seen, state: 'withdrawn' })
    journal.studyActs.reopen(aNote({ request: '{"content":"other"}', doneAt: 30 }))
    expect(read()).toMatchObject({ state: 'waiting', request: '{"content":"other"}', doneAt: 30 })
    expect(journal.studyActs.unread()).toHaveLength(1)
  })

  it('include the check-ins that an earlier Atrium stored with its bookings, with key, author and text', () => {
    const older = join(mkdtempSync(join(tmpdir(), 'atrium-acts-')), 'journal.db')
    const before = journalMigrations.filter(({ name }) => name < '005')
    const db = openDatabaseFile({ path: older, keyHex, synchronous: 'FULL', migrations: before })
    const insert = db.prepare(`
      insert into booking_attempt (idempotency_key, author, kind, draft_id, request, state, acknowledged, begun_at)
      values (?, 'u-1', ?, null, ?, ?, ?, 40)`)
    const kept = JSON.stringify({ studyID: 's-7', body: { checkin: true }, hold: null })
    insert.run('key-open', 'check-in', kept, 'open', 0)
    insert.run('key-done', 'check-in', 'sha256:00', 'done', 1)
    insert.run('key-book', 'book', JSON.stringify({ studyID: null, body: {}, hold: null }), 'open', 0)
    db.close()
    const taken = openWorkstationJournal(older, keyHex)
    expect(taken.studyActs.unread()).toEqual([
      {
        idempotencyKey: 'key-open',
        author: 'u-1',
        authorName: '',
        studyID: 's-7',
        kind: 'checkin',
        request: '{"checkin":true}',
        state: 'open',
        failure: null,
        doneAt: 40,
      },
    ])
    expect(taken.attempts.open('u-1').map((one) => one.idempotencyKey)).toEqual(['key-book'])
    taken.close()
  })
})
