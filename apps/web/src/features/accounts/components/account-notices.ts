/** Both components share one file, because most people see neither. */
export { DocumentsNotice } from './documents-notice.tsx'
export { UnverifiedBanner } from './unverified-banner.tsx'
