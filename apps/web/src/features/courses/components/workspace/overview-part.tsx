import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import type { ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { workspaceMessages } from '../../messages/workspace.en.ts'
import { ShareChecklist } from '../sale/share-checklist.tsx'
import { SettingsRow } from './settings-part.tsx'
import './workspace.css'

/** Shows what the course still lacks, and what the teacher says to its learners. `news` is written by other features. */
export function OverviewPart({ course, news }: { course: CourseDetail; news: ReactNode }) {
  const text = useText(workspaceMessages)
  return (
    <div className="workspace-part">
      <ShareChecklist course={course} />
      <section className="ap-panel" data-clip="">
        <h2 className="vh">{text.overview}</h2>
        <ul className="workspace-rows">
          <SettingsRow title={text.figures} hint={text.figuresHint}>
            <LinkButton
              as={Link}
              size="sm"
              to={`/course/${course.id}/figures`}
              aria-label={text.openOf(text.figures)}
            >
              {text.open}
            </LinkButton>
          </SettingsRow>
        </ul>
      </section>
      <div>{news}</div>
    </div>
  )
}
