import type { PictureSent } from '@apogee/contracts/community/community.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { PictureRow } from './post-columns.ts'
import { replacePictures, type IllustratedText } from './post-pictures.store.ts'

export type PictureFiles = Pick<Media, 'names' | 'refuseAsUpload' | 'resolveUpload' | 'urlFor'>

type ChosenPicture = Pick<PictureRow, 'mediaId' | 'publicId' | 'alt'>

export interface PictureEdit {
  media: PictureFiles
  /** If absent, the pictures of the text stay unchanged. */
  sent: readonly PictureSent[] | undefined
  /** The text shows these pictures at this time. */
  present: readonly PictureRow[]
}

const field = 'pictures'

/**
 * Prepares a change of a text's pictures. `save` stores them after the text. Refuses FILE_NOT_AN_UPLOAD for files that are neither
 * uploads of the caller nor pictures that the text already shows. `save` refuses a picture that another text shows.
 */
export async function editPictures(tx: Tx, caller: Caller, { media, sent, present }: PictureEdit) {
  const chosen = sent && (await choosePictures(tx, caller, { media, sent, present }))
  return {
    current: chosen ? { pictures: comparable(present) } : {},
    changes: chosen ? { pictures: comparable(chosen) } : {},
    save: async (text: IllustratedText): Promise<void> => {
      if (chosen && !(await replacePictures(tx, text, chosen))) media.refuseAsUpload(field)
    },
  }
}

async function choosePictures(
  tx: Tx,
  caller: Caller,
  { media, sent, present }: PictureEdit & { sent: readonly PictureSent[] },
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

/** Converts pictures to the form in which calls send them, so that both sides of a conflict can be compared. */
const comparable = (pictures: readonly Pick<PictureRow, 'publicId' | 'alt'>[]): PictureSent[] =>
  pictures.map(({ publicId, alt }) => ({ url: `/media/${publicId}`, alt }))
