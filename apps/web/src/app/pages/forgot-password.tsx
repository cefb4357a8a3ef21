import { unfinished } from '../unfinished.tsx'

export const Component = unfinished('forgotPassword')
