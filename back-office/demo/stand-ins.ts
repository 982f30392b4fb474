import type { StandIns } from '../kernel/stand-ins.ts'
import { hasAccounts } from '../repositories/accounts-repository.ts'
import { hashPassword } from '../session/password.ts'
import { createSimulatedProcessor } from './card-processor/simulated-processor.ts'
import { createSimulatedCarrier } from './fax/simulated-carrier.ts'
import { openMailSink } from './mail/open-mail-sink.ts'
import { createDemoSlices, demoSliceCount } from './papers/demo-dicom.ts'
import { createDemoReport, createDemoTraditionalReport } from './papers/demo-reports.ts'
import { readDemoVideo } from './papers/demo-video.ts'
import { registerStandIn } from './scheduler/register-stand-in.ts'
import { createStandInScheduler } from './scheduler/stand-in-scheduler.ts'

export const standIns: StandIns = {
  fillDemoData: async (db, { now }) => {
    if (await hasAccounts(db)) return
    // Only the first start of a demo loads this code: it draws papers, which is large.
    const { fillDemoData } = await import('./data/fill-demo-data.ts')
    await fillDemoData(db, { now, hashPassword, seed: process.env.ATRIUM_DEMO_SEED })
  },
  createProcessor: createSimulatedProcessor,
  createCarrier: createSimulatedCarrier,
  createScheduler: createStandInScheduler,
  registerScheduler: registerStandIn,
  openMailSink,
  results: {
    structuredReport: createDemoReport,
    traditionalReport: createDemoTraditionalReport,
    readFilm: readDemoVideo,
    imageCount: demoSliceCount,
    readImages: createDemoSlices,
  },
}
