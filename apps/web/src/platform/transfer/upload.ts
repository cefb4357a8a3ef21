import { requestIdHeader } from '@apogee/contracts/request-id.ts'
import { uploadMaxBytes, type UploadPurpose } from '@apogee/contracts/limits.ts'
import {
  accepted,
  addressOf,
  ApiError,
  bearer,
  noAnswer,
  parsed,
  traceparent,
  withProof,
  type TransportAnswer,
} from './client.ts'

export interface UploadOptions {
  purpose?: UploadPurpose
  /** Receives the share of the sent bytes, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Uploads one file and returns its URL. It uses XMLHttpRequest, because fetch reports no upload progress. It refuses files above
 * 100 MB before sending (docs/specification.md#5-validation-rules); all other rules are checked by the server.
 */
export function uploadFile(
  file: File,
  { purpose = 'lesson', onProgress, signal }: UploadOptions = {},
): Promise<string> {
  if (file.size > uploadMaxBytes) {
    return Promise.reject(
      new ApiError({ status: 413, errorCode: 'FILE_TOO_LARGE', message: 'File size exceeds 100MB limit' }),
    )
  }
  return withProof('change', () => sendFile(file, purpose, { onProgress, signal }))
}

async function urlOf(answer: TransportAnswer): Promise<string> {
  const { url } = await accepted('uploadFile', {}, answer)
  if (url) return url
  throw new ApiError({
    status: answer.status,
    errorCode: 'INTERNAL',
    message: 'Upload failed: No URL returned from server',
  })
}

function sendFile(
  file: File,
  purpose: UploadPurpose,
  { onProgress, signal }: Pick<UploadOptions, 'onProgress' | 'signal'>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const [method, path] = addressOf('uploadFile', { query: { purpose } })
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [name, value] of Object.entries({ ...bearer(), ...traceparent() }))
      request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('error', () => reject(noAnswer(new Error('The upload was interrupted'))))
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was abandoned', 'AbortError')),
    )
    request.addEventListener('load', () => {
      resolve(
        urlOf({
          status: request.status,
          body: parsed(request.responseText),
          isBare: request.getResponseHeader(requestIdHeader) === null,
        }),
      )
    })
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
