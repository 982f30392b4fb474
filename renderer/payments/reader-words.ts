import type { Reader, ReaderDriver, TerminalState } from '#contract/payments/bridge.ts'

export const driverNames: Readonly<Record<ReaderDriver, string>> = {
  stripe: 'Stripe reader',
  serial: 'PIN pad on a cable',
  simulated: 'Simulated reader',
}

type ReaderLink = { readonly tone: 'success' | 'warning' | 'danger' | 'neutral'; readonly words: string }

/** Describes the reader's connection and its activity. */
export const describeLink = (reader: Reader, activity: TerminalState['activity'] = 'idle'): ReaderLink => {
  switch (reader.link) {
    case 'connected':
      if (activity === 'waiting-for-card') return { tone: 'warning', words: 'Waits for a card' }
      if (activity === 'processing') return { tone: 'warning', words: 'Works on a card' }
      return { tone: 'success', words: 'Connected' }
    case 'connecting':
      return { tone: 'warning', words: 'Connecting' }
    case 'not-connected':
      return { tone: 'danger', words: 'Not connected' }
    case 'in-use-elsewhere':
      return { tone: 'warning', words: 'In use at another desk' }
  }
}
