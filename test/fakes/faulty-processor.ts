import type { CardProcessor, ProcessorFailure } from '#back-office/outside/processor/card-processor.ts'

type Asked = Exclude<keyof CardProcessor, 'kind' | 'publishableKey' | 'confirmSimulated' | 'canCancelReaderRefund'>
/**
 * `lost-request`: the call never arrives. `lost-reply`: it is executed, and its answer is lost. `trouble`: it fails for
 * an unknown reason and has no effect. `refused`: the processor refuses it.
 */
type ProcessorFault = 'lost-request' | 'lost-reply' | 'trouble' | 'refused'

export type FaultyProcessor = CardProcessor & {
  /** Applies the fault to the next `times` calls of this name. */
  fail(asked: Asked, fault: ProcessorFault, times?: number): void
  /** Runs `act` before the next call of this name is sent. */
  before(asked: Asked, act: () => Promise<unknown>): void
  /** Runs `act` after the next call of this name was executed and before its answer arrives. */
  after(asked: Asked, act: () => Promise<unknown>): void
  /** Clears every fault and action that has not occurred yet. */
  heal(): void
  readonly calls: readonly Asked[]
}

const failure = (kind: ProcessorFailure['kind']): ProcessorFailure => ({
  ok: false,
  kind,
  code: kind,
  message: 'The line is in trouble.',
  declineCode: null,
})

/** Wraps a processor, so that a test can make its calls fail or get lost. */
export const makeFaulty = (processor: CardProcessor): FaultyProcessor => {
  const faults: { asked: Asked; fault: ProcessorFault }[] = []
  const acts: { asked: Asked; act: () => Promise<unknown>; isAfter: boolean }[] = []
  const calls: Asked[] = []
  const take = <Item extends { readonly asked: Asked }>(items: Item[], wanted: (item: Item) => boolean) => {
    const place = items.findIndex(wanted)
    return place === -1 ? undefined : items.splice(place, 1)[0]
  }
  const wrap =
    <Name extends Asked>(name: Name) =>
    async (...input: never[]): Promise<unknown> => {
      calls.push(name)
      await take(acts, (item) => item.asked === name && !item.isAfter)?.act()
      const fault = take(faults, (item) => item.asked === name)?.fault
      if (fault === 'lost-request') return failure('unreachable')
      if (fault === 'trouble') return failure('unknown')
      if (fault === 'refused') return failure('refused')
      const answer = await (processor[name] as (...args: never[]) => Promise<unknown>)(...input)
      await take(acts, (item) => item.asked === name && item.isAfter)?.act()
      return fault === 'lost-reply' ? failure('unreachable') : answer
    }
  const names = [
    'connectionToken',
    'createIntent',
    'readIntent',
    'cancelIntent',
    'refund',
    'findRefunds',
    'findTaken',
    'prepareReaderRefund',
    'cancelReaderRefund',
  ] as const satisfies readonly Asked[]
  const wrapped = Object.fromEntries(names.map((name) => [name, wrap(name)])) as Pick<CardProcessor, Asked>
  return {
    ...processor,
    ...wrapped,
    fail: (asked, fault, times = 1) => {
      for (let n = 0; n < times; n += 1) faults.push({ asked, fault })
    },
    before: (asked, act) => acts.push({ asked, act, isAfter: false }),
    after: (asked, act) => acts.push({ asked, act, isAfter: true }),
    heal: () => {
      faults.length = 0
      acts.length = 0
    },
    calls,
  }
}
