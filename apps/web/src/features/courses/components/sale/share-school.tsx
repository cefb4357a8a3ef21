import { Button } from '@apogee/ui/button.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useState } from 'react'
import type { SharedSchool } from './share-school-dialog.tsx'

const ShareSchoolDialog = lazyOnPress(
  async () => (await import('./share-school-dialog.tsx')).ShareSchoolDialog,
)

/** Opens the sheet that shares the school page of the seller. */
export function ShareSchool({ label, ...school }: SharedSchool & { label: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon="share" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen ? <ShareSchoolDialog school={school} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
