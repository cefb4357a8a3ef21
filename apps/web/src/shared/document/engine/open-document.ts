import {
  getDocument,
  PDFDataRangeTransport,
  PDFWorker,
  VerbosityLevel,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { DocumentError, readPart, type FileStart } from './document-file.ts'

/**
 * Each range request has this size. pdf.js requests neighbouring ranges together, so a picture needs one request. Single ranges
 * hold facts about pages, which pdf.js reads for all pages of the same list.
 */
const partBytes = 16 * 1024

export interface OpenedDocument {
  pdf: PDFDocumentProxy
  /** True means that pages can be measured without another request. */
  isWhole: boolean
  close: () => Promise<void>
}

interface Source {
  address: string
  start: FileStart
  /** This worker reads the file. Without it, as in tests, the main thread reads the file. */
  worker?: Worker
  /** Runs when a later part of the file could not be read. */
  onLost: (error: unknown) => void
}

/** Throws a DocumentError. */
export async function openDocument(source: Source): Promise<OpenedDocument> {
  const { start, worker } = source
  const isWhole = start.bytes.length >= start.length
  const parts = isWhole ? null : new FileParts(source)
  const loading = getDocument({
    ...(parts ? { range: parts } : { data: start.bytes }),
    ...(worker && { worker: PDFWorker.create({ port: worker }) }),
    rangeChunkSize: partBytes,
    // Automatic fetching of the rest is disabled, because mobile data costs money.
    disableAutoFetch: true,
    disableStream: true,
    BinaryDataFactory: PdfDataFactory,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    return { pdf: await loading.promise, isWhole, close: () => loading.destroy() }
  } catch (error) {
    await loading.destroy()
    throw new DocumentError(faultOf(error), { cause: error })
  }
}

function faultOf(error: unknown) {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') return 'password'
  return name === 'InvalidPDFException' ? 'damaged' : 'unshown'
}

class FileParts extends PDFDataRangeTransport {
  readonly #source: Source
  readonly #reading = new AbortController()

  constructor(source: Source) {
    super(source.start.length, source.start.bytes)
    this.#source = source
  }

  override requestDataRange(begin: number, end: number): void {
    const { signal } = this.#reading
    readPart(this.#source.address, [begin, end], signal).then(
      (bytes) => this.onDataRange(begin, bytes),
      (error: unknown) => {
        if (!signal.aborted) this.#source.onLost(error)
      },
    )
  }

  override abort(): void {
    this.#reading.abort()
  }
}

class PdfDataFactory {
  fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    return import('./pdf-data.ts').then(({ pdfData }) => pdfData(filename))
  }
}
