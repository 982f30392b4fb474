import { execFile } from 'node:child_process'
import type { Log } from './log.ts'

/** Sends the state of a service of `Type=notify` to systemd. Every method returns at once and throws nothing. */
export type SystemdNotify = {
  /**
   * Reports that the service takes calls. From then on, its event loop sends signs of life, if the unit has
   * `WatchdogSec`.
   */
  ready(): void
  /** Reports that the service is stopping. */
  stopping(): void
  /** Ends the signs of life. Services never call this method: they send signs until their process ends. */
  silence(): void
}

type Variables = Readonly<Record<string, string | undefined>>

/** Node has no datagram sockets of the kind that systemd listens on, so systemd's own program sends the messages. */
const program = 'systemd-notify'
const sendMs = 5_000

/**
 * Returns the pause between two signs of life, a third of the limit; null if systemd expects none from this process.
 */
const readPauseMs = ({ WATCHDOG_USEC, WATCHDOG_PID }: Variables, pid: number): number | null => {
  const limitMs = Number(WATCHDOG_USEC) / 1000
  if (!Number.isFinite(limitMs) || limitMs <= 0) return null
  return WATCHDOG_PID === undefined || WATCHDOG_PID === String(pid) ? limitMs / 3 : null
}

/**
 * Creates the messages to systemd. Without NOTIFY_SOCKET, as in a container or a terminal, they do nothing. The timer
 * runs in the event loop: while the loop hangs, systemd gets no sign of life, and ends and restarts the process.
 */
export const createSystemdNotify = (log: Log, env: Variables = process.env, pid = process.pid): SystemdNotify => {
  const { NOTIFY_SOCKET: socket, PATH: path } = env
  if (!socket) return { ready: () => {}, stopping: () => {}, silence: () => {} }
  let timer: NodeJS.Timeout | undefined
  let hasFailed = false
  const send = (...states: readonly string[]): void => {
    execFile(program, [...states], { env: { NOTIFY_SOCKET: socket, PATH: path }, timeout: sendMs }, (error) => {
      if (error !== null && !hasFailed) log('warning', 'server.notify-failed')
      hasFailed = error !== null
    })
  }
  return {
    ready: () => {
      send('READY=1')
      const pauseMs = readPauseMs(env, pid)
      if (pauseMs !== null) timer = setInterval(() => send('WATCHDOG=1'), pauseMs).unref()
    },
    stopping: () => send('STOPPING=1'),
    silence: () => clearInterval(timer),
  }
}
