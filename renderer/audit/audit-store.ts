import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CheckedHead, KeptHeads } from '#contract/audit/fields.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { AuditFilter } from '#domain/audit/audit-filter.ts'
import type { AuditRow } from '#domain/audit/audit-row.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { saveFile } from '../kit/save-file.ts'

type AuditView = { readonly rows: readonly AuditRow[]; readonly next: number | null }

/** A task that the user starts in addition to reading the list: saving a file, or checking or reviewing heads. */
export type AuditTask = 'events' | 'pdf' | 'csv' | 'heads' | 'check' | 'review'

type AuditState = {
  readonly filter: AuditFilter
  readonly view: Loadable<AuditView>
  /** Why the last reading failed while an earlier list is still shown. */
  readonly behind: Failure | null
  /** The state of reading the next page. */
  readonly more: Submission
  readonly task: { readonly name: AuditTask; readonly state: Submission } | null
  /** The last report of each workstation about the heads that it keeps. */
  readonly kept: Loadable<readonly KeptHeads[]>
  readonly load: () => Promise<void>
  /** Shows the rows of another filter, newest first. */
  readonly aim: (filter: AuditFilter) => Promise<void>
  readonly loadMore: () => Promise<void>
  /** Saves the rows of the filter as FHIR AuditEvents. Returns whether the file was saved. */
  readonly saveEvents: () => Promise<boolean>
  readonly saveReport: (memberID: MemberID, format: 'pdf' | 'csv') => Promise<boolean>
  /** Saves the heads that this workstation keeps, for `verify-audit --heads`. Returns their number. */
  readonly saveHeads: () => Promise<number | null>
  /** Asks the server to compare its log with the heads that this workstation keeps. */
  readonly checkHeads: () => Promise<readonly CheckedHead[] | null>
  readonly loadKept: () => Promise<void>
  /** Closes the shown differences with a reason. Returns whether the server stored the review. */
  readonly reviewHeads: (reason: string) => Promise<boolean>
}
export type AuditStore = StoreApi<AuditState>

/** Heads have only ASCII characters. */
const toBase64 = (text: string): string => btoa(text)

/** Creates the store of the audit log: its rows, newest first, its exports, and the check of heads. */
export const createAuditStore = (bridge: Pick<Bridge, 'audit'>): AuditStore =>
  createStore<AuditState>((set, get) => {
    const readings = createReadings()
    const keptReadings = createReadings()
    /** Runs one task at a time. A failure is kept until the next task starts. */
    const run = async <Value>(name: AuditTask, ask: () => Promise<Reply<Value>>): Promise<Value | null> => {
      if (get().task?.state.kind === 'pending') return null
      set({ task: { name, state: { kind: 'pending' } } })
      const reply = await ask()
      set({ task: { name, state: reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure } } })
      return reply.ok ? reply.value : null
    }
    return {
      filter: {},
      view: { kind: 'idle' },
      behind: null,
      more: { kind: 'idle' },
      task: null,
      kept: { kind: 'idle' },
      load: async () => {
        const isLatest = readings.begin()
        if (get().view.kind !== 'ready') set({ view: { kind: 'loading' } })
        const reply = await bridge.audit.read(get().filter)
        if (!isLatest()) return
        if (reply.ok) set({ view: { kind: 'ready', value: reply.value }, behind: null, more: { kind: 'idle' } })
        else if (get().view.kind === 'ready') set({ behind: reply.failure })
        else set({ view: { kind: 'failed', failure: reply.failure } })
      },
      aim: async (filter) => {
        set({ filter, view: { kind: 'loading' }, behind: null, task: null })
        await get().load()
      },
      loadMore: async () => {
        const { view, more, filter } = get()
        if (view.kind !== 'ready' || view.value.next === null || more.kind === 'pending') return
        const isLatest = readings.begin()
        set({ more: { kind: 'pending' } })
        const reply = await bridge.audit.read({ ...filter, before: view.value.next })
        if (!isLatest()) return
        if (!reply.ok) {
          set({ more: { kind: 'failed', failure: reply.failure } })
          return
        }
        const { rows, next } = reply.value
        set({ more: { kind: 'idle' }, view: { kind: 'ready', value: { rows: [...view.value.rows, ...rows], next } } })
      },
      saveEvents: async () => {
        const file = await run('events', () => bridge.audit.exportEvents(get().filter))
        if (file !== null) saveFile(file.base64, file.fileName, 'application/fhir+ndjson')
        return file !== null
      },
      saveReport: async (memberID, format) => {
        const file = await run(format, () => bridge.audit.exportMember({ memberID, format }))
        if (file !== null) saveFile(file.base64, file.fileName, format === 'csv' ? 'text/csv' : 'application/pdf')
        return file !== null
      },
      saveHeads: async () => {
        const kept = await run('heads', () => bridge.audit.readHeads({}))
        if (kept === null) return null
        if (kept.heads.length > 0) saveFile(toBase64(JSON.stringify(kept)), 'audit-heads.json', 'application/json')
        return kept.heads.length
      },
      checkHeads: async () => (await run('check', () => bridge.audit.checkHeads({})))?.heads ?? null,
      loadKept: async () => {
        const isLatest = keptReadings.begin()
        if (get().kept.kind !== 'ready') set({ kept: { kind: 'loading' } })
        const reply = await bridge.audit.readKeptHeads({})
        if (!isLatest()) return
        if (reply.ok) set({ kept: { kind: 'ready', value: reply.value.workstations } })
        else if (get().kept.kind !== 'ready') set({ kept: { kind: 'failed', failure: reply.failure } })
      },
      reviewHeads: async (reason) => {
        const { kept } = get()
        if (kept.kind !== 'ready') return false
        const until = Math.max(0, ...kept.value.filter(({ isOpen }) => isOpen).map(({ problemAt }) => problemAt ?? 0))
        const left = await run('review', () => bridge.audit.reviewHeads({ until, reason }))
        if (left !== null) {
          keptReadings.expire()
          set({ kept: { kind: 'ready', value: left.workstations } })
        }
        return left !== null
      },
    }
  })
