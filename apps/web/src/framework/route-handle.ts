import { createContext, use } from 'react'
import type { Matches } from './matches.ts'
import type { Area, RouteHandle } from './page-module.ts'

/** Merges the handles of all matched routes; the innermost wins. */
export const handleOf = (matches: Matches): RouteHandle =>
  matches?.routes.reduce<RouteHandle>((all, { handle }) => ({ ...all, ...handle }), {}) ?? {}

export const defaultArea: Area = { nav: 'public' }

export const AreaContext = createContext<Area>(defaultArea)
export const FrameContext = createContext<RouteHandle['frame']>(undefined)
export const useFrame = () => use(FrameContext)
export const useArea = (): Area => use(AreaContext)
