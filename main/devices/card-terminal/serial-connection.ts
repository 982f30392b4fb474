import type { ChildProcessPort } from '#runtime/child-process.ts'
import { createAnswerListeners } from './answer-listeners.ts'
import type { TerminalFailure } from './card-terminal.ts'
import type { EcrAnswer, EcrRequest } from './ecr-messages.ts'
import { createSerialLink, type SerialClock, type SerialLink } from './serial-link.ts'
import type { SerialPace } from './serial-pace.ts'
import { findPads, type PadPort, toPortPath } from './serial-vendors.ts'

type State = 'connected' | 'connecting' | 'not-connected'

/** The pad that this workstation has chosen, and whether it answers. */
export type SerialConnection = Pick<SerialLink, 'ask' | 'end'> & {
  /** Returns the chosen pad; null while none is chosen. A pad that is unplugged stays chosen. */
  pad(): PadPort | null
  state(): State
  list(): ReturnType<SerialLink['list']>
  /** Lists the ports again, opens the pad's port and sends a heartbeat. Returns null once the pad has accepted it. */
  take(readerID: string): Promise<TerminalFailure | null>
  leave(): Promise<void>
  /**
   * Sends the request and waits for the first answer that `matches`. Returns null when the pad did not accept the
   * request or no answer came in time.
   */
  askAndWait(request: EcrRequest, matches: (answer: EcrAnswer) => boolean): Promise<EcrAnswer | null>
  /** Closes the port of a silent pad and searches for the pad again. */
  giveUp(): void
}

/** Tracks which choice of a pad is current. Work that began for an earlier choice ends without effect. */
const createChoice = (clock: SerialClock) => {
  let current = 0
  let cancelAlarm = (): void => undefined
  return {
    /** Begins work for the current choice; the returned function returns whether another choice was made since. */
    begin: (): (() => boolean) => {
      const at = current
      return () => at !== current
    },
    renew: (): void => {
      current += 1
      cancelAlarm()
    },
    /** Calls `run` after `ms`, unless another pad is chosen in the meantime. Replaces an earlier alarm. */
    alarm: (ms: number, run: () => Promise<void>): void => {
      cancelAlarm()
      const at = current
      cancelAlarm = clock.after(ms, () => {
        if (at === current) void run()
      })
    },
  }
}

/** Finds the port of the pad with this id. */
const findPad = async (
  link: Pick<SerialLink, 'list'>,
  paths: readonly string[],
  readerID: string,
): Promise<PadPort | TerminalFailure> => {
  const ports = await link.list(paths.map(toPortPath))
  if ('reason' in ports) return { code: 'unavailable', reason: ports.reason }
  const found = findPads(ports, paths).find((one) => one.readerID === readerID)
  return found ?? { code: 'not-found', reason: 'the PIN pad is not plugged in' }
}

/**
 * Creates the connection to the chosen pad. It sends heartbeats while no payment runs, because there may be no other
 * sign that the pad was unplugged. When the pad is gone, the connection searches for it by its id, at any path.
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
  const choice = createChoice(clock)

  const link = createSerialLink({
    startProcess: parts.startProcess,
    clock,
    timing: pace.line,
    limitMs: pace.processMs,
    onAnswer: (answer) => {
      listeners.deliver(answer)
      parts.onAnswer(answer)
    },
    onLost: () => {
      if (state === 'connected') lose()
    },
  })

  const listeners = createAnswerListeners({ ask: link.ask, clock, answerMs: pace.answerMs })

  const changeState = (next: State): void => {
    if (state === next) return
    state = next
    parts.onChange()
  }
  const lose = (): void => {
    changeState('not-connected')
    parts.onLost()
    listeners.deliver(null)
    if (pad !== null) choice.alarm(pace.searchMs, search)
  }
  const giveUp = (): void => {
    if (state !== 'connected') return
    void link.close()
    lose()
  }
  const beat = async (): Promise<void> => {
    const isStale = choice.begin()
    if (!parts.isBusy() && (await link.ask(null)) !== 'said') {
      if (!isStale()) giveUp()
      return
    }
    if (!isStale() && state === 'connected') choice.alarm(pace.heartbeatMs, beat)
  }

  /** Opens a pad; returns the failure, or null once the pad answered the heartbeat. */
  const open = async (found: PadPort): Promise<TerminalFailure | null> => {
    const isStale = choice.begin()
    const replaced: TerminalFailure = { code: 'not-connected', reason: 'another PIN pad was chosen' }
    const failure = await link.open(found.path)
    if (isStale()) return replaced
    if (failure !== null) return failure
    const askResult = await link.ask(null)
    if (isStale()) return replaced
    if (askResult !== 'said') {
      await link.close()
      return isStale() ? replaced : { code: 'unavailable', reason: 'the PIN pad is not responding' }
    }
    pad = found
    changeState('connected')
    choice.alarm(pace.heartbeatMs, beat)
    return null
  }
  const search = async (): Promise<void> => {
    const isStale = choice.begin()
    if (pad === null) return
    changeState('connecting')
    const found = await findPad(link, parts.paths(), pad.readerID)
    if (isStale()) return
    const failure = 'code' in found ? found : await open(found)
    if (isStale() || failure === null) return
    changeState('not-connected')
    choice.alarm(pace.searchMs, search)
  }
  const leave = async (): Promise<void> => {
    choice.renew()
    const had = pad !== null
    pad = null
    state = 'not-connected'
    listeners.deliver(null)
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
      // The new pad is searched for first: if it is not plugged in, the connected pad stays connected.
      const found = await findPad(link, parts.paths(), readerID)
      if ('code' in found) return found
      if (pad !== null) await leave()
      choice.renew()
      return open(found)
    },
    askAndWait: listeners.askAndWait,
  }
}
