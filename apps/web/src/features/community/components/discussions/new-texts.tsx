import { Button } from '@apogee/ui/button.tsx'
import '../community.css'

/** Announces new texts of others, and shows them on a press. The element takes no space, so that nothing moves. */
export function NewTexts({
  label,
  at,
  onShow,
}: {
  /** Null means that nothing is new. */
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
