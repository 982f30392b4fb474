import { createSimulatedCarrier } from '#back-office/demo/fax/simulated-carrier.ts'
import { standIns } from '#back-office/demo/stand-ins.ts'
import { startBackOffice } from '#back-office/server.ts'
import { createScriptedWorkshop } from './release-desk.ts'

/** A back office on an existing database. It kills itself before or after the carrier receives the first fax. */
const [dataFolder = '', keyHex = '', now = '', point = ''] = process.argv.slice(2)
const carrier = createSimulatedCarrier({ dataFolder, now: () => Number(now) })
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}
const office = await startBackOffice({
  port: 0,
  dataFolder,
  database: { kind: 'sqlite', keyHex },
  environment: 'TEST',
  standIns,
  version: '0',
  now: () => Number(now) * 1000,
  log: () => {},
  pdf: createScriptedWorkshop(),
  fax: {
    ...carrier,
    send: async (fax) => {
      if (point === 'before') return die()
      await carrier.send(fax)
      return die()
    },
  },
})
process.stdout.write(`${office.url}\n`)
