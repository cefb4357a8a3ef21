import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { Menu, MenuItem } from '@apogee/ui/navigation/menu.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { learnerMessagesMessages } from '../messages/learner-messages.en.ts'

const LearnerMessageDialog = lazyOnPress(
  async () => (await import('./learner-message-dialog.tsx')).LearnerMessageDialog,
)

interface Props {
  person: { id: number; name: string | null }
  /** A message belongs to one of these courses. */
  courses: readonly { id: number; title: string }[]
  /** An icon stands for the button and has this name. */
  iconLabel?: string
}

/** Writes to a person in a course of theirs. With several courses, a menu asks in which. */
export function WriteToPerson({ person, courses, iconLabel }: Props) {
  const text = useText(learnerMessagesMessages)
  const [courseId, setCourseId] = useState<number | null>(null)
  const [first] = courses
  if (!first) return null
  return (
    <>
      {courses.length > 1 ? (
        <Menu
          label={iconLabel ?? text.write}
          triggerClassName={iconLabel === undefined ? 'ap-button' : 'ap-icon-button'}
          trigger={
            <>
              <Icon name="message" />
              {iconLabel === undefined ? text.write : null}
            </>
          }
        >
          {courses.map(({ id, title }) => (
            <MenuItem key={id} onClick={() => setCourseId(id)}>
              {text.writeIn(title)}
            </MenuItem>
          ))}
        </Menu>
      ) : iconLabel === undefined ? (
        <Button icon="message" onClick={() => setCourseId(first.id)}>
          {text.write}
        </Button>
      ) : (
        <IconButton icon="message" label={iconLabel} onClick={() => setCourseId(first.id)} />
      )}
      {courseId === null ? null : (
        <LearnerMessageDialog
          place={{ courseId, userId: person.id }}
          name={person.name}
          onClose={() => setCourseId(null)}
        />
      )}
    </>
  )
}
