import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createSystemdNotify } from '#runtime/systemd-notify.ts'
import { createStrictLog } from '#test/fakes/strict-log.ts'
import { findSystemProgram } from '#test/fixtures/server/system-program.ts'
import { backOfficeProgram } from '#test/fixtures/services/back-office-program.ts'

const missing = ['socat', 'systemd-notify'].find((name) => findSystemProgram(name) === undefined)

describe('the messages to systemd', { timeout: 150_000 }, () => {
  let folder: string
  let socket: string
  let received: string
  const children: ChildProcess[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-notify-'))
    socket = join(folder, 'notify')
    received = ''
  })
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  })

  /** Listens like systemd does. */
  const listen = async (): Promise<void> => {
    const child = spawn('socat', ['-u', `UNIX-RECV:${socket}`, '-'], { stdio: ['ignore', 'pipe', 'ignore'] })
    children.push(child)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    await expect.poll(() => existsSync(socket)).toBe(true)
  }
  const count = (state: string): number => received.split(state).length - 1

  it('are not sent without NOTIFY_SOCKET', () => {
    const codes: string[] = []
    const systemd = createSystemdNotify(
      createStrictLog((_, code) => codes.push(code)),
      {},
    )
    systemd.ready()
    systemd.stopping()
    expect(codes).toEqual([])
  })

  it('that cannot be sent are logged once, and stop nothing', async () => {
    const codes: string[] = []
    const log = createStrictLog((_, code) => codes.push(code))
    const systemd = createSystemdNotify(log, { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '60000', PATH: folder })
    // Tests share a process, which would start a program every 20 milliseconds until the end of the run.
    onTestFinished(systemd.silence)
    systemd.ready()
    await expect.poll(() => codes).toEqual(['server.notify-failed'])
    await sleep(100)
    expect(codes).toHaveLength(1)
  })

  it('include no watchdog message if systemd expects it from another process', async (context) => {
    if (missing !== undefined) return context.skip(`${missing} is not installed`)
    await listen()
    const env = { NOTIFY_SOCKET: socket, PATH: process.env.PATH, WATCHDOG_USEC: '60000' }
    createSystemdNotify(
      createStrictLog(() => {}),
      { ...env, WATCHDOG_PID: '1' },
      2,
    ).ready()
    await expect.poll(() => count('READY=1')).toBe(1)
    await sleep(300)
    expect(count('WATCHDOG=1')).toBe(0)
  })

  it('report that the server is ready, that its event loop hangs, and that it stops', async (context) => {
    if (missing !== undefined) return context.skip(`${missing} is not installed`)
    await listen()
    const server = spawn(process.execPath, [backOfficeProgram, '--port', '0', '--data', join(folder, 'data')], {
      // systemd would end the server after 1.5 seconds without a sign of life.
      env: { ...process.env, NOTIFY_SOCKET: socket, WATCHDOG_USEC: '1500000', ATRIUM_ENVIRONMENT: 'TEST' },
      stdio: 'ignore',
    })
    children.push(server)
    await expect.poll(() => count('READY=1'), { timeout: 100_000 }).toBe(1)
    await expect.poll(() => count('WATCHDOG=1'), { timeout: 30_000 }).toBeGreaterThan(2)
    server.kill('SIGSTOP')
    // A message that was sent before may still be on its way.
    await sleep(1_500)
    const before = count('WATCHDOG=1')
    await sleep(1_600)
    expect(count('WATCHDOG=1')).toBe(before)
    server.kill('SIGCONT')
    await expect.poll(() => count('WATCHDOG=1'), { timeout: 30_000 }).toBeGreaterThan(before)
    server.kill('SIGTERM')
    await expect.poll(() => count('STOPPING=1'), { timeout: 30_000 }).toBe(1)
  })
})
