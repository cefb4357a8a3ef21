import { defineMessages } from '#web/platform/language/messages.ts'

export const bundlePlaceMessages = defineMessages('bundlePlace', { place: 'Bundles' })
