import { AsyncLocalStorage } from 'node:async_hooks'

/** The names of all spans. A span of another name is never exported. */
export const spanNames = ['call', 'outside', 'sweep', 'transaction'] as const
export type SpanName = (typeof spanNames)[number]

/** The services outside the server that it calls. */
export const outsideServices = ['stripe', 'smtp', 'sms', 'scheduler', 'fax'] as const
type OutsideService = (typeof outsideServices)[number]

/** The work that the server does without a call. */
export const sweepNames = ['holds', 'attempts', 'reports', 'messages', 'house-keeping', 'data-duties'] as const
export type SweepName = (typeof sweepNames)[number]

/**
 * All attributes of spans. None has health data, the name of a person, or a text that a person typed; a value that is
 * not in its list, or does not have its form, is dropped before the export (back-office/watching/traces.ts).
 */
export type SpanAttributes = {
  /** A call's name in the route table, `graphql`, `fhir` or `other`. */
  readonly call?: string
  readonly method?: string
  readonly status?: number
  /** The failure code of the answer, or the code of a failed call to an outside service. */
  readonly code?: string
  /** The id in the answer's header `x-request-id`; without its dashes it is the trace's id. */
  readonly requestID?: string
  readonly locationID?: string
  /** The staff member who called. Members have no id here. */
  readonly staffID?: string
  /** Whether the answer was stored under the call's idempotency key before. */
  readonly isReplay?: boolean
  readonly service?: OutsideService
  /** The name of our function that makes the call to the outside service. */
  readonly operation?: string
  readonly sweep?: SweepName
  readonly engine?: 'sqlite' | 'postgresql'
  readonly attempts?: number
  /** Whether the work threw or failed. */
  readonly hasFailed?: boolean
}

/** A span under way. */
export type OpenSpan = {
  /** 32 hex digits. */
  readonly traceID: string
  note(attributes: SpanAttributes): void
  end(): void
}

/** The source of spans: the tracing of the server. */
export type SpanSource = { start(name: SpanName, attributes: SpanAttributes, parent: OpenSpan | null): OpenSpan }

let source: SpanSource | null = null
const active = new AsyncLocalStorage<{ readonly span: OpenSpan; readonly call: OpenSpan | null }>()

/** Turns tracing on for this process. Returns the function that turns it off. Without a source, spans cost nothing. */
export const setSpanSource = (next: SpanSource): (() => void) => {
  source = next
  return () => {
    if (source === next) source = null
  }
}

/** Starts the span of a call, which has no parent; null while tracing is off. The caller ends it. */
export const startCallSpan = (attributes: SpanAttributes): OpenSpan | null =>
  source?.start('call', attributes, null) ?? null

/** Runs `work` so that its spans are children of a call's span. */
export const withinCall = (span: OpenSpan | null, work: () => void): void => {
  if (span === null) work()
  else active.run({ span, call: span }, work)
}

/** Adds attributes to the span of the call under way. */
export const noteOnCall = (attributes: SpanAttributes): void => active.getStore()?.call?.note(attributes)

/**
 * Runs `work` in a span, a child of the one under way. `note` adds attributes. A throw is noted without its message.
 */
export const inSpan = async <Result>(
  name: SpanName,
  attributes: SpanAttributes,
  work: (note: OpenSpan['note']) => Promise<Result>,
): Promise<Result> => {
  if (source === null) return work(() => {})
  const around = active.getStore()
  const span = source.start(name, attributes, around?.span ?? null)
  try {
    return await active.run({ span, call: around?.call ?? null }, () => work(span.note))
  } catch (error) {
    span.note({ hasFailed: true })
    throw error
  } finally {
    span.end()
  }
}

/** The result kinds that mean that a service did not do the work. */
const failedKinds: readonly unknown[] = ['failed', 'refused', 'retry', 'unavailable', 'unknown', 'unreachable']

/** Returns the failure in a service's answer, recognised by the shapes that our services return; null for a success. */
const failureOf = (result: unknown): SpanAttributes | null => {
  if (typeof result !== 'object' || result === null) return null
  const { ok, kind, code } = result as { readonly ok?: unknown; readonly kind?: unknown; readonly code?: unknown }
  if (ok !== false && (ok === true || !failedKinds.includes(kind))) return null
  return { hasFailed: true, ...(typeof code === 'string' && { code }) }
}

/**
 * Returns a service whose calls are spans. Its properties, and functions that return no promise, stay as they are: a
 * span that is not ended is not exported.
 */
export const traced = <Service extends object>(service: OutsideService, target: Service): Service =>
  new Proxy(target, {
    get: (inner, key) => {
      const value: unknown = Reflect.get(inner, key, inner)
      if (typeof value !== 'function' || typeof key !== 'string' || key === 'close') return value
      return (...args: readonly unknown[]): unknown => {
        const around = active.getStore()
        const span = source?.start('outside', { service, operation: key }, around?.span ?? null)
        if (span === undefined) return Reflect.apply(value, inner, args)
        const result: unknown = active.run({ span, call: around?.call ?? null }, () =>
          Reflect.apply(value, inner, args),
        )
        if (!(result instanceof Promise)) return result
        return result.then(
          (answer: unknown) => {
            span.note(failureOf(answer) ?? {})
            span.end()
            return answer
          },
          (error: unknown) => {
            span.note({ hasFailed: true })
            span.end()
            throw error
          },
        )
      }
    },
  })
