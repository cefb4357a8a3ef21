import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import type { QuickAddProps } from './quick-add.tsx'
import '../authoring.css'

const Loaded = lazyWithRetry(async () => (await import('./quick-add.tsx')).QuickAdd)

/** Keeps the place of the input until its code has loaded: it stands below the rows, which are shown first. */
export const QuickAdd = (props: QuickAddProps) => (
  <Suspense fallback={<div className="authoring-quick" />}>
    <Loaded {...props} />
  </Suspense>
)
