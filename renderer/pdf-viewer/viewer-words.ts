import { documentMessages } from '#domain/documents/document-messages.ts'
import type { OpeningProblem } from './opened-file.ts'

/** The messages for files that cannot be shown. */
export const openingProblems: {
  readonly [Problem in OpeningProblem]: { readonly title: string; readonly text: string }
} = {
  damaged: { title: 'The file cannot be shown', text: documentMessages.unreadable },
  locked: { title: 'The file is locked', text: 'It opens with a password, and not with the one that is known here.' },
  'too-large': { title: 'The file cannot be shown', text: documentMessages.tooManyPixels },
  unsupported: { title: 'The file cannot be shown', text: 'Only PDF, PNG and JPEG files are shown here.' },
}

/** The zoom steps, as parts of the window's width; 1 shows the whole width of a page. */
export const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
export type Zoom = (typeof zooms)[number]

/** Returns the next zoom step in a direction, or the same where there is none. */
export const stepZoom = (zoom: Zoom, direction: 1 | -1): Zoom => zooms[zooms.indexOf(zoom) + direction] ?? zoom
