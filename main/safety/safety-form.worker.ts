import { parentPort, workerData } from 'node:worker_threads'
import { drawSafetyForm } from './draw-safety-form.ts'
import type { SafetyFormWorkerData, SafetyFormWorkerMessage } from './pdf-maker.ts'

/** Draws one form and ends; what it throws reaches whoever started it. */
const draw = async (port: NonNullable<typeof parentPort>, { form, fonts }: SafetyFormWorkerData): Promise<void> =>
  port.postMessage((await drawSafetyForm(form, fonts)) satisfies SafetyFormWorkerMessage)

if (parentPort !== null) await draw(parentPort, workerData as SafetyFormWorkerData)
