import type { Failure } from '#contract/reply.ts'
import { sessionWords } from './session-words.ts'

const words = sessionWords.failure

/** A failed sign-in or unlock in words: the reason and what to do. */
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
  return seconds >= 60 ? words.wait(Math.ceil(seconds / 60), 'minute') : words.wait(Math.ceil(seconds), 'second')
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
            title: words.signInRefused,
            text: words.signInRefusedText,
            waitSeconds: 0,
          }
        : {
            title: words.unlockRefused,
            text: words.unlockRefusedText,
            waitSeconds: 0,
          }
    case 'account-locked':
    case 'too-many-requests':
      return {
        title: failure.code === 'account-locked' ? words.accountLocked : words.tooManyTries,
        text: waitSeconds > 0 ? words.waitFirst(describeWait(waitSeconds)) : words.canTryNow,
        waitSeconds,
      }
    case 'offline':
      return {
        title: words.offline,
        text: words.offlineText,
        waitSeconds: 0,
      }
    case 'not-sent':
    case 'disconnected':
    case 'timed-out':
      return {
        title: words.noAnswer,
        text: words.noAnswerText,
        waitSeconds: 0,
      }
    default:
      return {
        title: purpose === 'sign-in' ? words.signInFailed : words.unlockFailed,
        text: failure.details?.errorID ? words.withErrorID(failure.message, failure.details.errorID) : failure.message,
        waitSeconds: 0,
      }
  }
}
