import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import { formatSize } from '#domain/format/format-size.ts'
import { type ImportProgress, type ImportReport, maxUploadBytes } from '#domain/import/import-report.ts'
import { readAsBase64 } from '../kit/base64.ts'
import { importWords } from './import-words.ts'

type ImportStep = 'check' | 'store'

type ImportState = {
  /** The chosen file; its content is read again for each step. */
  readonly file: File | null
  /** Why this screen cannot import the chosen file. */
  readonly refusal: string | null
  readonly running: ImportStep | null
  readonly progress: ImportProgress | null
  readonly report: ImportReport | null
  readonly failure: { readonly step: ImportStep; readonly failure: Failure } | null
  choose(file: File): void
  /** Checks or imports the chosen file. Returns the report if the file was imported, otherwise null. */
  run(step: ImportStep): Promise<ImportReport | null>
}
export type ImportStore = StoreApi<ImportState>

type Parts = {
  readonly bridge: Pick<Bridge, 'import'>
  readonly newKey: () => string
  /** Reads a file as base64; null if it cannot be read. */
  readonly readFile?: (file: File) => Promise<string | null>
  /** Waits before each read of the progress. */
  readonly pause?: () => Promise<void>
}

const progressMs = 1000

const pauseForProgress = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, progressMs))

/** Checks the size of a file without reading the file. Returns why this screen cannot import it; null if it can. */
const whyNot = (file: File): string | null => {
  if (file.size === 0) return importWords.file.empty
  return file.size > maxUploadBytes
    ? importWords.file.tooLarge(formatSize(file.size), formatSize(maxUploadBytes))
    : null
}

/** Creates the store of one visit to the Import section. */
export const createImportStore = ({
  bridge,
  newKey,
  readFile = readAsBase64,
  pause = pauseForProgress,
}: Parts): ImportStore => {
  // A retry after a lost reply reuses this key, so that nothing is imported twice.
  let storeKey = newKey()
  return createStore<ImportState>()((set, get) => {
    // A step that begins within a pause must not show the progress of the step before it.
    let followed: { readonly idempotencyKey: string } | null = null
    const follow = async (step: { readonly idempotencyKey: string }): Promise<void> => {
      for (await pause(); followed === step; await pause()) {
        const reply = await bridge.import.readProgress({ idempotencyKey: step.idempotencyKey })
        if (reply.ok && followed === step) set({ progress: reply.value })
      }
    }
    return {
      file: null,
      refusal: null,
      running: null,
      progress: null,
      report: null,
      failure: null,

      choose: (file) => {
        const refusal = whyNot(file)
        storeKey = newKey()
        set({ file: refusal === null ? file : null, refusal, report: null, failure: null })
      },

      run: async (step) => {
        const { file, running } = get()
        if (file === null || running !== null) return null
        const idempotencyKey = step === 'check' ? newKey() : storeKey
        set({ running: step, progress: null, failure: null })
        const base64 = await readFile(file)
        if (base64 === null) {
          set({ running: null, file: null, report: null, refusal: importWords.file.unreadable })
          return null
        }
        followed = { idempotencyKey }
        void follow(followed)
        const reply = await bridge.import.run({ base64, isDryRun: step === 'check', idempotencyKey })
        followed = null
        if (!reply.ok) {
          if (reply.failure.code !== 'outcome-unknown') storeKey = newKey()
          set({ running: null, failure: { step, failure: reply.failure } })
          return null
        }
        if (step === 'store') storeKey = newKey()
        set({ running: null, report: reply.value })
        return reply.value.isStored ? reply.value : null
      },
    }
  })
}
