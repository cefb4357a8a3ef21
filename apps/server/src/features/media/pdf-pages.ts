import { open, type FileHandle } from 'node:fs/promises'
import { getDocument, PDFDataRangeTransport, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A valid file has its page count near its end and in its page tree. A file that needs more reading than this counts as broken. */
const mostBytesRead = 16 * 1024 * 1024

/** Reads parts of the file from disk when the PDF parser requests them. */
class PartsOfFile extends PDFDataRangeTransport {
  readonly file: FileHandle
  bytesAsked = 0
  constructor(file: FileHandle, length: number) {
    super(length, null)
    this.file = file
  }
  override requestDataRange(begin: number, end: number): void {
    this.bytesAsked += end - begin
    if (this.bytesAsked > mostBytesRead) throw new Error('its page tree is not where it should be')
    const chunk = new Uint8Array(end - begin)
    this.file.read(chunk, 0, chunk.length, begin).then(
      ({ bytesRead }) => this.onDataRange(begin, chunk.subarray(0, bytesRead)),
      // No caller awaits this read. The error ends the worker thread, and the owner of the thread reports the error.
      (error: unknown) => {
        throw error
      },
    )
  }
}

/** Returns the number of pages of a PDF. Throws when the file is broken or encrypted. */
export async function pagesOf(path: string): Promise<number> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const loading = getDocument({
      range: new PartsOfFile(file, size),
      disableAutoFetch: true,
      disableStream: true,
      disableFontFace: true,
      useSystemFonts: false,
      verbosity: VerbosityLevel.ERRORS,
    })
    const { numPages } = await loading.promise
    await loading.destroy()
    return numPages
  } finally {
    await file.close()
  }
}
