import { serveDrawings } from '#paper/sheet/serve-drawings.ts'
import { drawTestPage } from './draw-test-page.ts'
import type { TestPageWorkerData } from './test-page.ts'

serveDrawings(async ({ page }: TestPageWorkerData, fonts) => ({ bytes: await drawTestPage(page, fonts), pages: 1 }))
