import { isClosed } from '@apogee/contracts/courses/closed-modules.ts'
import './learning.css'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { externalIcon } from '@apogee/ui/icons/more-icons.ts'
import { IconLink } from '@apogee/ui/navigation/link-button.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { fileTypeIcon } from './course-contents.tsx'
import { isRead, lessonAddress, publishedResources } from '../course-progress.ts'
import { learningMessages } from '../messages/learning.en.ts'

/** Shows the tab 'Resources': all documents of the published modules in one list. */
export function CourseResources({
  contents,
  canOpen,
}: {
  contents: readonly CourseContent[]
  canOpen: boolean
}) {
  const text = useText(learningMessages)
  const files = publishedResources(contents).filter(isRead)
  if (files.length === 0) {
    return <EmptyState title={text.noResources} titleAs="h2" text={text.noResourcesHint} />
  }
  return (
    <ul className="ap-panel" data-clip="">
      {files.map((file) => {
        const module = contents.find(({ id }) => id === file.courseContentId)
        return (
          <ResourceLine
            key={file.id}
            file={file}
            module={module?.title ?? ''}
            canOpen={canOpen && !(module && isClosed(module))}
          />
        )
      })}
    </ul>
  )
}

/** Shows icon, title, module and pages; the title links to the lesson, the arrow opens the file itself. */
function ResourceLine({ file, module, canOpen }: { file: CourseResource; module: string; canOpen: boolean }) {
  const text = useText(learningMessages)
  const facts = [text[file.fileType], file.pages === null ? null : text.pages(file.pages)]
  return (
    <li className="learn-file" data-type={file.fileType}>
      <Icon name={fileTypeIcon[file.fileType]} />
      <div className="min-w-0">
        <p className="learn-file-title">
          {canOpen ? <Link to={lessonAddress(file)}>{file.title}</Link> : file.title}
        </p>
        <p className="text-xs text-tertiary">{[module, ...facts].filter(Boolean).join(' · ')}</p>
      </div>
      {canOpen && file.filePath ? (
        <IconLink
          icon={externalIcon}
          size="sm"
          label={text.openFileInNewTab(file.title)}
          href={file.filePath}
          target="_blank"
          rel="noopener"
        />
      ) : null}
    </li>
  )
}
