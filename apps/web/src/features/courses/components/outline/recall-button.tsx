import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useState, type ReactNode } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { outlineMessages } from '../../messages/outline.en.ts'

/** Renders the editor of the question after a video, which belongs to another feature. */
export type RecallDialog = (props: {
  resourceId: number
  title: string
  onSaved: () => Promise<unknown>
  onClose: () => void
}) => ReactNode

export const RecallDialogs = createContext<RecallDialog>(() => null)

/** Opens the editor of the question that is asked after a video. */
export function RecallButton({ resource: { id, courseId, title, hasRecall } }: { resource: CourseResource }) {
  const text = useText(outlineMessages)
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const dialog = use(RecallDialogs)
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        aria-label={hasRecall ? text.recallOf(title) : text.addRecallTo(title)}
        onClick={() => setIsOpen(true)}
      >
        {hasRecall ? text.recall : text.addRecall}
      </Button>
      {isOpen
        ? dialog({
            resourceId: id,
            title,
            onSaved: () => queries.invalidateQueries({ queryKey: ['course', courseId] }),
            onClose: () => setIsOpen(false),
          })
        : null}
    </>
  )
}
