import type { AlertID } from './alert-rules.ts'

/** The words for each alert, on the administrator's screen, in Prometheus's rules and in the guide of the server. */
export const alertWords: Readonly<Record<AlertID, { readonly name: string; readonly todo: string }>> = {
  'database-unreachable': {
    name: 'The database cannot be reached',
    todo: 'Check that the database runs and that the server can connect to it. Until then, workstations work offline.',
  },
  'database-read-only': {
    name: 'The database accepts no changes',
    todo: 'It is a replica or read only. Give the server the address of the primary, or promote the replica.',
  },
  'database-connections-lost': {
    name: 'Connections to the database were lost',
    todo: 'Look for restarts of the database, and for a connection limit.',
  },
  'unexpected-errors': {
    name: 'A call failed unexpectedly',
    todo: 'Find the line request.unexpected in the log and send it to support.',
  },
  'many-unexpected-errors': {
    name: 'Many calls fail unexpectedly',
    todo: 'Send the log to support. After an update, consider the rollback in docs/server.md.',
  },
  'booking-slow': {
    name: 'Bookings are slow',
    todo: 'Look at the load of the server and of the database.',
  },
  'calls-slow': {
    name: 'Calls are slow',
    todo: 'Look at the load of the server and of the database.',
  },
  'feed-late': {
    name: 'Workstations receive changes late',
    todo: 'Look for a long transaction in the database, and at the load of the server.',
  },
  'payment-unknown': {
    name: 'The result of a card payment is not known',
    todo: 'Check the card processor. Finance can find the payment on its study. Atrium keeps asking.',
  },
  'messages-late': {
    name: 'Messages are sent late',
    todo: 'Check the mail server and the gateway of text messages.',
  },
  'messages-for-staff': {
    name: 'Many messages wait for staff',
    todo: 'Open Messages. If most have the same failure, correct its cause first.',
  },
  'deliveries-late': {
    name: 'Reports to practitioners do not arrive',
    todo: 'Check the fax server and the mail server.',
  },
  'results-undecided': {
    name: 'Results were received but not assigned',
    todo: 'Restart the server. If the alert stays, send the log to support.',
  },
  'backup-old': { name: 'The last backup is old', todo: 'Check the timer of the backup.' },
  'backup-missing': { name: 'There is no backup', todo: 'Set up the backup as docs/backup.md says.' },
  'backup-failed': {
    name: 'The last backup failed',
    todo: 'Configuration has the reason. Correct it and back up again.',
  },
  'drill-old': { name: 'The last restore drill is old', todo: 'Check the timer of the drill.' },
  'drill-failed': {
    name: 'The last restore drill failed',
    todo: 'Make a new backup now, and find out why the last one cannot be restored.',
  },
  'audit-head-old': {
    name: 'No workstation has a recent head of the audit log',
    todo: 'Sign in at a workstation. If workstations are already in use, look for audit.head-not-signed in the log.',
  },
  'audit-log-differs': {
    name: 'The audit log differs from the heads of a workstation',
    todo: 'Open Audit log. If no backup was restored, rows were removed or changed: run verify-audit.',
  },
  'disk-nearly-full': { name: 'The disk is nearly full', todo: 'Free space, or enlarge the disk.' },
  'disk-full': { name: 'The disk is full', todo: 'Free space now: without space nothing can be saved.' },
  'certificate-ends': {
    name: 'The certificate expires soon',
    todo: 'Renew it. Atrium loads the new file automatically.',
  },
  'certificate-ended': {
    name: 'The certificate has expired or expires tomorrow',
    todo: 'Renew it now: no workstation can connect after it expires.',
  },
  'traces-lost': {
    name: 'Traces are not exported',
    todo: 'Check the receiver of --otlp-endpoint. Calls do not depend on it.',
  },
  'clock-jumped': {
    name: 'The clock of the server jumped',
    todo: 'Check the time service of the server. Appointments, holds and locks depend on the time.',
  },
}
