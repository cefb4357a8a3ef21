import { createContext, type ReactNode } from 'react'

/** Renders the editor of the question after a video, which belongs to another feature. */
export type RecallDialog = (props: {
  resourceId: number
  title: string
  onSaved: () => Promise<unknown>
  onClose: () => void
}) => ReactNode

export const RecallDialogs = createContext<RecallDialog>(() => null)
