import { DocumentError } from './document-file.ts'
import { openDocument } from './open-document.ts'
// oxlint-disable-next-line import/default -- with `?worker&url` the build answers the worker's address
import workerUrl from './pdf.worker.ts?worker&url'
import { trustedScript } from '../../../platform/page/trusted-script.ts'

/** Tells whether a PDF asks its readers for a password. A damaged file returns false, because the server refuses it anyway. */
export async function asksForPassword(
  bytes: Uint8Array<ArrayBuffer>,
  startWorker: () => Worker | null = () => new Worker(trustedScript(workerUrl), { type: 'module' }),
): Promise<boolean> {
  const worker = startWorker()
  try {
    const opened = await openDocument({
      address: '',
      start: { length: bytes.length, bytes },
      onLost: () => undefined,
      ...(worker && { worker }),
    })
    await opened.close()
    return false
  } catch (error) {
    if (error instanceof DocumentError) return error.fault === 'password'
    throw error
  } finally {
    worker?.terminate()
  }
}
