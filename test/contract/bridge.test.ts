import fc from 'fast-check'
import { howMany } from '../fixtures/deep.ts'
import { describeBridge } from './bridge-suite.ts'
import { buildElectronPreload, overIpc, overMemory, overWebSocket } from './bridge-transports.ts'

const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true })
const preload = await buildElectronPreload()

describeBridge('memory', overMemory, { canBreak: false, fuzzRuns: howMany(1000), anyValue: anything })
describeBridge('an IPC pair', overIpc(preload), { canBreak: false, fuzzRuns: howMany(150), anyValue: anything })
describeBridge('WebSocket', overWebSocket, { canBreak: true, fuzzRuns: howMany(150), anyValue: fc.jsonValue() })
