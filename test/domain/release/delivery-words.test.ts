import { describe, expect, it } from 'vitest'
import { jobStateWord } from '#domain/queue/job-words.ts'
import { deliveryWord } from '#domain/release/delivery-words.ts'

describe('the word for the state of a send', () => {
  it.each([
    ['fax', 'delivered', 'Delivered'],
    ['fax', 'handed-over', 'Waiting for confirmation'],
    ['email', 'delivered', 'Sent'],
    ['message', 'delivered', 'Sent'],
    ['usb', 'delivered', 'Written'],
    ['usb', 'sending', 'Writing'],
    ['usb', 'uncertain', 'Result unknown'],
    ['fax', 'failed', 'Failed'],
  ] as const)('for a %s in state %s is “%s” on the study, in the queue and in the log', (kind, state, word) => {
    expect(deliveryWord(kind, state)).toBe(word)
    expect(jobStateWord({ kind, state })).toBe(word)
  })

  it('names the image in the queue, and the disc on the study', () => {
    expect(jobStateWord({ kind: 'cd', state: 'delivered' })).toBe('Written')
    expect(deliveryWord('cd', 'handed-over')).toBe('Waiting to be burnt')
    expect(deliveryWord('cd', 'delivered')).toBe('Burnt')
    expect(deliveryWord('cd', 'sending')).toBe('Writing')
  })

  it.each([
    ['queued', 'Waiting to print'],
    ['handed-over', 'Sent to the printer'],
    ['delivered', 'Printed'],
    ['failed', 'Failed'],
  ] as const)('describes a print in state %s as “%s”', (state, word) => {
    expect(jobStateWord({ kind: 'print', state })).toBe(word)
  })

  it('uses the study’s word for a queued job', () => {
    expect(jobStateWord({ kind: 'fax', state: 'queued' })).toBe(deliveryWord('fax', 'registered'))
  })
})
