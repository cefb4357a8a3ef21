/** Stores uploaded pictures of an unsent text in this tab; its words have a separate draft. */
import type { PictureSent } from '@apogee/contracts/community/community.ts'
import { draftOf } from '#web/platform/drafts/drafts.ts'

/** '' means that nothing is stored. A stored draft without pictures is '[]'. */
const blank = { pictures: '' }

/** `place` has the same meaning as in `draftOf`. */
export function pictureDraftOf(userId: number, place: string) {
  const draft = draftOf(userId, `pictures ${place}`, blank)
  return {
    /** Null means that no draft exists. */
    pictures: draft.fields.pictures === '' ? null : parsed(draft.fields.pictures),
    keep: (pictures: readonly PictureSent[]) => draft.keep({ pictures: JSON.stringify(pictures) }),
    forget: draft.forget,
  }
}

function parsed(text: string): PictureSent[] | null {
  try {
    const pictures: unknown = JSON.parse(text)
    return isPictures(pictures) ? pictures : null
  } catch {
    return null
  }
}

export const isPictures = (value: unknown): value is PictureSent[] =>
  Array.isArray(value) &&
  value.every((picture: unknown) => {
    const { url, alt = '' } = Object(picture) as Record<string, unknown>
    return typeof url === 'string' && typeof alt === 'string'
  })
