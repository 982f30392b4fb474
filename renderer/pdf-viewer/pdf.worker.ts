// Reads PDFs in a worker, so that a damaged or enormous file never blocks the window.
import 'pdfjs-dist/build/pdf.worker.mjs'
