import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { preferencesDraftID } from '#domain/session/preferences-draft.ts'
import { createDraftJournal, type DraftJournal } from '#main/journal/draft-journal.ts'
import { journalMigrations } from '#main/journal/journal-migrations.ts'

describe('the newest unfinished form', () => {
  const db = () => {
    const made = new SqliteDatabase(':memory:')
    for (const { sql } of journalMigrations) made.exec(sql)
    return made
  }
  let open: ReturnType<typeof db>
  let drafts: DraftJournal
  beforeEach(() => {
    open = db()
    drafts = createDraftJournal(open)
  })
  afterEach(() => open.close())

  it('is the newest of all users’ forms, and preferences do not count as a form', () => {
    expect(drafts.newestFormAt()).toBeNull()
    drafts.save('u-1', preferencesDraftID, { content: '{}', savedAt: 900 })
    expect(drafts.newestFormAt()).toBeNull()
    drafts.save('u-1', 'booking', { content: '{}', savedAt: 300 })
    drafts.save('u-2', 'note', { content: '{}', savedAt: 200 })
    expect(drafts.newestFormAt()).toBe(300)
    drafts.discard('u-1', 'booking')
    expect(drafts.newestFormAt()).toBe(200)
  })
})
