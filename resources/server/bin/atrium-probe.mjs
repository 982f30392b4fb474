import { get as getPlain } from 'node:http'
import { get as getEncrypted } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

const [what = '', given = '', seconds = '0'] = process.argv.slice(2)
const base = given || process.env.ATRIUM_PROBE_URL || 'https://127.0.0.1:8443'
if (!['live', 'ready'].includes(what) || !URL.canParse(base) || !/^\d{1,4}$/.test(seconds)) {
  console.error('Usage: atrium-probe live|ready [URL] [SECONDS]')
  process.exit(2)
}
const url = new URL(`/health/${what}`, base)

/** Returns undefined when the server answers 200, else the reason. */
const ask = () =>
  new Promise((resolve) => {
    // The probe asks this computer and sends no secret. The certificate names the server by another name.
    const options = { timeout: 3_000, rejectUnauthorized: false, agent: false }
    const request = (url.protocol === 'https:' ? getEncrypted : getPlain)(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve(response.statusCode === 200 ? undefined : `${response.statusCode} ${text}`))
    })
    request.on('timeout', () => request.destroy(new Error('no answer in 3 seconds')))
    request.on('error', (error) => resolve(error.message))
  })

const until = Date.now() + Number(seconds) * 1000
let problem = await ask()
while (problem !== undefined && Date.now() < until) {
  await sleep(500)
  problem = await ask()
}
if (problem !== undefined) console.error(`Not ${what}: ${problem}`)
process.exitCode = problem === undefined ? 0 : 1
