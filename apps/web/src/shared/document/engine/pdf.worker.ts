/** Reads PDF files in a worker thread. Uses the legacy build, because phones with older browsers need the viewer. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
