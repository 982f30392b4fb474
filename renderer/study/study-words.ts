import type { MessageChannel } from '#domain/messages/message-kinds.ts'

/** Joins names: `A`, `A and B`, `A, B and C`. */
export const listNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? studyPartWords.unnamed) : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The texts of the parts that the pages of a study share. */
export const studyPartWords = {
  unnamed: 'Another user',
  undo: 'Undo',
  messageChannels: { email: 'Email', sms: 'Text message' } satisfies Record<MessageChannel, string>,
  header: {
    born: 'Born',
    study: 'study',
    appointment: 'Appointment',
    noTime: 'No time',
    location: 'Location',
    scanType: 'Scan type',
    addons: 'Add-ons',
    similarOnDay: 'Similar name on the same day:',
  },
  conflict: {
    title: (what: string) => `${what} was changed on two workstations`,
    nothing: 'Nothing',
    yours: 'Your version',
    theirs: 'Saved on another workstation',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
  },
  leave: {
    answersTitle: 'Some answers are not saved',
    stay: 'Keep editing',
    discard: 'Discard changes',
    keep: 'Keep draft',
    note: "The draft stays until you save or discard it. Every workstation can see the safety answers in a draft and continue from them. Discarding the draft removes them everywhere. The study's last saved version doesn't change.",
    notDiscarded: 'Your changes were not discarded',
  },
  saved: {
    typedOn: 'Your latest changes are still in the form and are not saved yet.',
    busyTitle: 'Not saved',
    busyText: 'Another user is changing this study right now. What you entered is kept. Save again.',
  },
  paper: {
    subtitle: (who: string, studyID: string) => `${who}, study ${studyID}`,
    close: 'Close',
    download: 'Download',
    downloadOf: (paper: string, who: string) => `Download ${paper.toLowerCase()}: ${who}`,
    warning: 'Contains health data. Store the file securely.',
  },
}
