import { defineMessages } from '#web/platform/language/messages.ts'

/** Contains the texts about pictures of questions for their authors. */
export const quizPicturesMessages = defineMessages('quizPictures', {
  picture: 'Picture',
  add: 'Add picture',
  addHint: 'Or paste or drop one. PNG, JPEG or WebP, at most 10 MB.',
  replace: 'Replace picture',
  remove: 'Remove picture',
  file: 'File of the picture',
  uploading: 'Uploading the picture...',
  waitForUpload: 'A picture is still being uploaded. Publish the quiz once the picture is there.',
  uploaded: 'The picture is there. Say what it shows.',
  removed: 'The picture was removed.',
  optionPicture: (place: number) => `Picture of option ${place}`,
  addToOption: (place: number) => `Add a picture to option ${place}`,
  optionFile: (place: number) => `File of the picture of option ${place}`,
  optionWordsHint: 'Learners see the picture alone if the option has no text. Do not give the answer away.',
  words: 'What the picture shows',
  wordsHint: 'Read aloud to learners who cannot see the picture. Do not give the answer away.',
  failed: 'The picture could not be uploaded. Try again.',
  notPicture: 'This file is not a picture that can be shown',
  tooLarge: 'The picture is larger than 10 MB',
  gone: 'A picture in this quiz is no longer available, or is not yours to use. Remove it and add it again.',
  goneIn: (place: number) =>
    `The picture of question ${place} is no longer available, or is not yours to use. Remove it and add it again.`,
  goneHere: 'This picture is no longer available, or is not yours to use. Remove it and add it again.',
})
