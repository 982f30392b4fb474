/** The texts of the screen of directory changes. */
export const directoryScreenWords = {
  title: 'Directory changes',
  intro: 'Where reports to practitioners are sent, and who changed it.',
  loading: 'Loading the directory changes',
  tryAgain: 'Try again',
  noLocationTitle: 'No location',
  noLocation: 'No location is open to your account. Ask an administrator.',
  failedTitle: 'The directory changes could not be read',
  /** `asOf` is the time of the last reading; null if there was none. */
  offlineTitle: (asOf: string | null) => (asOf === null ? 'Offline' : `Offline: as of ${asOf}`),
  behindTitle: (asOf: string | null) =>
    `The directory changes could not be read again${asOf === null ? '' : `: as of ${asOf}`}`,
  emptyTitle: 'No directory changes',
  emptyForDeciders: 'Proposals of other staff, and changes announced to this location, are listed here.',
  emptyForOthers: 'Your proposals, and changes announced to this location, are listed here.',
  proposals: {
    decideTitle: 'To decide',
    decideList: 'Proposals to decide',
    ownTitle: 'Your proposals',
    none: 'No proposal waits for a decision.',
    waiting: 'Waits for a decision',
    decline: 'Decline',
    declineOf: (practitioner: string, by: string) => `Decline the change of ${practitioner} by ${by}`,
    declined: (practitioner: string) => `Change of ${practitioner} declined`,
    confirm: 'Confirm',
    confirmOf: (practitioner: string, by: string) => `Confirm the change of ${practitioner} by ${by}`,
    confirmed: (practitioner: string) => `Change of ${practitioner} confirmed`,
    failedTitle: (practitioner: string) => `${practitioner}: nothing was changed`,
  },
  announced: {
    title: (location: string) => `Announced to ${location}`,
    intro: 'These changes are in effect. Studies of this location name the practitioner.',
    seen: 'Seen',
    seenOf: (practitioner: string) => `Mark the change of ${practitioner} as seen`,
    markedSeen: (practitioner: string) => `Change of ${practitioner} marked as seen`,
  },
  decided: {
    title: (days: number) => `Decided in the last ${days} days`,
    list: 'Decided proposals',
  },
  card: {
    changedBy: (by: string) => `Changed by ${by}`,
    proposedBy: (by: string) => `Proposed by ${by}`,
    /** `state` is the decision: "Confirmed". */
    decidedBy: (state: string, by: string, time: string) => `${state} by ${by}, ${time}`,
    caption: (practitioner: string) => `Change of ${practitioner}`,
    field: 'Field',
    before: 'Before',
    after: 'After',
    none: 'None',
  },
}
