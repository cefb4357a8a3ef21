import { languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { limit } from '../texts.ts'

/** An author sends URLs of uploads with purpose `captions`. The list replaces the stored one. */
export const captionsForm = z
  .array(
    z.object({
      language: z.enum(languages),
      url: z.string().check(limit(1000), z.minLength(1, 'url is required')),
    }),
  )
  .check(limit(languages.length))

export const captionTrack = z.object({ language: z.enum(languages), url: z.string() })
export type CaptionTrack = z.infer<typeof captionTrack>
