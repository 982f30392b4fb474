import type { Bridge } from '#contract/bridge.ts'
import { toStackText } from '#domain/support/redact-error.ts'

type WindowErrorKind = Parameters<Bridge['support']['reportWindowError']>[0]['kind']

/** Maximum number of reports from one page, because a screen that fails in a loop must not call main in a loop. */
const maxReports = 20
const maxStackChars = 20_000
const maxWordChars = 200

const wordOf = (thrown: unknown, name: 'name' | 'code'): string | null => {
  try {
    const value = (thrown as Readonly<Record<string, unknown>>)[name]
    return typeof value === 'string' ? value.slice(0, maxWordChars) : null
  } catch {
    return null
  }
}

/** Reports an error of this page, for a local crash report. */
export type ReportError = (kind: WindowErrorKind, thrown: unknown) => void

/**
 * Creates the function that reports errors of this page. An error's message never leaves the page. The function never
 * throws, and does not retry a failed report.
 */
export const createErrorReports = (bridge: Pick<Bridge, 'support'>): ReportError => {
  let reports = 0
  return (kind, thrown) => {
    if (reports === maxReports) return
    reports += 1
    const stack = toStackText(thrown).slice(0, maxStackChars)
    const name = wordOf(thrown, 'name') ?? typeof thrown
    bridge.support.reportWindowError({ kind, name, code: wordOf(thrown, 'code'), stack }).catch(() => undefined)
  }
}

/**
 * Reports the errors that no code of the page handled, until the caller calls the returned function. The function only
 * listens: the console still shows the errors.
 */
export const reportWindowErrors = (report: ReportError, page: Window = window): (() => void) => {
  const onError = ({ error }: ErrorEvent): void => {
    // The browser's own warnings, such as about a resize, have no error.
    if (error !== null && error !== undefined) report('uncaught-exception', error)
  }
  const onRejection = ({ reason }: PromiseRejectionEvent): void => report('unhandled-rejection', reason)
  page.addEventListener('error', onError)
  page.addEventListener('unhandledrejection', onRejection)
  return () => {
    page.removeEventListener('error', onError)
    page.removeEventListener('unhandledrejection', onRejection)
  }
}
