import { existsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { inspectEncryptedDatabase } from '#runtime/encrypted-database.ts'
import type { CheckedDatabase, DatabaseToCheck } from './check-files.ts'

const checkFile = ({ path, keyHex }: DatabaseToCheck): CheckedDatabase => {
  if (!existsSync(path)) return { migrations: null, integrity: 'missing' }
  try {
    const { userVersion, isSound } = inspectEncryptedDatabase(path, keyHex)
    return { migrations: userVersion, integrity: isSound ? 'sound' : 'damaged' }
  } catch {
    return { migrations: null, integrity: 'damaged' }
  }
}

// Runs in a thread of its own, because reading every page of a large cache would freeze the window.
if (parentPort !== null) parentPort.postMessage((workerData as readonly DatabaseToCheck[]).map(checkFile))
