import type { HandInFile } from '@apogee/contracts/assessments/assessments.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { downloadIcon } from '@apogee/ui/icons/more-icons.ts'
import type { ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { assessmentsMessages } from '../messages/assessments.en.ts'
import { sizeInWords } from '#web/platform/transfer/size-in-words.ts'
import './assessments.css'

/** Lists files of an answer, each as a download. `action` appears beside a file. */
export function FileList({
  files,
  action,
}: {
  files: readonly HandInFile[] | undefined
  action?: (file: HandInFile) => ReactNode
}) {
  const text = useText(assessmentsMessages)
  if (!files || files.length === 0) return null
  return (
    <ul className="assess-files" aria-label={text.files}>
      {files.map((file) => (
        <li key={file.url.split('?')[0]}>
          <a className="ap-link assess-file" href={file.url} download={file.name}>
            <Icon name={downloadIcon} size="sm" />
            <span>{file.name}</span>
            <span className="text-sm text-secondary">{sizeInWords(file.sizeBytes)}</span>
          </a>
          {action?.(file)}
        </li>
      ))}
    </ul>
  )
}
