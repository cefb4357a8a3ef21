import type { ShownFile } from '@apogee/contracts/courses/lesson-texts.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { downloadIcon, fileIcon, pdfIcon } from '@apogee/ui/icons/more-icons.ts'
import { useText } from '#web/platform/language/messages.ts'
import { isPdf, kindAndSize } from './file-kind.ts'
import { lessonTextMessages } from './lesson-text-messages.en.ts'
import './lesson-text.css'

/** Shows a file of the text as a card. A PDF opens in a new tab, any other file is downloaded. */
export function Attachment({ title, file }: { title: string; file: ShownFile | undefined }) {
  const text = useText(lessonTextMessages)
  if (!file) {
    return (
      <p className="lesson-picture-words">
        {title || text.file}
        <small>{text.fileNotHere}</small>
      </p>
    )
  }
  return (
    <a className="lesson-file" href={file.url} target="_blank" rel="noopener">
      <Icon name={isPdf(file) ? pdfIcon : fileIcon} />
      <span className="lesson-file-title">
        {title || file.name}
        <small>{kindAndSize(file)}</small>
      </span>
      {isPdf(file) ? null : <Icon name={downloadIcon} size="sm" />}
    </a>
  )
}
