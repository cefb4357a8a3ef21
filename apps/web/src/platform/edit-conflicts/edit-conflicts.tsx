import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useEffect, useState } from 'react'
import { answerConflictsBy, type ConflictAnswer, type ConflictQuestion } from './conflict-asker.ts'

const ConflictDialog = lazyOnPress(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)

interface Asked {
  question: ConflictQuestion
  resolve: (answer: ConflictAnswer) => void
}

/** Renders the page's single conflict dialog; its code loads with the first conflict. */
export function EditConflicts() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(
    () => answerConflictsBy((question) => new Promise((resolve) => setAsked({ question, resolve }))),
    [],
  )
  if (!asked) return null
  const answer = (chosen: ConflictAnswer) => {
    setAsked(null)
    asked.resolve(chosen)
  }
  return <ConflictDialog question={asked.question} onAnswer={answer} />
}
