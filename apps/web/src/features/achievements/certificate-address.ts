import { addressIn, type Language } from '@apogee/domain/languages.ts'

export const certificateAddress = (id: string): string => `/certificates/${encodeURIComponent(id)}`

/** Returns the address of the picture that names the learner. The preview of a link has another picture, which names nobody. */
export const pictureAddress = (id: string, language: Language): string =>
  addressIn(language, `/share/certificate-${encodeURIComponent(id)}.png?named=1`)
