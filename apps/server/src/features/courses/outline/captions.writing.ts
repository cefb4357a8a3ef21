/** Writes the caption tracks of a video, for a lesson's file or in a lesson's text. */
import type { Language } from '@apogee/domain/languages.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Media, MediaRow } from '#server/features/media/media.service.ts'

export interface CaptionForm {
  language: Language
  url: string
}

/**
 * Replaces the caption tracks of a video. There is one track for each language: an upload of the caller, or a track that the video
 * already has.
 */
export async function replaceCaptions(
  tx: Tx,
  media: Pick<Media, 'captionsOf' | 'filesById' | 'names' | 'resolveUpload' | 'setCaptions'>,
  caller: Caller,
  { video, captions }: { video: Pick<MediaRow, 'id' | 'contentType'>; captions: readonly CaptionForm[] },
): Promise<void> {
  const isVideo = video.contentType.startsWith('video/')
  // Clients send all fields of a lesson back. A lesson that is not a video then has an empty list of captions, which changes
  // nothing.
  if (captions.length === 0 && !isVideo) return
  const languages = new Set(captions.map(({ language }) => language))
  if (languages.size < captions.length || !isVideo) {
    refuse('VALIDATION', {
      issues: [{ path: 'captions', message: 'belong to a video, one file for each language' }],
    })
  }
  const present = (await media.captionsOf(tx, [video.id])).map(({ mediaId }) => mediaId)
  const files = present.length === 0 ? [] : await media.filesById(tx, present)
  const tracks = []
  for (const [place, { language, url }] of captions.entries()) {
    const file =
      files.find(({ publicId }) => media.names(url, publicId)) ??
      (await media.resolveUpload(tx, caller, url, ['captions'], `captions.${place}.url`))
    tracks.push({ language, mediaId: file.id })
  }
  await media.setCaptions(tx, video.id, tracks)
}
