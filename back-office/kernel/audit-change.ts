import type { AuditedState } from '../database/audit-table.ts'

type Change = { readonly before: object | null; readonly after: object }

const isEmpty = (state: AuditedState): boolean =>
  Object.keys(state.values).length === 0 && Object.keys(state.hidden).length === 0

/**
 * Returns the fields that differ between two states: their values where the audit log may store them, otherwise only
 * their names, under `changed`. `before` is null for a new record. Returns null if nothing differs.
 */
export const compareStates = (before: AuditedState, after: AuditedState): Change | null => {
  const differing = (part: 'values' | 'hidden'): readonly string[] =>
    [...new Set([...Object.keys(before[part]), ...Object.keys(after[part])])].filter(
      (name) => (before[part][name] ?? null) !== (after[part][name] ?? null),
    )
  const names = differing('values')
  const changed = isEmpty(before) ? [] : differing('hidden')
  if (names.length === 0 && changed.length === 0) return null
  const pick = (state: AuditedState): object =>
    Object.fromEntries(names.map((name) => [name, state.values[name] ?? null]))
  return {
    before: isEmpty(before) ? null : pick(before),
    after: { ...pick(after), ...(changed.length > 0 && { changed }) },
  }
}
