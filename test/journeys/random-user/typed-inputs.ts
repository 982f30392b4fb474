import type { Sheet } from './read-window.ts'

/** One typed or chosen value, and what its field shows instead. */
type Lost = { readonly sheet: string; readonly field: string; readonly typed: string; readonly shown: string }

/** The values, by form, that one person typed or chose and has neither committed nor discarded. */
export type TypedInputs = {
  /** Records all values of a form after a change in it. */
  take(sheet: string, shown: Sheet): void
  forget(sheet: string): void
  forgetField(sheet: string, field: string): void
  of(sheet: string): Sheet | undefined
  sheets(): readonly string[]
  /** Returns, for the forms on the screen, the typed values that these forms do not show. */
  findLost(shown: Readonly<Record<string, Sheet>>): readonly Lost[]
  /** Returns how many typed values were compared with the screen. */
  compared(): number
}

const filled = (sheet: Sheet): Sheet => Object.fromEntries(Object.entries(sheet).filter(([, value]) => value !== ''))

/**
 * Creates the record of typed values. A form that is not on the screen is checked when it is opened again. Some fields
 * of a booking, such as a reason, appear only after a certain answer; they are checked only while they are shown.
 */
export const createTypedInputs = (): TypedInputs => {
  const typed = new Map<string, Sheet>()
  let compared = 0
  return {
    take: (sheet, shown) => {
      const values = filled(shown)
      if (Object.keys(values).length === 0) typed.delete(sheet)
      else typed.set(sheet, values)
    },
    forget: (sheet) => void typed.delete(sheet),
    forgetField: (sheet, field) => {
      const { [field]: _, ...rest } = typed.get(sheet) ?? {}
      typed.set(sheet, rest)
    },
    of: (sheet) => typed.get(sheet),
    sheets: () => [...typed.keys()],
    findLost: (shown) =>
      [...typed].flatMap(([sheet, values]) => {
        const now = shown[sheet]
        if (now === undefined) return []
        compared += Object.keys(values).length
        return Object.entries(values)
          .filter(([field, value]) => now[field] !== value && !(sheet === 'booking' && now[field] === undefined))
          .map(([field, value]) => ({ sheet, field, typed: value, shown: now[field] ?? 'not shown' }))
      }),
    compared: () => compared,
  }
}
