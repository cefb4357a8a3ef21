import { defineMessages } from '#web/platform/messages.ts'

/** Pictures of questions, as learners see them. */
export const questionPicturesMessages = defineMessages('questionPictures', {
  enlarge: (alt: string) => `Enlarge the picture: ${alt}`,
  title: 'Picture of the question',
  larger: 'Show larger',
  whole: 'Show whole picture',
  area: 'The picture, can be scrolled',
})
