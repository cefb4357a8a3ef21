import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, doneAnswer, endpoint } from '../endpoint.ts'
import { uploadPurposes } from '../limits.ts'
import { limit, token } from '../texts.ts'

/** The token identifies one person's unfinished upload and is opaque. */
const uploadNamed = z.object({ upload: token(4000) })

const uploadedFile = {
  url: z.string(),
  data: z.object({
    url: z.string(),
    /** The size is in bytes. */
    size: z.int(),
    contentType: z.string(),
  }),
}

/** A browser sends lesson files to S3 directly, in parts (docs/decisions/files.md). */
const partedUploads = {
  beginUpload: endpoint({
    call: 'POST /uploads',
    bound: 'counted',
    openToSuspended: 'A file is only stored, for lessons that can still be mended.',
    scope: 'courses:write',
    access: byRole('file.uploadForCourse'),
    summary:
      "Begin an upload of a lesson's file in parts; `data` is null where `POST /upload` takes all files",
    body: z.object({
      name: z.string().check(limit(1000)),
      /** The size is in bytes. */
      size: z.int().check(z.nonnegative()),
      /** Holds the type that the browser names. It is '' when the browser does not know the type. */
      contentType: z.string().check(limit(200)),
      /** Absent means `lesson`. */
      purpose: z.optional(z.enum(['lesson', 'archive', 'package', 'text-video'])),
    }),
    answer: answerOf(z.nullable(uploadNamed)),
    refusals: [
      'FILE_TOO_LARGE',
      'FILE_TYPE_UNSUPPORTED',
      'VIDEO_TYPE_UNSUPPORTED',
      'ARCHIVE_TYPE_UNSUPPORTED',
      'PACKAGE_TYPE_UNSUPPORTED',
      'FILE_EMPTY',
      'UPLOAD_QUOTA_REACHED',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  continueUpload: endpoint({
    call: 'POST /uploads/parts',
    bound: 'parent',
    openToSuspended: 'A file is only stored, for lessons that can still be mended.',
    scope: 'courses:write',
    access: byRole('file.uploadForCourse'),
    summary: 'What has arrived of an upload, and addresses for the next missing parts; none: complete it',
    body: uploadNamed,
    answer: answerOf(
      z.object({
        storedBytes: z.int(),
        /** The client PUTs the bytes from `start` to before `end` to `url`, within 15 minutes. */
        parts: z.array(z.object({ start: z.int(), end: z.int(), url: z.string() })),
      }),
    ),
    refusals: ['UPLOAD_NOT_FOUND'],
  }),
  completeUpload: endpoint({
    call: 'POST /uploads/complete',
    bound: 'counted',
    openToSuspended: 'A file is only stored, for lessons that can still be mended.',
    scope: 'courses:write',
    access: byRole('file.uploadForCourse'),
    summary: 'Check the uploaded file and keep it; idempotent',
    body: uploadNamed,
    answer: z.object({ success: z.literal(true), ...uploadedFile }),
    status: 201,
    refusals: [
      'UPLOAD_NOT_FOUND',
      'UPLOAD_INCOMPLETE',
      'FILE_TYPE_UNSUPPORTED',
      'VIDEO_TYPE_UNSUPPORTED',
      'ARCHIVE_TYPE_UNSUPPORTED',
      'PACKAGE_TYPE_UNSUPPORTED',
      'FILE_UNREADABLE',
      'FILE_INFECTED',
      'FILE_NOT_CHECKED',
      'FILE_CHECK_UNAVAILABLE',
      'STORAGE_FULL',
      'UPLOAD_QUOTA_REACHED',
      'TOO_MANY_UPLOADS',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  abandonUpload: endpoint({
    call: 'POST /uploads/abandon',
    bound: 'ends',
    openToSuspended: 'A file is only stored, for lessons that can still be mended.',
    scope: 'courses:write',
    access: byRole('file.uploadForCourse'),
    summary: 'End an upload and remove its parts; idempotent',
    body: uploadNamed,
    answer: doneAnswer,
    refusals: ['UPLOAD_NOT_FOUND'],
  }),
} as const

export const mediaEndpoints = {
  ...partedUploads,
  uploadFile: endpoint({
    call: 'POST /upload',
    bound: 'counted',
    isInFirstLoad: true,
    scope: 'courses:write',
    // The call itself is open to every role. Once the purpose is known, the media rules decide who may upload for it.
    access: byRole('file.uploadAvatar'),
    summary: 'Upload one file (multipart field `file`); `purpose` as query or as a field before the file',
    accepts: 'multipart',
    query: z.object({ purpose: z.optional(z.enum(uploadPurposes)) }),
    answer: z.object({ success: z.literal(true), ...uploadedFile }),
    status: 201,
    refusals: [
      'FILE_MISSING',
      'FILE_TOO_LARGE',
      'FILE_TYPE_UNSUPPORTED',
      'VIDEO_TYPE_UNSUPPORTED',
      'IMAGE_TYPE_UNSUPPORTED',
      'ARCHIVE_TYPE_UNSUPPORTED',
      'PACKAGE_TYPE_UNSUPPORTED',
      'CAPTIONS_TYPE_UNSUPPORTED',
      'QUIZ_TYPE_UNSUPPORTED',
      'QUIZ_INVALID',
      'PICTURE_TOO_LARGE',
      'FILE_EMPTY',
      'FILE_UNREADABLE',
      'FILE_INFECTED',
      'FILE_NOT_CHECKED',
      'FILE_CHECK_UNAVAILABLE',
      'STORAGE_FULL',
      'UPLOAD_QUOTA_REACHED',
      'TOO_MANY_UPLOADS',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
} as const
