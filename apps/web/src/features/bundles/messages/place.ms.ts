import type { Translation } from '#web/platform/language/messages.ts'
import type { bundlePlaceMessages } from './place.en.ts'

export const bundlePlace = { place: 'Himpunan' } satisfies Translation<typeof bundlePlaceMessages>
