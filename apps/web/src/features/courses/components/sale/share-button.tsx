import { Button } from '@apogee/ui/button.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useState } from 'react'
import { useText } from '#web/platform/language/messages.ts'
import { administrationMessages } from '../../messages/selling/administration.en.ts'
import type { SharedCourse } from './share-dialog.tsx'

const ShareDialog = lazyOnPress(async () => (await import('./share-dialog.tsx')).ShareDialog)

export function ShareButton({ course, label }: { course: SharedCourse; label?: string }) {
  const text = useText(administrationMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon="link" onClick={() => setIsOpen(true)}>
        {label ?? text.share}
      </Button>
      {isOpen ? <ShareDialog course={course} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
