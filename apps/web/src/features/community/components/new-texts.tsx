import { Button } from '@apogee/ui/button.tsx'
import './community.css'

/** Announces what others have written meanwhile, and shows it on a press. It takes no space, so that nothing moves. */
export function NewTexts({
  label,
  at,
  onShow,
}: {
  /** Null: nothing new. */
  label: string | null
  at: 'start' | 'end'
  onShow: () => void
}) {
  return (
    <div className="community-new" data-at={at} role="status">
      {label === null ? null : (
        <Button size="sm" variant="primary" onClick={onShow}>
          {label}
        </Button>
      )}
    </div>
  )
}
