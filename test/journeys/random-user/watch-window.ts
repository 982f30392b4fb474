import type { BrowserContext } from '@playwright/test'

type Expected = { readonly pattern: RegExp; readonly reason: string; readonly when: 'killed' | 'always' }

/** What a browser may write to its console here. Everything else is an error of Atrium's. */
const expected: readonly Expected[] = [
  {
    pattern:
      /^WebSocket connection to 'ws:\/\/127\.0\.0\.1:\d+\/\S*' failed: Error in connection establishment: net::ERR_CONNECTION_REFUSED$/,
    reason: 'the window asks again for the workstation that was killed, until it is closed',
    when: 'killed',
  },
]

/** What a browser wrote as an error, what its pages threw, and what a server answered with 500 or more. */
export type WindowWatch = {
  /** Problems since the last call. */
  take(): readonly string[]
  /** Whether the workstation's process is down on purpose. */
  setKilled(isKilled: boolean): void
  /** How often an expected line was seen. */
  expected(): number
}

/** Watches every page of a context, also those opened later. */
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
