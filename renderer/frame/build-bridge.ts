import type { Bridge } from '#contract/bridge.ts'
import type { BridgeTransport } from '#contract/bridge-names.ts'

const membersBy = <Member>(make: (name: string) => Member): object => {
  const made = new Map<string, Member>()
  return new Proxy(Object.freeze({}), {
    get: (_target, name) => {
      // A promise reads `then` of any value that it resolves with.
      if (typeof name !== 'string' || name === 'then') return undefined
      const known = made.get(name) ?? make(name)
      made.set(name, known)
      return known
    },
  })
}

/**
 * Builds the typed bridge over a preload's transport: `bridge.booking.book(input)` calls `booking.book`. It needs no
 * list of commands: the types name them, main refuses unknown ones, and main's services have the contract's types.
 */
export const buildBridge = ({ call, on }: Pick<BridgeTransport, 'call' | 'on'>): Bridge => {
  const commands = membersBy((subject) =>
    membersBy((method) => (input: unknown) => call(`${subject}.${method}`, input)),
  ) as Omit<Bridge, 'on'>
  return withChanges(commands, { on })
}

/**
 * Returns an object with some members of `base` replaced or added. It reads the other members from `base` at each
 * access.
 */
export const withChanges = <Base extends object, Changes extends object>(
  base: Base,
  changes: Changes,
): Omit<Base, keyof Changes> & Changes => {
  const layered: object = new Proxy(Object.freeze({}), {
    get: (_target, name) => Reflect.get(Object.hasOwn(changes, name) ? changes : base, name),
  })
  return layered as Omit<Base, keyof Changes> & Changes
}
