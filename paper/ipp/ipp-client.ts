import { encodeIpp } from './ipp-codec.ts'
import { exchange, type IppAddress, parseIppAddress } from './ipp-exchange.ts'
import { type IppJobState, isSuccess, jobStateOf, type Operation, operations, statuses } from './ipp-operations.ts'
import {
  attributesOf,
  firstGroupOf,
  groupsOf,
  type IppAttributes,
  type IppGroup,
  type IppMessage,
  type IppValue,
  integer,
  keywords,
  mimeType,
  name,
  numberIn,
  textIn,
  uri,
} from './ipp-value.ts'
import { ippWords } from './ipp-words.ts'

/**
 * Why a call failed. `unreachable`: nothing was sent. `broken`: the connection broke or the answer timed out after the
 * request began, so the server may have acted. `not-found`, `busy` and `refused`: the server refused and did nothing.
 */
export type IppFailure =
  | { readonly kind: 'unreachable' | 'broken'; readonly reason: string }
  | { readonly kind: 'not-found' | 'busy' | 'refused'; readonly status: number; readonly reason: string }

export type IppReply<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: IppFailure }

/** A job on the server; `attributes` has the requested attributes that the server returned. */
export type IppJob = {
  readonly id: number
  readonly name: string | null
  readonly state: IppJobState | null
  readonly attributes: IppAttributes
}

type PrintJobRequest = {
  readonly jobName: string
  /** The document, and its media type: `application/pdf`. */
  readonly document: Uint8Array
  readonly format: string
  /**
   * Operation attributes in addition to those of every Print-Job. The `destination-uris` of a fax server belong in
   * `jobAttributes`.
   */
  readonly operationAttributes?: IppAttributes
  /** The job template: copies, sides, media. */
  readonly jobAttributes?: IppAttributes
}

/** Sends requests to printers, fax servers and spoolers. No method throws, and none retries. */
export type IppClient = {
  printJob(printer: string, request: PrintJobRequest, signal?: AbortSignal): Promise<IppReply<IppJob>>
  readJob(printer: string, jobID: number): Promise<IppReply<IppJob>>
  /**
   * Returns jobs in the server's order. Of the jobs that are not completed, the next to print comes first; of the
   * completed jobs, the last finished comes first.
   */
  readJobs(printer: string, which: 'completed' | 'not-completed'): Promise<IppReply<readonly IppJob[]>>
  cancelJob(printer: string, jobID: number): Promise<IppReply<null>>
  readPrinter(printer: string, wanted: readonly string[]): Promise<IppReply<IppAttributes>>
  /** CUPS only: returns every queue of the server. `server` is its root address. */
  readPrinters(server: string, wanted: readonly string[]): Promise<IppReply<readonly IppAttributes[]>>
  /** CUPS only: returns the default queue; null when there is none. */
  readDefaultPrinter(server: string): Promise<IppReply<IppAttributes | null>>
}

const jobAttributesWanted = [
  'job-id',
  'job-name',
  'job-state',
  'job-state-reasons',
  'job-state-message',
  'job-printer-state-reasons',
  'job-printer-state-message',
  'job-impressions-completed',
  'job-media-sheets-completed',
  'time-at-completed',
  'job-originating-user-name',
] as const

type IppClientOptions = {
  /** Owner name in the spooler's list; never a person's name. */
  readonly userName?: string
  /** Limit for connecting, and for each silence after that. */
  readonly timeoutMs?: number
}

/** Creates an IPP client. Addresses are `ipp://host[:631]/path` or `ipps://`; `http(s)://` is also accepted. */
export const createIppClient = (options: IppClientOptions = {}): IppClient => {
  const { userName = 'atrium', timeoutMs = 15_000 } = options
  let requests = 0

  const call = async (
    target: string,
    operation: Operation,
    parts: {
      readonly operationAttributes?: IppAttributes
      readonly groups?: readonly IppGroup[]
      readonly data?: Uint8Array
      readonly hasTarget?: boolean
    },
    signal?: AbortSignal,
  ): Promise<IppReply<IppMessage>> => {
    const address = parseIppAddress(target)
    if (address === null) return unreachable(ippWords.notAnAddress)
    requests = (requests + 1) % 0x7fff_ffff
    const requestID = requests + 1
    const body = encodeIpp({
      version: [2, 0],
      code: operations[operation],
      requestID,
      groups: [{ tag: 'operation', attributes: operationGroup(address, userName, parts) }, ...(parts.groups ?? [])],
      data: parts.data ?? new Uint8Array(),
    })
    const exchanged = await exchange(address, body, { timeoutMs, ...(signal === undefined ? {} : { signal }) })
    if (!exchanged.ok) return exchanged
    const message = exchanged.message
    if (message.requestID !== requestID) return broken(ippWords.otherCall)
    return isSuccess(message.code) ? { ok: true, value: message } : { ok: false, failure: toFailure(message) }
  }

  return {
    printJob: async (printer, request, signal) => {
      const reply = await call(
        printer,
        'Print-Job',
        {
          operationAttributes: new Map<string, readonly IppValue[]>([
            ['job-name', [name(request.jobName)]],
            ['document-format', [mimeType(request.format)]],
            ...(request.operationAttributes ?? []),
          ]),
          groups: request.jobAttributes?.size ? [{ tag: 'job', attributes: request.jobAttributes }] : [],
          data: request.document,
        },
        signal,
      )
      if (!reply.ok) return reply
      const job = toJob(firstGroupOf(reply.value, 'job'))
      return job === null ? broken(ippWords.noJob) : { ok: true, value: job }
    },
    readJob: async (printer, jobID) => {
      const reply = await call(printer, 'Get-Job-Attributes', {
        operationAttributes: attributesOf({
          'job-id': integer(jobID),
          'requested-attributes': keywords(...jobAttributesWanted),
        }),
      })
      if (!reply.ok) return reply
      const job = toJob(firstGroupOf(reply.value, 'job'), jobID)
      return job === null ? broken(ippWords.noJob) : { ok: true, value: job }
    },
    readJobs: async (printer, which) => {
      const reply = await call(printer, 'Get-Jobs', {
        operationAttributes: attributesOf({
          'which-jobs': keywords(which),
          'requested-attributes': keywords(...jobAttributesWanted),
        }),
      })
      if (!reply.ok) return reply
      return { ok: true, value: groupsOf(reply.value, 'job').flatMap((attributes) => toJob(attributes) ?? []) }
    },
    cancelJob: async (printer, jobID) => {
      const reply = await call(printer, 'Cancel-Job', {
        operationAttributes: attributesOf({ 'job-id': integer(jobID) }),
      })
      return reply.ok ? { ok: true, value: null } : reply
    },
    readPrinter: async (printer, wanted) => {
      const reply = await call(printer, 'Get-Printer-Attributes', {
        operationAttributes: attributesOf({ 'requested-attributes': keywords(...wanted) }),
      })
      return reply.ok ? { ok: true, value: firstGroupOf(reply.value, 'printer') } : reply
    },
    readPrinters: async (server, wanted) => {
      const reply = await call(server, 'CUPS-Get-Printers', {
        operationAttributes: attributesOf({ 'requested-attributes': keywords(...wanted) }),
        hasTarget: false,
      })
      if (reply.ok) return { ok: true, value: groupsOf(reply.value, 'printer') }
      // CUPS answers `not-found` when it has no queues.
      return reply.failure.kind === 'not-found' ? { ok: true, value: [] } : reply
    },
    readDefaultPrinter: async (server) => {
      const reply = await call(server, 'CUPS-Get-Default', {
        operationAttributes: attributesOf({ 'requested-attributes': keywords('printer-name') }),
        hasTarget: false,
      })
      if (reply.ok) return { ok: true, value: firstGroupOf(reply.value, 'printer') }
      return reply.failure.kind === 'not-found' ? { ok: true, value: null } : reply
    },
  }
}

/** Charset and language first, then the target: the order is part of the standard (RFC 8011 §4.1.4). */
const operationGroup = (
  address: IppAddress,
  userName: string,
  parts: { readonly operationAttributes?: IppAttributes; readonly hasTarget?: boolean },
): IppAttributes => {
  const rest = parts.operationAttributes ?? new Map()
  return new Map<string, readonly IppValue[]>([
    ['attributes-charset', [{ tag: 'charset', value: 'utf-8' }]],
    ['attributes-natural-language', [{ tag: 'language', value: 'en' }]],
    ...(parts.hasTarget === false ? [] : ([['printer-uri', [uri(address.printerURI)]]] as const)),
    // The job's id must come before the user's name.
    ...[...rest].filter(([key]) => key === 'job-id'),
    ['requesting-user-name', [name(userName)]],
    ...[...rest].filter(([key]) => key !== 'job-id'),
  ])
}

const toJob = (attributes: IppAttributes, known: number | null = null): IppJob | null => {
  const id = numberIn(attributes, 'job-id') ?? known
  if (id === null) return null
  const code = numberIn(attributes, 'job-state')
  const state = Object.entries(jobStateOf).find(([key]) => Number(key) === code)?.[1] ?? null
  return { id, name: textIn(attributes, 'job-name'), state, attributes }
}

const unreachable = (reason: string): { readonly ok: false; readonly failure: IppFailure } => ({
  ok: false,
  failure: { kind: 'unreachable', reason },
})
const broken = (reason: string): { readonly ok: false; readonly failure: IppFailure } => ({
  ok: false,
  failure: { kind: 'broken', reason },
})

const toFailure = (message: IppMessage): IppFailure => {
  const status = message.code
  const reason = textIn(firstGroupOf(message, 'operation'), 'status-message') ?? ippWords.printerStatus(hex(status))
  if (status === statuses.notFound || status === statuses.gone) return { kind: 'not-found', status, reason }
  if (status === statuses.busy || status === statuses.temporarilyUnavailable || status === statuses.notAccepting)
    return { kind: 'busy', status, reason }
  return { kind: 'refused', status, reason }
}

const hex = (status: number): string => `0x${status.toString(16).padStart(4, '0')}`
