import type { MediumTarget } from '#contract/release/bridge.ts'

/** One file for a disc or stick; `path` is relative with `/` between folders. */
export type FileForMedium = { readonly path: string; readonly bytes: Uint8Array; readonly sha256: string }

export type WrittenMedium =
  /** Every file was read back and its hash compared. `path` is the folder or disc image. */
  | { readonly kind: 'written'; readonly path: string; readonly files: number }
  /** Nothing of it is left behind. */
  | {
      readonly kind: 'failed'
      readonly reason: 'not-there' | 'full' | 'read-only' | 'differs' | 'in-use'
      readonly words: string
    }

/** Writes what goes to a practitioner on a disc or stick, each into a folder of its own, or as a disc image (ISO 9660). */
export type MediumWriter = {
  targets(): Promise<readonly MediumTarget[]>
  write(
    input: {
      readonly target: string
      /** Names the folder or image; says nothing of anybody. */
      readonly name: string
      readonly form: 'folder' | 'image'
      readonly files: readonly FileForMedium[]
    },
    tell: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<WrittenMedium>
  /** Whether a medium of this name stands there whole, by its manifest: what became of one that was being written at a crash. */
  check(target: string, name: string): Promise<'whole' | 'partial' | 'none'>
}
