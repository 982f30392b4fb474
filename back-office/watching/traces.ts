import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Attributes, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { isFailureCode } from '#contract/reply.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import type { Log } from '#runtime/log.ts'
import {
  type OpenSpan,
  outsideServices,
  type SpanAttributes,
  type SpanName,
  type SpanSource,
  setSpanSource,
  spanNames,
  sweepNames,
} from '#runtime/spans.ts'

/**
 * The maximum number of spans that wait for the export. Further spans are dropped, so that a slow receiver cannot fill
 * the memory.
 */
const maxWaiting = 2_048
const maxInBatch = 512
const batchEveryMs = 5_000
const exportMs = 10_000
/** The longest time for which a stop of the server waits for the last spans. */
const stopMs = 2_000

const isOneOf =
  (values: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && values.includes(value)
const matches =
  (form: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && form.test(value)
const isCount = (value: unknown): boolean => Number.isSafeInteger(value)
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

/** Codes of outside services and of sockets, such as `card_declined` or `ECONNREFUSED`. */
const programCode = /^(?:[A-Z][A-Z_-]{1,30}|[a-z]{2,20}(?:_[a-z]{2,20}){1,5})$/

/** The exported name of each attribute, and what its value must be. Every other attribute is dropped. */
const allowed: {
  readonly [Name in keyof SpanAttributes]-?: readonly [name: string, isAllowed: (value: unknown) => boolean]
} = {
  call: ['atrium.call', isOneOf([...Object.keys(backOfficeRoutes), 'graphql', 'fhir', 'other'])],
  method: ['http.request.method', isOneOf(['GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'DELETE'])],
  status: ['http.response.status_code', isCount],
  code: ['error.type', (value) => typeof value === 'string' && (isFailureCode(value) || programCode.test(value))],
  requestID: ['atrium.request_id', matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)],
  locationID: ['atrium.location_id', (value) => locationIDSchema.safeParse(value).success],
  staffID: ['user.id', matches(/^[A-Za-z0-9-]{1,64}$/)],
  isReplay: ['atrium.is_replay', isBoolean],
  service: ['atrium.service', isOneOf(outsideServices)],
  operation: ['atrium.operation', matches(/^[a-z][A-Za-z]{1,40}$/)],
  sweep: ['atrium.sweep', isOneOf(sweepNames)],
  engine: ['db.system.name', isOneOf(['sqlite', 'postgresql'])],
  attempts: ['atrium.attempts', isCount],
  hasFailed: ['atrium.has_failed', isBoolean],
}
const byExportedName = new Map(Object.values(allowed))

const toExported = (attributes: SpanAttributes): Attributes =>
  Object.fromEntries(
    (Object.keys(attributes) as (keyof SpanAttributes)[])
      .filter((name) => attributes[name] !== undefined)
      .map((name) => [allowed[name][0], attributes[name]]),
  )

/**
 * Returns a span as it may leave the server: with attributes of the list only, and without events, links and the text
 * of its status, because exceptions may quote the data that caused them. Returns null for a span of another name.
 * @internal Tests pass spans with other attributes.
 */
export const toAllowedSpan = (span: ReadableSpan): ReadableSpan | null => {
  if (!(spanNames as readonly string[]).includes(span.name)) return null
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([name, value]) => byExportedName.get(name)?.(value) === true),
  )
  const { name, kind, parentSpanContext, startTime, endTime, duration, ended, resource, instrumentationScope } = span
  const context = span.spanContext()
  return {
    ...{ name, kind, startTime, endTime, duration, ended, resource, instrumentationScope },
    ...(parentSpanContext !== undefined && { parentSpanContext }),
    spanContext: () => ({ traceId: context.traceId, spanId: context.spanId, traceFlags: context.traceFlags }),
    status: { code: span.status.code },
    attributes,
    links: [],
    events: [],
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  }
}

/** Passes allowed spans to the batches, and counts those that are lost because there is no room or an export fails. */
const createAllowedOnly = (
  exporter: SpanExporter,
  { onLost, onFailure, onSuccess }: { onLost(count: number): void; onFailure(): void; onSuccess(): void },
): SpanProcessor => {
  let waiting = 0
  const batches = new BatchSpanProcessor({
    exporter: {
      export: (spans, done) => {
        waiting -= spans.length
        exporter.export(spans, (result) => {
          // 0 is the success of OpenTelemetry's ExportResultCode.
          if (result.code === 0) onSuccess()
          else {
            onLost(spans.length)
            onFailure()
          }
          done(result)
        })
      },
      shutdown: () => exporter.shutdown(),
    },
    maxQueueSize: maxWaiting,
    maxExportBatchSize: maxInBatch,
    scheduledDelayMillis: batchEveryMs,
    exportTimeoutMillis: exportMs + 1_000,
  })
  return {
    onStart: () => {},
    onEnd: (span) => {
      const kept = toAllowedSpan(span)
      if (kept === null) return
      if (waiting >= maxWaiting) {
        onLost(1)
        return
      }
      waiting += 1
      batches.onEnd(kept)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}

type TraceParts = {
  /** Counts spans that were not exported. */
  readonly onLost: (count: number) => void
  readonly log: Log
  readonly version: string
  /** The id of this run of the server. */
  readonly runID: string
}

type Tracing = { stop(): Promise<void> }

/** Starts to make spans and to send them over OTLP. */
export type StartTracing = (parts: TraceParts) => Tracing

const kinds: Readonly<Record<SpanName, SpanKind>> = {
  call: SpanKind.SERVER,
  outside: SpanKind.CLIENT,
  sweep: SpanKind.INTERNAL,
  transaction: SpanKind.CLIENT,
}

/** Makes trace ids that are random UUIDs without dashes, so that the id of a request and of its trace are the same. */
const createIDs = () => {
  const random = new RandomIdGenerator()
  return { generateTraceId: () => randomUUID().replaceAll('-', ''), generateSpanId: () => random.generateSpanId() }
}

/**
 * Returns the function that starts tracing to an OTLP receiver. `endpoint` is the receiver's base address, to which
 * `/v1/traces` is added. If the receiver is down, slow or full, spans are lost, but no call fails. The log gets the
 * first failed export, and the first success after it.
 */
export const prepareTracing =
  (endpoint: string, everyMs?: number): StartTracing =>
  ({ onLost, log, version, runID }) => {
    let isFailing = false
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      timeoutMillis: exportMs,
    })
    const processor = createAllowedOnly(exporter, {
      onLost,
      onFailure: () => {
        if (!isFailing) log('warning', 'traces.not-exported')
        isFailing = true
      },
      onSuccess: () => {
        if (isFailing) log('info', 'traces.exported-again')
        isFailing = false
      },
    })
    const provider = new TracerProvider({
      sampler: new AlwaysOnSampler(),
      idGenerator: createIDs(),
      resource: resourceFromAttributes({
        'service.name': 'atrium-back-office',
        'service.version': version,
        'service.instance.id': runID,
      }),
      spanProcessors: [processor],
    })
    const tracer = provider.getTracer('atrium')
    const contexts = new WeakMap<OpenSpan, ReturnType<typeof trace.setSpan>>()
    const source: SpanSource = {
      start: (name, attributes, parent) => {
        const around = (parent === null ? undefined : contexts.get(parent)) ?? ROOT_CONTEXT
        const span = tracer.startSpan(name, { kind: kinds[name], attributes: toExported(attributes) }, around)
        const open: OpenSpan = {
          traceID: span.spanContext().traceId,
          note: (more) => {
            span.setAttributes(toExported(more))
            if (more.hasFailed === true || (more.status ?? 0) >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          },
          end: () => span.end(),
        }
        contexts.set(open, trace.setSpan(ROOT_CONTEXT, span))
        return open
      },
    }
    const turnOff = setSpanSource(source)
    const timer =
      everyMs === undefined ? null : setInterval(() => void processor.forceFlush().catch(() => {}), everyMs).unref()
    return {
      stop: async () => {
        if (timer !== null) clearInterval(timer)
        turnOff()
        await Promise.race([provider.shutdown().catch(() => {}), sleep(stopMs, undefined, { ref: false })])
      },
    }
  }
