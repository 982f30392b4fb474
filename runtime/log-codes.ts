type LogMeaning = {
  readonly happened: string
  /** What IT does about the log line. docs/reference.md lists the codes with a specific action. */
  readonly todo: string
}

/** What IT does about a code that needs no action. */
export const nothingToDo = 'Nothing.'
/** What IT does while Atrium repeats the work automatically. */
export const waitThenReport = 'Nothing: Atrium tries again. If the line repeats for an hour, send it to support.'
/** What IT does after a programming error. */
export const reportIt = 'Send the line to support.'

const sameVersion = 'Check that the workstation and the back office run the same version.'
const informFinance = 'Inform finance.'
const checkMail = 'If the line repeats, check the mail server.'
const checkDisk = 'Check the free space and the permissions of the data folder.'

/**
 * Every code of a log line, as `subject.what-happened`. A call whose code is not in this list does not compile; `npm
 * run check` refuses a code that no call uses.
 */
export const logCodes = {
  // The programs and their threads.
  'back-office.crashed': { happened: 'The thread of the embedded back office ended with an error.', todo: reportIt },
  'back-office.other-server': {
    happened: "The server is not the one that this workstation's work belongs to. Atrium sends nothing to it.",
    todo: 'Check the address of the server. Restart Atrium to see what is unsent.',
  },
  'back-office.program-too-old': {
    happened: 'The server no longer serves this version of Atrium. Atrium sends no work until Atrium is updated.',
    todo: 'Install the version that the line names, or a later one.',
  },
  'back-office.server-too-old': {
    happened:
      'This version of Atrium does not work with a server that old. Atrium sends no work until the server is updated.',
    todo: 'Update the server to the version that the line names, or to a later one.',
  },
  'back-office.failed-to-start': {
    happened: 'The embedded back office could not start.',
    todo: 'Check ATRIUM_ENVIRONMENT and the free space of the data folder, then restart Atrium.',
  },
  'back-office.missing-from-build': {
    happened: 'The installation lacks the embedded back office.',
    todo: 'Install Atrium again.',
  },
  'background.failed': { happened: 'A background task failed.', todo: reportIt },
  'crash.not-recorded': { happened: 'A crash report could not be stored.', todo: checkDisk },
  'crash.recorded': {
    happened: 'The program, one of its threads or a window failed. A crash report is in the folder `crashes`.',
    todo: 'Save the support bundle in Settings, and send it to support.',
  },
  'data-folder.own-work': {
    happened:
      "The policy names a shared data folder. Atrium still opens this account's own folder, which has unsent work.",
    todo: 'Send, finish or discard this work in this account, and start Atrium again.',
  },
  'destination.unreadable': {
    happened: 'The stored address of the server cannot be read. Atrium asks for it again.',
    todo: nothingToDo,
  },
  'destination.work-set-aside': {
    happened: 'A user moved the unsent work for another server to a dated folder of the data folder.',
    todo: 'Keep the folder. Send the line to support if the work is still needed.',
  },
  'policy.unreadable': {
    happened:
      "The organisation's policy cannot be read, is not JSON, or has a value that is not allowed. Atrium ignores the whole policy.",
    todo: 'Correct the policy as docs/policy.md says. On Windows allow PowerShell to run, on macOS allow plutil to run. Then restart Atrium.',
  },
  'policy.writable': {
    happened: "A user of this computer could have written the organisation's policy. Atrium ignores the policy.",
    todo: 'Let the policy file and its folder belong to administrators, and let only administrators write them. Check the file, then restart Atrium.',
  },
  'program.switch-refused': {
    happened:
      'The installed program ended at its start, because it was started with a switch that debuggers or attackers use.',
    todo: 'Remove the switch from the shortcut or script. If no one added it, look for malware on the computer.',
  },
  'program.variable-removed': {
    happened:
      "The environment had a variable that weakens the program's connections or loads code. Atrium ignores the variable.",
    todo: 'Remove the variables of Node, Electron and OpenSSL from the environment of this computer.',
  },
  'update.failed': { happened: 'An update could not be installed, or the updater failed.', todo: waitThenReport },
  'update.installing': { happened: 'The version in `version` is being installed.', todo: nothingToDo },
  'update.not-taken': {
    happened: 'An update was begun, but the program still has its previous version.',
    todo: 'Install the version in `version` by hand. If the line repeats, send it to support.',
  },
  'update.ready': { happened: 'An update was downloaded and verified.', todo: nothingToDo },
  'update.refused': {
    happened: 'The update feed, or a file of it, was refused; `code` says why. What was refused is not installed.',
    todo: 'Look up the detail `code` of the line in docs/updates.md.',
  },
  'update.unhealthy': {
    happened: 'A new version crashed, or showed no working window, before it had worked for five minutes; see `code`.',
    todo: 'Send the line and the support bundle to support. The server counts the failure, and halts the release if there are too many.',
  },
  'update.taken': { happened: 'The program runs with the version in `version` after an update.', todo: nothingToDo },
  'server.certificate-refused': {
    happened: "The server's changed certificate or key could not be used. The previous one stays.",
    todo: 'Check that the files of --tls-cert and --tls-key are readable and belong together.',
  },
  'server.certificate-renewed': { happened: "The server's certificate was renewed.", todo: nothingToDo },
  'server.environment-unknown': {
    happened: 'ATRIUM_ENVIRONMENT is not one of the four names, or does not allow demo data.',
    todo: 'Set ATRIUM_ENVIRONMENT as docs/reference.md says.',
  },
  'server.stop-failed': { happened: 'The back office could not close its database cleanly.', todo: reportIt },
  'window.gone': { happened: "The window's process ended. Atrium reloads it up to three times.", todo: reportIt },

  // Files and databases.
  'database.cache-deleted': { happened: 'A user deleted the offline copy of the records.', todo: nothingToDo },
  'database.cache-rebuilt': {
    happened: 'The offline copy of the records was damaged. Atrium fills it again.',
    todo: nothingToDo,
  },
  'database.cache-newer': {
    happened: 'A newer version of Atrium made the offline copy of the records. Atrium fills it again.',
    todo: nothingToDo,
  },
  'database.connection-lost': { happened: 'PostgreSQL closed an idle connection.', todo: nothingToDo },
  'database.newer-schema': {
    happened: 'A newer version migrated the database. This process refused a call and no longer writes.',
    todo: 'Stop this process and start the newer version.',
  },
  'database.timed-out': {
    happened:
      'PostgreSQL ended a statement or a transaction that took or waited too long. The caller was told to try again.',
    todo: 'If the line repeats, look for long transactions in pg_stat_activity.',
  },
  'database.copy-failed': {
    happened: 'The copy of journal and cache from before an update could not be made, read or restored.',
    todo: 'Check the free space and the permissions of the data folder.',
  },
  'database.journal-restored': {
    happened:
      'An older version of Atrium started after an update, and restored journal and cache from before the update.',
    todo: nothingToDo,
  },
  'database.journal-newer': {
    happened: 'The journal is from a newer version of Atrium. This version changed nothing and did not start.',
    todo: 'Install the version in the detail `version`, or a later one.',
  },
  'database.journal-set-aside': {
    happened: 'The journal was damaged. Atrium renamed it and started a new one. The old file may have unsent work.',
    todo: 'Keep the old file and call support.',
  },
  'database.key-unusable': {
    happened: "A database key in the system's vault was damaged, and a new key was made.",
    todo: 'Call support before staff enter more data.',
  },
  'database.not-encrypted': {
    happened: "The back office's SQLite database is not encrypted.",
    todo: 'Set ATRIUM_KEY_FILE as docs/reference.md says.',
  },
  'download.failed': {
    happened: 'A file could not be written to the download folder.',
    todo: 'Check the free space and the permissions of that folder.',
  },
  'house-keeping.failed': { happened: 'Expired idempotency keys could not be removed.', todo: waitThenReport },
  'server.lease-not-renewed': { happened: 'The database did not answer: another process leads.', todo: waitThenReport },
  'search.not-ready': { happened: 'The thread of the search did not start; it is tried again.', todo: nothingToDo },

  // Between the window, the workstation and the back office.
  'back-office.failed': {
    happened: 'The back office answered with a failure that is not in the contract.',
    todo: reportIt,
  },
  'back-office.out-of-reach': { happened: 'A call did not reach the back office.', todo: nothingToDo },
  'back-office.unexpected-answer': {
    happened: 'An answer of the back office does not match the contract.',
    todo: sameVersion,
  },
  'bridge.sink-failed': { happened: 'An event could not be sent to a window.', todo: nothingToDo },
  'bridge.timed-out': { happened: 'A command took too long.', todo: reportIt },
  'bridge.unexpected': {
    happened: 'A command failed through an error in Atrium. The window shows the error id.',
    todo: reportIt,
  },
  'bridge.wrong-sender': {
    happened: 'A page that is not part of Atrium called a command of Atrium. The call was refused.',
    todo: 'Check the workstation for malware.',
  },
  'connectivity.support-line-not-kept': { happened: 'The support phone number could not be stored.', todo: checkDisk },
  'connectivity.zone-rules-differ': {
    happened: 'The workstation and the back office have different rules for a time zone.',
    todo: 'Update the older of the two.',
  },
  'alert.ended': { happened: 'The reason of an alert has ended.', todo: nothingToDo },
  'alert.look-failed': { happened: 'The server could not look for alerts.', todo: waitThenReport },
  'alert.raised': { happened: 'The server found a problem.', todo: 'Look up `name` in docs/server.md.' },
  'call.answered': { happened: 'The server answered a call.', todo: nothingToDo },
  'request.unexpected': {
    happened: 'A request failed through an error in the back office. The answer has the error id.',
    todo: reportIt,
  },

  // Copy of the records.
  'cache.change-not-understood': {
    happened: 'The back office sent a change that this version cannot read.',
    todo: sameVersion,
  },
  'cache.filled': { happened: "A location's offline copy was filled.", todo: nothingToDo },
  'cache.members-copied': { happened: "A location's members were copied.", todo: nothingToDo },
  'cache.page-not-understood': {
    happened: 'The back office sent a page of changes that this version cannot read.',
    todo: sameVersion,
  },
  'audit.head-not-signed': { happened: 'The head of the audit log could not be signed.', todo: checkDisk },
  'server.notify-failed': { happened: 'systemd-notify failed.', todo: 'Check the path of the unit.' },
  'traces.not-exported': { happened: 'Traces were dropped.', todo: 'Check the receiver of --otlp-endpoint.' },
  'traces.exported-again': { happened: 'The receiver of the traces accepts them again.', todo: nothingToDo },
  'audit.heads-differ': { happened: 'The audit log lacks a kept head.', todo: 'Run verify-audit, unless restored.' },
  'audit.head-went-back': { happened: 'The audit log lost rows.', todo: 'Run verify-audit, unless it was restored.' },
  'cache.sync-failed': { happened: 'The offline copy could not be updated.', todo: waitThenReport },

  // Sign-in.
  'session.ended-by-wrong-passwords': {
    happened: 'Too many wrong passwords at a locked screen ended the session.',
    todo: nothingToDo,
  },
  'session.expired': { happened: 'The back office ended the session.', todo: nothingToDo },
  'session.no-staff-any-more': { happened: 'The account lost its staff roles and was signed out.', todo: nothingToDo },
  'session.refused-on-reconnect': {
    happened: 'The back office refused a user who signed in offline. The user was signed out.',
    todo: nothingToDo,
  },
  'session.rights-changed': { happened: "The account's roles or locations changed.", todo: nothingToDo },
  'session.signed-in-offline': { happened: 'A user signed in offline.', todo: nothingToDo },

  // Bookings and study acts.
  'booking.outcome-unclear': {
    happened: 'The back office failed twice on a booking. Staff see a notice.',
    todo: reportIt,
  },
  'booking.outcome-unknown': { happened: 'The result of a booking is not known yet.', todo: nothingToDo },
  'booking.request-unreadable': { happened: 'A stored booking request cannot be read.', todo: reportIt },
  'booking.settled': { happened: 'A booking with an unknown outcome was resolved.', todo: nothingToDo },
  'holds.sweep-failed': { happened: 'Expired holds could not be removed.', todo: waitThenReport },
  'study.act-outcome-unknown': { happened: 'The result of a check-in or note is not known yet.', todo: nothingToDo },
  'study.act-refused': {
    happened: 'The back office refused a check-in or note. Staff see a notice.',
    todo: nothingToDo,
  },
  'study.act-unreadable': { happened: 'A stored check-in or note cannot be read.', todo: reportIt },
  'study.journal-failed': { happened: 'A check-in or note could not be stored, so it was not done.', todo: checkDisk },

  // Payments, at the workstation.
  'payments.approval-not-recorded': {
    happened: 'A card was charged, but the back office has not recorded it yet. Atrium tries again.',
    todo: 'If the line repeats for an hour with the same attempt, check the connection and inform finance.',
  },
  'payments.attempt-call-threw': {
    happened: 'A call about a card payment failed through an error in Atrium.',
    todo: reportIt,
  },
  'payments.attempt-not-registered': {
    happened: 'The back office did not register a card payment.',
    todo: nothingToDo,
  },
  'payments.attempt-not-settled': { happened: 'The result of a card payment is not known yet.', todo: nothingToDo },
  'payments.attempt-recorded': { happened: 'A card payment was recorded.', todo: nothingToDo },
  'payments.attempts-unreadable': {
    happened: 'Stored card payments cannot be read. They may still be open.',
    todo: 'Call support. Finance must compare the day with the processor.',
  },
  'payments.journal-failed': { happened: 'A payment could not be stored.', todo: checkDisk },
  'payments.outcome-unknown': { happened: 'The result of recording a payment is not known yet.', todo: nothingToDo },
  'payments.provisional-recorded': {
    happened: 'A payment that was taken offline or had an unknown outcome was recorded.',
    todo: nothingToDo,
  },
  'payments.provisional-refused': {
    happened: 'The back office refused a payment that was taken offline or had an unknown outcome. Staff see a notice.',
    todo: nothingToDo,
  },
  'payments.reader-not-stopped': { happened: 'The card reader did not stop when asked.', todo: nothingToDo },
  'payments.reader-threw': { happened: 'The driver of the card reader failed during a payment.', todo: reportIt },
  'payments.request-unreadable': { happened: 'A stored payment cannot be read.', todo: reportIt },
  'provider-window.gone': { happened: "The process of the card service's window ended.", todo: reportIt },
  'provider-window.not-loaded': {
    happened: "The card service's page did not load.",
    todo: 'Check that the firewall lets the workstation reach the card service.',
  },
  'terminal.driver-failed': { happened: 'The driver of the card reader failed.', todo: reportIt },
  'terminal.reader-not-kept': { happened: 'The chosen card reader could not be stored.', todo: checkDisk },
  'terminal.reconnected': { happened: 'The card reader was reconnected.', todo: nothingToDo },

  // Card payments, at the back office.
  'cards.amount-differs': {
    happened: 'A card was charged a different amount than requested. The charged amount was recorded.',
    todo: informFinance,
  },
  'cards.attempt-never-proven': {
    happened:
      'A card payment ended a week ago without a result of the processor. The processor still reports no success.',
    todo: informFinance,
  },
  'cards.attempt-not-settled': { happened: 'A card payment could not be resolved yet.', todo: nothingToDo },
  'cards.connection-token-refused': {
    happened: 'The card processor returned no connection token for a reader.',
    todo: "Check the processor's keys and the reader's location there.",
  },
  'cards.intent-missing': {
    happened: 'The card processor has no record of a payment that was sent to it.',
    todo: informFinance,
  },
  'cards.intent-not-made': {
    happened: 'The card processor did not begin a payment; staff were informed.',
    todo: nothingToDo,
  },
  'cards.missing-after-restore': {
    happened: 'The card processor took payments after the restored backup. Finance lists them.',
    todo: informFinance,
  },
  'cards.pad-approved-unknown-attempt': {
    happened: 'A PIN pad approved a payment that the back office never started. The ledger does not have it.',
    todo: informFinance,
  },
  'cards.processor-unavailable': { happened: 'The card processor cannot be reached.', todo: waitThenReport },
  'cards.recorded-refund-failed': {
    happened: 'A refund that is in the ledger failed at the processor.',
    todo: informFinance,
  },
  'cards.restore-not-checked': {
    happened: 'The card processor has not yet been asked for the payments after the restored backup.',
    todo: waitThenReport,
  },
  'cards.sweep-failed': { happened: 'Open card payments could not be checked.', todo: waitThenReport },

  // Releases of the program, at the back office.
  'update.release-halted': {
    happened: 'Too many workstations failed to install a release or did not report. No other workstation installs it.',
    todo: 'Open Administration, Updates. Send the line to support before you resume the release.',
  },
  'update.release-widened': {
    happened: 'A release was widened: more workstations are allowed to install it.',
    todo: nothingToDo,
  },
  'update.reports-not-applied': {
    happened: 'The reports about a release could not be evaluated.',
    todo: waitThenReport,
  },

  // Reports of other systems.
  'results.sender-refused': {
    happened: 'A system that is not allowed to send results tried to connect.',
    todo: 'If it should send results, add its address to --mllp-allow, or give it a certificate of the --mllp-client-ca.',
  },
  'results.message-refused': {
    happened: 'A message of another system was refused, or broke off. Staff see it under Results.',
    todo: 'Inform the administrators of the sending system.',
  },
  'data-duties.failed': { happened: 'Erasures could not be listed, or old records removed.', todo: checkDisk },
  'retention.clock-not-trusted': { happened: 'No old record was removed: the date is not certain.', todo: nothingToDo },
  'results.refusal-not-stored': {
    happened: 'A refused message could not be listed for staff. Its sender received the rejection.',
    todo: waitThenReport,
  },
  'results.not-stored': {
    happened: 'A result could not be stored. Its sender was told to send it again.',
    todo: waitThenReport,
  },
  'results.not-decided': {
    happened: 'A stored result could not be compared with its study yet. After five times a person decides.',
    todo: waitThenReport,
  },
  'results.listener-failed': { happened: 'The listener for results failed.', todo: 'Restart the back office.' },

  // Paper, mail and the scheduling service.
  'mail.failed': { happened: 'An email to a member was not sent. Staff see a notice.', todo: checkMail },
  'mail.report-failed': { happened: 'An email with a report was not sent. The queue shows it.', todo: checkMail },
  'messages.sweep-failed': {
    happened: 'Planning or sending messages to members failed. The messages wait.',
    todo: waitThenReport,
  },
  'messages.uncertain': {
    happened: 'A server stopped after it handed a message over. Staff see it and decide; it is not sent again.',
    todo: nothingToDo,
  },
  'messages.text-failed': {
    happened: 'A text message to a member was not accepted by the gateway. The study shows it.',
    todo: 'If the line repeats, check TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and the connection.',
  },
  'pdf.no-process': { happened: 'The process that handles PDF files did not start.', todo: reportIt },
  'pdf.not-made': { happened: 'A safety form could not be drawn.', todo: reportIt },
  'pdf.stopped': { happened: 'A PDF needed too much time or memory, so it was refused.', todo: nothingToDo },
  'queue.deliverer-threw': { happened: 'Printing or sending failed through an error in Atrium.', todo: reportIt },
  'queue.stopped-while-sending': { happened: 'Atrium was closed while it was printing or sending.', todo: nothingToDo },
  'queue.store-failed': { happened: 'The queue could not be stored.', todo: checkDisk },
  'scheduler.unavailable': {
    happened: 'The scheduling service cannot be reached.',
    todo: 'If the line repeats, check ATRIUM_CALENDLY_TOKEN and the connection.',
  },
} as const satisfies Readonly<Record<string, LogMeaning>>

export type LogCode = keyof typeof logCodes
