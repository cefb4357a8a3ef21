/** Reads PDF files in a worker thread. The build for older browsers: phones are the ones that need it. */
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
