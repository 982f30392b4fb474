import { existsSync } from 'node:fs'
import { SerialPort } from 'serialport'
import { type LineEvent, outsideFrame, parseLine } from './ecr-codec.ts'
import { decodeAnswer, encodeRequest } from './ecr-messages.ts'
import { abandonEcr, decideEcr, type EcrAction, type EcrEvent, type EcrTiming, idleSession } from './ecr-session.ts'
import type { SerialEvent, SerialOrder } from './serial-worker-messages.ts'

/** 9600 8N1 with an exclusive lock on the port (ecr-protocol.md). */
const lineOptions = { baudRate: 9600, dataBits: 8, parity: 'none', stopBits: 1, lock: true } as const

/**
 * Time limit of a close, in milliseconds. While written bytes cannot be sent, the callback of a close might never be
 * called. At the limit the process exits, which frees the port.
 */
const CLOSE_LIMIT_MS = 1_000

type Send = (news: SerialEvent) => void

/**
 * Runs one open port: passes received bytes and expired deadlines to the session, and performs the actions that the
 * session returns.
 */
const runLine = (port: SerialPort, timing: EcrTiming, send: Send) => {
  let session = idleSession
  let parser = outsideFrame
  let deadline: NodeJS.Timeout | undefined
  let betweenBytes: NodeJS.Timeout | undefined
  let isOver = false

  const feed = (event: EcrEvent): void => {
    const next = decideEcr(session, event, timing)
    session = next.session
    if (next.deadline !== 'same') clearTimeout(deadline)
    if (typeof next.deadline === 'number')
      deadline = setTimeout(() => {
        // An unfinished frame must not be joined with the next bytes.
        parser = outsideFrame
        feed({ said: 'deadline' })
      }, next.deadline)
    perform(next.actions)
  }
  const perform = (actions: readonly EcrAction[]): void => {
    for (const action of actions) {
      // A failed write needs no handling here: the port closes, or a deadline expires.
      if (action.act === 'write') port.write(Buffer.from(action.bytes), () => undefined)
      else if (action.act === 'said') send({ news: 'said', id: action.id })
      else if (action.act === 'unsaid') send({ news: 'unsaid', id: action.id, isCertain: action.isCertain })
      else {
        const answer = decodeAnswer(action.message)
        if (answer !== undefined) send({ news: 'answer', answer })
      }
    }
  }
  const handleEvent = (event: LineEvent): void =>
    feed(event.said === 'frame' && decodeAnswer(event.message) === undefined ? { said: 'broken' } : event)

  /** Ends the session: nothing more is sent or read, and every open ask ends. */
  const end = (): void => {
    isOver = true
    clearTimeout(deadline)
    clearTimeout(betweenBytes)
    perform(abandonEcr(session))
    session = idleSession
  }
  port.on('data', (chunk: Buffer) => {
    if (isOver) return
    clearTimeout(betweenBytes)
    const read = parseLine(parser, chunk)
    parser = read.parser
    for (const event of read.events) handleEvent(event)
    if (parser.bytes !== null)
      betweenBytes = setTimeout(() => {
        parser = outsideFrame
        handleEvent({ said: 'broken' })
      }, timing.byteMs)
  })
  return { feed, end }
}

type OpenLine = { readonly port: SerialPort; readonly line: ReturnType<typeof runLine>; isWanted: boolean }

const openPort = (path: string): Promise<SerialPort | Error> =>
  new Promise((resolve) => {
    const port = new SerialPort({ path, ...lineOptions, autoOpen: false })
    port.open((error) => resolve(error ?? port))
  })

const closePort = (port: SerialPort): Promise<void> =>
  new Promise((resolve) => {
    if (!port.isOpen) return resolve()
    const limit = setTimeout(() => process.exit(1), CLOSE_LIMIT_MS)
    port.close(() => {
      clearTimeout(limit)
      resolve()
    })
  })

/** Returns the reason that the screen shows. Staff can repeat it to IT. */
const unlistedReason = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
    ? "the computer's ports could not be listed, because the program udevadm is not installed"
    : `the computer's ports could not be listed: ${reasonOf(error)}`

const listPorts = async (paths: readonly string[]) => {
  // If the system cannot list its ports (Linux without udev), the configured ones can still be tried.
  const listed = await SerialPort.list().catch((error: unknown) => {
    if (paths.length === 0) throw new Error(unlistedReason(error), { cause: error })
    return []
  })
  const found = listed.map((port) => ({
    path: port.path,
    vendorID: port.vendorId ?? null,
    productID: port.productId ?? null,
    serialNumber: port.serialNumber ?? null,
  }))
  const others = paths.filter((path) => existsSync(path) && !found.some((port) => port.path === path))
  return [...found, ...others.map((path) => ({ path, vendorID: null, productID: null, serialNumber: null }))]
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Serves orders one after the other: two `open` orders cannot overlap, and an `ask` never overtakes an earlier `open`.
 */
const serve = (send: Send): ((order: SerialOrder) => void) => {
  let open: OpenLine | null = null

  const close = async (): Promise<void> => {
    const was = open
    open = null
    if (was === null) return
    was.isWanted = false
    was.line.end()
    await closePort(was.port)
  }
  const openLine = async (order: Extract<SerialOrder, { order: 'open' }>): Promise<SerialEvent> => {
    await close()
    const port = await openPort(order.path)
    if (port instanceof Error) {
      const isTaken = /lock|busy|denied/i.test(port.message)
      return { news: 'failed', id: order.id, code: isTaken ? 'busy' : 'unavailable', reason: port.message }
    }
    const opened: OpenLine = { port, line: runLine(port, order.timing, send), isWanted: true }
    const lose = (): void => {
      if (!opened.isWanted) return
      opened.isWanted = false
      opened.line.end()
      if (open === opened) open = null
      send({ news: 'lost' })
    }
    port.on('close', lose)
    port.on('error', lose)
    open = opened
    return { news: 'opened', id: order.id }
  }
  const ask = (order: Extract<SerialOrder, { order: 'ask' }>): void => {
    const message = order.request === null ? null : encodeRequest(order.request)
    if (open === null) send({ news: 'unsaid', id: order.id, isCertain: true })
    else open.line.feed({ said: 'ask', ask: { id: order.id, message } })
  }
  const obey = async (order: SerialOrder): Promise<void> => {
    try {
      if (order.order === 'list') send({ news: 'listed', id: order.id, ports: await listPorts(order.paths) })
      else if (order.order === 'open') send(await openLine(order))
      else if (order.order === 'ask') ask(order)
      else {
        await close()
        send({ news: 'closed', id: order.id })
      }
    } catch (error) {
      send({ news: 'failed', id: order.id, code: 'unavailable', reason: reasonOf(error) })
    }
  }
  let last = Promise.resolve()
  return (order) => {
    last = last.then(() => obey(order))
  }
}

/** The channel of Electron's utility process. A child process of Node uses `process.send` instead. */
type ParentPort = {
  postMessage(message: unknown): void
  on(name: 'message', run: (event: { data: unknown }) => void): void
}

const { parentPort } = process as unknown as { readonly parentPort?: ParentPort }
if (parentPort !== undefined) {
  const obey = serve((news) => parentPort.postMessage(news))
  parentPort.on('message', (event) => obey(event.data as SerialOrder))
} else if (process.send !== undefined) {
  const obey = serve((news) => process.send?.(news))
  process.on('message', (order) => obey(order as SerialOrder))
  // The parent process has ended: exit, so that the next process can open the port.
  process.once('disconnect', () => process.exit(0))
}
