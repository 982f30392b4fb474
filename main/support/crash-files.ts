import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  addRepeat,
  type Crash,
  type CrashReport,
  crashReportSchema,
  isSameCrash,
  maxCrashReports,
  toCrashReport,
} from '#domain/support/crash-report.ts'
import type { ToOwnFile } from '#domain/support/redact-error.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { Log } from '#runtime/log.ts'
import { makePrivateFolder } from '#runtime/private-modes.ts'
import { replaceFile } from '#runtime/replace-file.ts'
import type { CrashReports } from '../platform.ts'

type CrashFilesParts = {
  readonly dataFolder: string
  readonly version: string
  readonly shell: CrashReport['shell']
  readonly toOwnFile: ToOwnFile
  readonly log: Log
  now(): Instant
}

type StoredReport = { readonly file: string; readonly report: CrashReport | null }

const filePattern = /^crash-\d{1,15}-\d{1,3}\.json$/
/**
 * A partly written report. Its name never changes, so that the next report replaces a file that a killed program left
 * behind.
 */
const partFile = 'crash.part'
/** The largest file that is read. The largest possible report, with twelve places and three causes, is smaller. */
const maxBytes = 32_768
/**
 * Maximum number of crashes that one run of the program records for each `where`. A window that crashes in a loop must
 * not write to the disk without end.
 */
const maxInARun = 100

/**
 * Opens the crash reports in the folder `crashes` of the data folder, one small JSON file each. The folder is
 * as private as the data folder. A report is redacted before it is written. It is first written under another name,
 * so that a killed program leaves no half-written report. A crash that repeats is counted in its report. The newest 20
 * reports are kept.
 */
export const openCrashFiles = (parts: CrashFilesParts): CrashReports => {
  const { log } = parts
  const folder = join(parts.dataFolder, 'crashes')
  const recorded = new Map<Crash['where'], number>()
  let isRecording = false

  const readReport = (file: string): CrashReport | null => {
    try {
      const path = join(folder, file)
      if (statSync(path).size > maxBytes) return null
      return crashReportSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null
    } catch {
      return null
    }
  }

  /** The stored reports by the time of their last crash; those that cannot be read come first. */
  const list = (): readonly StoredReport[] => {
    let files: readonly string[]
    try {
      files = readdirSync(folder)
    } catch {
      // There was no crash yet.
      return []
    }
    return files
      .filter((file) => filePattern.test(file))
      .map((file): StoredReport => ({ file, report: readReport(file) }))
      .sort((one, other) => (one.report?.lastAt ?? '').localeCompare(other.report?.lastAt ?? ''))
  }

  const write = (file: string, report: CrashReport): void => {
    makePrivateFolder(folder)
    replaceFile(join(folder, file), `${JSON.stringify(report)}\n`, join(folder, partFile))
  }

  const freeName = (report: CrashReport, stored: readonly StoredReport[]): string => {
    const name = (number: number): string => `crash-${toEpochMs(report.firstAt)}-${number}.json`
    let number = 1
    while (stored.some(({ file }) => file === name(number))) number += 1
    return name(number)
  }

  const store = (report: CrashReport): void => {
    const stored = list()
    const before = stored.find((one) => one.report !== null && isSameCrash(one.report, report))
    if (before?.report) {
      write(before.file, addRepeat(before.report, report))
      return
    }
    write(freeName(report, stored), report)
    for (const { file } of stored.slice(0, Math.max(0, stored.length + 1 - maxCrashReports))) {
      rmSync(join(folder, file), { force: true })
    }
  }

  const record = (crash: Crash): void => {
    // A crash that happens while another crash is being recorded is ignored: the recording itself may have caused it.
    const before = recorded.get(crash.where) ?? 0
    if (isRecording || before >= maxInARun) return
    isRecording = true
    recorded.set(crash.where, before + 1)
    try {
      const report = toCrashReport(crash, { ...parts, now: parts.now() })
      const { where, error, code, at } = report
      store(report)
      log('error', 'crash.recorded', {
        kind: where,
        error,
        code: code ?? undefined,
        at,
      })
    } catch (thrown) {
      try {
        const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown'
        log('error', 'crash.not-recorded', { code })
      } catch {
        // Nothing can be written, and a crash handler must not throw.
      }
    } finally {
      isRecording = false
    }
  }

  try {
    rmSync(join(folder, partFile), { force: true })
  } catch {
    // The next report replaces the file.
  }
  return { record, read: () => list().flatMap(({ report }) => report ?? []) }
}
