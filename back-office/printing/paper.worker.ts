import { serveDrawings } from '#paper/sheet/serve-drawings.ts'
import { drawPaper } from './draw-paper.ts'
import type { PaperWorkerData } from './paper-maker.ts'

serveDrawings(({ request }: PaperWorkerData, fonts) => drawPaper(request, fonts))
