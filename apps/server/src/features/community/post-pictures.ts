/** The pictures that a request names for a text. Loaded by the first text with pictures. */
import type { PictureSent } from '@apogee/contracts/community/community.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { PictureRow } from './post-columns.ts'
import { replacePictures, type IllustratedText } from './post-pictures.store.ts'

export type PictureFiles = Pick<Media, 'names' | 'refuseAsUpload' | 'resolveUpload' | 'urlFor'>

type ChosenPicture = Pick<PictureRow, 'mediaId' | 'publicId' | 'alt'>

const field = 'pictures'

/** The caller's own uploads, and those of `present` that the text keeps. Refuses FILE_NOT_AN_UPLOAD. */
export async function choosePictures(
  tx: Tx,
  caller: Caller,
  {
    media,
    sent,
    present,
  }: { media: PictureFiles; sent: readonly PictureSent[]; present: readonly PictureRow[] },
): Promise<ChosenPicture[]> {
  const chosen: ChosenPicture[] = []
  for (const { url, alt = '' } of sent) {
    const kept = present.find(({ publicId }) => media.names(url, publicId))
    if (kept) {
      chosen.push({ ...kept, alt })
      continue
    }
    const file = await media.resolveUpload(tx, caller, url, ['discussion'], field)
    if (file.ownerId !== caller.userId) media.refuseAsUpload(field)
    chosen.push({ mediaId: file.id, publicId: file.publicId, alt })
  }
  return chosen
}

/** Refuses FILE_NOT_AN_UPLOAD for a picture that another text shows. */
export async function savePictures(
  tx: Tx,
  text: IllustratedText,
  { media, chosen }: { media: PictureFiles; chosen: readonly ChosenPicture[] },
): Promise<void> {
  if (!(await replacePictures(tx, text, chosen))) media.refuseAsUpload(field)
}

/** As an edit compares them, and as a conflict answers them: in the form of the call's own field. */
export const comparablePictures = (
  pictures: readonly Pick<PictureRow, 'publicId' | 'alt'>[],
): PictureSent[] => pictures.map(({ publicId, alt }) => ({ url: `/media/${publicId}`, alt }))
