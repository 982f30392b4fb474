import { useEffect, useRef, useState } from 'react'
import { ok, type Reply } from '#contract/reply.ts'
import { type FieldConflict, isSameValue, mergeFields } from '#domain/study/merge-fields.ts'
import type { Drafts } from '../session/drafts.ts'
import { changeFields, type Editing, restAfterSave } from './merged-edit.ts'

/** The record as saved, with its version. */
export type Current<Fields> = { readonly fields: Fields; readonly version: number }

type Options<Fields extends object> = {
  readonly current: Current<Fields>
  /** Where the draft is stored; null for no draft. */
  readonly draft: { readonly drafts: Drafts; readonly draftID: string } | null
  readonly parse: (content: unknown) => Fields | null
  /**
   * Saves the fields, with `version` as the optimistic lock, and returns the saved fields. After the failure `stale`
   * the edit merges and sends again. `send` itself reports every other failure to the user, and then returns that
   * failure or null. Null also means that nothing was sent.
   */
  readonly send: (fields: Fields, version: number) => Promise<Reply<Fields> | null>
  /** Reads the record again after `stale` and shows it; null if that fails. */
  readonly refresh: () => Promise<Current<Fields> | null>
}

/**
 * `saved`; `typed-on`: saved, except for what was typed during the save; `conflict`: another user changed the same
 * field, and the user must choose; `refused`: the save failed or was not sent, and the edit stays (after a lost answer
 * it may have been written); `busy`: nothing was written, because every try met a stale version, and the edit stays.
 */
export type MergedSave = 'saved' | 'typed-on' | 'conflict' | 'refused' | 'busy'

/**
 * The limit of tries. Each stale version means that another user changed some part of the record, which may happen
 * often.
 */
const maxTries = 12

export type MergedEdit<Fields extends object> = {
  /** The fields as edited; null if there is no edit. */
  readonly fields: Fields | null
  /** Whether the edit was restored from a draft. */
  readonly isRestored: boolean
  /** Fields that two workstations changed differently. The user must resolve them before saving. */
  readonly conflicts: readonly FieldConflict<Fields>[]
  /** Whether a save on this workstation found a conflict. The page must then scroll to the conflict. */
  readonly hasMetConflict: boolean
  readonly hasChanges: boolean
  readonly begin: () => void
  /** Changes fields, and begins an edit if there is none yet. */
  readonly change: (changes: Partial<Fields>) => void
  readonly settle: (field: keyof Fields, whose: 'mine' | 'theirs') => void
  readonly discard: () => void
  readonly save: () => Promise<MergedSave>
}

/**
 * Edits a small record that another workstation may be changing too. Merges fields that only the other workstation
 * changed, and returns both sides of a conflict. The draft survives a reload, a lock and a failed save.
 */
export function useMergedEdit<Fields extends object>(options: Options<Fields>): MergedEdit<Fields> {
  const { current, draft } = options
  const [editing, setEditing] = useState<Editing<Fields> | null>(null)
  const [isRestored, setIsRestored] = useState(false)
  const [hasMetConflict, setHasMetConflict] = useState(false)
  /** The current edit. A running save reads it from here, because `editing` is as it was when the save began. */
  const latest = useRef<Editing<Fields> | null>(null)
  const hasBegun = useRef(false)
  const parse = useRef(options.parse)
  const drafts = draft?.drafts
  const draftID = draft?.draftID
  useEffect(() => {
    if (drafts === undefined || draftID === undefined) return
    let isGone = false
    void drafts.read(draftID).then((content) => {
      if (isGone || hasBegun.current || typeof content !== 'object' || content === null) return
      const base = parse.current('base' in content ? content.base : null)
      const mine = parse.current('mine' in content ? content.mine : null)
      if (base === null || mine === null || isSameValue(base, mine)) return
      hasBegun.current = true
      setIsRestored(true)
      latest.current = { base, mine }
      setEditing({ base, mine })
    })
    return () => {
      isGone = true
    }
  }, [drafts, draftID])

  const put = (next: Editing<Fields> | null): void => {
    hasBegun.current = next !== null
    latest.current = next
    setEditing(next)
    setHasMetConflict(false)
    if (next === null) setIsRestored(false)
    if (draft === null) return
    if (next === null || isSameValue(next.base, next.mine)) void draft.drafts.discard(draft.draftID)
    else draft.drafts.keep(draft.draftID, next)
  }
  const merge = ({ base, mine }: Editing<Fields>, theirs: Fields) => mergeFields(base, mine, theirs)
  const merged = editing === null ? null : merge(editing, current.fields)

  const save = async (): Promise<MergedSave> => {
    if (editing === null) return 'refused'
    let known: Current<Fields> = current
    for (let attempt = 0; attempt < maxTries; attempt += 1) {
      const next = merge(editing, known.fields)
      if (next.conflicts.length > 0) {
        setHasMetConflict(true)
        return 'conflict'
      }
      const isSaid = isSameValue(next.merged, known.fields)
      const reply = isSaid ? ok(known.fields) : await options.send(next.merged, known.version)
      if (reply === null) return 'refused'
      if (reply.ok) {
        const rest = latest.current === null ? null : restAfterSave(editing.mine, latest.current.mine, reply.value)
        put(rest)
        return rest === null ? 'saved' : 'typed-on'
      }
      if (reply.failure.code !== 'stale') return 'refused'
      // One version covers the whole record. If only other parts changed, the next try sends the same fields again.
      const fresh = await options.refresh()
      if (fresh === null) return 'refused'
      known = fresh
    }
    return 'busy'
  }

  return {
    fields: merged?.merged ?? null,
    isRestored,
    conflicts: merged?.conflicts ?? [],
    hasMetConflict,
    hasChanges: merged !== null && !isSameValue(merged.merged, current.fields),
    begin: () => put({ base: current.fields, mine: current.fields }),
    change: (changes) => {
      const begun = latest.current ?? { base: current.fields, mine: current.fields }
      put(changeFields(begun, current.fields, changes))
    },
    settle: (field, whose) => {
      if (editing === null) return
      const theirs = { [field]: current.fields[field] } as unknown as Partial<Fields>
      const base = { ...editing.base, ...theirs }
      put({ base, mine: whose === 'theirs' ? { ...editing.mine, ...theirs } : editing.mine })
    },
    discard: () => put(null),
    save,
  }
}
