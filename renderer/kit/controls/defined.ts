/** The same properties, none of which is present with the value undefined. */
type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/**
 * Leaves out the properties whose value is undefined. React Aria tells "not given" (it keeps the state itself) from
 * "given", so a prop that was not given must not be handed on at all.
 */
export function withoutUndefinedProps<T extends object>(props: T): Defined<T> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Defined<T>
}
