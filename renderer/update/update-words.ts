import type { FeedFailureCode } from '#domain/update/feed-failure-codes.ts'
import type { ReleaseChannel } from '#domain/update/release.ts'
import type { PastUpdate, ReadyObstacle, UpdatesOff } from '#domain/update/update-state.ts'

/** The texts of this workstation's updates. */
export const updateWords = {
  title: 'Updates',
  version: 'Version',
  channel: 'Channel',
  state: 'State',
  lookedAt: 'Last check',
  never: 'Never',
  hours: 'Automatic installation',
  anyTime: 'When no one is signed in, or Atrium is locked',
  betweenHours: (from: string, to: string) =>
    `Any time when no one is signed in or Atrium is locked. From ${from} to ${to}, also while someone is signed in`,
  byIT: 'No. Your IT support installs new versions.',
  setByOrganisation: 'Set by your organisation.',
  look: 'Check for updates',
  install: 'Restart now',
  later: 'Later',
  loading: 'Loading the updates',
  notRead: "Couldn't load the updates",
  tryAgain: 'Try again',
  news: 'What is new',
  history: 'Earlier updates',
  pastUpdate: (from: string, to: string, outcome: string) => `${from} to ${to}: ${outcome}`,
  idle: 'No newer version is known.',
  checking: 'Checking for updates…',
  downloading: (version: string, done: string, total: string) => `Downloading ${version}: ${done} of ${total}`,
  ready: (version: string) => `Version ${version} is ready.`,
  readyBack: (version: string) => `Version ${version} is ready. It replaces the current version, which was withdrawn.`,
  forIT: (version: string) => `Version ${version} is available. Your IT support installs it.`,
  forITBack: (version: string) =>
    `The current version was withdrawn. Version ${version} replaces it. Your IT support installs it.`,
  needsServer: (server: string) => `It needs version ${server} of the server, which must be updated first.`,
  installing: (version: string) => `Installing ${version}. Atrium restarts.`,
  waitsFor: (what: string) => `Not installed yet because of: ${what}.`,
  heldBack: {
    ring: (version: string) => `Version ${version} exists. Your organisation releases it for this computer later.`,
    halted: (version: string) => `Version ${version} exists, but it was halted. Atrium does not install it.`,
    'server-too-old': (version: string) =>
      `Version ${version} exists. It needs a newer server, so Atrium installs it only after the server is updated.`,
    'no-answer': (version: string) =>
      `Version ${version} exists. Atrium waits for the server's answer before it installs this version.`,
    'data-newer': (version: string) =>
      `This version was withdrawn. Version ${version} cannot replace it on this computer, because version ${version} cannot open the work that is saved on this computer. Ask IT for a newer version.`,
  },
  bannerTitle: (version: string) => `Atrium ${version} is ready`,
  whileFree: 'It installs while Atrium is locked or no one is signed in. You can also restart now.',
  whileFreeOrHours: (from: string, to: string) =>
    `It installs while Atrium is locked or no one is signed in, and from ${from} to ${to} also while someone is signed in. You can also restart now.`,
  asksIn: (left: string, due: string) => `In ${left} (${due}) Atrium asks you to restart.`,
  forcedFrom: (due: string, hour: string) =>
    `From ${due} on, your organisation lets Atrium restart at ${hour}, even if a form is not saved.`,
  overdueTitle: (version: string) => `Please restart Atrium to install ${version}`,
  overdueForced: (hour: string) =>
    `The update has been ready for three days. Your organisation lets Atrium restart at ${hour}, even if a form is not saved. Finish what you are doing, then press Restart now.`,
  overdueText:
    'The update has been ready for three days. Finish what you are doing, then press Restart now. Nothing is lost.',
  newsTitle: (version: string) => `Atrium was updated to ${version}`,
  failed: (reason: string) => `The last check or installation failed: ${reason}`,
  failedWithoutReason: 'it is not known why. Send the support bundle to support.',
}

export const obstacleWords: { readonly [One in ReadyObstacle]: string } = {
  paying: 'a payment in progress',
  sending: 'a document that is being sent or printed',
  hold: 'a held time slot',
  draft: 'a form that is not saved',
  'signed-in': 'the signed-in user',
  'no-answer': 'the server, which does not answer',
}

export const channelWords: { readonly [Channel in ReleaseChannel]: string } = { stable: 'Stable', early: 'Early' }

export const updatesOffWords: { readonly [Reason in UpdatesOff]: string } = {
  'not-configured': "This installation doesn't update itself. Your IT support installs new versions.",
  policy: 'Updates are turned off. Set by your organisation.',
  demo: "The demo doesn't update itself.",
}

export const outcomeWords: { readonly [Outcome in PastUpdate['outcome']]: string } = {
  installed: 'Installed',
  failed: 'Failed',
  'rolled-back': 'Earlier version installed',
}

/** Why a feed was refused, for IT; by the code of the log line `update.refused`. */
export const refusalWords: Readonly<Record<string, string>> = {
  unreachable: "the update server can't be reached.",
  'not-encrypted': "the update server's address is not encrypted (https).",
  redirected: 'the update server leads to another address, which Atrium does not follow.',
  missing: 'the update server lacks a file that its list names.',
  'too-long': 'the update server sent more data than it announced.',
  expired: 'the list of updates has expired. Its publisher must renew it.',
  'rolled-back': 'the update server offers an older list than before.',
  'bad-signature': 'the list of updates is not signed by its publisher.',
  'bad-hash': 'a file of the update server is not the one that was signed.',
  malformed: "the update server's answer can't be read. It may be a sign-in page of the network.",
  'bad-name': 'the list of updates has a file name that is not allowed.',
  'bad-release': 'the list of updates has an entry that is not valid.',
  ambiguous: 'the list of updates has two files for the same version.',
  'clock-behind': "the clocks of this computer and of the updates' publisher differ.",
  disk: "Atrium can't write to its data folder, or the disk is full.",
  'not-installed': 'the new version could not be installed.',
} satisfies { readonly [Code in FeedFailureCode | 'not-installed']: string }
