import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

export const postPicturesMessages = defineMessages('postPictures', {
  pictures: 'Pictures',
  add: 'Add picture',
  hint: (most: number) => `Up to ${most} pictures.`,
  hintPaste: 'You can also paste a picture, or drop it here.',
  count: (count: number) => counted(count, 'picture', 'pictures'),
  pictureOf: (place: number, total: number) => (total === 1 ? 'Picture' : `Picture ${place} of ${total}`),
  open: (picture: string) => `Open picture: ${picture}`,
  alt: (place: number) => `Description of picture ${place} (optional)`,
  altHint: 'For people who cannot see it.',
  uploading: (place: number) => `Uploading picture ${place}`,
  added: (count: number) =>
    count === 0 ? 'No picture is added.' : `${counted(count, 'picture is', 'pictures are')} added.`,
  remove: (place: number) => `Remove picture ${place}`,
  retry: 'Try again',
  retryPicture: (place: number) => `Try again with picture ${place}`,
  tooMany: (most: number) => `You can add up to ${most} pictures.`,
  tooLarge: 'This picture is larger than 5 MB. Choose a smaller one.',
  notPicture: 'This file is not a picture that we can show. Choose a PNG, JPEG or WebP picture.',
  noConnection:
    'Pictures need a connection. Try again when you are online, or remove the picture: your text can be saved on this device without it.',
  failed: 'This picture could not be added. Please try again.',
  gone: 'A picture is no longer available. Remove it and add it again. Your text is still here.',
  missing: 'Not all pictures are added. Try again or remove them before you post.',
  previous: 'Previous picture',
  next: 'Next picture',
  openAlone: 'Open in a new tab',
})
