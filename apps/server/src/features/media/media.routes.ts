import { uploadMaxBytes, uploadPurposes, type UploadPurpose } from '@apogee/contracts/limits.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#server/policy/caller.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Media } from './media.service.ts'
import type { MediaRow } from './media.store.ts'

/** A form contains one file and a few fields; a further part ends the upload with an error. The service limits the file's bytes. */
export const multipartLimits = {
  files: 1,
  fields: 4,
  parts: 5,
  fieldNameSize: 100,
  fieldSize: 1000,
  headerPairs: 20,
  fileSize: uploadMaxBytes + 1,
} as const

/** The number of bytes of a refused upload that are read before its connection is closed. */
const drainBytes = 2 * uploadMaxBytes
const drainMs = 30_000

export function mediaRoutes(media: Media): Handlers {
  const uploaded = (caller: Caller, file: MediaRow) => {
    const url = media.signedUrl(caller, file.publicId)
    return { url, data: { url, size: file.sizeBytes, contentType: file.contentType } }
  }
  return {
    beginUpload: (call) => withData(media.partedUploads.begin(call.user, call.body)),
    continueUpload: (call) => withData(media.partedUploads.next(call.user, call.body.upload)),
    completeUpload: async (call) =>
      uploaded(call.user, await media.partedUploads.complete(call.user, call.body.upload)),
    abandonUpload: async (call) => media.partedUploads.abandon(call.user, call.body.upload),
    uploadFile: async (call) => {
      const caller = call.user
      if (!call.request.isMultipart()) refuse('FILE_MISSING')
      try {
        return uploaded(caller, await receive(media, caller, call.request, call.query.purpose))
      } catch (error) {
        drain(call.request)
        if (isParserError(error)) refuse('MALFORMED_REQUEST')
        throw error
      }
    },
  }
}

/** Reads the parts of a form in order. If the rest of the form is invalid, the stored file is removed. */
async function receive(
  media: Media,
  caller: Caller,
  request: FastifyRequest,
  asked: UploadPurpose | undefined,
): Promise<MediaRow> {
  let purpose = asked
  let stored: MediaRow | undefined
  try {
    for await (const part of request.parts({ limits: multipartLimits })) {
      if (part.type === 'field') {
        if (part.fieldname !== 'purpose') continue
        const named = purposeFrom(part.value)
        if (stored ? named !== stored.purpose : asked !== undefined && named !== asked) refuseLatePurpose()
        purpose = named
        continue
      }
      if (stored) refuse('MALFORMED_REQUEST')
      if (part.fieldname !== 'file') refuse('FILE_MISSING')
      stored = await media.upload(caller, {
        purpose: purpose ?? 'lesson',
        name: part.filename,
        content: part.file,
      })
    }
    return stored ?? refuse('FILE_MISSING')
  } catch (error) {
    if (stored) await media.discardUpload(stored)
    throw error
  }
}

function purposeFrom(value: unknown): UploadPurpose {
  const known = uploadPurposes.find((purpose) => purpose === value)
  return (
    known ??
    refuse('VALIDATION', {
      issues: [{ path: 'purpose', message: `must be one of ${uploadPurposes.join(', ')}` }],
    })
  )
}

function refuseLatePurpose(): never {
  refuse('VALIDATION', {
    issues: [{ path: 'purpose', message: 'must come before the file and be the same everywhere' }],
  })
}

/**
 * Detects the form parser's own errors: too many parts, a broken or endless boundary ('needle' in the message), or an early end.
 */
const isParserError = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && String(error.code).startsWith('FST_')) ||
    /multipart|terminated early|Malformed|needle/i.test(error.message))

/**
 * Discards the rest of a refused upload, so that a client that is still sending reads the refusal instead of a broken connection.
 * Closes the connection if too many bytes follow or they take too long.
 */
function drain({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  let bytes = 0
  const patience = setTimeout(() => raw.destroy(), drainMs)
  patience.unref()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > drainBytes) raw.destroy()
  })
  raw.once('close', () => clearTimeout(patience))
  // The form parser may have stopped reading, which would block the rest of the body.
  raw.unpipe()
  raw.resume()
}
