import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense, type ComponentProps } from 'react'
import type { ResourceMenu as Menu } from './resource-menu.tsx'
import '../authoring.css'

const Loaded = lazyWithRetry(async () => (await import('./resource-menu.tsx')).ResourceMenu)

/** Keeps the place of the button until the menu's code has loaded: the rows are shown first. */
export const ResourceMenu = (props: ComponentProps<typeof Menu>) => (
  <Suspense fallback={<span className="authoring-menu-place" />}>
    <Loaded {...props} />
  </Suspense>
)
