import { defineMessages } from '#web/platform/language/messages.ts'

/** Contains the texts about pictures of questions for learners. */
export const questionPicturesMessages = defineMessages('questionPictures', {
  enlarge: (alt: string) => `Enlarge the picture: ${alt}`,
  title: 'Picture of the question',
  larger: 'Show larger',
  whole: 'Show whole picture',
  area: 'The picture, can be scrolled',
})
