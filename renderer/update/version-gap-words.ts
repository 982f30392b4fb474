/** The texts of a program and a server whose versions are too far apart. */
export const versionGapWords = {
  programTitle: 'This Atrium is too old for the server',
  programText: (version: string, needed: string) =>
    `It has version ${version}, and the server needs ${needed} or later.`,
  programKept: 'Nothing is lost: check-ins, notes and cash are kept on this computer and sent after the update.',
  updateNow: 'Update now',
  restarts: 'Atrium restarts as soon as the update is ready.',
  askForProgram: (needed: string) => `Ask IT to install version ${needed} or later.`,
  serverTitle: 'The server is too old for this Atrium',
  serverText: (version: string, needed: string) =>
    `The server has version ${version}. This Atrium needs ${needed} or later. Ask IT to update the server. Nothing is lost: check-ins, notes and cash are kept on this computer until then.`,
}
