import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { useState } from 'react'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useMissing } from '#web/shared/course/package-troubles.ts'
import { packageEditorMessages } from '../../messages/package.en.ts'
import '../authoring.css'

const PackageMissingDialog = lazyOnPress(
  async () => (await import('./package-missing.tsx')).PackageMissingDialog,
)

/** Says beside a package that parts of it may not work here. Shows nothing when nothing is missing. */
export function PackageMissingNote({ resource: { id, courseId, title } }: { resource: CourseResource }) {
  const text = useText(packageEditorMessages)
  const missing = useMissing(courseId, id)
  const [isOpen, setIsOpen] = useState(false)
  if (missing.length === 0) return null
  return (
    <>
      <p className="authoring-resource-meta">
        <Badge tone="warning">{text.mayMiss}</Badge>
        <Button size="sm" variant="quiet" aria-label={text.missingOf(title)} onClick={() => setIsOpen(true)}>
          {text.missing}
        </Button>
      </p>
      {isOpen ? (
        <PackageMissingDialog
          title={text.missing}
          courseId={courseId}
          resourceId={id}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}
