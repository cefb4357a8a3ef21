import { unfinished } from '../unfinished.tsx'

export const Component = unfinished('Create your business account')
