import { control, encodeFrame, type LineEvent } from './ecr-codec.ts'

/** Deadlines of the handshake in milliseconds, and the number of tries of a step (ecr-protocol.md, Handshake). */
export type EcrTiming = {
  /** From ENQ to ACK. */
  readonly enqMs: number
  /** From the frame to its ACK. */
  readonly ackMs: number
  /** From our ACK to the frame that was announced. */
  readonly frameMs: number
  /** Between two bytes of one frame. */
  readonly byteMs: number
  /** From our ACK of a frame to EOT. */
  readonly endMs: number
  readonly tries: number
}

export const fieldTiming: EcrTiming = { enqMs: 2_000, ackMs: 2_000, frameMs: 2_000, byteMs: 500, endMs: 500, tries: 3 }

/** A message to send to the pad; a null message is the heartbeat. */
type EcrAsk = { readonly id: number; readonly message: string | null }

type Step = 'idle' | 'bidding' | 'sending' | 'receiving' | 'ending'

export type EcrSession = {
  readonly step: Step
  /** The ask that is being sent, and those after it. */
  readonly asks: readonly EcrAsk[]
  /** For the first ask: the number of ENQs since its last frame, and (`frames`) how many times its frame was sent. */
  readonly bids: number
  readonly frames: number
  /** How many broken frames arrived in the current handshake. */
  readonly refused: number
}

export const idleSession: EcrSession = { step: 'idle', asks: [], bids: 0, frames: 0, refused: 0 }

/**
 * Maximum number of open asks, more than a workstation ever has. Further asks are refused and not sent.
 * @internal Tests fill the queue up to the limit.
 */
export const maxAsks = 16

export type EcrEvent = LineEvent | { readonly said: 'ask'; readonly ask: EcrAsk } | { readonly said: 'deadline' }

export type EcrAction =
  | { readonly act: 'write'; readonly bytes: Uint8Array }
  /** The pad accepted the frame or the heartbeat. */
  | { readonly act: 'said'; readonly id: number }
  /**
   * The pad did not confirm the frame. `isCertain` when the frame was never written, so that the pad cannot have acted
   * on it.
   */
  | { readonly act: 'unsaid'; readonly id: number; readonly isCertain: boolean }
  | { readonly act: 'received'; readonly message: string }

type EcrStep = {
  readonly session: EcrSession
  readonly actions: readonly EcrAction[]
  /** The next deadline: a new one in milliseconds, `none`, or `same` to keep the running one. */
  readonly deadline: number | 'none' | 'same'
}

const write = (byte: number): EcrAction => ({ act: 'write', bytes: Uint8Array.of(byte) })

const stay = (session: EcrSession, actions: readonly EcrAction[] = []): EcrStep => ({
  session,
  actions,
  deadline: 'same',
})

/**
 * Sends ENQ for the first ask. If the ask has no attempts left, ends it as `unsaid` and continues with the next ask.
 * Without an ask the line becomes idle.
 */
const bid = (session: EcrSession, timing: EcrTiming, actions: readonly EcrAction[] = []): EcrStep => {
  const [ask, ...others] = session.asks
  if (ask === undefined) return { session: { ...idleSession }, actions, deadline: 'none' }
  // A frame is written at most `tries` times, each time after at most `tries` unanswered ENQ.
  if (session.bids < timing.tries && session.frames < timing.tries) {
    const next: EcrSession = { ...session, step: 'bidding', bids: session.bids + 1, refused: 0 }
    return { session: next, actions: [...actions, write(control.enq)], deadline: timing.enqMs }
  }
  const ended: EcrAction = { act: 'unsaid', id: ask.id, isCertain: session.frames === 0 }
  return bid({ ...idleSession, asks: others }, timing, [...actions, ended])
}

/** Ends the first ask, which the pad accepted: sends EOT and continues with the next one. */
const finish = (session: EcrSession, timing: EcrTiming): EcrStep => {
  const [ask, ...others] = session.asks
  const acknowledged: readonly EcrAction[] = ask === undefined ? [] : [{ act: 'said', id: ask.id }]
  return bid({ ...idleSession, asks: others }, timing, [write(control.eot), ...acknowledged])
}

const sendFrame = (session: EcrSession, message: string, timing: EcrTiming): EcrStep => ({
  session: { ...session, step: 'sending', bids: 0, frames: session.frames + 1 },
  actions: [{ act: 'write', bytes: encodeFrame(message) }],
  deadline: timing.ackMs,
})

/** Receives a frame that the pad announced. The pad's frame takes priority; our own ask is sent again afterwards. */
const listen = (session: EcrSession, timing: EcrTiming): EcrStep => ({
  session: { ...session, step: 'receiving', bids: Math.max(0, session.bids - 1), refused: 0 },
  actions: [write(control.ack)],
  deadline: timing.frameMs,
})

const acknowledge = (session: EcrSession, message: string, timing: EcrTiming): EcrStep => ({
  session: { ...session, step: 'ending' },
  actions: [write(control.ack), { act: 'received', message }],
  deadline: timing.endMs,
})

const refuse = (session: EcrSession, timing: EcrTiming): EcrStep => {
  const refused = session.refused + 1
  const nak = write(control.nak)
  if (refused >= timing.tries) return bid({ ...session, refused }, timing, [nak])
  return { session: { ...session, step: 'receiving', refused }, actions: [nak], deadline: timing.frameMs }
}

const addAsk = (session: EcrSession, ask: EcrAsk, timing: EcrTiming): EcrStep => {
  if (session.asks.length >= maxAsks) return stay(session, [{ act: 'unsaid', id: ask.id, isCertain: true }])
  const next = { ...session, asks: [...session.asks, ask] }
  return session.step === 'idle' ? bid(next, timing) : stay(next)
}

const isListening = ({ step }: EcrSession): boolean => step === 'receiving' || step === 'ending'

/**
 * Decides the next step of the register, which is Atrium's side of the line. A pure function of the line's events and
 * the expired deadlines. Each ask ends in exactly one `said` or `unsaid`; {@link abandonEcr} ends all of them. An event
 * that does not fit the step is ignored.
 */
export const decideEcr = (session: EcrSession, event: EcrEvent, timing: EcrTiming): EcrStep => {
  const [ask] = session.asks
  switch (event.said) {
    case 'ask':
      return addAsk(session, event.ask, timing)
    case 'enq':
      return listen(session, timing)
    case 'ack':
      if (ask === undefined) return stay(session)
      if (session.step === 'sending') return finish(session, timing)
      if (session.step !== 'bidding') return stay(session)
      return ask.message === null ? finish(session, timing) : sendFrame(session, ask.message, timing)
    case 'nak':
      if (session.step !== 'sending' || typeof ask?.message !== 'string') return stay(session)
      return session.frames < timing.tries ? sendFrame(session, ask.message, timing) : bid(session, timing)
    case 'eot':
      return session.step === 'ending' ? bid(session, timing) : stay(session)
    case 'frame':
      return isListening(session) ? acknowledge(session, event.message, timing) : stay(session)
    case 'broken':
      return isListening(session) ? refuse(session, timing) : stay(session)
    case 'deadline':
      return session.step === 'idle' ? stay(session) : bid(session, timing)
  }
}

/** Ends each ask as `unsaid` when the line is closed; `isCertain` for those whose frame was never written. */
export const abandonEcr = (session: EcrSession): readonly EcrAction[] =>
  session.asks.map((ask, index) => ({ act: 'unsaid', id: ask.id, isCertain: index > 0 || session.frames === 0 }))
