/** The properties of `T`; each may be absent, but none has the value undefined. */
type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/**
 * Returns the object without its undefined properties. React Aria declares its optional props without `undefined`, so
 * with `exactOptionalPropertyTypes` such a prop may be absent but not undefined.
 */
export function withoutUndefinedProps<T extends object>(props: T): Defined<T> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Defined<T>
}
