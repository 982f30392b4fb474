import { describe, expect, it } from 'vitest'
import { type Delivery, deliverySchema } from '#domain/release/delivery.ts'
import type { ReleaseItem } from '#domain/release/release-item.ts'
import {
  countReached,
  describeReached,
  hasOpenProblem,
  isSameItem,
  type MatrixRecipient,
  sentBefore,
  toLastSend,
  toLastSends,
  toReleaseColumns,
  toReleaseMatrix,
} from '#domain/release/release-matrix.ts'

const report: ReleaseItem = { kind: 'paper', paper: 'physician-report' }
const consent: ReleaseItem = { kind: 'paper', paper: 'consent' }
const document: ReleaseItem = { kind: 'document', uuid: 'd-1' }

const delivery = (change: Partial<Delivery> & { readonly deliveryID: string }): Delivery => ({
  ...deliverySchema.parse({
    deliveryID: 'x',
    studyID: 'S1',
    channel: 'fax',
    mode: 'automated',
    item: report,
    title: 'Physician report, version 2',
    practitionerID: 'pr-1',
    practiceLocationID: 'pl-1',
    recipientName: 'Dr. Amara Osei',
    address: '16045550101',
    isEncrypted: false,
    state: 'delivered',
    reason: null,
    pages: 3,
    by: 'Frankie Desker',
    at: '2026-11-21T22:14:00Z',
    handedOverAt: null,
    deliveredAt: null,
  }),
  ...change,
})
const at = (hour: number): Delivery['at'] => delivery({ deliveryID: 'x', at: time(hour) }).at
const time = (hour: number): Delivery['at'] =>
  deliverySchema.shape.at.parse(`2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`)

const recipient = (
  id: string,
  practiceLocationID: string | null,
  role: MatrixRecipient['role'] = 'primary',
): MatrixRecipient => ({ practitioner: { id }, role, practiceLocationID })

describe('hasOpenProblem', () => {
  it('is true while the last send to a recipient by a channel failed or has an unknown result', () => {
    const failed = delivery({ deliveryID: 'd-1', state: 'failed', at: at(10) })
    const sent = delivery({ deliveryID: 'd-2', at: at(11) })
    expect(hasOpenProblem([])).toBe(false)
    expect(hasOpenProblem([failed])).toBe(true)
    expect(hasOpenProblem([{ ...failed, state: 'uncertain' }])).toBe(true)
    expect(hasOpenProblem([failed, sent]), 'sent again').toBe(false)
    expect(hasOpenProblem([failed, { ...sent, practitionerID: 'pr-2' }]), 'sent to another').toBe(true)
    expect(hasOpenProblem([failed, { ...sent, channel: 'email' }]), 'sent another way').toBe(true)
    expect(hasOpenProblem([{ ...failed, state: 'cancelled' }])).toBe(false)
  })
})

describe('isSameItem', () => {
  it.each([
    [report, { kind: 'paper', paper: 'physician-report' }, true],
    [report, consent, false],
    [report, document, false],
    [document, report, false],
    [document, { kind: 'document', uuid: 'd-1' }, true],
    [document, { kind: 'document', uuid: 'd-2' }, false],
  ] as const)('compares %j and %j: %s', (one, other, expected) => {
    expect(isSameItem(one, other)).toBe(expected)
  })
})

describe('the last send', () => {
  type Given = readonly (readonly [Delivery['state'], number])[]
  it.each<readonly [string, Given, number | null, number | null]>([
    ['none when nothing was sent', [], null, null],
    ['none when all were cancelled', [['cancelled', 1]], null, null],
    ['the only one', [['delivered', 1]], 1, null],
    [
      'the newest, in any order',
      [
        ['delivered', 1],
        ['handed-over', 3],
        ['delivered', 2],
      ],
      3,
      null,
    ],
    [
      'the send before a cancelled one',
      [
        ['delivered', 1],
        ['cancelled', 2],
      ],
      1,
      null,
    ],
    [
      'a send in progress, and the last one that was handed over or delivered',
      [
        ['delivered', 1],
        ['sending', 2],
      ],
      2,
      1,
    ],
    ['one that was allowed but not started', [['registered', 2]], 2, null],
    [
      'a failed one, and the last one that was handed over or delivered',
      [
        ['handed-over', 1],
        ['failed', 2],
      ],
      2,
      1,
    ],
    [
      'a failed one if none was handed over or delivered',
      [
        ['failed', 1],
        ['failed', 2],
      ],
      2,
      null,
    ],
    [
      'a failed one, because an uncertain one does not count as handed over',
      [
        ['uncertain', 1],
        ['failed', 2],
      ],
      2,
      null,
    ],
  ])('is %s', (_name, given, latest, reached) => {
    const last = toLastSend(given.map(([state, hour]) => delivery({ deliveryID: `d-${hour}`, state, at: at(hour) })))
    expect(last?.latest.deliveryID ?? null).toBe(latest === null ? null : `d-${latest}`)
    expect(last?.reached?.deliveryID ?? null).toBe(reached === null ? null : `d-${reached}`)
  })
})

describe('the columns of the release matrix', () => {
  it('include only one, with every role, for a practitioner who is named twice at one practice', () => {
    const columns = toReleaseColumns([
      recipient('pr-1', 'pl-1'),
      recipient('pr-1', 'pl-1', 'referring'),
      recipient('pr-1', 'pl-2', 'additional'),
      recipient('pr-1', 'pl-1', 'referring'),
      recipient('pr-2', null, 'additional'),
    ])
    expect(columns.map(({ key, roles }) => [key, ...roles])).toEqual([
      ['pr-1 pl-1', 'primary', 'referring'],
      ['pr-1 pl-2', 'additional'],
      ['pr-2 -', 'additional'],
    ])
  })
})

describe('the release matrix', () => {
  const items = [
    { item: report, title: 'Physician report, version 2' },
    { item: document, title: 'Addendum, version 1' },
  ]

  it('has a cell for each item and recipient, empty if nothing was sent', () => {
    const { rows, columns, others } = toReleaseMatrix({
      items,
      recipients: [recipient('pr-1', 'pl-1'), recipient('pr-2', null, 'referring')],
      deliveries: [
        delivery({ deliveryID: 'faxed' }),
        delivery({
          deliveryID: 'mailed',
          channel: 'email',
          item: document,
          title: 'Addendum, version 1',
          practitionerID: 'pr-2',
          practiceLocationID: null,
        }),
      ],
    })
    expect(columns).toHaveLength(2)
    expect(rows.map(({ cells }) => cells.map(({ lasts }) => lasts[0]?.latest.deliveryID ?? null))).toEqual([
      ['faxed', null],
      [null, 'mailed'],
    ])
    expect(rows.flatMap(({ cells }) => cells.map(({ sentAs }) => sentAs))).toEqual([null, null, null, null])
    expect(others).toEqual([])
  })

  it('shows the earlier version that was sent, even after a newer version failed', () => {
    const older = delivery({ deliveryID: 'older', title: 'Physician report, version 1', at: at(1) })
    const recipients = [recipient('pr-1', 'pl-1')]
    const [row] = toReleaseMatrix({ items, recipients, deliveries: [older] }).rows
    expect(row?.cells[0]?.sentAs).toBe('Physician report, version 1')
    const failed = delivery({ deliveryID: 'newer', state: 'failed', at: at(2) })
    const [after] = toReleaseMatrix({ items, recipients, deliveries: [failed, older] }).rows
    expect(after?.cells[0]).toMatchObject({ sentAs: 'Physician report, version 1' })
    expect(after?.cells[0]?.lasts[0]?.latest.deliveryID).toBe('newer')
  })

  it.each([
    ['to a practitioner whom the study no longer names', { practitionerID: 'pr-9' }, ['x']],
    ['to another practice than the one named now', { practiceLocationID: 'pl-9' }, ['x']],
    ['of an item that no longer exists', { item: { kind: 'document' as const, uuid: 'gone' } }, ['x']],
    [
      'cancelled, to a practitioner who is no longer named',
      { practitionerID: 'pr-9', state: 'cancelled' as const },
      [],
    ],
    ['to a named practitioner', {}, []],
  ])('lists a send without a cell, and no other send: %s', (_name, change, expected) => {
    const { others } = toReleaseMatrix({
      items,
      recipients: [recipient('pr-1', 'pl-1')],
      deliveries: [delivery({ deliveryID: 'x', ...change })],
    })
    expect(others.map(({ deliveryID }) => deliveryID)).toEqual(expected)
  })
})

describe('the earlier sends of an item', () => {
  const item = { item: report, title: 'Physician report, version 2' }
  it.each(['registered', 'sending', 'handed-over', 'delivered', 'uncertain'] as const)('include %s', (state) => {
    expect(sentBefore([delivery({ deliveryID: 'd-1', state })], item, 'pr-1')).toHaveLength(1)
  })

  it.each<Partial<Delivery>>([
    { state: 'failed' },
    { state: 'cancelled' },
    { title: 'Physician report, version 1' },
    { item: consent },
    { practitionerID: 'pr-2' },
  ])('exclude a send with %j', (change) => {
    expect(sentBefore([delivery({ deliveryID: 'd-1', ...change })], item, 'pr-1')).toEqual([])
  })

  it('include every channel and practice, newest first', () => {
    const before = [
      delivery({ deliveryID: 'd-1', at: at(9), practiceLocationID: 'pl-2' }),
      delivery({ deliveryID: 'd-2', at: at(11), channel: 'email' }),
    ]
    expect(sentBefore(before, item, 'pr-1').map(({ deliveryID }) => deliveryID)).toEqual(['d-2', 'd-1'])
  })
})

describe('the last send of each channel', () => {
  it('keeps an earlier fax beside a later email, the newest channel first', () => {
    const lasts = toLastSends([
      delivery({ deliveryID: 'fax', channel: 'fax', state: 'delivered', at: at(1) }),
      delivery({ deliveryID: 'mail-1', channel: 'email', state: 'delivered', at: at(2) }),
      delivery({ deliveryID: 'mail-2', channel: 'email', state: 'failed', at: at(3) }),
      delivery({ deliveryID: 'cd', channel: 'cd', state: 'cancelled', at: at(4) }),
    ])
    expect(lasts.map(({ latest, reached }) => [latest.deliveryID, reached?.deliveryID ?? null])).toEqual([
      ['mail-2', 'mail-1'],
      ['fax', null],
    ])
  })

  it('is empty if nothing was sent', () => {
    expect(toLastSends([])).toEqual([])
  })
})

describe('the count of practitioners who received the report', () => {
  const three = [
    recipient('pr-1', 'pl-1'),
    recipient('pr-2', 'pl-2', 'referring'),
    recipient('pr-3', null, 'additional'),
  ]
  const sent = (practitionerID: string, change: Partial<Delivery> = {}): Delivery =>
    delivery({ deliveryID: `d-${practitionerID}`, practitionerID: practitionerID as never, ...change })

  it.each<[string, readonly MatrixRecipient[], readonly Delivery[], string | null]>([
    ['one of three', three, [sent('pr-1')], '1 of 3 practitioners'],
    [
      'one of three, by two channels',
      three,
      [sent('pr-1'), sent('pr-1', { channel: 'email' })],
      '1 of 3 practitioners',
    ],
    ['all of them', three, [sent('pr-1'), sent('pr-2'), sent('pr-3')], '3 of 3 practitioners'],
    ['one practitioner at two practices', [recipient('pr-1', 'a'), recipient('pr-1', 'b')], [sent('pr-1')], null],
    ['another document is not the report', three, [sent('pr-1', { item: consent })], null],
    ['a failed send does not count', three, [sent('pr-1', { state: 'failed' })], null],
    [
      'a practitioner who is no longer named does not count',
      three,
      [sent('pr-9'), sent('pr-2')],
      '1 of 3 practitioners',
    ],
    ['one practitioner needs no count', [recipient('pr-1', 'pl-1')], [sent('pr-1')], null],
    ['no sends', three, [], null],
  ])('is right: %s', (_what, recipients, deliveries, words) => {
    expect(describeReached(countReached(recipients, deliveries))).toBe(words)
  })
})
