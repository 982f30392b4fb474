import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSimulatedCarrier } from '#back-office/demo/fax/simulated-carrier.ts'
import { findEngines, testKeyHex } from '../../builders/back-office.ts'
import { createScriptedWorkshop, details, openReleaseDesk, type ReleaseDesk } from './release-desk.ts'

const script = fileURLToPath(new URL('./sending-process.ts', import.meta.url))

describe('a back office that is killed while it sends a fax', () => {
  // One desk serves both tests, because starting its back office takes most of the time.
  let desk: ReleaseDesk
  beforeAll(async () => {
    const [engine] = await findEngines()
    if (engine === undefined) throw new Error('no engine')
    desk = await openReleaseDesk(engine, { pdf: createScriptedWorkshop() })
  })
  afterAll(() => desk.office.stop())

  it.each(['before', 'after'])(
    'sends the fax only once when it is killed %s the carrier accepts the fax',
    { timeout: 60_000 },
    async (point) => {
      const { dataFolder } = desk.office.database
      const book = createSimulatedCarrier({ dataFolder, now: () => 0 })
      const before = book.readSent()?.length ?? 0
      const study = await desk.newStudy()
      const { deliveryID, ticket, row } = await desk.begin(study)
      const child = spawn(process.execPath, [script, dataFolder, testKeyHex, String(desk.office.now()), point], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [url] = (await once(child.stdout, 'data')) as [Buffer]
      const send = (base: string): Promise<Response> =>
        fetch(`${base}/api/v1/study/${study}/fax/send`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ticket}`, 'idempotency-key': study, 'content-type': 'application/json' },
          body: JSON.stringify({
            practitioner: { practitionerID: 'p-reached', locationID: 'pl-1' },
            memberDetails: details,
            deliveryID,
          }),
        })
      const exited = once(child, 'exit')
      await expect(send(url.toString().trim())).rejects.toThrow()
      await exited
      expect((await row()).state).toBe('sending')
      expect((book.readSent()?.length ?? 0) - before).toBe(point === 'before' ? 0 : 1)
      const next = await desk.office.startAnother()
      const answer = (await (await send(next.url)).json()) as { delivery: { state: string } }
      expect(answer.delivery.state).toBe('handed-over')
      expect(book.readSent()).toHaveLength(before + 1)
    },
  )
})
