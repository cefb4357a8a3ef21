import type { ShownFile } from '@apogee/contracts/courses/lesson-texts.ts'
import { sizeInWords } from '#web/platform/transfer/size-in-words.ts'

const extensionOf = (name: string): string => /\.([^.\s]{1,12})$/.exec(name)?.[1]?.toUpperCase() ?? ''

export const isPdf = ({ name }: ShownFile): boolean => extensionOf(name) === 'PDF'

/** Returns the extension and the size of a file, such as `DOCX · 34 kB`. */
export const kindAndSize = ({ name, bytes }: ShownFile): string =>
  [extensionOf(name), sizeInWords(bytes)].filter((part) => part !== '').join(' · ')
