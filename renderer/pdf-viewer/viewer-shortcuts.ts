import { viewerWords } from './viewer-words.ts'

const words = viewerWords.shortcuts

/** The keys of the document viewer, as one group of the shortcut sheet. */
export const viewerShortcuts = {
  title: words.title,
  lines: [
    { what: viewerWords.zoomIn, keys: [['+']] },
    { what: viewerWords.zoomOut, keys: [['-']] },
    { what: words.fit, keys: [['0']] },
  ],
} as const
