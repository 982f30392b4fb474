import { connect, type Socket } from 'node:net'

type Parts = {
  readonly id?: string
  readonly type?: string
  readonly study?: string
  readonly person?: string
  readonly status?: string
  readonly issued?: string
  readonly texts?: readonly string[]
  readonly pdf?: string
  readonly encoding?: string
  readonly charset?: string
}

/** The member of the test clinic, as a reading group's system writes her PID segment. */
export const ana = 'm-000001^^^ATRIUM||Silva^Ana||19800203|F'
let messages = 0

/** Returns an ORU^R01 about the member of the test clinic, with the changes of a test. */
export const oru = ({
  id = `msg-${++messages}`,
  type = 'ORU^R01',
  study = 's-home-1',
  person = ana,
  status = 'F',
  issued = '20261121103000+0000',
  texts = ['Impression', 'No finding.'],
  pdf,
  encoding = '^~\\&',
  charset = 'UNICODE UTF-8',
}: Parts = {}): string =>
  [
    `MSH|${encoding}|RIS|NORTH|ATRIUM|CLINIC|20261121103000||${type}|${id}|P|2.5.1||||||${charset}`,
    `PID|1||${person}`,
    `OBR|1|${study}|F-77|11528-7^Report^LN${'|'.repeat(18)}${issued}|||${status}`,
    ...(pdf === undefined
      ? texts.map((text, place) => `OBX|${place + 1}|TX|11528-7^Report^LN||${text}||||||${status}`)
      : [`OBX|1|ED|11528-7^Report^LN||^application^pdf^Base64^${pdf}||||||${status}`]),
  ].join('\r')

export const framed = (text: string): Buffer => Buffer.from(`\u000b${text}\u001c\r`, 'utf8')

/** Opens a sender on a real socket, which sends frames and collects the acknowledgements. */
export const openSender = async (port: number, socket: Socket = connect(port, '127.0.0.1')) => {
  let received = ''
  const waiting: { count: number; done: () => void }[] = []
  const answers = (): string[] =>
    received
      .split('\u001c\r')
      .slice(0, -1)
      .map((text) => text.replace('\u000b', ''))
  socket.on('data', (chunk) => {
    received += chunk.toString('utf8')
    for (const { count, done } of waiting) if (answers().length >= count) done()
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise<void>((resolve) => {
    socket.once(('authorized' in socket ? 'secureConnect' : 'connect') as 'connect', () => resolve())
    socket.once('close', () => resolve())
  })
  return {
    socket,
    closed,
    /** Sends bytes and resolves to answer number `count`, from 1, or to `closed` if the connection closes first. */
    ask: async (bytes: Buffer | string, count = answers().length + 1): Promise<string> => {
      socket.write(typeof bytes === 'string' ? framed(bytes) : bytes)
      await Promise.race([new Promise<void>((done) => waiting.push({ count, done })), closed])
      return answers()[count - 1] ?? 'closed'
    },
    answers,
    close: () => socket.destroy(),
  }
}

/** Returns code, control id and text of an acknowledgement's MSA. */
export const msaOf = (answer: string): string => answer.split('\r').find((line) => line.startsWith('MSA')) ?? answer
