import { parentPort, workerData } from 'node:worker_threads'
import { drawTestPage } from './draw-test-page.ts'
import type { TestPageWorkerData, TestPageWorkerMessage } from './test-page.ts'

/** Draws one page and ends; what it throws reaches whoever started it. */
const draw = async (port: NonNullable<typeof parentPort>, { page, fonts }: TestPageWorkerData): Promise<void> =>
  port.postMessage({ bytes: await drawTestPage(page, fonts), pages: 1 } satisfies TestPageWorkerMessage)

if (parentPort !== null) await draw(parentPort, workerData as TestPageWorkerData)
