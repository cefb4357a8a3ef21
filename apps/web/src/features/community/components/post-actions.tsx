import { Menu, MenuItem } from '@apogee/ui/navigation/menu.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { communityMessages } from '../messages/community.en.ts'
import { MoreIcon } from './more-icon.tsx'
import { pencilIcon } from '@apogee/ui/icons/more-icons.ts'

/** These actions open a dialog. Hiding and showing a text take effect immediately and are therefore not listed. */
export type PostAction = 'edit' | 'delete' | 'report'

export function PostActions({
  label,
  permissions: { edit, report, moderate },
  isHidden,
  reportCount,
  onChoose,
  onModerate,
}: {
  label: string
  permissions: { edit: boolean; report: boolean; moderate: boolean }
  isHidden: boolean
  /** `reportCount` counts open reports of this text. */
  reportCount: number
  onChoose: (action: PostAction) => void
  onModerate: (hidden: boolean) => void
}) {
  const text = useText(communityMessages)
  return (
    <Menu label={label} trigger={<MoreIcon />}>
      {edit ? (
        <>
          <MenuItem icon={pencilIcon} onClick={() => onChoose('edit')}>
            {text.edit}
          </MenuItem>
          <MenuItem icon="trash" tone="danger" onClick={() => onChoose('delete')}>
            {text.delete}
          </MenuItem>
        </>
      ) : null}
      {report ? (
        <MenuItem icon="alert" onClick={() => onChoose('report')}>
          {text.report}
        </MenuItem>
      ) : null}
      {moderate ? (
        <ModerationItems isHidden={isHidden} reportCount={reportCount} onModerate={onModerate} />
      ) : null}
    </Menu>
  )
}

/** Offers to hide the text, show it again, or dismiss its reports. */
function ModerationItems({
  isHidden,
  reportCount,
  onModerate,
}: {
  isHidden: boolean
  reportCount: number
  onModerate: (hidden: boolean) => void
}) {
  const text = useText(communityMessages)
  return (
    <>
      {reportCount > 0 && !isHidden ? (
        <MenuItem icon="check" onClick={() => onModerate(false)}>
          {text.keep}
        </MenuItem>
      ) : null}
      <MenuItem icon={isHidden ? 'undo' : 'close'} onClick={() => onModerate(!isHidden)}>
        {isHidden ? text.showAgain : text.hide}
      </MenuItem>
    </>
  )
}
