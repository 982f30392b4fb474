/**
 * What the commands `backup`, `verify-backup` and `restore` print. `place` is a folder or file, or an error's message.
 */
export const backupWords = {
  usage: {
    backup: 'Usage: npm run back-office -- backup DIR --data DIR --key-file FILE',
    'verify-backup': 'Usage: npm run back-office -- verify-backup DIR --key-file FILE [--drill --data DIR]',
    restore: 'Usage: npm run back-office -- restore DIR --data DIR --key-file FILE',
  },
  oneFolder: 'Name one folder for the backup.',
  drillOnly: 'Only verify-backup takes --drill.',
  missingData: 'Missing --data. Give the folder of the server.',
  postgres:
    'This command copies SQLite databases. Back up PostgreSQL with its own tools, such as pgBackRest: see docs/backup.md.',
  problems: {
    'not-empty': (place: string) => `${place} is not empty. Name a new folder: a backup never replaces another one.`,
    'no-database': (place: string) => `The folder ${place} has no database.`,
    'no-backup': (place: string) => `${place} has no complete backup: its manifest.json is missing.`,
    'manifest-unreadable': (place: string) => `The manifest.json in ${place} is damaged. Use another backup.`,
    'missing-key': () => "Give the file with the database's key: --key-file FILE or ATRIUM_KEY_FILE.",
    'key-unreadable': (place: string) =>
      `The key file ${place} is missing, or it does not have a key of 64 hex digits.`,
    'wrong-key': (place: string) => `The key does not open ${place}. Give the key file that the server had.`,
    'not-encrypted': (place: string) =>
      `${place} is not encrypted, and a backup must not be a plain copy. Start the server once with --key-file FILE, which encrypts it. Then back it up.`,
    'disk-full': (place: string) =>
      `The disk of ${place} is full. Nothing was changed. Free some space, and try again.`,
    'not-writable': (place: string) =>
      `${place} cannot be used. Check that it exists and that this user can read and write it.`,
    damaged: (place: string) => `${place} is damaged. Use another backup.`,
    'audit-broken': (place: string) =>
      `The audit log in ${place} is broken. Run verify-audit on the server, and keep this backup.`,
    'other-server': () =>
      'This backup belongs to another server. Nothing was changed. Restore it into an empty folder.',
    'newer-version': () => 'A newer version of Atrium made this backup. Install that version, and restore again.',
    'server-runs': (place: string) => `A server runs on ${place}. Nothing was changed. Stop it, and restore again.`,
    failed: (place: string) => `Nothing was changed: ${place}`,
  },
  made: (place: string, size: string) => `The backup is in ${place}: ${size}.`,
  keepKey: 'Keep the key file in another safe place. Without it this backup cannot be read.',
  sound: (place: string, takenAt: string) => `The backup in ${place} is sound. It was taken at ${takenAt}.`,
  drilled: (place: string, seconds: number) =>
    `The backup in ${place} was restored beside the server in ${seconds} s, and is whole.`,
  notRecorded: 'The result was not recorded in the database, so the Configuration screen does not show it.',
  restored: (place: string, takenAt: string) => `${place} has the data of ${takenAt} again.`,
  setAside: (place: string) => `The database that was there is in ${place}.`,
  afterRestore:
    'Start the server. All users sign in again, and the workstations fill their copies again and send their unsent work.',
  doubtful: (messages: number) =>
    messages === 1
      ? '1 message may have been sent after the backup. It waits on the page of its study for a decision.'
      : `${messages} messages may have been sent after the backup. They wait on the pages of their studies for a decision.`,
} as const
