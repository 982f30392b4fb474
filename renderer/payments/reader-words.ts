import type { Reader, ReaderDriver, TerminalState } from '#contract/payments/bridge.ts'

/** The texts of the card reader: its strip on the payment page, the search for readers, why it cannot take a card. */
export const readerWords = {
  strip: {
    label: 'Card reader',
    loading: 'Loading card reader',
    failed: 'The card reader did not load',
    tryAgain: 'Try again',
    none: 'No card reader connected',
    battery: (percent: number) => `Battery ${percent}%`,
    /** A success is a payment, a refund or a test, with the reader that is in use now. */
    noSuccess: 'No successful use yet',
    lastSuccess: (moment: string) => `Last successful use ${moment}`,
    test: 'Test reader',
    choose: 'Connect a reader',
    switch: 'Switch reader',
    busy: 'The reader is busy with a card.',
    notConnected: 'The reader is not connected.',
    training: 'Training: result of the next card',
  },
  search: {
    title: 'Card readers',
    subtitle: 'Your choice is saved on this computer.',
    disconnect: (reader: string) => `Disconnect ${reader}`,
    again: 'Search again',
    close: 'Close',
    unusable: "Readers that can't be used on this computer",
    looking: 'Looking for card readers',
    noneHint: 'Turn on a reader or plug in its cable, then search again.',
    found: 'Card readers found',
    use: 'Connect',
    connectTo: (reader: string) => `Connect ${reader}`,
    inUseHere: 'This reader is already connected to this computer.',
    otherConnecting: 'Another reader is connecting.',
  },
  link: {
    waiting: 'Waiting for a card',
    processing: 'Processing a card',
    connected: 'Connected',
    connecting: 'Connecting',
    notConnected: 'Not connected',
    inUseElsewhere: 'In use at another desk',
  },
  noReader: {
    unknown: 'The card reader has not loaded.',
    none: 'No card reader is connected. Connect one first.',
    connecting: 'The card reader is still connecting.',
    inUseElsewhere: 'The card reader is in use at another desk.',
    notConnected: 'The card reader is not connected.',
    busy: 'The card reader is busy with another card.',
  },
  simulated: 'SIMULATED READER',
}

export const driverNames: Readonly<Record<ReaderDriver, string>> = {
  stripe: 'Stripe reader',
  serial: 'Wired PIN pad',
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
