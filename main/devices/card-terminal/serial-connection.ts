import type { ChildProcessPort } from '#runtime/child-process.ts'
import { createAnswerHearers } from './answer-hearers.ts'
import type { TerminalFailure } from './card-terminal.ts'
import type { EcrAnswer, EcrRequest } from './ecr-messages.ts'
import { createSerialLink, type SerialClock, type SerialLink } from './serial-link.ts'
import type { SerialPace } from './serial-pace.ts'
import { findPads, type PadPort, toPortPath } from './serial-vendors.ts'

type State = 'connected' | 'connecting' | 'not-connected'

/** The pad this desk has chosen, and whether it is there. */
export type SerialConnection = Pick<SerialLink, 'ask' | 'end'> & {
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

/** Which choice of a pad is the current one. What was begun for an earlier one ends without effect. */
const createChoice = (clock: SerialClock) => {
  let current = 0
  let takeBackAlarm = (): void => undefined
  return {
    /** Begins something for the current choice; the answer says whether another choice was made since. */
    begin: (): (() => boolean) => {
      const at = current
      return () => at !== current
    },
    renew: (): void => {
      current += 1
      takeBackAlarm()
    },
    /** Runs something later for the current choice, in place of what was planned before. */
    alarm: (ms: number, run: () => Promise<void>): void => {
      takeBackAlarm()
      const at = current
      takeBackAlarm = clock.after(ms, () => {
        if (at === current) void run()
      })
    },
  }
}

/** The pad of this id, wherever it is now. */
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
  const choice = createChoice(clock)

  const link = createSerialLink({
    startProcess: parts.startProcess,
    clock,
    timing: pace.line,
    limitMs: pace.processMs,
    onAnswer: (answer) => {
      hearers.hear(answer)
      parts.onAnswer(answer)
    },
    onLost: () => {
      if (state === 'connected') lose()
    },
  })

  const hearers = createAnswerHearers({ ask: link.ask, clock, answerMs: pace.answerMs })

  const become = (next: State): void => {
    if (state === next) return
    state = next
    parts.onChange()
  }
  const lose = (): void => {
    become('not-connected')
    parts.onLost()
    hearers.hear(null)
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

  /** Opens a pad; the failure, or null once it gave its sign of life. */
  const open = async (found: PadPort): Promise<TerminalFailure | null> => {
    const isStale = choice.begin()
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
    choice.alarm(pace.heartbeatMs, beat)
    return null
  }
  const search = async (): Promise<void> => {
    const isStale = choice.begin()
    if (pad === null) return
    become('connecting')
    const found = await findPad(link, parts.paths(), pad.readerID)
    if (isStale()) return
    const failure = 'code' in found ? found : await open(found)
    if (isStale() || failure === null) return
    become('not-connected')
    choice.alarm(pace.searchMs, search)
  }
  const leave = async (): Promise<void> => {
    choice.renew()
    const had = pad !== null
    pad = null
    state = 'not-connected'
    hearers.hear(null)
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
      const found = await findPad(link, parts.paths(), readerID)
      if ('code' in found) return found
      if (pad !== null) await leave()
      choice.renew()
      return open(found)
    },
    askAndHear: hearers.askAndHear,
  }
}
