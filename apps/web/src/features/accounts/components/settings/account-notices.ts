/** Both components share one file of the bundle, because most people see neither. */
export { DocumentsNotice } from '../sign-in/documents-notice.tsx'
export { UnverifiedBanner } from '../unverified-banner.tsx'
