import type { MllpSettings } from '../kernel/options/mllp-options.ts'
import { startMllpListener } from '../outside/results/mllp-listener.ts'
import { maxHl7Bytes, noteLostHl7, receiveHl7 } from './receive-hl7.ts'
import { type ResultIntake, startResultIntake } from './result-intake.ts'

/** Receives results while the server runs. */
export type ReceivingResults = {
  readonly intake: ResultIntake
  /** The port of the MLLP listener; null if there is none. */
  readonly port: number | null
  stop(): Promise<void>
}

/**
 * Starts to receive results over MLLP, if it is configured, and to decide the stored ones. Rejects if the port is
 * taken.
 */
export const startReceivingResults = async ({
  mllp,
  ...options
}: Parameters<typeof startResultIntake>[0] & {
  readonly mllp: MllpSettings | undefined
}): Promise<ReceivingResults> => {
  const intake = startResultIntake(options)
  const start = (settings: MllpSettings) =>
    startMllpListener({
      host: settings.host,
      port: settings.port,
      tls: settings.tls,
      allows: (address) => settings.allowed === null || settings.allowed.has(toPlainAddress(address)),
      maxBytes: maxHl7Bytes,
      log: options.log,
      lose: (loss, address) => noteLostHl7(loss, { ...options, now: options.now(), address: toPlainAddress(address) }),
      take: async (frame, address) => {
        const acknowledgement = await receiveHl7(frame, {
          ...{ ...options, now: options.now() },
          address: toPlainAddress(address),
        })
        // The sender gets its acknowledgement first, because the result is stored and deciding it takes longer.
        setImmediate(() => void intake.decideAll())
        return acknowledgement
      },
    })
  const listener =
    mllp === undefined
      ? null
      : await start(mllp).catch(async (error: unknown) => {
          await intake.stop()
          throw error
        })
  void intake.decideAll()
  return {
    intake,
    port: listener?.port ?? null,
    stop: async () => {
      await listener?.close()
      await intake.stop()
    },
  }
}

/** Returns an IPv4 address in its own form when a socket for both families reports it: `::ffff:10.0.0.7`. */
const toPlainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')
