import type { Reader } from '#contract/payments/bridge.ts'
import type { ChildProcessPort } from '#runtime/child-process.ts'
import type { CardTerminal, TerminalReply, TerminalStatus } from './card-terminal.ts'
import { toEcrReference } from './ecr-messages.ts'
import { isAbout, toInquiryOutcome } from './ecr-outcomes.ts'
import { createPadPayments, noPad, paymentRuns } from './pad-payments.ts'
import { refused } from './reader-replies.ts'
import { createSerialConnection } from './serial-connection.ts'
import type { SerialClock } from './serial-link.ts'
import { fieldPace, type SerialPace } from './serial-pace.ts'
import { findPads, type PadPort } from './serial-vendors.ts'

/**
 * Creates the driver of a PIN pad on a serial or USB port (ecr-protocol.md). `paths` are the configured ports, read at
 * each discovery. The driver searches for a pad that is unplugged or silent until it is back or another one is
 * connected. A payment that was running on a lost pad ends with an unknown outcome.
 */
export const createSerialTerminal = (parts: {
  readonly startProcess: (workerName: string) => ChildProcessPort
  readonly paths: () => readonly string[]
  readonly clock: SerialClock
  readonly pace?: SerialPace
}): CardTerminal => {
  const { clock, pace = fieldPace } = parts
  const listeners = new Set<(status: TerminalStatus) => void>()

  const connection = createSerialConnection({
    startProcess: parts.startProcess,
    paths: parts.paths,
    clock,
    pace,
    isBusy: () => payments.running() !== null,
    onAnswer: (answer) => payments.receive(answer),
    onLost: () => payments.lose('the connection to the PIN pad was lost'),
    onChange: () => publishStatus(),
  })

  const payments = createPadPayments({ connection, clock, pace, onChange: () => publishStatus() })

  const toReader = (pad: PadPort): Reader => ({
    readerID: pad.readerID,
    driver: 'serial',
    label: pad.label,
    isSimulated: false,
    link: connection.pad()?.readerID === pad.readerID ? connection.state() : 'not-connected',
    battery: null,
  })
  const status = (): TerminalStatus => {
    const pad = connection.pad()
    const running = payments.running()
    const activity = running === null || running.stage === 'over' ? 'idle' : running.stage
    return { reader: pad === null ? null : toReader(pad), activity }
  }
  const publishStatus = (): void => {
    for (const listener of listeners) listener(status())
  }

  const terminal: CardTerminal = {
    driver: 'serial',
    unavailable: null,
    async discover() {
      const ports = await connection.list()
      if ('reason' in ports) return refused('unavailable', ports.reason)
      return { ok: true, value: findPads(ports, parts.paths()).map(toReader) }
    },
    async connect(_locationID, readerID) {
      if (payments.running() !== null) return refused('busy', paymentRuns)
      const failure = await connection.take(readerID)
      const { reader } = status()
      if (failure !== null) return { ok: false, failure }
      return reader?.readerID === readerID ? { ok: true, value: reader } : refused('not-connected', noPad)
    },
    async disconnect() {
      payments.lose('the PIN pad was disconnected')
      await connection.leave()
    },
    async test(): Promise<TerminalReply<Reader>> {
      if (payments.running() !== null) return refused('busy', paymentRuns)
      if (connection.state() !== 'connected') return refused('not-connected', noPad)
      const askResult = await connection.ask(null)
      const { reader } = status()
      if (askResult === 'said' && reader !== null) return { ok: true, value: reader }
      connection.giveUp()
      return refused('unavailable', 'the PIN pad is not responding')
    },
    status,
    collect: payments.collect,
    async cancel(attemptID) {
      const answer = await payments.askAbout('stop', toEcrReference(attemptID))
      return answer?.result === 'done'
    },
    async inquire(attemptID) {
      if (payments.running()?.attemptID === attemptID) return { outcome: 'in-progress' }
      if (connection.state() !== 'connected') return { outcome: 'cannot-say', reason: noPad }
      const reference = toEcrReference(attemptID)
      const answer = await payments.askAbout('repeat', reference)
      if (answer === null) return { outcome: 'cannot-say', reason: 'the PIN pad is not responding' }
      const request = payments.requestOf(reference)
      if (answer.result === 'done' && request !== null && !isAbout(answer, request))
        return { outcome: 'cannot-say', reason: 'the PIN pad answered about another payment' }
      const outcome = toInquiryOutcome(answer)
      // Another pad that is now at the same port does not know the payment. The pad that received the payment may still
      // have charged the card.
      return outcome.outcome === 'not-found' && connection.pad()?.isItself !== true
        ? { outcome: 'cannot-say', reason: 'a different PIN pad may be connected now' }
        : outcome
    },
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    async close() {
      await terminal.disconnect()
      connection.end()
    },
  }
  return terminal
}
