import { Icon } from '@apogee/ui/icons/icon.tsx'
import { Menu, MenuItem } from '@apogee/ui/navigation/menu.tsx'
import { externalIcon } from '@apogee/ui/icons/more-icons.ts'
import { useText } from '#web/platform/language/messages.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'
import '#web/platform/page/admin.css'

/** Opens the course in a new tab as others see it. */
export function PreviewMenu({ courseId }: { courseId: number }) {
  const text = useText(authoringMessages)
  const previews = [
    [text.previewAsLearner, `/course/${courseId}?preview=learner`],
    [text.previewAsVisitor, `/course/${courseId}/sales-preview`],
  ] as const
  return (
    <Menu
      label={text.preview}
      align="start"
      triggerClassName="ap-button admin-more"
      trigger={
        <>
          {text.preview}
          <Icon name="chevron-down" />
        </>
      }
    >
      {previews.map(([label, address]) => (
        <MenuItem key={address} as="a" href={address} target="_blank" rel="noopener" icon={externalIcon}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
