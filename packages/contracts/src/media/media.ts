import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { uploadPurposes } from '../limits.ts'

export const mediaEndpoints = {
  uploadFile: endpoint({
    call: 'POST /upload',
    isInFirstLoad: true,
    // The media rules decide which purposes a role may upload for, once the purpose is known.
    access: byRole('file.uploadAvatar'),
    summary: 'Upload one file (multipart field `file`); `purpose` as query or as a field before the file',
    accepts: 'multipart',
    query: z.object({ purpose: z.optional(z.enum(uploadPurposes)) }),
    answer: z.object({
      success: z.literal(true),
      url: z.string(),
      data: z.object({
        url: z.string(),
        /** Bytes. */
        size: z.int(),
        contentType: z.string(),
      }),
    }),
    status: 201,
    refusals: [
      'FILE_MISSING',
      'FILE_TOO_LARGE',
      'FILE_TYPE_UNSUPPORTED',
      'IMAGE_TYPE_UNSUPPORTED',
      'CAPTIONS_TYPE_UNSUPPORTED',
      'QUIZ_TYPE_UNSUPPORTED',
      'QUIZ_INVALID',
      'PICTURE_TOO_LARGE',
      'FILE_EMPTY',
      'FILE_UNREADABLE',
      'STORAGE_FULL',
      'UPLOAD_QUOTA_REACHED',
      'TOO_MANY_UPLOADS',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
} as const
