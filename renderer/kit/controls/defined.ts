/** The same properties, without those whose value is undefined. */
type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/**
 * Returns the object without its undefined properties. React Aria keeps the state of an absent prop itself but leaves
 * that of a present one to its parent, so an absent prop must not be passed on.
 */
export function withoutUndefinedProps<T extends object>(props: T): Defined<T> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Defined<T>
}
