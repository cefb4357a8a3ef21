/** Loaded together: one file less for the many who see neither. */
export { DocumentsNotice } from './documents-notice.tsx'
export { UnverifiedBanner } from './unverified-banner.tsx'
