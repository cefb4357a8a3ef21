import { defineMessages } from '#web/platform/language/messages.ts'

export const signatureMessages = defineMessages('certificateSignature', {
  signature: 'Picture of the signature',
  drop: 'Drop a picture here or',
  browse: 'browse',
  hint: 'PNG, JPEG or WebP, at most 2 MB. Printed above the name, at most 60 × 20 mm. A PNG with a transparent background looks best.',
  current: 'Current signature',
  preview: 'Preview of the signature',
  remove: 'Remove picture',
  keep: (name: string) => `The picture is the signature of ${name}`,
  isDropped: (name: string) =>
    `The picture was saved for ${name}. Without this tick it is removed when you save.`,
  tooLarge: 'This picture is larger than 2 MB.',
  uploading: 'Uploading the signature',
  uploadFailed: 'The picture could not be uploaded. Please try again.',
  nameMissing: 'Enter the name of the signer, or remove the picture of the signature.',
})
