import type { PageSize } from '#domain/values/page-size.ts'

/** A page's measures in points. */
export type PageFormat = {
  readonly width: number
  readonly height: number
  /** The space that stays empty at each edge. */
  readonly margin: number
  readonly contentWidth: number
}

const sizes: { readonly [Size in PageSize]: { readonly width: number; readonly height: number } } = {
  letter: { width: 612, height: 792 },
  a4: { width: 595.28, height: 841.89 },
}

/** Returns the measures of a page size. */
export const pageFormat = (size: PageSize, margin = 50): PageFormat => ({
  ...sizes[size],
  margin,
  contentWidth: sizes[size].width - 2 * margin,
})
