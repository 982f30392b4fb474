/** The texts of sign-in, lock and sign-out. */
export const sessionWords = {
  password: 'Password',
  passwordMissing: 'Please enter your password.',
  capsLock: 'Caps lock is on.',
  signIn: {
    title: 'Sign in',
    subtitle: 'The front desk of all clinics.',
    email: 'E-mail',
    emailMissing: 'Please enter your e-mail.',
    submit: 'Sign in',
    starting: 'The back office is starting',
    online: 'The back office is reached',
    offline: 'The back office cannot be reached',
    tryAgain: 'Try again',
  },
  lock: {
    title: 'Locked',
    subtitle: (name: string) => `${name} is signed in here. What was being typed is kept.`,
    unlock: 'Unlock',
    otherUser: 'Sign in as someone else',
  },
  idle: {
    title: 'Atrium is about to lock',
    text: 'Nobody has touched this workstation for a while. Move the mouse or press any key to go on. What you are typing is kept when it locks.',
    lockNow: 'Lock now',
    keepWorking: 'Keep working',
  },
  logOut: {
    pending: 'Signing out',
    failed: 'Signing out did not work',
    failedText: (reason: string) => `${reason} Lock the workstation if you have to leave it.`,
    tryAgain: 'Try again',
    staySignedIn: 'Stay signed in',
  },
  start: {
    title: 'Starting',
    failed: 'Atrium did not start',
    failedText: 'If it stays like this, close Atrium and start it again. Nothing that was saved is lost.',
    tryAgain: 'Try again',
  },
  failure: {
    wait: (count: number, unit: 'minute' | 'second') => `${count} ${unit}${count === 1 ? '' : 's'}`,
    signInRefused: 'The e-mail or the password is not right',
    signInRefusedText:
      'Please check both and try again. After five wrong passwords the account is locked for 15 minutes.',
    unlockRefused: 'The password is not right',
    unlockRefusedText: 'Please try again. What was being typed before the lock is kept.',
    accountLocked: 'This account is locked',
    tooManyTries: 'Too many tries',
    waitFirst: (wait: string) =>
      `There were too many wrong passwords. Please try again in ${wait}, or ask an administrator.`,
    canTryNow: 'There were too many wrong passwords. You can try again now.',
    offline: 'The back office cannot be reached',
    offlineText:
      'Signing in needs it. A workstation that is only locked can still be unlocked, and whoever is signed in at another one can go on reading the week.',
    noAnswer: 'Atrium did not answer',
    noAnswerText: 'Please try again in a moment. If it stays like this, close Atrium and start it again.',
    signInFailed: 'Signing in did not work',
    unlockFailed: 'Unlocking did not work',
    withErrorID: (message: string, errorID: string) => `${message} (${errorID})`,
  },
}
