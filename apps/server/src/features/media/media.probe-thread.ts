/** The thread behind media.probe.ts: reads parts of the file from the disk, never the whole of it. */
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import { open, type FileHandle } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { getDocument, PDFDataRangeTransport, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Length } from './media.probe.ts'

const { path, contentType } = workerData as { path: string; contentType: string }

async function lengthOf(): Promise<Length> {
  try {
    return contentType === 'application/pdf' ? { pages: await pagesOf() } : { seconds: await secondsOf() }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

async function secondsOf(): Promise<number> {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) })
  try {
    const seconds = await input.computeDuration()
    if (!Number.isFinite(seconds) || seconds <= 0) throw new Error('the file gives no length')
    return Math.round(seconds * 100) / 100
  } finally {
    input.dispose()
  }
}

class PartsOfFile extends PDFDataRangeTransport {
  readonly file: FileHandle
  constructor(file: FileHandle, length: number) {
    super(length, null)
    this.file = file
  }
  override requestDataRange(begin: number, end: number): void {
    const chunk = new Uint8Array(end - begin)
    this.file.read(chunk, 0, chunk.length, begin).then(
      ({ bytesRead }) => this.onDataRange(begin, chunk.subarray(0, bytesRead)),
      // Nobody awaits this read: the thread ends with the error, and its owner reports it.
      (error: unknown) => {
        throw error
      },
    )
  }
}

async function pagesOf(): Promise<number> {
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

parentPort?.postMessage(await lengthOf())
