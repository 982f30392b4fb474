/** The messages of calls about accounts, and of the command `init`. */
export const accountsServerWords = {
  deactivated: 'This account is deactivated. Reactivate it first.',
  noAccount: 'This account does not exist.',
  emailUsed: 'Another account has this email address.',
  emailUsedField: 'is used by another account',
  lastAdministrator: 'This is the last active administrator. Make another person an administrator first.',
  stale: 'Someone else changed this account meanwhile.',
  codeNotValid: "This code isn't valid. Check it, or ask an administrator for a new one.",
  setupCodeNotValid: "This setup code isn't valid. Check it, or print a new one on the server.",
  alreadySetUp: 'This server already has an administrator. Sign in, or ask the administrator for an invitation.',
  wrongOldPassword: 'Your current password is not correct.',
  locationUnknown: 'names a location that does not exist',
  homeNotAllowed: 'must be one of the allowed locations',
  mailFailed: "The invitation couldn't be mailed. Give the code to the person yourself.",
  checkPassword: 'Choose another password.',
  organisation: 'Your clinic',
  recover: {
    usage:
      'Usage: npm run back-office -- recover --email E --data DIR [--key-file FILE] [--database postgres://...] [--database-file FILE]',
    missing: (flag: string) => `Missing ${flag}.`,
    noAdministrator: (email: string) =>
      `There is no active administrator with the email ${email}. Nothing was changed.`,
    code: (code: string) => `Recovery code: ${code}`,
    codeNote:
      'Within 24 hours, choose "I have an invitation" on the sign-in screen of Atrium and enter this code. It works once.',
    failed: (reason: string) => `Nothing was changed: ${reason}`,
  },
  init: {
    usage:
      'Usage: npm run back-office -- init --data DIR [--key-file FILE] [--database postgres://...] [--database-file FILE] [--organisation NAME --email E --password-file FILE [--name "FIRST LAST"]]',
    email: '--email must be an email address.',
    missing: (flag: string) => `Missing ${flag}.`,
    passwordFile: (path: string) => `The password file ${path} can't be read.`,
    hasAdministrator: 'This database already has an administrator. Nothing was changed.',
    created: (email: string, organisation: string) => `Created ${organisation} and its first administrator ${email}.`,
    setupCode: (code: string) => `Setup code: ${code}`,
    setupCodeNote: 'Enter it on the first-start screen of Atrium within 24 hours. It works once.',
    failed: (reason: string) => `Nothing was created: ${reason}`,
    firstname: 'First',
    lastname: 'Administrator',
    hint: (command: string) =>
      `This back office has no administrator. Make one with: npm run back-office -- init ${command} --organisation NAME --email E --password-file FILE\nor print a setup code for the first-start screen with: npm run back-office -- init ${command}`,
  },
}
