import type { ChildProcessPort } from '#runtime/child-process.ts'
import type { TerminalFailure } from './card-terminal.ts'
import type { EcrAnswer, EcrRequest } from './ecr-messages.ts'
import { createSerialLink, type SerialClock, type SerialLink } from './serial-link.ts'
import type { SerialPace } from './serial-pace.ts'
import { findPads, type PadPort, toPortPath } from './serial-vendors.ts'

type State = 'connected' | 'connecting' | 'not-connected'

/** The pad this desk has chosen, and whether it is there. */
type SerialConnection = Pick<SerialLink, 'ask' | 'end'> & {
  /** Null while none is chosen; a pad that is gone stays chosen. */
  pad(): PadPort | null
  state(): State
  list(): ReturnType<SerialLink['list']>
  /** Opens a pad from a fresh look at the ports and waits for its sign of life. Null once it is taken. */
  take(readerID: string): Promise<TerminalFailure | null>
  leave(): Promise<void>
  /** Asks, and waits for the first answer that `matches`; null when it was not said or nothing came in time. */
  askAndHear(request: EcrRequest, matches: (answer: EcrAnswer) => boolean): Promise<EcrAnswer | null>
  /** The pad is silent: closes the port and looks for it anew. */
  giveUp(): void
}

/**
 * Keeps the chosen pad: asks for its sign of life while nothing else is asked, since unplugging may show in no other way, and
 * looks for it by its id once it is gone, at whatever path it comes back.
 */
export const createSerialConnection = (parts: {
  readonly startProcess: (workerName: string) => ChildProcessPort
  readonly paths: () => readonly string[]
  readonly clock: SerialClock
  readonly pace: SerialPace
  readonly isBusy: () => boolean
  readonly onAnswer: (answer: EcrAnswer) => void
  readonly onLost: () => void
  readonly onChange: () => void
}): SerialConnection => {
  const { clock, pace } = parts
  let pad: PadPort | null = null
  let state: State = 'not-connected'
  /** Counts every choice, so that what was begun for an earlier one ends without effect. */
  let choice = 0
  let takeBackAlarm = (): void => undefined
  const hearers = new Set<(answer: EcrAnswer | null) => void>()

  const link = createSerialLink({
    startProcess: parts.startProcess,
    clock,
    timing: pace.line,
    limitMs: pace.processMs,
    onAnswer: (answer) => {
      for (const hear of [...hearers]) hear(answer)
      parts.onAnswer(answer)
    },
    onLost: () => {
      if (state === 'connected') lose()
    },
  })

  const become = (next: State): void => {
    if (state === next) return
    state = next
    parts.onChange()
  }
  const alarm = (ms: number, run: () => Promise<void>): void => {
    takeBackAlarm()
    const at = choice
    takeBackAlarm = clock.after(ms, () => {
      if (at === choice) void run()
    })
  }
  const lose = (): void => {
    become('not-connected')
    parts.onLost()
    for (const hear of [...hearers]) hear(null)
    if (pad !== null) alarm(pace.searchMs, search)
  }
  const giveUp = (): void => {
    if (state !== 'connected') return
    void link.close()
    lose()
  }
  const beat = async (): Promise<void> => {
    const at = choice
    if (!parts.isBusy() && (await link.ask(null)) !== 'said') {
      if (at === choice) giveUp()
      return
    }
    if (at === choice && state === 'connected') alarm(pace.heartbeatMs, beat)
  }

  /** The pad of this id, wherever it is now. */
  const find = async (readerID: string): Promise<PadPort | TerminalFailure> => {
    const ports = await link.list(parts.paths().map(toPortPath))
    if ('reason' in ports) return { code: 'unavailable', reason: ports.reason }
    const found = findPads(ports, parts.paths()).find((one) => one.readerID === readerID)
    return found ?? { code: 'not-found', reason: 'the PIN pad is not plugged in' }
  }
  /** Opens a pad; the failure, or null once it gave its sign of life. */
  const open = async (found: PadPort): Promise<TerminalFailure | null> => {
    const at = choice
    const isStale = (): boolean => at !== choice
    const replaced: TerminalFailure = { code: 'not-connected', reason: 'another PIN pad was chosen' }
    const failure = await link.open(found.path)
    if (isStale()) return replaced
    if (failure !== null) return failure
    const said = await link.ask(null)
    if (isStale()) return replaced
    if (said !== 'said') {
      await link.close()
      return isStale() ? replaced : { code: 'unavailable', reason: 'the PIN pad does not answer' }
    }
    pad = found
    become('connected')
    alarm(pace.heartbeatMs, beat)
    return null
  }
  const search = async (): Promise<void> => {
    const at = choice
    if (pad === null) return
    become('connecting')
    const found = await find(pad.readerID)
    if (at !== choice) return
    const failure = 'code' in found ? found : await open(found)
    if (at !== choice || failure === null) return
    become('not-connected')
    alarm(pace.searchMs, search)
  }
  const leave = async (): Promise<void> => {
    choice += 1
    takeBackAlarm()
    const had = pad !== null
    pad = null
    state = 'not-connected'
    for (const hear of [...hearers]) hear(null)
    if (had) parts.onChange()
    await link.close()
  }

  return {
    pad: () => pad,
    state: () => state,
    list: () => link.list(parts.paths().map(toPortPath)),
    ask: link.ask,
    end: link.end,
    leave,
    giveUp,
    async take(readerID) {
      // A pad that works is not let go for one that is not there.
      const found = await find(readerID)
      if ('code' in found) return found
      if (pad !== null) await leave()
      choice += 1
      takeBackAlarm()
      return open(found)
    },
    askAndHear(request, matches) {
      return new Promise((resolve) => {
        let takeBack = (): void => undefined
        const end = (answer: EcrAnswer | null): void => {
          takeBack()
          hearers.delete(hear)
          resolve(answer)
        }
        const hear = (answer: EcrAnswer | null): void => {
          if (answer === null || matches(answer)) end(answer)
        }
        hearers.add(hear)
        void link.ask(request).then((said) => {
          if (!hearers.has(hear)) return
          // A request the pad did not confirm may still be answered, but then it is asked again anyway.
          if (said === 'said') takeBack = clock.after(pace.answerMs, () => end(null))
          else end(null)
        })
      })
    },
  }
}
