import { documentMessages } from '#domain/documents/document-messages.ts'
import type { OpeningProblem } from './opened-file.ts'

/** The texts of the viewer of files. */
export const viewerWords = {
  opening: (title: string) => `Opening ${title}`,
  tryAgain: 'Try again',
  previousPage: 'Previous page',
  isFirstPage: 'This is the first page.',
  nextPage: 'Next page',
  isLastPage: 'This is the last page.',
  page: (number: number, count: number) => `Page ${number} of ${count}`,
  zoomOut: 'Zoom out',
  isSmallest: 'This is the smallest size.',
  zoomIn: 'Zoom in',
  shortcuts: { title: 'In a document', fit: 'Fit the page to the window' },
  isLargest: 'This is the largest size.',
  fits: 'Fit width',
  zoom: (percent: number) => `${percent}%`,
  encrypted: 'Password-protected',
  pageDamaged: (number: number) => `Page ${number} is damaged and can't be shown.`,
  pageWithoutText: 'This page is an image without text.',
  notShown: "Can't show this file",
  locked: 'This file is locked',
  lockedText: "The file needs a password, and Atrium doesn't have the right one.",
  unsupportedText: 'Only PDF, PNG and JPEG files can be shown.',
}

/** The messages for files that cannot be shown. */
export const openingProblems: {
  readonly [Problem in OpeningProblem]: { readonly title: string; readonly text: string }
} = {
  damaged: { title: viewerWords.notShown, text: documentMessages.unreadable },
  locked: { title: viewerWords.locked, text: viewerWords.lockedText },
  'too-large': { title: viewerWords.notShown, text: documentMessages.tooManyPixels },
  unsupported: { title: viewerWords.notShown, text: viewerWords.unsupportedText },
}

/** The zoom steps: the width of a page, as a fraction of the viewer's width. At 1 the whole width is visible. */
export const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
export type Zoom = (typeof zooms)[number]

/** Returns the next zoom step in a direction; `zoom` itself if there is no further step. */
export const stepZoom = (zoom: Zoom, direction: 1 | -1): Zoom => zooms[zooms.indexOf(zoom) + direction] ?? zoom
