import { useEffect, useRef, useState } from 'react'
import { ok, type Reply } from '#contract/reply.ts'
import { type FieldConflict, isSameValue, mergeFields } from '#domain/study/merge-fields.ts'
import type { Drafts } from '../session/drafts.ts'
import { changeFields, type Editing, restAfterSave } from './merged-edit.ts'

/** What others see of it: the record as it is now, and its version. */
export type Current<Fields> = { readonly fields: Fields; readonly version: number }

type Options<Fields extends object> = {
  readonly current: Current<Fields>
  /** Where what is typed is kept; null where it is not. */
  readonly draft: { readonly drafts: Drafts; readonly draftID: string } | null
  readonly parse: (content: unknown) => Fields | null
  /** Writes over a version, and gives what the record has then. Failures: `stale`. Null: nothing was sent, or its failure has been said. */
  readonly send: (fields: Fields, version: number) => Promise<Reply<Fields> | null>
  /** Reads the record anew after `stale`, and has it shown; null where that fails. */
  readonly refresh: () => Promise<Current<Fields> | null>
}

/**
 * `saved`; `typed-on`: saved, but for what was typed since; `conflict`: somebody else was first, both stand to be settled;
 * `refused`: nothing was written, all is kept; `busy`: the same, since others were faster each time.
 */
export type MergedSave = 'saved' | 'typed-on' | 'conflict' | 'refused' | 'busy'

/** Others may be writing other parts of the record all the time: so often their version is taken over and tried upon. */
const mostTries = 12

export type MergedEdit<Fields extends object> = {
  /** What stands in the fields; null while nothing is changed. */
  readonly fields: Fields | null
  /** Whether it was typed before this window was opened. */
  readonly isRestored: boolean
  /** What two desks changed differently: to be settled before saving. */
  readonly conflicts: readonly FieldConflict<Fields>[]
  /** Whether this desk's own save met a conflict: it has to be seen then, wherever one looks. */
  readonly hasMetConflict: boolean
  readonly hasChanges: boolean
  readonly begin: () => void
  /** Begins too where nothing is being changed yet. */
  readonly change: (changes: Partial<Fields>) => void
  readonly settle: (field: keyof Fields, whose: 'mine' | 'theirs') => void
  readonly discard: () => void
  readonly save: () => Promise<MergedSave>
}

/**
 * Changes a small record that another desk may be changing too: what only they changed is taken over, what both changed
 * differently is shown with both sides. What is typed survives a reload, a lock and a failed save.
 */
export function useMergedEdit<Fields extends object>(options: Options<Fields>): MergedEdit<Fields> {
  const { current, draft } = options
  const [editing, setEditing] = useState<Editing<Fields> | null>(null)
  const [isRestored, setIsRestored] = useState(false)
  const [hasMetConflict, setHasMetConflict] = useState(false)
  /** What stands in the fields at this moment, also for a save that is under way. */
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
    for (let attempt = 0; attempt < mostTries; attempt += 1) {
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
      // The record has one version for all that is in it: where only other parts changed, this one is written over the new.
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
