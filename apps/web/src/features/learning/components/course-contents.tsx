import { isClosed } from '@apogee/contracts/courses/closed-modules.ts'
import './learning.css'
import type { CourseContent, CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import { minutesToRead } from '@apogee/domain/text/lesson-text.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import '@apogee/ui/feedback/disclosure.css'
import { Icon, type IconName } from '@apogee/ui/icons/icon.tsx'
import {
  assignmentIcon,
  codeIcon,
  documentIcon,
  fileIcon,
  pdfIcon,
  quizIcon,
  readingIcon,
  videoIcon,
} from '@apogee/ui/icons/more-icons.ts'
import type { ReactNode } from 'react'
import { Link } from '#web/platform/router/router.tsx'
import { clockLength, dateInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { isContentCompleted, kindsDone, lessonAddress, openItemsOf, publishedIn } from '../course-progress.ts'
import { doneLine, kindsLine } from '../kind-names.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { learningMessages } from '../messages/learning.en.ts'

export const fileTypeIcon: Record<FileType, IconName> = {
  video: videoIcon,
  pdf: pdfIcon,
  document: documentIcon,
  quiz: quizIcon,
  reading: readingIcon,
  assignment: assignmentIcon,
  other: fileIcon,
}

/** Shows one item of a module: a link to its lesson, or plain text without access. */
export function ContentItem({
  resource,
  canOpen,
  isCurrent = false,
  isNext = false,
}: {
  resource: CourseResource
  canOpen: boolean
  isCurrent?: boolean
  /** True marks the next lesson, which only the course's own page shows. */
  isNext?: boolean
}) {
  const text = useText(learningMessages)
  const isCompleted = resource.progress?.completed ?? false
  const hasPassedExercise =
    resource.practice?.kind === 'exercise' && resource.progress?.exercisePassedAt !== undefined
  const length =
    resource.seconds !== null
      ? clockLength(resource.seconds)
      : resource.pages !== null
        ? isCompleted
          ? text.pages(resource.pages)
          : text.pagesSeen(resource.progress?.pagesSeen ?? 0, resource.pages)
        : resource.words !== undefined
          ? text.minutes(minutesToRead(resource.words))
          : null
  const kind = resource.isAssignment ? 'assignment' : resource.fileType
  const line: ReactNode = (
    <>
      <Icon name={fileTypeIcon[kind]} />
      <span className="min-w-0">
        {resource.title}
        <span className="vh">
          {' '}
          {text[kind]} {isCompleted ? text.isCompleted : ''}
        </span>
      </span>
      {length || isCompleted || isNext || hasPassedExercise ? (
        <span className="learn-item-length">
          {isNext ? <Badge>{text.upNext}</Badge> : null}
          {hasPassedExercise ? (
            <span title={text.exercisePassed}>
              <Icon name={codeIcon} size="sm" />
              <span className="vh">{text.exercisePassed}</span>
            </span>
          ) : null}
          {length}
          {isCompleted ? <Icon name="check-circle" size="sm" /> : null}
        </span>
      ) : null}
    </>
  )
  return canOpen ? (
    <Link
      className="learn-item"
      to={lessonAddress(resource)}
      data-type={resource.fileType}
      data-completed={isCompleted || undefined}
      data-next={isNext || undefined}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {line}
    </Link>
  ) : (
    <span className="learn-item" data-type={resource.fileType}>
      {line}
    </span>
  )
}

/** Shows the label that the specification defines for the counted lessons, and the number of other open items. */
function ModuleState({ content }: { content: CourseContent }) {
  const text = useText(learningMessages)
  const left = openItemsOf(content).length
  const isCompleted = isContentCompleted(content)
  return (
    <span className="learn-module-state">
      {isCompleted && left === 0 ? (
        <Badge tone="positive" icon="check">
          {text.completed}
        </Badge>
      ) : (
        <Badge tone="info">{isCompleted ? text.completed : text.inProgress}</Badge>
      )}
      {left > 0 ? <span>{(isCompleted ? text.extrasLeft : text.itemsLeft)(left)}</span> : null}
    </span>
  )
}

function Module({
  content,
  number,
  open,
  canOpen,
  currentId,
  nextId,
}: {
  content: CourseContent
  number: number
  open: boolean
  canOpen: boolean
  currentId?: number | undefined
  nextId?: number | undefined
}) {
  const text = useText(learningMessages)
  const language = useLanguage()
  const kinds = kindsDone(publishedIn(content))
  return (
    <details className="learn-module" open={open}>
      <summary>
        <span className="min-w-0">
          <b className="learn-module-title">{text.moduleNumber(number, content.title)}</b>
          <span className="text-xs text-tertiary">{(canOpen ? doneLine : kindsLine)(language, kinds)}</span>
        </span>
        {!content.isPublished ? (
          <Badge>{text.draft}</Badge>
        ) : content.opensAt !== undefined ? (
          <Badge icon="lock">{text.opens(dateInWords(content.opensAt, language))}</Badge>
        ) : content.opensAfter ? (
          <Badge icon="lock">{text.opensLater}</Badge>
        ) : !canOpen ? (
          <span />
        ) : (
          <ModuleState content={content} />
        )}
        <Icon name="chevron-down" size="sm" className="ap-chevron" />
      </summary>
      {content.opensAfter ? (
        <p className="px-5 pb-3 text-sm">{text.opensAfter(content.opensAfter.title)}</p>
      ) : null}
      {content.description ? <p className="px-5 pb-3 text-sm text-secondary">{content.description}</p> : null}
      {content.resources.length === 0 ? (
        <p className="px-5 pb-4 text-sm text-tertiary">{text.noItems}</p>
      ) : (
        <ul className="learn-items">
          {content.resources.map((resource) => (
            <li key={resource.id}>
              <ContentItem
                resource={resource}
                canOpen={canOpen && !isClosed(content)}
                isCurrent={resource.id === currentId}
                isNext={resource.id === nextId}
              />
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

/** Lists all modules of a course. Beside a lesson only that lesson's module is open. */
export function CourseContents({
  contents,
  canOpen,
  currentId,
  nextId,
}: {
  contents: readonly CourseContent[]
  canOpen: boolean
  currentId?: number
  nextId?: number | undefined
}) {
  return (
    <div>
      {contents.map((content, index) => {
        const holdsCurrent = content.resources.some((resource) => resource.id === currentId)
        return (
          <Module
            // A new lesson opens its own module, whatever was opened manually.
            key={`${content.id}-${holdsCurrent}`}
            content={content}
            number={index + 1}
            open={currentId === undefined || holdsCurrent}
            canOpen={canOpen}
            currentId={currentId}
            nextId={nextId}
          />
        )
      })}
    </div>
  )
}
