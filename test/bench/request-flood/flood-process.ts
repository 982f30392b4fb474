import { request } from 'node:http'
import { floods, isFloodKind } from './floods.ts'

/**
 * Sends one flood's requests until its parent process disconnects. Arguments: `URL KIND TOKEN...`, one client for each
 * token; `-` is a client without a session.
 */
const [url = '', kind = '', ...tokens] = process.argv.slice(2)
if (!isFloodKind(kind)) throw new Error(`no such flood: ${kind}`)
const { path, body } = floods[kind]()

const send = (token: string): Promise<number> =>
  new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      ...(token === '-' ? {} : { authorization: `Bearer ${token}` }),
    }
    const sent = request(`${url}${path}`, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.statusCode ?? 0))
    })
    // A server that refuses a body without reading it closes the connection during the send.
    sent.once('error', () => resolve(0))
    sent.end(body)
  })

const flood = async (token: string): Promise<never> => {
  while (process.connected) {
    const status = await send(token)
    if (process.connected) process.send?.(status)
  }
  process.exit(0)
}
process.once('disconnect', () => process.exit(0))
for (const token of tokens) void flood(token)
