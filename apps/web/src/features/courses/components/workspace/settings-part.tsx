import type { CourseDetail } from '@apogee/contracts/catalogue/catalogue.ts'
import { Button } from '@apogee/ui/button.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useState, type ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { Link } from '#web/platform/router/router.tsx'
import { authoringMessages } from '../../messages/authoring.en.ts'
import { workspaceMessages } from '../../messages/workspace.en.ts'
import { EditCourseDetails } from '../edit-course-details.tsx'
import './workspace.css'

const PrerequisitesDialog = lazyOnPress(
  async () => (await import('../people/prerequisites-dialog.tsx')).PrerequisitesDialog,
)

/** Leads to everything about the course that is neither its content nor its price. */
export function SettingsPart({
  course,
  certificateDialog,
}: {
  course: CourseDetail
  certificateDialog: (onClose: () => void) => ReactNode
}) {
  const text = useText(workspaceMessages)
  const authoring = useText(authoringMessages)
  const [open, setOpen] = useState<'certificate' | 'prerequisites' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className="ap-panel" data-clip="" aria-labelledby="course-settings">
      <h2 className="vh" id="course-settings">
        {text.settings}
      </h2>
      <ul className="workspace-rows">
        <SettingsRow title={text.details} hint={text.detailsHint}>
          <EditCourseDetails course={course} />
        </SettingsRow>
        <SettingsRow title={authoring.cohorts} hint={text.cohortsHint}>
          <LinkButton
            as={Link}
            size="sm"
            to={`/course/${course.id}/manage?part=cohorts`}
            aria-label={text.openOf(authoring.cohorts)}
          >
            {text.open}
          </LinkButton>
        </SettingsRow>
        <SettingsRow title={text.certificate} hint={text.certificateHint}>
          <Button
            size="sm"
            aria-label={text.changeOf(text.certificate)}
            onClick={() => setOpen('certificate')}
          >
            {text.change}
          </Button>
        </SettingsRow>
        <SettingsRow title={text.prerequisites} hint={text.prerequisitesHint}>
          <Button
            size="sm"
            aria-label={text.changeOf(text.prerequisites)}
            onClick={() => setOpen('prerequisites')}
          >
            {text.change}
          </Button>
        </SettingsRow>
      </ul>
      {open === 'certificate' ? certificateDialog(close) : null}
      {open === 'prerequisites' ? <PrerequisitesDialog course={course} onClose={close} /> : null}
    </section>
  )
}

export function SettingsRow({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <li>
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="text-sm text-secondary">{hint}</p>
      </div>
      <div>{children}</div>
    </li>
  )
}
