import { serveDrawings } from '#paper/sheet/serve-drawings.ts'
import { drawSafetyForm } from './draw-safety-form.ts'
import type { SafetyFormWorkerData } from './pdf-maker.ts'

serveDrawings(({ form }: SafetyFormWorkerData, fonts) => drawSafetyForm(form, fonts))
