import { uploadMaxBytes, type UploadPurpose } from '@apogee/contracts/limits.ts'
import { addressOf, ApiError, bearer, failureOf, noAnswer, traceparent, withProof } from './client.ts'

export interface UploadOptions {
  purpose?: UploadPurpose
  /** The share of the sent bytes is from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/**
 * Uploads one file and returns its URL. Uses XMLHttpRequest, because fetch reports no upload progress. Refuses files above 100 MB
 * before sending (docs/specification.md#5-validation-rules); other refusals are the server's.
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
    request.responseType = 'json'
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('error', () => reject(noAnswer(new Error('The upload was interrupted'))))
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was abandoned', 'AbortError')),
    )
    request.addEventListener('load', () => {
      const body = request.response as { url?: string; data?: { url?: string } } | null
      if (request.status >= 400) return reject(failureOf(request.status, body))
      const url = body?.url ?? body?.data?.url
      if (url) return resolve(url)
      reject(
        new ApiError({
          status: request.status,
          errorCode: 'INTERNAL',
          message: 'Upload failed: No URL returned from server',
        }),
      )
    })
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
