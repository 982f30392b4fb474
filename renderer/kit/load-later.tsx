import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react'

/** A component whose code is a file of its own. */
type LaterComponent<Props> = FunctionComponent<Props> & {
  /** Loads the code before the component appears. Rejects if the file cannot be read; the next call tries again. */
  readonly load: () => Promise<void>
}

/**
 * Creates a component whose code loads when it first appears. Replaces React's `lazy`, because React holds the content
 * of a `Suspense` back for up to 300 ms (decision 393).
 *
 * While the code loads, the component shows `Waiting`. A failed load throws to the nearest error boundary. Without
 * `Waiting` the component is optional. It shows nothing while the code loads and after a failed load. The window
 * reports the failure as an unhandled rejection.
 */
export const loadLater = <Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType,
): LaterComponent<Props> => {
  let known: ComponentType<Props> | null = null
  let reading: Promise<void> | null = null
  const load = (): Promise<void> => {
    reading ??= read().then(
      (component) => {
        known = component
      },
      (thrown: unknown) => {
        reading = null
        throw thrown
      },
    )
    return reading
  }
  function Later(props: Props) {
    const [Component, setComponent] = useState(() => known)
    const [failure, setFailure] = useState<{ readonly thrown: unknown } | null>(null)
    useEffect(() => {
      if (Component !== null) return
      let isShown = true
      load().then(
        () => isShown && setComponent(() => known),
        (thrown: unknown) => {
          if (Waiting === undefined) throw thrown
          if (isShown) setFailure({ thrown })
        },
      )
      return () => {
        isShown = false
      }
    }, [Component])
    if (failure !== null) throw failure.thrown
    if (Component !== null) return <Component {...props} />
    return Waiting === undefined ? null : <Waiting />
  }
  return Object.assign(Later, { load })
}
