import { describe, expect, it } from 'vitest'
import {
  decideMessage,
  type MessageEvent,
  type MessageState,
  maxMessageAttempts,
  messageBackOff,
  messageStates,
} from '#domain/messages/message-state.ts'

const result = (kind: 'sent' | 'refused' | 'retry' | 'unknown', attempts = 1, isPressed = false): MessageEvent => ({
  kind: 'result',
  result: kind === 'sent' ? { kind } : { kind, code: 'X' },
  attempts,
  isPressed,
})

describe('decideMessage', () => {
  const table: [MessageEvent, Partial<Record<MessageState, MessageState>>][] = [
    [{ kind: 'claim' }, { planned: 'claimed' }],
    [{ kind: 'hand-over' }, { claimed: 'handed-over' }],
    [{ kind: 'delay' }, { claimed: 'planned' }],
    [{ kind: 'lease-expired' }, { claimed: 'planned', 'handed-over': 'uncertain' }],
    [{ kind: 'restore' }, { planned: 'uncertain', claimed: 'uncertain', 'handed-over': 'uncertain' }],
    [{ kind: 'withdraw' }, { planned: 'withdrawn', claimed: 'withdrawn' }],
    [{ kind: 'undelivered' }, { sent: 'failed' }],
    [{ kind: 'bounced' }, { sent: 'failed' }],
    [{ kind: 'opted-out' }, { sent: 'withdrawn' }],
    [
      { kind: 'result', result: { kind: 'opted-out' }, attempts: 1, isPressed: false },
      { 'handed-over': 'withdrawn', uncertain: 'withdrawn' },
    ],
    [{ kind: 'confirm-arrived' }, { uncertain: 'sent' }],
    [{ kind: 'send-again' }, { uncertain: 'planned', failed: 'planned' }],
    [{ kind: 'opt-out' }, { sent: 'sent', uncertain: 'withdrawn', failed: 'withdrawn' }],
    [{ kind: 'opted-in' }, { withdrawn: 'planned' }],
    [{ kind: 'dismiss' }, { uncertain: 'withdrawn', failed: 'withdrawn' }],
    [result('sent'), { 'handed-over': 'sent', uncertain: 'sent' }],
    [result('refused'), { 'handed-over': 'failed', uncertain: 'failed' }],
    [result('unknown'), { 'handed-over': 'uncertain', uncertain: 'uncertain' }],
    [result('retry'), { 'handed-over': 'planned', uncertain: 'planned' }],
    [result('retry', maxMessageAttempts), { 'handed-over': 'failed', uncertain: 'failed' }],
    [result('retry', 1, true), { 'handed-over': 'failed', uncertain: 'failed' }],
  ]
  it.each(table)('allows %j only from the states in the table', (event, allowed) => {
    for (const state of messageStates)
      expect([state, decideMessage(state, event)]).toEqual([state, allowed[state] ?? null])
  })
})

describe('messageBackOff', () => {
  it('grows to four hours, is randomized, and respects a delay that the gateway requests', () => {
    expect([1, 2, 3].map((attempts) => messageBackOff(attempts, 1))).toEqual([60, 120, 240])
    expect(messageBackOff(1, 0)).toBe(30)
    expect(messageBackOff(100, 1)).toBe(4 * 3600)
    expect(messageBackOff(1, 0, 600)).toBe(600)
    expect(messageBackOff(1, 0, 1e9)).toBe(4 * 3600)
  })
})
