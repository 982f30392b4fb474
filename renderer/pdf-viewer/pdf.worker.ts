// Reads PDFs beside the window, so that a damaged or enormous one never holds the window up.
import 'pdfjs-dist/build/pdf.worker.mjs'
