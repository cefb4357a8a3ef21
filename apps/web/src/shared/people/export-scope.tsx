/** Registers the content of the open tab, so that Export Data downloads the same (docs: specification, Admin dashboard). */
import type { ExportKind } from '@apogee/contracts/operations/insights.ts'
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { CourseScope } from '../course/course-scope.ts'

export interface Shown {
  what: ExportKind
  search: string
  scope: CourseScope | undefined
}

export const ShownContext = createContext<{ shown: Shown | null; show: (shown: Shown | null) => void }>({
  shown: null,
  show: () => undefined,
})

/** Must surround the tabs and the button. */
export function ExportScope({ children }: { children: ReactNode }) {
  const [shown, show] = useState<Shown | null>(null)
  const known = useMemo(() => ({ shown, show }), [shown])
  return <ShownContext value={known}>{children}</ShownContext>
}

/** Registers the content of the open tab; null means that it is not known yet. */
export function useExportOf(
  what: ExportKind | null,
  { search = '', scope }: { search?: string; scope?: CourseScope } = {},
): void {
  const { show } = useContext(ShownContext)
  useEffect(() => {
    show(what === null ? null : { what, search, scope })
    return () => show(null)
  }, [what, search, scope, show])
}
