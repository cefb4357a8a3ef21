import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useMissing } from '#web/shared/course/package-troubles.ts'
import { packageMissingMessages } from '../../messages/package-missing.en.ts'
import '../authoring.css'

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
