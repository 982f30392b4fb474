import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { howMany } from '#test/fixtures/deep.ts'
import { findFreePort } from '#test/fixtures/free-port.ts'
import { backOfficeProgram } from '#test/fixtures/services/back-office-program.ts'
import { msaOf, openSender, oru } from './hl7-messages.ts'

const folder = mkdtempSync(join(tmpdir(), 'atrium-results-killed-'))
const running = new Set<Child>()
afterEach(async () => {
  for (const child of running) await child.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

const startServer = async (port: number): Promise<Child> => {
  const flags = ['--port', '0', '--data', folder, '--mllp-port', String(port), '--mllp-allow', '127.0.0.1/32']
  const child = startNode([backOfficeProgram, ...flags])
  running.add(child)
  await child.waitFor(/^Back office ready at /m)
  return child
}

const readRows = async () => {
  const { db, close } = await openDatabase({ kind: 'sqlite', path: join(folder, 'back-office.sqlite') })
  const rows = await db.selectFrom('incoming_result').select(['message_id', 'state', 'reason']).execute()
  await close()
  return rows
}

it('a server that is killed at any moment has each acknowledged result once, and takes the others again', {
  timeout: 600_000,
}, async () => {
  const port = await findFreePort()
  const sent: string[] = []
  const acknowledged: string[] = []
  let unanswered = 0
  for (let kill = 0; kill < howMany(30); kill += 1) {
    const server = await startServer(port)
    const sender = await openSender(port)
    // A sender repeats what was not acknowledged, as HL7 asks.
    const waiting = [...sent.filter((id) => !acknowledged.includes(id)), ...['a', 'b', 'c'].map((n) => `${kill}-${n}`)]
    const dying = sleep((kill % 10) * 4).then(() => server.end('SIGKILL'))
    for (const id of waiting) {
      if (!sent.includes(id)) sent.push(id)
      const answer = msaOf(await sender.ask(oru({ id, study: 'ACC-unknown', texts: [id] })))
      if (!answer.startsWith('MSA|AA')) {
        unanswered += 1
        break
      }
      acknowledged.push(id)
    }
    await dying
    running.delete(server)
    sender.close()
  }
  expect(unanswered).toBeGreaterThan(0)
  const stored = (await readRows()).map(({ message_id }) => message_id)
  for (const id of acknowledged) expect(stored.filter((each) => each === id)).toHaveLength(1)

  const server = await startServer(port)
  const sender = await openSender(port)
  for (const id of sent) {
    expect(msaOf(await sender.ask(oru({ id, study: 'ACC-unknown', texts: [id] })))).toContain('|AA|')
  }
  sender.close()
  await expect
    .poll(async () => (await readRows()).filter(({ state }) => state === 'received').length, { timeout: 60_000 })
    .toBe(0)
  const rows = await readRows()
  expect(rows.map(({ message_id }) => message_id).sort()).toEqual([...sent].sort())
  expect(new Set(rows.map(({ state, reason }) => `${state} ${reason}`))).toEqual(new Set(['waiting unmatched']))
  await server.end('SIGTERM')
  running.delete(server)
})
