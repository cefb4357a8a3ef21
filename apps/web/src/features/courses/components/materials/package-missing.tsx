import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type { PackageNeed } from '@apogee/contracts/packages/package-needs.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { packageTroublesQuery } from '#web/shared/course/package-troubles.ts'
import { packageMissingMessages } from '../../messages/package-missing.en.ts'
import '../authoring.css'

/** Returns what the package of a lesson uses and this installation cannot give it. */
function useMissing(courseId: number, resourceId: number): readonly PackageNeed[] {
  const { data } = useQuery(packageTroublesQuery(courseId, useViewer()))
  return data?.data.find((one) => one.resourceId === resourceId)?.missing ?? []
}

/** Says beside a package that parts of it may not work here. Shows nothing when nothing is missing. */
export function PackageMissingNote({ resource: { id, courseId, title } }: { resource: CourseResource }) {
  const text = useText(packageMissingMessages)
  const missing = useMissing(courseId, id)
  const [isOpen, setIsOpen] = useState(false)
  if (missing.length === 0) return null
  return (
    <>
      <p className="authoring-resource-meta">
        <Badge tone="warning">{text.badge}</Badge>
        <Button size="sm" variant="quiet" aria-label={text.detailsOf(title)} onClick={() => setIsOpen(true)}>
          {text.details}
        </Button>
      </p>
      {isOpen ? (
        <PackageMissingDialog
          title={text.title}
          courseId={courseId}
          resourceId={id}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}

export function PackageMissingDialog({
  title,
  onClose,
  ...lesson
}: {
  title: string
  courseId: number
  resourceId: number
  onClose: () => void
}) {
  const { close } = useText(platformMessages)
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      closeLabel={close}
      footer={
        <Button variant="primary" onClick={onClose}>
          {close}
        </Button>
      }
    >
      <PackageMissing {...lesson} />
    </Dialog>
  )
}

/** Says what of a package may not work here, what works, and what to ask for. Shows nothing when nothing is missing. */
export function PackageMissing({ courseId, resourceId }: { courseId: number; resourceId: number }) {
  const text = useText(packageMissingMessages)
  const missing = useMissing(courseId, resourceId)
  if (missing.length === 0) return null
  return (
    <div className="authoring-package-missing">
      <Notice tone="warning">{text.lead}</Notice>
      <ul aria-label={text.title}>
        {missing.map((need) => (
          <li key={need}>{text[need]}</li>
        ))}
      </ul>
      <p>{text.works}</p>
      <p>{text.setting}</p>
    </div>
  )
}
