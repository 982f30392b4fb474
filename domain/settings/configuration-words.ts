import type { ConfigurationItem } from './configuration.ts'

type ItemWords = {
  readonly name: string
  /** The effect of a missing item. */
  readonly without: string
  /** Where the item is set: a section of Administration, or the server's flag or variable. */
  readonly where: string
}

/** The words for each item that a clinic needs, in the server's console output and on the administrator's screen. */
export const configurationWords: Readonly<Record<ConfigurationItem['key'], ItemWords>> = {
  location: { name: 'Location', without: 'Nothing can be booked.', where: 'Administration, Locations' },
  machine: { name: 'Machine', without: 'No time can be offered.', where: 'Administration, Locations' },
  'scan-type': { name: 'Scan type', without: 'There is nothing to book.', where: 'Administration, Catalogue' },
  price: { name: 'Price', without: 'No scan can be sold.', where: 'Administration, Catalogue' },
  'document-type': {
    name: 'Document type',
    without: 'No document can be uploaded.',
    where: 'Administration, Document types',
  },
  practitioner: {
    name: 'Practitioner',
    without: 'No report can be sent to a practitioner.',
    where: 'Administration, Practitioners',
  },
  mail: {
    name: 'Mail server',
    without: 'No email is sent.',
    where: 'On the server: --smtp-url or ATRIUM_SMTP_URL',
  },
  sender: {
    name: 'Sender address',
    without: 'Emails come from an address that cannot receive replies.',
    where: 'On the server: ATRIUM_MAIL_FROM',
  },
  fax: { name: 'Fax server', without: 'No fax is sent.', where: 'On the server: --fax or ATRIUM_FAX_URL' },
  processor: {
    name: 'Card processor',
    without: 'No card can be charged.',
    where: 'On the server: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY',
  },
  'support-phone': {
    name: 'Support phone',
    without: 'Safety notices name no number to call.',
    where: 'On the server: --support-phone or ATRIUM_SUPPORT_PHONE',
  },
  scheduler: {
    name: 'Scheduling service',
    without: 'No consult can be scheduled.',
    where: 'On the server: ATRIUM_CALENDLY_TOKEN',
  },
  backup: {
    name: 'Backup',
    without: 'No backup of the last day is recorded. Work can be lost.',
    where: 'On the server: the command backup, each day (docs/backup.md)',
  },
  drill: {
    name: 'Restore drill',
    without: 'No backup was tested by restoring it this week.',
    where: 'On the server: the command verify-backup with --drill, each week (docs/backup.md)',
  },
}
