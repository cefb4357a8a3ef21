/** The components share one file of the bundle, because most people see none of them. */
export { DeletionCancelled } from '../sign-in/deletion-cancelled.tsx'
export { DocumentsNotice } from '../sign-in/documents-notice.tsx'
export { UnverifiedBanner } from '../unverified-banner.tsx'
