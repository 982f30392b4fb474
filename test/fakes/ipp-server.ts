import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { decodeIpp, encodeIpp } from '#paper/ipp/ipp-codec.ts'
import { type IppJobState, isSuccess, jobStateCodes, operations } from '#paper/ipp/ipp-operations.ts'
import {
  attributesOf,
  boolean,
  enumerated,
  firstGroupOf,
  type IppAttributes,
  type IppGroup,
  type IppMessage,
  type IppValue,
  integer,
  keyword,
  keywords,
  mimeType,
  name,
  numberIn,
  text,
  textIn,
  textsIn,
  uri,
} from '#paper/ipp/ipp-value.ts'

/** The server's reaction to the next document; afterwards it accepts documents again. */
type IppBehaviour =
  | 'takes'
  | 'refuses'
  | 'busy'
  /**
   * Closes the connection while the next request arrives, with or without a document, and stores nothing of the
   * request.
   */
  | 'breaks on the way'
  /** Stores the job, and closes the connection instead of answering. */
  | 'takes and breaks'
  /** Stores the job, and never answers. */
  | 'takes and is silent'

export type FakeIppJob = {
  readonly id: number
  readonly printer: string
  readonly name: string
  readonly operationAttributes: IppAttributes
  readonly jobAttributes: IppAttributes
  document: Uint8Array
  state: IppJobState
  /** `job-state-reasons` and `job-state-message`. */
  reasons: readonly string[]
  message: string
  /** `job-printer-state-reasons` and `job-printer-state-message`. */
  printerReasons: readonly string[]
  printerMessage: string
  impressions: number
}

type FakePrinter = {
  readonly name: string
  readonly info?: string
  readonly isAccepting?: boolean
  readonly state?: 'idle' | 'processing' | 'stopped'
  readonly reasons?: readonly string[]
  readonly message?: string
  readonly media?: readonly string[]
  readonly sides?: readonly string[]
}

export type FakeIppServer = {
  readonly port: number
  /** The address of the printer with this name; a fax server has a different path after `ipp://127.0.0.1:port`. */
  address(printer: string): string
  /** Every accepted job, oldest first. A test sets the progress of a job by changing the job in this list. */
  readonly jobs: FakeIppJob[]
  readonly asked: string[]
  behave(behaviour: IppBehaviour): void
  setPrinter(printer: FakePrinter): void
  /** From now on, every list of finished jobs includes a job that ended long ago, until `forgetJobs` is called. */
  showOlderJob(): void
  /** Makes the server forget all jobs that it has accepted so far, as after a restart without history. */
  forgetJobs(): void
  close(): Promise<void>
}

const printerStates = { idle: 3, processing: 4, stopped: 5 } as const
const operationNames = new Map<number, string>(Object.entries(operations).map(([key, code]) => [code, key]))
const ended: readonly IppJobState[] = ['canceled', 'aborted', 'completed']

/**
 * A simple printer, fax server or CUPS: speaks IPP over real HTTP on loopback. The last part of the path names the
 * printer; an undeclared printer exists as well, unless `onlyKnown` is set.
 */
export const startFakeIppServer = async (
  options: { readonly printers?: readonly FakePrinter[]; readonly onlyKnown?: boolean; readonly default?: string } = {},
): Promise<FakeIppServer> => {
  const printers = new Map((options.printers ?? []).map((printer) => [printer.name, printer]))
  const jobs: FakeIppJob[] = []
  const forgotten = new Set<FakeIppJob>()
  const asked: string[] = []
  const sockets = new Set<Socket>()
  let behaviour: IppBehaviour = 'takes'
  let hasOlder = false

  const known = (): FakeIppJob[] => jobs.filter((job) => !forgotten.has(job))
  const take = (message: IppMessage, printer: string): FakeIppJob => {
    const operation = firstGroupOf(message, 'operation')
    const job: FakeIppJob = {
      id: jobs.length + 1,
      printer,
      name: textIn(operation, 'job-name') ?? '',
      operationAttributes: operation,
      jobAttributes: firstGroupOf(message, 'job'),
      document: message.data.slice(),
      state: 'pending',
      reasons: ['none'],
      message: '',
      printerReasons: ['none'],
      printerMessage: '',
      impressions: 0,
    }
    jobs.push(job)
    return job
  }

  const answer = (message: IppMessage): { readonly status: number; readonly groups: readonly IppGroup[] } | null => {
    const operation = firstGroupOf(message, 'operation')
    const printer = (textIn(operation, 'printer-uri') ?? '').split('/').at(-1) ?? ''
    const asking = operationNames.get(message.code) ?? `0x${message.code.toString(16)}`
    asked.push(asking)
    const wanted = textsIn(operation, 'requested-attributes')
    const isThere = printers.has(printer) || options.onlyKnown !== true
    const job = known().find(({ id }) => id === numberIn(operation, 'job-id'))
    if (asking !== 'CUPS-Get-Printers' && asking !== 'CUPS-Get-Default' && !isThere)
      return { status: 0x0406, groups: [] }
    switch (asking) {
      case 'Validate-Job':
        return { status: 0, groups: [] }
      case 'Create-Job':
      case 'Print-Job': {
        const doing = behaviour
        behaviour = 'takes'
        if (doing === 'refuses') return { status: 0x040a, groups: [] }
        if (doing === 'busy') return { status: 0x0507, groups: [] }
        const taken = take(message, printer)
        return doing === 'takes' ? { status: 0, groups: [jobGroup(taken, [])] } : null
      }
      case 'Send-Document':
        if (job === undefined) return { status: 0x0406, groups: [] }
        job.document = message.data.slice()
        return { status: 0, groups: [jobGroup(job, [])] }
      case 'Get-Job-Attributes':
        return job === undefined ? { status: 0x0406, groups: [] } : { status: 0, groups: [jobGroup(job, wanted)] }
      case 'Get-Jobs': {
        const isEnded = textIn(operation, 'which-jobs') === 'completed'
        const listed = known().filter((one) => one.printer === printer && ended.includes(one.state) === isEnded)
        // Without requested attributes, a server returns only ids and addresses (RFC 8011 §4.2.6.1).
        const groups = listed.map((one) => jobGroup(one, wanted.length > 0 ? wanted : ['job-id']))
        return { status: 0, groups: hasOlder && isEnded ? [...groups, olderJob(wanted)] : groups }
      }
      case 'Cancel-Job':
        if (job === undefined) return { status: 0x0406, groups: [] }
        if (ended.includes(job.state)) return { status: 0x0404, groups: [] }
        job.state = 'canceled'
        job.reasons = ['job-canceled-by-user']
        return { status: 0, groups: [] }
      case 'Get-Printer-Attributes':
        return { status: 0, groups: [printerGroup(printers.get(printer) ?? { name: printer }, wanted)] }
      case 'CUPS-Get-Printers':
        return printers.size === 0
          ? { status: 0x0406, groups: [] }
          : { status: 0, groups: [...printers.values()].map((one) => printerGroup(one, wanted)) }
      case 'CUPS-Get-Default': {
        const chosen = printers.get(options.default ?? '')
        return chosen === undefined
          ? { status: 0x0406, groups: [] }
          : { status: 0, groups: [printerGroup(chosen, wanted)] }
      }
      default:
        return { status: 0x0501, groups: [] }
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = []
    for await (const part of request) {
      parts.push(part as Buffer)
      if (behaviour === 'breaks on the way') {
        behaviour = 'takes'
        request.socket.destroy()
        return
      }
    }
    const decoded = decodeIpp(Buffer.concat(parts))
    if (!decoded.ok) {
      response.writeHead(400).end()
      return
    }
    const breaks = behaviour === 'takes and breaks'
    const reply = answer(decoded.message)
    if (reply === null) {
      if (breaks) request.socket.destroy()
      return
    }
    const status = isSuccess(reply.status) ? [] : [['status-message', [text('Refused by the fake.')]] as const]
    response.writeHead(200, { 'content-type': 'application/ipp' }).end(
      encodeIpp({
        version: [2, 0],
        code: reply.status,
        requestID: decoded.message.requestID,
        groups: [
          {
            tag: 'operation',
            attributes: new Map<string, readonly IppValue[]>([
              ['attributes-charset', [{ tag: 'charset', value: 'utf-8' }]],
              ['attributes-natural-language', [{ tag: 'language', value: 'en' }]],
              ...status,
            ]),
          },
          ...reply.groups,
        ],
        data: new Uint8Array(),
      }),
    )
  }

  const server = createServer((request, response) => {
    // A test may close the connection before the answer.
    serve(request, response).catch(() => request.socket.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    address: (printer) => `ipp://127.0.0.1:${port}/printers/${printer}`,
    jobs,
    asked,
    behave: (next) => {
      behaviour = next
    },
    setPrinter: (printer) => {
      printers.set(printer.name, printer)
    },
    showOlderJob: () => {
      hasOlder = true
    },
    forgetJobs: () => {
      hasOlder = false
      for (const job of jobs) forgotten.add(job)
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const only = (attributes: IppAttributes, wanted: readonly string[]): IppAttributes =>
  wanted.length === 0 || wanted.includes('all')
    ? attributes
    : new Map([...attributes].filter(([key]) => wanted.includes(key)))

const jobGroup = (job: FakeIppJob, wanted: readonly string[]): IppGroup => ({
  tag: 'job',
  attributes: only(
    attributesOf({
      'job-id': integer(job.id),
      'job-uri': uri(`ipp://127.0.0.1/jobs/${job.id}`),
      'job-name': name(job.name),
      'job-state': enumerated(jobStateCodes[job.state]),
      'job-state-reasons': keywords(...job.reasons),
      'job-state-message': text(job.message),
      'job-printer-state-reasons': keywords(...job.printerReasons),
      'job-printer-state-message': text(job.printerMessage),
      'job-impressions-completed': integer(job.impressions),
    }),
    wanted,
  ),
})

const olderJob = (wanted: readonly string[]): IppGroup => ({
  tag: 'job',
  attributes: only(
    attributesOf({
      'job-id': integer(999_999),
      'job-name': name('before'),
      'job-state': enumerated(jobStateCodes.completed),
      'time-at-completed': integer(1_600_000_000),
    }),
    wanted,
  ),
})

const printerGroup = (printer: FakePrinter, wanted: readonly string[]): IppGroup => ({
  tag: 'printer',
  attributes: only(
    attributesOf({
      'printer-name': name(printer.name),
      'printer-info': text(printer.info ?? printer.name),
      'printer-state': enumerated(printerStates[printer.state ?? 'idle']),
      'printer-state-reasons': keywords(...(printer.reasons ?? ['none'])),
      'printer-state-message': text(printer.message ?? ''),
      'printer-is-accepting-jobs': boolean(printer.isAccepting ?? true),
      'media-supported': keywords(...(printer.media ?? ['na_letter_8.5x11in', 'iso_a4_210x297mm'])),
      'sides-supported': keywords(...(printer.sides ?? ['one-sided'])),
      'document-format-supported': [mimeType('application/pdf')],
      'ipp-versions-supported': keywords('1.1', '2.0'),
      'operations-supported': Object.values(operations).map(enumerated),
      'compression-supported': keyword('none'),
    }),
    wanted,
  ),
})
