import type { Reader, ReaderDriver, TerminalState } from '#contract/payments/bridge.ts'

/** The texts of the card reader: its strip on the payment page, the search for readers, and why it takes no card. */
export const readerWords = {
  strip: {
    label: 'Card reader',
    loading: 'Loading the card reader',
    failed: 'The card reader could not be read',
    tryAgain: 'Try again',
    none: 'No card reader is chosen',
    battery: (percent: number) => `Battery ${percent} %`,
    noSuccess: 'No payment yet at this desk',
    lastSuccess: (moment: string) => `Last success ${moment}`,
    test: 'Test',
    choose: 'Choose a reader',
    switch: 'Switch',
    busy: 'The reader is busy with a card.',
    notConnected: 'The reader is not connected.',
    training: 'Training: what the next card does',
  },
  search: {
    title: 'Card readers',
    subtitle: 'The choice is kept on this workstation.',
    disconnect: (reader: string) => `Let go of ${reader}`,
    again: 'Search again',
    close: 'Close',
    unusable: 'Readers that cannot be used here',
    looking: 'Looking for card readers',
    noneHint: 'Switch a reader on, or plug its cable in, and search again.',
    found: 'Card readers found',
    use: 'Use',
    connectTo: (reader: string) => `Use ${reader}`,
    inUseHere: 'This reader is in use here already.',
    otherConnecting: 'Another reader is being connected.',
  },
  link: {
    waiting: 'Waits for a card',
    processing: 'Works on a card',
    connected: 'Connected',
    connecting: 'Connecting',
    notConnected: 'Not connected',
    inUseElsewhere: 'In use at another desk',
  },
  noReader: {
    unknown: 'The card reader is not known yet.',
    none: 'No card reader is chosen. Choose one first.',
    connecting: 'The card reader is still being connected.',
    inUseElsewhere: 'The card reader is in use at another desk.',
    notConnected: 'The card reader is not connected.',
    busy: 'The card reader is busy with another card.',
  },
  simulated: 'SIMULATED READER',
}

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
      if (activity === 'waiting-for-card') return { tone: 'warning', words: readerWords.link.waiting }
      if (activity === 'processing') return { tone: 'warning', words: readerWords.link.processing }
      return { tone: 'success', words: readerWords.link.connected }
    case 'connecting':
      return { tone: 'warning', words: readerWords.link.connecting }
    case 'not-connected':
      return { tone: 'danger', words: readerWords.link.notConnected }
    case 'in-use-elsewhere':
      return { tone: 'warning', words: readerWords.link.inUseElsewhere }
  }
}
