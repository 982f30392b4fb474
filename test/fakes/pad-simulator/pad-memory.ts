export type PadCard = 'approve' | 'interac' | 'decline' | 'unreadable' | 'cancel-key' | 'never-present'

/** One transaction in the pad's memory, which survives every power cycle. */
export type PadRecord = {
  readonly kind: '0' | '1'
  readonly amount: string
  readonly currency: string
  readonly reference: string
  readonly card: PadCard
  state: 'waiting' | 'working' | 'over'
  reason: string
  /** The pad's own transaction number; empty unless money moved. */
  number: string
  /** How often money moved. More than once is the fault that these tests look for. */
  charges: number
}

/** The pad's totals of the day; the amounts are in minor units. */
type PadTotals = { readonly count: number; readonly paid: number; readonly refunded: number }

const words: Readonly<Record<string, string>> = {
  '000': 'APPROVED',
  '051': 'INSUFFICIENT FUNDS',
  '101': 'CARD NOT READ',
  '201': 'CANCELLED ON PAD',
  '202': 'CANCELLED BY REGISTER',
  '204': 'POWER FAILED',
  '205': 'NOTHING TO STOP',
  '301': 'BUSY',
  '302': 'REFERENCE USED',
  '303': 'NOT SUPPORTED',
  '401': 'WAITING FOR CARD',
  '402': 'PROCESSING',
  '501': 'UNKNOWN',
}

const resultDigit = (reason: string): string => {
  if (reason === '000') return '0'
  if (reason === '501') return '8'
  return reason.startsWith('4') ? '9' : '7'
}

/** Returns the 80 characters of an answer, in the order of ecr-protocol.md. */
export const writeAnswer = (
  answersType: string,
  reason: string,
  reference: string,
  record: PadRecord | undefined,
): string => {
  const tells = record !== undefined
  const isCharged = tells && record.state === 'over' && record.reason === '000'
  const report =
    answersType +
    (tells ? record.kind : ' ') +
    reason +
    (isCharged && reason === '000' ? record.number : '').padEnd(12) +
    (isCharged ? (record.card === 'interac' ? 'INTERAC' : 'VISA') : '').padEnd(10) +
    (isCharged ? '4242' : '    ') +
    (words[reason] ?? '').padEnd(24)
  return `01${resultDigit(reason)}${tells ? record.amount : '00000000'}1${report}${tells ? record.currency : '000'}${reference}`
}

export const statusReasonOf = (record: PadRecord): string => {
  if (record.state === 'waiting') return '401'
  return record.state === 'working' ? '402' : record.reason
}

const lastReason: Readonly<Record<PadCard, string>> = {
  approve: '000',
  interac: '000',
  decline: '051',
  unreadable: '101',
  'cancel-key': '201',
  'never-present': '203',
}

export const createPadMemory = () => {
  const records = new Map<string, PadRecord>()
  let last: PadRecord | undefined
  let numbers = 0

  /** Ends a transaction; the reason `000` means that the acquirer accepted it, so money moves. */
  const end = (record: PadRecord, reason: string): void => {
    record.state = 'over'
    record.reason = reason
    if (reason !== '000') return
    numbers += 1
    record.number = `A${String(numbers).padStart(7, '0')}`
    record.charges += 1
  }
  return {
    find: (reference: string) => (reference.trim() === '' ? last : records.get(reference)),
    running: () => (last === undefined || last.state === 'over' ? undefined : last),
    begin(fields: Pick<PadRecord, 'kind' | 'amount' | 'currency' | 'reference'>, card: PadCard): PadRecord {
      const record: PadRecord = { ...fields, card, state: 'waiting', reason: '', number: '', charges: 0 }
      records.set(fields.reference, record)
      last = record
      return record
    },
    end,
    endByCard: (record: PadRecord) => end(record, lastReason[record.card]),
    records: () => [...records.values()],
    totals: (): PadTotals => {
      let paid = 0
      let refunded = 0
      let count = 0
      for (const record of records.values()) {
        count += record.charges
        if (record.kind === '0') paid += record.charges * Number(record.amount)
        else refunded += record.charges * Number(record.amount)
      }
      return { count, paid, refunded }
    },
  }
}
