/** The texts of the screen of directory changes. */
export const directoryScreenWords = {
  title: 'Directory changes',
  intro: 'Changes to the addresses and fax numbers at which practitioners receive reports.',
  loading: 'Loading directory changes',
  tryAgain: 'Try again',
  noLocationTitle: 'No location',
  noLocation: "You don't have access to any location. Ask an administrator.",
  failedTitle: "Couldn't load directory changes",
  /** `asOf` is the time of the last reading; null if there was none. */
  offlineTitle: (asOf: string | null) => (asOf === null ? "You're offline" : `You're offline: list as of ${asOf}`),
  behindTitle: (asOf: string | null) =>
    `Couldn't refresh directory changes${asOf === null ? '' : `: list as of ${asOf}`}`,
  emptyTitle: 'No directory changes',
  emptyForDeciders: 'Proposals from staff and changes that affect this location appear here.',
  emptyForOthers: 'Changes that affect this location, and proposals that you made, appear here.',
  proposals: {
    decideTitle: 'To review',
    decideList: 'Proposals to review',
    ownTitle: 'Your proposals',
    ownIntro: 'An administrator or health-information staff will review these.',
    none: 'No proposals to review.',
    waiting: 'Waiting for review',
    decline: 'Decline',
    declineOf: (practitioner: string, by: string) => `Decline ${by}'s change for ${practitioner}`,
    declined: (practitioner: string) => `${practitioner}: change declined`,
    confirm: 'Confirm',
    confirmOf: (practitioner: string, by: string) => `Confirm ${by}'s change for ${practitioner}`,
    confirmed: (practitioner: string) => `${practitioner}: change confirmed`,
    failedTitle: (practitioner: string) => `Problem with the change for ${practitioner}`,
  },
  announced: {
    title: (location: string) => `Changes affecting ${location}`,
    intro: "These changes are already in effect. This location's studies name these practitioners.",
    seen: 'Mark as seen',
    seenOf: (practitioner: string) => `Mark as seen: change for ${practitioner}`,
    markedSeen: (practitioner: string) => `${practitioner}: change marked as seen`,
  },
  decided: {
    title: (days: number) => `Reviewed in the last ${days} days`,
    list: 'Reviewed proposals',
  },
  card: {
    changedBy: (by: string) => `Changed by ${by}`,
    proposedBy: (by: string) => `Proposed by ${by}`,
    /** `state` is the decision: "Confirmed". */
    decidedBy: (state: string, by: string, time: string) => `${state} by ${by}, ${time}`,
    caption: (practitioner: string) => `Change for ${practitioner}`,
    field: 'Field',
    before: 'Before',
    after: 'After',
    none: 'None',
  },
}
