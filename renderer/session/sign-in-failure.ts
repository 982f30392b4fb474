import type { Failure } from '#contract/reply.ts'

/** A failed sign-in or unlock in words: what happened and what to do. */
type SignInProblem = {
  readonly title: string
  readonly text: string
  /** Seconds until a new try can succeed; 0 when it can now. */
  readonly waitSeconds: number
}

/**
 * Returns whole minutes or seconds in words: `14 minutes`, `1 minute`, `45 seconds`.
 * @internal Tests check its cases directly.
 */
export const describeWait = (seconds: number): string => {
  const [count, unit] = seconds >= 60 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds), 'second']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/**
 * Returns a failure of `session.signIn` or `session.unlock` in words (decisions §2). `sinceSeconds` is the time since
 * the failure, for the countdown.
 */
export const describeSignInFailure = (
  failure: Failure,
  purpose: 'sign-in' | 'unlock',
  sinceSeconds: number,
): SignInProblem => {
  const waitSeconds = Math.max(0, (failure.details?.retryAfterSeconds ?? 0) - sinceSeconds)
  switch (failure.code) {
    case 'bad-credentials':
      return purpose === 'sign-in'
        ? {
            title: 'The e-mail or the password is not right',
            text: 'Please check both and try again. After five wrong passwords the account is locked for 15 minutes.',
            waitSeconds: 0,
          }
        : {
            title: 'The password is not right',
            text: 'Please try again. What was being typed before the lock is kept.',
            waitSeconds: 0,
          }
    case 'account-locked':
    case 'too-many-requests':
      return {
        title: failure.code === 'account-locked' ? 'This account is locked' : 'Too many tries',
        text:
          waitSeconds > 0
            ? `There were too many wrong passwords. Please try again in ${describeWait(waitSeconds)}, or ask an administrator.`
            : 'There were too many wrong passwords. You can try again now.',
        waitSeconds,
      }
    case 'offline':
      return {
        title: 'The back office cannot be reached',
        text: 'Signing in needs it. A workstation that is only locked can still be unlocked, and whoever is signed in at another one can go on reading the week.',
        waitSeconds: 0,
      }
    case 'not-sent':
    case 'disconnected':
    case 'timed-out':
      return {
        title: 'Atrium did not answer',
        text: 'Please try again in a moment. If it stays like this, close Atrium and start it again.',
        waitSeconds: 0,
      }
    default:
      return {
        title: purpose === 'sign-in' ? 'Signing in did not work' : 'Unlocking did not work',
        text: failure.details?.errorID ? `${failure.message} (${failure.details.errorID})` : failure.message,
        waitSeconds: 0,
      }
  }
}
