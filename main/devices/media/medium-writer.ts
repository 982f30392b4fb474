import type { MediumTarget } from '#contract/release/bridge.ts'

/** One file for a disc or stick; `path` is relative with `/` between folders. */
export type FileForMedium = { readonly path: string; readonly bytes: Uint8Array; readonly sha256: string }

export type WrittenMedium =
  /** Every file was read back and its hash compared. `path` is the folder or disc image. */
  | { readonly kind: 'written'; readonly path: string; readonly files: number }
  /** This call wrote no complete folder or image. If the medium was removed, an incomplete `.part` may remain on it. */
  | {
      readonly kind: 'failed'
      readonly reason: 'not-there' | 'full' | 'read-only' | 'differs' | 'in-use'
      readonly words: string
    }

/**
 * Writes a practitioner's files to a disc or stick. All files of one call go into one new folder or one disc image (ISO
 * 9660).
 */
export type MediumWriter = {
  targets(): Promise<readonly MediumTarget[]>
  write(
    input: {
      readonly target: string
      /** Name of the folder or image; it contains no data of a person. */
      readonly name: string
      readonly form: 'folder' | 'image'
      readonly files: readonly FileForMedium[]
    },
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<WrittenMedium>
  /** Compares the folder or image of this name with its manifest. After a crash this shows how the write ended. */
  check(target: string, name: string): Promise<'whole' | 'partial' | 'none'>
}
