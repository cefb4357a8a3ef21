import { unfinished } from '../unfinished.tsx'

export const Component = unfinished('My purchases')
