import { type Policy, type PolicyName, policyKeys } from '../settings/policy.ts'
import { shownAddressPattern, toShownAddress } from './server-address.ts'

/** A path in a folder that only an administrator writes. Any other path may name a person. */
const systemPath =
  /^(?:\/(?:etc|usr|opt|Library)|[A-Za-z]:\\(?:ProgramData|Program Files|Windows))(?:[/\\][\w. -]{1,60}){1,8}$/

/** Replaces a text whose content is omitted. */
const isSet = 'set'

/** Matches the value of a policy key in a bundle. */
export const policyTextPattern = new RegExp(
  `^(?:${isSet}|true|false|\\d{1,6})$|${shownAddressPattern.source}|${systemPath.source}`,
)

/** A key of the policy with its value as text. */
type PolicyLine = { readonly name: PolicyName; readonly value: string }

const toPolicyText = (name: PolicyName, value: string | number | boolean): string => {
  if (typeof value !== 'string') return String(value)
  if (name === 'serverAddress' || name === 'updateFeed') return toShownAddress(value) ?? isSet
  return systemPath.test(value) ? value : isSet
}

/**
 * Returns the keys that an organisation sets, with their values. An address is shown without credentials, path and
 * query. An invalid address is replaced by `set`. The text of any other key is also replaced by `set`, unless it is
 * a path in a system folder.
 */
export const toPolicyLines = (policy: Policy): PolicyLine[] =>
  (Object.keys(policyKeys) as PolicyName[]).flatMap((name) => {
    const value = policy[name]
    return value === undefined ? [] : [{ name, value: toPolicyText(name, value) }]
  })
