import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheMigrations } from '#main/cache/cache-migrations.ts'
import { createCopyBeforeUpdate } from '#main/database/copy-before-update.ts'
import { journalMigrations } from '#main/journal/journal-migrations.ts'
import { createSettingsJournal } from '#main/journal/settings-journal.ts'
import { prepareReplacement } from '#main/shells/electron/replace-program.ts'
import { downloadRelease } from '#main/update/download-release.ts'
import { readFeed } from '#main/update/read-feed.ts'
import { createUpdateRecord } from '#main/update/update-record.ts'
import { createUpdater } from '#main/update/updater.ts'
import { openDatabaseFile } from '#runtime/open-database-file.ts'

/**
 * A workstation that updates itself as soon as it can. kill-updates.test.ts runs it with the arguments folder, feed,
 * root and key of the journal. Its program is a file that contains its version. Version 1.5.0 has one more migration of
 * the journal than 1.0.0.
 */
const [folder = '', feedUrl = '', rootPath = '', keyHex = ''] = process.argv.slice(2)
const own = join(folder, 'program')
const version = /program (\d+\.\d+\.\d+)/.exec(readFileSync(own, 'utf8'))?.[1]
if (version === undefined) throw new Error('The program file is neither the old nor the new one.')
console.log(`started ${version}`)
const migrations =
  version === '1.5.0' ? [...journalMigrations, { name: 'later', sql: 'create table later (text)' }] : journalMigrations
const log = (_: string, code: string): void => console.log(code)
const known = { journal: migrations.length, cache: cacheMigrations.length }
const copy = createCopyBeforeUpdate({ folder, keyHex, known, log })
copy.keep()
const path = join(folder, 'journal.db')
const journal = openDatabaseFile({ path, keyHex, synchronous: 'FULL', migrations, version })
copy.settle()
const record = createUpdateRecord(createSettingsJournal(journal))
const updater = createUpdater({
  program: { version, channel: 'stable', platform: 'linux', arch: 'x64', format: 'appimage' },
  off: null,
  record,
  log,
  readFeed: () =>
    readFeed({
      feedUrl,
      folder: join(folder, 'trusted'),
      ownRoot: readFileSync(rootPath),
      builtAtMs: 0,
      nowMs: Date.now,
    }),
  download: (file, onProgress) =>
    downloadRelease({
      file,
      feedUrl,
      folder: join(folder, 'downloads'),
      signal: AbortSignal.timeout(30_000),
      onProgress,
    }),
  removeOtherDownloads: async () => {},
  readPlan: async () => ({ mayInstall: true, reason: null }),
  report: async () => true,
  crashOf: () => null,
  serverVersion: () => '1.0.0',
  isReadableBy: () => true,
  busyness: () => ({ isPaying: false, isSending: false, hasHold: false, hasUnsavedDraft: false, isSignedIn: false }),
  hours: null,
  place: 0,
  prepare: async (path, { target }) => await prepareReplacement(own, path, target.hashes.sha256 ?? ''),
  onChange: ({ kind }) => console.log(`state ${kind}`),
  nowMs: Date.now,
  hour: () => 12,
  after: () => () => {},
})
await updater.start()
await updater.checkFeed()
await updater.tryInstall(true)
console.log(`done ${updater.state().kind}`)
updater.stop()
journal.close()
