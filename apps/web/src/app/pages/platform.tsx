export { PlatformPage as Component } from '#web/features/oversight/platform-page.tsx'
