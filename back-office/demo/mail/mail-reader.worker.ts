import { parentPort, workerData } from 'node:worker_threads'
import { type MessageToRead, readMessage } from './read-message.ts'

/** Reads one message in a thread of its own, posts the result and ends. */
const read = async (port: NonNullable<typeof parentPort>, { bytes, recipients }: MessageToRead): Promise<void> => {
  port.postMessage(await readMessage(bytes, recipients))
  port.close()
}

if (parentPort !== null) void read(parentPort, workerData as MessageToRead)
