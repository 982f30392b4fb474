/**
 * What the commands `backup`, `verify-backup` and `restore` print. `place` is a folder or file, or an error's message.
 */
export const backupWords = {
  usage: {
    backup:
      'Usage: npm run back-office -- backup DIR --key-file FILE (--data DIR | (--database postgres://... | --database-file FILE) [--with pgbackrest|base-backup])',
    'verify-backup':
      'Usage: npm run back-office -- verify-backup DIR --key-file FILE [--drill (--data DIR | --database postgres://... | --database-file FILE)]',
    restore:
      'Usage: npm run back-office -- restore DIR --key-file FILE (--data DIR | --cluster DIR [--at 2026-11-28T09:30:00Z]) [--erasures FILE]',
    'archive-wal':
      'Usage: npm run back-office -- archive-wal PATH --to DIR --key-file FILE [--with pgbackrest|base-backup]',
    'fetch-wal': 'Usage: npm run back-office -- fetch-wal NAME PATH --from DIR --key-file FILE',
  },
  migrate: {
    usage:
      'Usage: npm run back-office -- migrate [--dry-run] (--data DIR [--key-file FILE] | (--database postgres://... | --database-file FILE) [--service-role NAME] [--backup DIR --key-file FILE [--backup-database postgres://...] | --without-backup])',
    ownBackup: '--backup and --without-backup are for PostgreSQL. A SQLite database is always backed up beside itself.',
    noPassword:
      '--backup-database must not contain a password, because other users of this computer can see the command line.',
    oneWay: 'Give --backup or --without-backup, not both.',
    needsBackup:
      'Migrations come after a backup. Give --backup DIR and --key-file FILE, or --without-backup if you have just made one with other tools.',
    backedUp: (place: string) => `The backup from before the migrations is in ${place}.`,
    wouldRun: (name: string) => `Would run: ${name}`,
    nothingToDo: 'No migration is missing.',
    newer: (name: string) => `The database was written by a newer version: it has the migration ${name}.`,
    tried: (count: number, seconds: number) =>
      `${count === 1 ? '1 migration was' : `${count} migrations were`} tried in ${seconds} s without an error. Nothing was changed.`,
    upToDate: (count: number) => `The database is up to date: it has ${count} migrations.`,
    failed: (reason: string) => `The database was not migrated: ${reason}`,
    notGranted: (role: string, reason: string) =>
      `The database is up to date, but ${role} did not get its rights: ${reason} Correct the cause and run the command again.`,
  },
  walFlags: 'PostgreSQL calls this command. The command backup configures it.',
  oneFolder: 'Name one folder for the backup.',
  drillOnly: 'Only verify-backup takes --drill.',
  restoreOnly: 'Only restore takes --erasures.',
  missingData: 'Missing --data or --database. Give the folder of the server, or its PostgreSQL database.',
  clusterOnly: 'Only backups of PostgreSQL take --with, and their restores --cluster and --at.',
  wrongWay: '--with is for the command backup, and is pgbackrest or base-backup.',
  missingCluster:
    'Missing --cluster. This is a backup of PostgreSQL: give the data folder of the cluster, such as /var/lib/postgresql/15/main.',
  wrongTime: '--at must be a time with its zone, such as 2026-11-28T09:30:00Z.',
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
    'no-rights': (place: string) =>
      `The role may not back up PostgreSQL (${place}). Run the command as the account postgres, with a superuser's URL.`,
    'archive-off': () =>
      'PostgreSQL did not archive its write-ahead log, so there can be no backup yet. It is configured now: restart PostgreSQL once, then repeat this command.',
    'archive-other': (place: string) =>
      `PostgreSQL archives with another command: ${place}. Its settings were not changed. Use the tools that set it, or reset archive_command and repeat.`,
    'archive-fails': (place: string) =>
      `PostgreSQL cannot archive its write-ahead log (${place}). PostgreSQL’s server log has the reason. PostgreSQL keeps the write-ahead log until archiving works again.`,
    'is-replica': () => 'This PostgreSQL is a replica. Back up the primary.',
    'postgres-unreachable': () => 'PostgreSQL does not answer. Start it, and check the URL.',
    'postgres-missing': (place: string) =>
      `The programs of PostgreSQL ${place} are not on this computer. Run the command on PostgreSQL's computer.`,
    'pgbackrest-missing': () =>
      'pgBackRest made these backups and is not installed here. Install the package pgbackrest.',
    'pgbackrest-failed': (place: string) => `pgBackRest failed: ${place}`,
    'other-cluster': (place: string) =>
      `${place} has the backups of another PostgreSQL cluster. Nothing was changed. Name another folder.`,
    'wal-missing': (place: string) =>
      `The archive of the write-ahead log lacks ${place}. Make a new backup, and keep this folder.`,
    'time-too-early': () => 'No backup was complete at that time. Give a later time, or none.',
    'time-too-late': () =>
      'The archive ends before that time. Nothing was changed. Give an earlier time, or none for the end of the archive.',
    'no-cluster': (place: string) => `The folder around ${place} does not exist. Give the data folder of the cluster.`,
    'not-recovered': (place: string) => `PostgreSQL did not recover from this backup: ${place}`,
    'restore-runs': (place: string) => `Another restore or drill reads ${place}. Wait for its end, and repeat.`,
    'erasures-unreadable': (place: string) =>
      `The list of erasures ${place} is missing or damaged. Nothing was changed. Give the file erasures.jsonl of the server's data folder, or one of its copies.`,
    failed: (place: string) => `Nothing was changed: ${place}`,
  },
  made: (place: string, size: string) => `The backup is in ${place}: ${size}.`,
  keepKey: 'Keep the key file in another safe place. Without it this backup cannot be read.',
  sound: (place: string, takenAt: string) => `The backup in ${place} is sound. It was taken at ${takenAt}.`,
  madeCluster: (place: string, way: string) => `The backup is in ${place}, made with ${way}.`,
  restoredCluster: (place: string, until: string) => `${place} has the data of ${until} again.`,
  afterClusterRestore:
    'Start PostgreSQL, run migrate if the program is newer than the backup, start the servers, and make a new backup.',
  drilled: (place: string, seconds: number) =>
    `The backup in ${place} was restored beside the server in ${seconds} s, and is whole.`,
  notRecorded: 'The result was not recorded in the database, so the Configuration screen does not show it.',
  restored: (place: string, takenAt: string) => `${place} has the data of ${takenAt} again.`,
  setAside: (place: string) => `The database that was there is in ${place}.`,
  erasedAgain: (members: number) =>
    members === 0
      ? 'No member had to be erased again. If members were erased after the backup, repeat the restore with --erasures and a list that has them.'
      : `${members === 1 ? '1 member was' : `${members} members were`} erased again, because the backup still had ${members === 1 ? 'the member' : 'them'}.`,
  afterRestore:
    'Start the server. All users sign in again, and the workstations fill their copies again and send their unsent work.',
  doubtful: (messages: number) =>
    messages === 1
      ? '1 message may have been sent after the backup. It waits on the page of its study for a decision.'
      : `${messages} messages may have been sent after the backup. They wait on the pages of their studies for a decision.`,
} as const
