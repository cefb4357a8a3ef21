import { defineMessages } from '../../platform/language/messages.ts'

export const pictureMessages = defineMessages('picture', {
  choosePicture: 'Choose a picture',
  changePicture: 'Change picture',
  removePicture: 'Remove picture',
  uploading: 'Uploading...',
  removing: 'Removing...',
  uploadFailed: 'Failed to upload image',
  pictureUnsupported: 'Unsupported file type. Only PNG, JPEG and WebP images are allowed.',
  pictureTooLarge: 'This image is larger than 10 MB.',
})
