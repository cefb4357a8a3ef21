import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import type { IconName } from '@apogee/ui/icons/icon.tsx'
import {
  assignmentIcon,
  documentIcon,
  fileIcon,
  packageIcon,
  pdfIcon,
  quizIcon,
  readingIcon,
  videoIcon,
} from '@apogee/ui/icons/more-icons.ts'
import type { Translation } from '#web/platform/language/messages.ts'
import type { authoringMessages } from '../../messages/authoring.en.ts'
import type { packageEditorMessages } from '../../messages/package.en.ts'

const icons: Record<FileType, IconName> = {
  video: videoIcon,
  pdf: pdfIcon,
  document: documentIcon,
  quiz: quizIcon,
  reading: readingIcon,
  assignment: assignmentIcon,
  other: fileIcon,
}

/** An assignment is stored as a quiz, and shown as a kind of its own. */
export const kindOf = ({ fileType, isAssignment }: CourseResource): FileType =>
  isAssignment ? 'assignment' : fileType

export const kindIcon = (resource: CourseResource): IconName =>
  resource.isPackage ? packageIcon : icons[kindOf(resource)]

export const kindText = {
  video: 'typeVideo',
  pdf: 'typePdf',
  document: 'typeDocument',
  quiz: 'typeQuiz',
  reading: 'typeReading',
  assignment: 'typeAssignment',
  other: 'typeOther',
} as const satisfies Record<FileType, keyof (typeof authoringMessages)['texts']>

interface Way {
  label: string
  address: string
  /** False means that the item opens in a new tab. */
  isHere: boolean
}

/** Returns where the row of an item leads: to its editor if it has one, else to the item itself. */
export function wayTo(
  resource: CourseResource,
  text: Translation<typeof authoringMessages>,
  packages: Translation<typeof packageEditorMessages>,
): Way | null {
  const { id, courseId, courseContentId, fileType, filePath, seconds, words, isPackage } = resource
  if (isPackage)
    return { label: packages.view, address: `/lesson/${courseContentId}/resources/${id}`, isHere: true }
  if (fileType === 'quiz')
    return {
      label: resource.isAssignment ? text.editAssignment : text.editQuiz,
      address: `/course/${courseId}/manage/quizzes/${id}`,
      isHere: true,
    }
  if (words !== undefined)
    return { label: text.editText, address: `/course/${courseId}/manage/texts/${id}`, isHere: true }
  if (!filePath) return null
  const isVideo = fileType === 'video' || seconds !== null
  return { label: isVideo ? text.viewVideo : text.viewPdf, address: filePath, isHere: false }
}
