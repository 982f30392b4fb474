import type { BrowserContext } from '@playwright/test'

type Expected = { readonly pattern: RegExp; readonly reason: string; readonly when: 'killed' | 'always' }

/** The expected error lines in a browser's console. Any other error line is reported as a problem. */
const expected: readonly Expected[] = [
  {
    pattern:
      /^WebSocket connection to 'ws:\/\/127\.0\.0\.1:\d+\/\S*' failed: Error in connection establishment: net::ERR_CONNECTION_REFUSED$/,
    reason: 'the window tries to reconnect to the killed workstation until the window is closed',
    when: 'killed',
  },
]

/** Errors written by a browser, exceptions of its pages, and server answers of 500 or more. */
export type WindowWatch = {
  /** Returns the problems since the last call. */
  take(): readonly string[]
  /** Sets whether the test has killed the workstation's process. */
  setKilled(isKilled: boolean): void
  /** Returns how often an expected line occurred. */
  expected(): number
}

/** Watches every page of a context, including later ones. */
export const watchContext = (context: BrowserContext): WindowWatch => {
  let problems: string[] = []
  let isKilled = false
  let expectedLines = 0
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = message.text()
    if (expected.some(({ pattern, when }) => pattern.test(text) && (when === 'always' || isKilled))) expectedLines += 1
    else problems.push(`console error: ${text} (${message.location().url})`)
  })
  context.on('weberror', (error) => problems.push(`page error: ${error.error().stack ?? error.error().message}`))
  context.on('response', (response) => {
    if (response.status() >= 500) problems.push(`response ${response.status()}: ${response.url()}`)
  })
  return {
    take: () => {
      const found = problems
      problems = []
      return found
    },
    setKilled: (value) => {
      isKilled = value
    },
    expected: () => expectedLines,
  }
}
