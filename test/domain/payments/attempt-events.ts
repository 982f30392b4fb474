import type { AttemptEvent, AttemptStatus } from '#domain/payments/attempt-event.ts'
import type { AttemptDecision } from '#domain/payments/decide-attempt.ts'
import { transactionIDSchema } from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'

const at = toInstant(Date.parse('2026-11-20T10:00:05Z'))
const failure = { code: 'payment-in-progress', message: 'Another one is open.' }
const card = { cardType: 'visa', cardLastFour: '4242' }
const standing = (state: AttemptStatus['state'], isRecorded = false): AttemptEvent => ({
  kind: 'standing',
  standing: {
    state,
    intentID: null,
    failure: null,
    transactionID: isRecorded ? transactionIDSchema.parse('t-1') : null,
  },
  at,
})

/** An example of every event, with each answer that it can contain. */
export const attemptEvents = {
  begin: { kind: 'begin' },
  registered: { kind: 'registered', intentID: 'pi_1', at },
  'register refused': { kind: 'register-refused', failure, at },
  'register unknown': { kind: 'register-unknown', failure },
  'card presented': { kind: 'card-presented' },
  'reader approved': { kind: 'reader-answered', answer: { outcome: 'approved', referenceID: 'r-1', card } },
  'reader declined': {
    kind: 'reader-answered',
    answer: { outcome: 'declined', step: 'process', reason: 'Insufficient funds.' },
  },
  'reader cancelled': { kind: 'reader-answered', answer: { outcome: 'cancelled' } },
  'reader unknown': { kind: 'reader-answered', answer: { outcome: 'unknown', reason: 'Lost.' } },
  'reader not started': {
    kind: 'reader-answered',
    answer: { outcome: 'not-started', failure: { code: 'busy', reason: 'In use.' } },
  },
  'memory approved': { kind: 'terminal-said', memory: { outcome: 'approved', referenceID: 'r-1', card } },
  'memory declined': {
    kind: 'terminal-said',
    memory: { outcome: 'declined', step: 'process', reason: 'Insufficient funds.' },
  },
  'memory cancelled': { kind: 'terminal-said', memory: { outcome: 'cancelled' } },
  'memory not found': { kind: 'terminal-said', memory: { outcome: 'not-found' } },
  'memory in progress': { kind: 'terminal-said', memory: { outcome: 'in-progress' } },
  'memory cannot say': { kind: 'terminal-said', memory: { outcome: 'cannot-say', reason: '' } },
  deadline: { kind: 'deadline' },
  'cancel asked': { kind: 'cancel-asked' },
  'cancel answered': { kind: 'cancel-answered' },
  'standing succeeded': standing('succeeded', true),
  'standing declined': standing('declined'),
  'standing cancelled': standing('cancelled'),
  'standing processing': standing('processing'),
  unreachable: { kind: 'standing-unreachable' },
  'retry due': { kind: 'retry-due' },
  restart: { kind: 'restart' },
} as const satisfies Readonly<Record<string, AttemptEvent>>
export type EventName = keyof typeof attemptEvents

/**
 * Describes a decision in one line: the state, then in brackets the marks of the attempt, then the effects. The mark
 * `stopping` means that a cancel was requested, and `recorded` means that there is a transaction. An effect `settle`
 * that carries a pad's result to the back office is written as `tell`.
 */
export const describeDecision = ({ attempt, effects }: AttemptDecision): string => {
  const marks = [
    ...(attempt.isCancelAsked ? ['stopping'] : []),
    ...(attempt.terminalResult === null ? [] : [`pad ${attempt.terminalResult.outcome}`]),
    ...(attempt.transactionID === null ? [] : ['recorded']),
  ]
  const words = effects.map((effect) => {
    if (effect.kind === 'settle') {
      return effect.terminal === null ? `settle${effect.isAbandoned ? ' abandoned' : ''}` : 'tell'
    }
    if (effect.kind === 'disarm-deadline') return 'disarm'
    return effect.kind === 'arm-deadline' ? `arm ${effect.afterMs / 1000} s` : effect.kind
  })
  return `${attempt.state}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}: ${words.join(', ')}`.replace(/: $/, '')
}
