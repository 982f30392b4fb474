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
  isSmallest: 'It cannot be shown smaller.',
  zoomIn: 'Zoom in',
  isLargest: 'It cannot be shown larger.',
  fits: 'Fits',
  zoom: (percent: number) => `${percent} %`,
  encrypted: 'Opens with a password',
  pageDamaged: (number: number) => `Page ${number} is damaged and cannot be shown.`,
  pageWithoutText: 'This page is a picture without text.',
  notShown: 'The file cannot be shown',
  locked: 'The file is locked',
  lockedText: 'It opens with a password, and not with the one that is known here.',
  unsupportedText: 'Only PDF, PNG and JPEG files are shown here.',
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

/** The zoom steps, as parts of the window's width; 1 shows the whole width of a page. */
export const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
export type Zoom = (typeof zooms)[number]

/** Returns the next zoom step in a direction, or the same where there is none. */
export const stepZoom = (zoom: Zoom, direction: 1 | -1): Zoom => zooms[zooms.indexOf(zoom) + direction] ?? zoom
